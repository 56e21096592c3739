#pragma once

#include <workmem/resolution/utterance.hpp>
#include <workmem/resolution/values.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace workmem::resolution {

/// How a value that is asked for compares with what is stored.
enum class value_bound : std::uint8_t { equal, from, to, range };

/// "Over 100", "at most 30", "after 6 pm", "between 130 and 150".
struct said_bound {
    value_bound bound = value_bound::equal;
    std::int64_t upper = 0;           ///< of a range
    std::size_t first = 0, last = 0;  ///< words, from the bound to the number
};

/// The bound that is said of the number at a word. Looks back over at most three words.
[[nodiscard]] inline std::optional<said_bound> find_bound(const utterance& said,
                                                          std::size_t number) {
    using text::word_class;
    constexpr std::size_t most_back = 3;
    if (number >= said.size()) return std::nullopt;
    const auto starts_with_digit = [&](std::size_t i) {
        return i < said.size() && detail::leading_digits(said[i].text) != 0;
    };
    auto last = number;
    while (starts_with_digit(last + 1)) ++last;
    for (std::size_t back = 1; back <= most_back && back <= number; ++back) {
        const auto i = number - back;
        const auto& word = said[i];
        const auto gap = said.gap(i + 1);
        if (gap.find_first_of(",;.!?:\n") != std::string_view::npos) return std::nullopt;
        if (word.is(word_class::between)) {
            // "and 150"
            auto joint = last + 1;
            while (joint < said.size() && said.half_of_day(said[joint].text) != 0) ++joint;
            const auto upper = joint + 1;
            if (!starts_with_digit(upper) || !said[joint].is(word_class::connective))
                return std::nullopt;
            const value_reader end{said, upper};
            if (!end.values().empty())
                return said_bound{value_bound::range, end.values().front().amount + 1, i, upper};
            return std::nullopt;
        }
        const bool clock = said.half_of_day(said[last].text) != 0 ||
                           (last + 1 < said.size() && said.half_of_day(said[last + 1].text) != 0);
        if (word.is(word_class::from_bound) || (clock && back == 1 && word.is(word_class::behind)))
            return said_bound{value_bound::from, 0, i, last};
        if (word.is(word_class::to_bound) || (clock && back == 1 && word.is(word_class::ahead)))
            return said_bound{value_bound::to, 0, i, last};
        // "less than 100", "at most $30", "up to 30"
        if (!word.is(word_class::excluding) && !word.is(word_class::target)) return std::nullopt;
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
        if (detail::leading_digits(said[i].text) == 0) continue;
        const auto found = find_bound(said, i);
        return found && found->first == from ? found->last - word + 1 : 0;
    }
    return 0;
}

}  // namespace workmem::resolution
