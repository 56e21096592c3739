#pragma once

#include <workmem/resolution/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/plurals.hpp>
#include <workmem/resolution/restriction.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/utterance.hpp>
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

namespace detail {

/// Whether a word names somebody, a place or a number rather than saying something: "Lucy",
/// "sunita's", "4114". What something is changed to or given is no description: "to Rostock".
[[nodiscard]] inline bool is_proper(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t shortest_number = 3, shortest_name = 3;
    const auto& word = said[i];
    if (i > 0 && !word.begins_sentence && said[i - 1].is(word_class::target)) return false;
    if (leading_digits(word.text) == word.text.size()) return word.text.size() >= shortest_number;
    return word.text.size() >= shortest_name && leading_digits(word.text) == 0 &&
           word.known == nullptr && said.noun(i) == nullptr;
}

// "marsh" of "carol@marsh.example"
[[nodiscard]] inline bool is_part_of_identifier(const utterance& said, std::size_t i) noexcept {
    const auto text = said.text();
    const auto joins = [](char c) { return c == '@' || c == '.' || c == '/' || c == '_'; };
    const auto begin = said[i].position;
    const auto end = begin + said[i].text.size();
    if (begin > 1 && joins(text[begin - 1]) && text[begin - 2] != ' ') return true;
    return end + 1 < text.size() && joins(text[end]) && text[end + 1] != ' ';
}

// Whether it is called so; people are meant by their names, their things by their values.
[[nodiscard]] inline bool is_named_by(const entry& of, const token& word) {
    return of.id == word.text || (!of.unnamed && value_has_word(of.name, word.text));
}
[[nodiscard]] inline bool has_proper_word(const entry& of, const token& word) {
    if (is_named_by(of, word)) return true;
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        if (const auto* const text = std::get_if<std::string>(&each.value))
            return value_has_word(*text, word.text);
        const auto* const number = std::get_if<std::int64_t>(&each.value);
        return number != nullptr && std::to_string(*number) == word.text;
    });
}

}  // namespace detail

/// "Call Lucy, she is late": Lucy is meant, and no reservation of hers.
[[nodiscard]] inline bool speaks_of_person(const utterance& said) noexcept {
    using text::word_class;
    const auto& all = said.tokens();
    return std::any_of(all.begin(), all.end(), [](const token& t) {
        return t.is(word_class::person_pronoun) && !t.is(word_class::plural);
    });
}

/// Why `by_said_value` picks.
inline constexpr std::string_view by_one_value = "one of its values";

/// Stage: what is told apart by a name or a number among its values, though nothing is called so:
/// "when did Lucy arrive?" of reservations with guests. A name is a word that the language does not
/// know, in whatever case. All that is said so must be of the same; of several those of the kind
/// that the text names, as many as it counts; else nothing is chosen.
[[nodiscard]] inline std::optional<outcome> by_said_value(const scene& at,
                                                          const kind_stage& kinds) {
    using text::word_class;
    constexpr std::size_t most_words = 64;
    const auto& said = at.said;
    const bool person = speaks_of_person(said);
    // "How do I phone management there?"
    const bool placed = std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& t) {
        return t.is(word_class::place_pronoun);
    });
    std::vector<std::uint32_t> found;
    std::size_t first = said.size(), last = 0;
    std::uint32_t count = 0;
    std::size_t fitting = 0;
    for (std::uint32_t e = 0; e < at.entries.size(); ++e)
        fitting += at.allows(at.entries[e]) && !is_fact(at.entries[e], at.words);
    for (std::size_t i = 0; i < (std::min)(said.size(), most_words); ++i) {
        if (said[i].is(word_class::both)) count = 2;
        if (said[i].known != nullptr && said[i].known->cardinal > 1)
            count = static_cast<std::uint32_t>(said[i].known->cardinal);
        if (!detail::is_proper(said, i) || detail::is_part_of_identifier(said, i)) continue;
        // "how big may an artifact be?"
        if (!said[i].capital && (placed || determiner_of(said, i) == determiner::indefinite))
            continue;
        std::vector<std::uint32_t> having;
        for (std::uint32_t e = 0; e < at.entries.size(); ++e)
            if (const auto& each = at.entries[e];
                at.allows(each) && !is_fact(each, at.words) &&
                (person ? detail::is_named_by(each, said[i])
                        : detail::has_proper_word(each, said[i])))
                having.push_back(e);
        // What all have alike tells none of them.
        if (having.empty() || (having.size() == fitting && fitting > 1)) continue;
        if (first == said.size()) {
            first = i;
            found = std::move(having);
        } else {
            std::erase_if(found, [&](std::uint32_t e) {
                return std::find(having.begin(), having.end(), e) == having.end();
            });
        }
        last = i;
    }
    if (found.size() > 1)
        for (const auto& each : kinds.nouns()) {
            const auto is_of = [&](std::uint32_t e) {
                return kinds.is_of_kind(each.word, at.entries[e]);
            };
            if (std::any_of(found.begin(), found.end(), is_of))
                std::erase_if(found, [&](std::uint32_t e) { return !is_of(e); });
        }
    if (found.empty()) return std::nullopt;
    const accounting known{at, kinds};
    const auto is_strange = [&](std::size_t i) {
        return said[i].known == nullptr && said.noun(i) == nullptr && known.matters(i) &&
               !known.has(at.entries[found.front()], i);
    };
    // "the paper backpack", where there is none of paper or no backpack: half a name is another's
    const auto half = [&](std::size_t before, std::size_t i) {
        return before > 0 && said[before - 1].is(word_class::definite) && !said[i].capital &&
               !said[before].clitic && detail::is_named_by(at.entries[found.front()], said[i]);
    };
    if (first > 1 && !said[first].after_comma && half(first - 1, first) && is_strange(first - 1))
        return std::nullopt;
    if (half(last, last) && !ends_phrase(said, last + 1) && is_strange(last + 1))
        return std::nullopt;
    if (known.asks_for_new(at.entries[found.front()])) return std::nullopt;
    const auto words = evidence(said, first, last);
    if (found.size() == 1) return resolved(picks(found, 890'000, by_one_value, words));
    if (found.size() == count) return as_set(at, found, words);
    return std::nullopt;
}

}  // namespace workmem::resolution
