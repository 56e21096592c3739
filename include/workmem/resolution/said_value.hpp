#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
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
/// "Sunita's", "4114". What something is changed to or given is no description: "to Rostock".
[[nodiscard]] inline bool is_proper(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t shortest_number = 3, shortest_name = 3;
    const auto& word = said[i];
    if (i > 0 && !word.begins_sentence && said[i - 1].is(word_class::target)) return false;
    if (leading_digits(word.text) == word.text.size()) return word.text.size() >= shortest_number;
    return word.text.size() >= shortest_name && word.known == nullptr && word.capital &&
           !word.begins_sentence && said.noun(i) == nullptr;
}

[[nodiscard]] inline bool has_proper_word(const entry& of, const token& word) {
    if (of.id == word.text || of.name == word.text) return true;
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
/// "when did Lucy arrive?" of reservations with guests. All that is said so must be of the same
/// one; where several have it, nothing is chosen. A pronoun means something else.
[[nodiscard]] inline std::optional<outcome> by_said_value(const scene& at) {
    constexpr std::size_t most_words = 64;
    if (speaks_of_person(at.said)) return std::nullopt;
    std::vector<std::uint32_t> found;
    std::size_t first = at.said.size(), last = 0;
    for (std::size_t i = 0; i < (std::min)(at.said.size(), most_words); ++i) {
        if (!detail::is_proper(at.said, i)) continue;
        std::vector<std::uint32_t> having;
        for (std::uint32_t e = 0; e < at.entries.size(); ++e)
            if (const auto& each = at.entries[e]; at.allows(each) && !is_fact(each, at.words) &&
                                                  detail::has_proper_word(each, at.said[i]))
                having.push_back(e);
        if (having.empty()) continue;
        if (first == at.said.size()) {
            first = i;
            found = std::move(having);
        } else {
            std::erase_if(found, [&](std::uint32_t e) {
                return std::find(having.begin(), having.end(), e) == having.end();
            });
        }
        last = i;
    }
    if (found.size() != 1) return std::nullopt;
    return resolved(picks(found, 890'000, by_one_value, evidence(at.said, first, last)));
}

}  // namespace workmem::resolution
