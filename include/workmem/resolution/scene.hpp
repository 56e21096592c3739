#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// What the stages of a resolver look at: the text and the entries that may answer, newest first.
struct scene {
    const std::vector<entry>& entries;
    const utterance& said;
    const text::lexicon& words;
    std::string_view type{};  ///< when not empty, only entries of this type may answer
    const std::vector<std::uint32_t>* without = nullptr;  ///< entries that are not meant
    std::uint64_t focus_left = 0;                         ///< see `resolve_query`
    /// What "the open one" is chosen from instead of the newest list.
    const std::vector<std::uint32_t>* listed = nullptr;

    /// For one of the entries, not for a copy.
    [[nodiscard]] bool allows(const entry& each) const noexcept {
        if (without != nullptr) {
            const auto index = static_cast<std::uint32_t>(&each - entries.data());
            if (std::find(without->begin(), without->end(), index) != without->end()) return false;
        }
        return type.empty() || same_type(type, each.type);
    }
};

[[nodiscard]] inline bool has_attribute_word(const entry& of, std::string_view word) noexcept {
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(),
                       [&](const attribute& a) { return name_has_word(a.name, word); });
}

/// Whether an attribute with the word in its name is the number: `floor`, `episode_no`.
[[nodiscard]] inline bool has_number(const entry& of, std::string_view word, std::int64_t number) {
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        const auto* const value = std::get_if<std::int64_t>(&each.value);
        const auto* const text = std::get_if<std::string>(&each.value);
        return name_has_word(each.name, word) &&
               ((value != nullptr && *value == number) ||
                (text != nullptr && *text == std::to_string(number)));
    });
}

/// What an attribute called by the word says where it is a yes or no: `draft: false`, `isDraft`,
/// but not `draft_shared`.
[[nodiscard]] inline std::optional<bool> flag_of(const entry& of, std::string_view word) noexcept {
    if (of.attributes == nullptr) return std::nullopt;
    const auto is_called_so = [&](std::string_view name) {
        bool called = false;
        identifier_reader parts{name};
        for (std::string_view part; parts.next(part);) {
            if (same_noun(part, word))
                called = true;
            else if (!same_word(part, "is") && !same_word(part, "has"))
                return false;
        }
        return called;
    };
    for (const auto& each : *of.attributes)
        if (const auto* const yes = std::get_if<bool>(&each.value);
            yes != nullptr && is_called_so(each.name))
            return *yes;
    return std::nullopt;
}

/// Whether an attribute's name says that its value is a place: `city`, `street_address`.
[[nodiscard]] inline bool tells_where(std::string_view name, const text::lexicon& words) {
    identifier_reader parts{name};
    for (std::string_view part; parts.next(part);) {
        const auto* known = find_unfolded(part, words);
        if (known != nullptr && known->is(text::word_class::location)) return true;
    }
    return false;
}

/// Whether the entry can be visited: an attribute tells where it is.
[[nodiscard]] inline bool is_located(const entry& of, const text::lexicon& words) {
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(),
                       [&](const attribute& a) { return tells_where(a.name, words); });
}

/// Whether the place where an entry is has the word in it: "the park" of a game in Elm Park.
[[nodiscard]] inline bool is_located_in(const entry& of, std::string_view word,
                                        const text::lexicon& words) {
    constexpr std::size_t longest = 80;
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        const auto* value = std::get_if<std::string>(&each.value);
        if (value == nullptr || value->size() > longest || !tells_where(each.name, words))
            return false;
        text::word_reader reader{*value};
        for (text::word part{}; reader.next(part);)
            if (same_noun(part.text, word)) return true;
        return false;
    });
}

/// Whether two words are known to name the same kind: `TV` and "telly".
[[nodiscard]] inline bool is_synonym(std::string_view value, std::string_view word,
                                     const text::lexicon& words) {
    const auto* const a = find_unfolded(value, words);
    const auto* const b = a == nullptr ? nullptr : words.find_noun(word);
    return b != nullptr && words.has_kind(*b) && a->meaning == b->meaning;
}

/// Whether an attribute of few words says what the entry is: `Science Museum` as a category. What
/// tells where it is does not count: an event in a stadium is no stadium.
[[nodiscard]] inline bool has_value_word(const entry& of, std::string_view word,
                                         const text::lexicon& words) {
    constexpr std::size_t longest = 40;
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        const auto* text = std::get_if<std::string>(&each.value);
        if (text == nullptr || text->size() > longest) return false;
        const auto last = std::string_view{*text}.substr(text->find_last_of(' ') + 1);
        return (same_noun(last, word) || is_synonym(last, word, words)) &&
               !tells_where(each.name, words);
    });
}

/// Whether the entry is an answer rather than a thing: a nameless balance or forecast. It never
/// takes the focus.
[[nodiscard]] inline bool is_fact(const entry& of, const text::lexicon& words) {
    if (!of.unnamed) return false;
    const auto* known = words.find_noun(head_of(of.type));
    return known != nullptr && known->is(text::word_class::fact);
}

/// Best first: the score, then what was named, then what is newer.
inline void rank(std::vector<pick>& picks, const std::vector<entry>& entries) {
    std::stable_sort(picks.begin(), picks.end(), [&](const pick& a, const pick& b) {
        if (a.score != b.score) return a.score > b.score;
        const bool a_named = is_named(entries[a.index].level);
        const bool b_named = is_named(entries[b.index].level);
        if (a_named != b_named) return a_named;
        return a.index < b.index;
    });
}

}  // namespace workmem::resolution
