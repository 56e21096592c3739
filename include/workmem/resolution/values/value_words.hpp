#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace workmem::resolution {

namespace detail {

template <class Use>
void each_attribute(const entry& of, Use use) {
    if (of.attributes != nullptr)
        for (const auto& each : *of.attributes) use(each);
}

// Whether a value says yes or no.
[[nodiscard]] inline std::optional<bool> truth(const scalar& of) noexcept {
    if (const auto* yes = std::get_if<bool>(&of)) return *yes;
    const auto* text = std::get_if<std::string>(&of);
    if (text == nullptr) return std::nullopt;
    if (same_word(*text, "true") || same_word(*text, "yes")) return true;
    if (same_word(*text, "false") || same_word(*text, "no")) return false;
    return std::nullopt;
}

[[nodiscard]] inline bool says_word(std::string_view text, std::string_view word) noexcept {
    constexpr std::size_t longest = 160;
    text::word_reader reader{text.substr(0, longest)};
    for (text::word each{}; reader.next(each);)
        if (same_word(each.text, word)) return true;
    return false;
}

// Whether the first letter of a word stands anywhere in a text; spares cutting most of them.
[[nodiscard]] inline bool has_letter(std::string_view text, std::string_view word) noexcept {
    if (word.empty() || static_cast<unsigned char>(word[0]) >= 0x80) return true;
    const auto first = text::fold_ascii(word[0]);
    return std::any_of(text.begin(), text.end(),
                       [&](char c) { return text::fold_ascii(c) == first; });
}

// "Cancelled" and "canceled", "labelling" and "labeling": a participle with one l or two.
[[nodiscard]] inline bool is_spelled_alike(std::string_view a, std::string_view b) noexcept {
    if (a.size() < b.size()) std::swap(a, b);
    for (const std::string_view ending : {"ed", "ing"}) {
        const auto stem = ending.size() + 2;
        if (a.size() == b.size() + 1 && a.size() > stem + 2 && a[a.size() - stem] == 'l' &&
            a[a.size() - stem + 1] == 'l' && same_word(a.substr(a.size() - ending.size()), ending))
            return same_word(a.substr(0, a.size() - stem + 1), b.substr(0, a.size() - stem + 1)) &&
                   same_word(a.substr(a.size() - ending.size()),
                             b.substr(b.size() - ending.size()));
    }
    return false;
}

// "Failed" of `fail`, "closed" of `close`
[[nodiscard]] inline bool is_past_of(std::string_view word, std::string_view verb) noexcept {
    constexpr std::size_t shortest = 4;
    if (verb.size() < shortest || word.size() <= verb.size()) return false;
    const std::string_view ending = text::fold_ascii(verb.back()) == 'e' ? "d" : "ed";
    return same_word(word.substr(0, verb.size()), verb) &&
           same_word(word.substr(verb.size()), ending);
}

// "Failed" and `failure`, "successful" and `success`: long words of one stem.
[[nodiscard]] inline bool has_stem_of(std::string_view a, std::string_view b) noexcept {
    constexpr std::size_t shortest = 5, stem = 4;
    constexpr std::array<std::string_view, 16> endings{"",    "s",    "d",     "e",   "y",   "ed",
                                                       "es",  "ied",  "al",    "ing", "ion", "ure",
                                                       "ful", "ment", "ation", "ee"};
    if (a.size() < shortest || b.size() < shortest) return false;
    std::size_t same = 0;
    while (same < a.size() && same < b.size() &&
           text::fold_ascii(a[same]) == text::fold_ascii(b[same]))
        ++same;
    const auto ends = [&](std::string_view word) {
        return std::any_of(endings.begin(), endings.end(), [&](std::string_view each) {
            return same_word(word.substr(same), each);
        });
    };
    return same >= stem && ends(a) && ends(b);
}

// Whether a short value says that it is not so: `NotReady` and `no_response` for "ready" and
// "response".
[[nodiscard]] inline bool value_denies(std::string_view value, std::string_view word,
                                       const text::lexicon& words) {
    constexpr std::size_t longest = 40;
    if (value.size() > longest || !has_letter(value, word)) return false;
    bool denied = false;
    identifier_reader parts{value};
    for (std::string_view part; parts.next(part);) {
        if (denied && (same_noun(part, word) || has_stem_of(part, word))) return true;
        const auto* const known = find_unfolded(part, words);
        denied = known != nullptr && known->is(text::word_class::negation);
    }
    return false;
}

}  // namespace detail

/// Whether some part of a short value is the word: `done`, "transit" of `in_transit`, "cancelled"
/// of `Canceled`.
[[nodiscard]] inline bool value_has_word(std::string_view value, std::string_view word) {
    constexpr std::size_t longest = 80;
    if (value.size() > longest || !detail::has_letter(value, word)) return false;
    text::word_reader reader{value};
    for (text::word part{}; reader.next(part);)
        if (name_has_word(part.text, word) || same_word(part.text, word) ||
            detail::is_spelled_alike(part.text, word))
            return true;
    return false;
}
/// Whether a code begins with the word, and goes on with digits: `SPRING15` for "spring".
[[nodiscard]] inline bool begins_code(std::string_view code, std::string_view word) noexcept {
    constexpr std::size_t shortest = 4;
    return word.size() >= shortest && code.size() > word.size() &&
           same_word(code.substr(0, word.size()), word) &&
           code.find_first_not_of("0123456789", word.size()) == std::string_view::npos;
}
/// The same for a word of the same stem: `script_failure` for "failed".
[[nodiscard]] inline bool value_has_stem(std::string_view value, std::string_view word) {
    constexpr std::size_t longest = 40, shortest = 5;
    if (word.size() < shortest || value.size() < shortest || value.size() > longest ||
        !detail::has_letter(value, word))
        return false;
    identifier_reader parts{value};
    for (std::string_view part; parts.next(part);)
        if (begin_alike(part, word) && detail::has_stem_of(part, word)) return true;
    return false;
}
namespace detail {

// Whether an attribute is called by who or what has done a participle, or how often: `assignee` of
// "assigned", `playCount` of "played".
[[nodiscard]] inline bool name_says_done(std::string_view name, std::string_view word) noexcept {
    constexpr std::size_t shortest = 3, longest_ending = 3;
    if (!word.ends_with("ed") || word.size() < shortest + 2) return false;
    const auto verb = word.substr(0, word.size() - 2);
    identifier_reader parts{name};
    for (std::string_view part; parts.next(part);)
        if (part.size() >= verb.size() && part.size() <= verb.size() + longest_ending &&
            same_word(part.substr(0, verb.size()), verb))
            return true;
    return false;
}

}  // namespace detail

/// Whether a short value is what a participle says of it: `fail` for "failed".
[[nodiscard]] inline bool value_is_past_of(std::string_view value, std::string_view word) {
    constexpr std::size_t longest = 40;
    if (value.size() > longest || !word.ends_with('d')) return false;
    identifier_reader parts{value};
    for (std::string_view part; parts.next(part);)
        if (detail::is_past_of(word, part)) return true;
    return false;
}

/// Whether an attribute is written in a code: `de`, or `de-AT`, for "German".
[[nodiscard]] inline bool has_code(const entry& of, std::string_view code) {
    constexpr std::size_t longest = 6;
    if (code.empty() || of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        const auto* const text = std::get_if<std::string>(&each.value);
        if (text == nullptr || text->size() < code.size() || text->size() > longest ||
            !same_word(std::string_view{*text}.substr(0, code.size()), code))
            return false;
        return text->size() == code.size() || (*text)[code.size()] == '-' ||
               (*text)[code.size()] == '_';
    });
}

}  // namespace workmem::resolution
