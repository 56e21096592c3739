#pragma once

#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace workmem::resolution {

/// How a value that is asked for compares with what is stored.
enum class value_bound : std::uint8_t { equal, from, to, range };

/// "Over 100", "at most 30", "after 6 pm", "before March 3rd", "4 or more", "between 130 and 150",
/// "longer than 300".
struct said_bound {
    value_bound bound = value_bound::equal;
    bool open = false;                ///< the number itself is not in it: "over", "less than"
    std::int64_t upper = 0;           ///< of a range
    std::size_t first = 0, last = 0;  ///< words, from the bound to the number
    /// The adjective of "longer than": what things have decides which end it means, and `bound` is
    /// as if it were the upper one.
    std::optional<std::size_t> scale{};

    /// The bound of "longer than", where "longer" means an end of what things have.
    [[nodiscard]] constexpr said_bound as(text::direction longer) const noexcept {
        auto out = *this;
        if (longer == text::direction::lowest)
            out.bound = bound == value_bound::from ? value_bound::to : value_bound::from;
        return out;
    }
};

namespace detail {

// Whether what stands between two words separates them: "than, 300", but "than $300".
[[nodiscard]] constexpr bool separates(std::string_view gap) noexcept {
    return gap.find_first_of(",;.!?:\n") != std::string_view::npos;
}

}  // namespace detail

/// "Longer than", "less expensive than".
struct comparative {
    std::size_t adjective = 0;
    std::size_t behind = 0;  ///< the word behind "than"
    bool less = false;
};

/// The comparison with something that begins at a word, if one does.
[[nodiscard]] inline std::optional<comparative> comparative_at(const utterance& said,
                                                               std::size_t i) {
    using text::word_class;
    const auto compares = [&](std::size_t word, text::degree how) {
        if (word >= said.size() || said[word].known == nullptr) return false;
        const auto& all = said[word].known->compares;
        return std::any_of(all.begin(), all.end(),
                           [&](const auto& each) { return each.how == how; });
    };
    const auto ends = [&](std::size_t than) {
        return than + 1 < said.size() && said[than].is(word_class::comparing) &&
               !said[than].after_comma && !detail::separates(said.gap(than + 1));
    };
    if (ends(i + 1) && compares(i, text::degree::comparative)) return comparative{i, i + 2, false};
    const bool less = i < said.size() && said[i].is(word_class::less);
    if (i < said.size() && (less || said[i].is(word_class::more)) && ends(i + 2) &&
        compares(i + 1, text::degree::plain))
        return comparative{i + 1, i + 3, less};
    return std::nullopt;
}

/// Whether a word is what others are compared with: "rest" in "cheaper than the rest", "others" in
/// "than any of the others". Looks back over at most five words.
[[nodiscard]] inline bool is_compared_with(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 5;
    for (std::size_t back = 1; back <= most_words && back <= i; ++back) {
        const auto& before = said[i - back];
        if (before.is(word_class::comparing))
            return back < i && !said[i - back - 1].is(word_class::other);  // "other than the rest"
        if (!before.is(word_class::definite) && !before.is(word_class::every) &&
            !before.is(word_class::free_choice) && !before.is(word_class::partitive))
            break;
    }
    return false;
}

/// Whether digits may be a year: "2024".
[[nodiscard]] inline bool is_year(std::string_view digits) noexcept {
    return digits.size() == 4 && detail::leading_digits(digits) == 4 && digits >= "1500" &&
           digits < "2500";
}

namespace detail {

// The bound that the words before a value say of it. `timed`: "after" and "before" are bounds, too;
// `dated`: and leave out what they are said of.
[[nodiscard]] inline std::optional<said_bound> bound_before(const utterance& said,
                                                            std::size_t value, bool timed,
                                                            bool dated) {
    using text::word_class;
    constexpr std::size_t most_back = 3;
    const auto denied = [&](said_bound out) {
        const auto i = out.first;
        // "no more than 4", "not under 30"
        if (i == 0 || said[i].after_comma || !said[i - 1].is(word_class::negation)) return out;
        out.bound = out.bound == value_bound::from ? value_bound::to : value_bound::from;
        out.open = !out.open;
        out.first = i - 1;
        return out;
    };
    for (std::size_t back = 2; back <= most_back && back <= value; ++back)
        if (const auto found = comparative_at(said, value - back); found && found->behind == value)
            return denied({found->less ? value_bound::to : value_bound::from, true, 0, value - back,
                           value, found->adjective});
    for (std::size_t back = 1; back <= most_back && back <= value; ++back) {
        const auto i = value - back;
        const auto& word = said[i];
        if (detail::separates(said.gap(i + 1))) break;
        // "below 2000" is an amount, whatever else 2000 may be
        const bool point = timed && back == 1 && !word.is(word_class::from_bound) &&
                           !word.is(word_class::to_bound);
        const bool from = word.is(word_class::from_bound) || (point && word.is(word_class::behind));
        const bool to = word.is(word_class::to_bound) || (point && word.is(word_class::ahead));
        if (from || to) {
            const bool open = point  ? dated
                              : from ? !word.is(word_class::least)
                                     : word.is(word_class::less) || word.is(word_class::relation) ||
                                           word.is(word_class::behind);
            return denied({from ? value_bound::from : value_bound::to, open, 0, i, value, {}});
        }
        // "less than 100", "at most $30", "up to 30"
        if (!word.is(word_class::comparing) && !word.is(word_class::target)) break;
    }
    return std::nullopt;
}

}  // namespace detail

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
        if (detail::separates(said.gap(i + 1))) break;
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
        if (!word.is(word_class::comparing) && !word.is(word_class::target)) break;
    }
    const bool clock = said.half_of_day(said[last].text) != 0 ||
                       (last + 1 < said.size() && said.half_of_day(said[last + 1].text) != 0);
    if (auto out = detail::bound_before(said, first, clock || dated, dated)) {
        out->last = last;
        return out;
    }
    // "4 or more"
    if (const auto end = last + 2; end < said.size() && !said[last + 1].after_comma &&
                                   said[last + 1].is(word_class::choosing) &&
                                   !said[end].after_comma && !comparative_at(said, end)) {
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
    const auto scale = comparative_at(said, word);
    const auto opens = [&](std::size_t i) {
        return i < said.size() &&
               (said[i].is(word_class::from_bound) || said[i].is(word_class::to_bound) ||
                said[i].is(word_class::between) || said[i].is(word_class::behind) ||
                said[i].is(word_class::ahead));
    };
    // "at least 30"
    const auto from = scale || opens(word) ? word : word + 1;
    if (!scale && (!opens(from) || (from != word && !said[word].is(word_class::relation))))
        return 0;
    const auto begin = scale ? scale->behind : from + 1;
    for (auto i = begin; i < said.size() && i - word <= most_words; ++i) {
        // "Before noon", "after Friday"
        if (i == begin && said[i].known != nullptr && !said[i].clitic &&
            (said[i].known->day_from >= 0 || said[i].known->weekday != 0))
            return i - word + 1;
        const bool month = said[i].known != nullptr && said[i].known->month != 0;
        if (detail::leading_digits(said[i].text) == 0 && !month) continue;
        const auto found = find_bound(said, i);
        // "Not over 30" begins before it.
        const bool begins = found && (found->first == from || found->first + 1 == from);
        return begins ? found->last - word + 1 : 0;
    }
    return 0;
}

/// Whether a bound begins at a word, a denied one too: "not over 30", "none cheaper than 100".
[[nodiscard]] inline bool bounds_at(const utterance& said, std::size_t word) {
    return word < said.size() &&
           (bound_at(said, word) != 0 ||
            (said[word].is(text::word_class::negation) && bound_at(said, word + 1) != 0));
}

/// Whether what was said before is restricted or put in an order from a word on: "(but) not over
/// 30", "(but) only the open ones", "(but) first the open ones".
[[nodiscard]] inline bool restricts_further(const utterance& said, std::size_t word) {
    using text::word_class;
    if (word >= said.size()) return false;
    const auto& each = said[word];
    const bool orders = each.known != nullptr && each.known->ordinal == 1 &&
                        word + 1 < said.size() && said[word + 1].is(word_class::definite);
    return bounds_at(said, word) || orders ||
           (each.is(word_class::function) &&
            (each.is(word_class::restricting) || each.is(word_class::recently)));
}

}  // namespace workmem::resolution
