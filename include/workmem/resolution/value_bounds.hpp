#pragma once

#include <workmem/resolution/utterance.hpp>
#include <workmem/resolution/values.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace workmem::resolution {

/// How a value that is asked for compares with what is stored.
enum class value_bound : std::uint8_t { equal, from, to, range };

/// "Over 100", "at most 30", "after 6 pm", "before March 3rd", "4 or more", "between 130 and 150".
struct said_bound {
    value_bound bound = value_bound::equal;
    bool open = false;                ///< the number itself is not in it: "over", "less than"
    std::int64_t upper = 0;           ///< of a range
    std::size_t first = 0, last = 0;  ///< words, from the bound to the number
};

/// Whether digits may be a year: "2024".
[[nodiscard]] inline bool is_year(std::string_view digits) noexcept {
    return digits.size() == 4 && detail::leading_digits(digits) == 4 && digits >= "1500" &&
           digits < "2500";
}

/// The bound that is said of the number at a word. Looks back over at most three words.
[[nodiscard]] inline std::optional<said_bound> find_bound(const utterance& said,
                                                          std::size_t number) {
    using text::word_class;
    constexpr std::size_t most_back = 3;
    if (number >= said.size()) return std::nullopt;
    const auto starts_with_digit = [&](std::size_t i) {
        return i < said.size() && detail::leading_digits(said[i].text) != 0;
    };
    const auto is_month = [&](std::size_t i) {
        return i < said.size() && said[i].known != nullptr && said[i].known->month != 0;
    };
    auto last = number;
    while (starts_with_digit(last + 1)) ++last;
    // "March 3rd", "the 3rd", "3 March", "2026-03-03"
    auto first = number;
    if (first > 0 && is_month(first - 1)) --first;
    const auto digits = detail::leading_digits(said[number].text);
    const bool ordinal = digits != 0 && said.is_ordinal_ending(said[number].text.substr(digits));
    const bool dated = first < number || is_year(said[number].text) || is_month(number) ||
                       is_month(last + 1) || ordinal ||
                       (last >= number + 2 && said[number + 1].hyphen && said[last].hyphen);
    if (ordinal && first > 0 && said[first - 1].is(word_class::definite)) --first;
    for (std::size_t back = 1; back <= most_back && back <= first; ++back) {
        const auto i = first - back;
        const auto& word = said[i];
        const auto gap = said.gap(i + 1);
        if (gap.find_first_of(",;.!?:\n") != std::string_view::npos) break;
        if (word.is(word_class::between)) {
            // "and 150"
            auto joint = last + 1;
            while (joint < said.size() && said.half_of_day(said[joint].text) != 0) ++joint;
            const auto upper = joint + 1;
            if (!starts_with_digit(upper) || !said[joint].is(word_class::connective))
                return std::nullopt;
            const value_reader end{said, upper};
            if (!end.values().empty())
                return said_bound{value_bound::range, false, end.values().front().amount + 1, i,
                                  upper};
            return std::nullopt;
        }
        const bool clock = said.half_of_day(said[last].text) != 0 ||
                           (last + 1 < said.size() && said.half_of_day(said[last + 1].text) != 0);
        const bool timed = (clock || dated) && back == 1;
        const bool from = word.is(word_class::from_bound) || (timed && word.is(word_class::behind));
        const bool to = word.is(word_class::to_bound) || (timed && word.is(word_class::ahead));
        if (from || to) {
            said_bound out{from ? value_bound::from : value_bound::to, dated, 0, i, last};
            if (!timed)
                out.open = from ? !word.is(word_class::least)
                                : word.is(word_class::less) || word.is(word_class::relation) ||
                                      word.is(word_class::behind);
            // "no more than 4", "not under 30"
            if (i > 0 && !word.after_comma && said[i - 1].is(word_class::negation)) {
                out.bound = from ? value_bound::to : value_bound::from;
                out.open = !out.open;
                out.first = i - 1;
            }
            return out;
        }
        // "less than 100", "at most $30", "up to 30"
        if (!word.is(word_class::excluding) && !word.is(word_class::target)) break;
    }
    // "4 or more"
    if (const auto end = last + 2; end < said.size() && !said[last + 1].after_comma &&
                                   said[last + 1].is(word_class::choosing) &&
                                   !said[end].after_comma) {
        if (said[end].is(word_class::from_bound))
            return said_bound{value_bound::from, false, 0, number, end};
        if (said[end].is(word_class::to_bound))
            return said_bound{value_bound::to, false, 0, number, end};
    }
    return std::nullopt;
}

/// Whether the number at a word is the upper end of a range: 150 in "between 130 and 150".
[[nodiscard]] inline bool ends_range(const utterance& said, std::size_t number) {
    constexpr std::size_t most_back = 5;
    if (number < 3 || !said[number - 1].is(text::word_class::connective)) return false;
    for (std::size_t back = 3; back <= most_back && back <= number; ++back)
        if (said[number - back].is(text::word_class::between)) return true;
    return false;
}

/// Whether a bound begins at a word: how many words it takes to its number, or 0.
[[nodiscard]] inline std::size_t bound_at(const utterance& said, std::size_t word) {
    using text::word_class;
    constexpr std::size_t most_words = 3;
    const auto opens = [&](std::size_t i) {
        return i < said.size() &&
               (said[i].is(word_class::from_bound) || said[i].is(word_class::to_bound) ||
                said[i].is(word_class::between) || said[i].is(word_class::behind) ||
                said[i].is(word_class::ahead));
    };
    // "at least 30"
    const auto from = opens(word) ? word : word + 1;
    if (!opens(from) || (from != word && !said[word].is(word_class::relation))) return 0;
    for (auto i = from + 1; i < said.size() && i - word <= most_words; ++i) {
        if (i == from + 1 && said[i].known != nullptr && said[i].known->day_from >= 0)
            return i - word + 1;  // "before noon"
        const bool month = said[i].known != nullptr && said[i].known->month != 0;
        if (detail::leading_digits(said[i].text) == 0 && !month) continue;
        const auto found = find_bound(said, i);
        return found && found->first == from ? found->last - word + 1 : 0;
    }
    return 0;
}

}  // namespace workmem::resolution
