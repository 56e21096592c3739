#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/wanted_value.hpp>
#include <workmem/text/unicode.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// Whether a text has the word as a name, with a capital; "DEBIT" says what something is.
[[nodiscard]] inline bool has_name(std::string_view text, std::string_view word) {
    constexpr std::size_t longest = 160;
    text::word_reader reader{text.substr(0, longest)};
    for (text::word each{}; reader.next(each);) {
        const auto [first, size, valid] = text::decode(each.text, 0);
        const auto second = each.text.size() > size ? text::decode(each.text, size).value : first;
        if (text::fold(first) != first && text::fold(second) == second &&
            same_word(each.text, word))
            return true;
    }
    return false;
}

// Whether a "s" may have lost its apostrophe: "mehmets score", but not "the lunas".
[[nodiscard]] inline bool may_be_possessive(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t shortest = 4;
    const auto& word = said[i];
    if (word.known != nullptr || word.clitic || word.hyphen || word.text.size() < shortest ||
        !word.text.ends_with('s') || word.text.ends_with("ss"))
        return false;
    const auto stem = word.text.substr(0, word.text.size() - 1);
    if (said.lexicon().find(stem) != nullptr || said.lexicon().find_noun(stem) != nullptr)
        return false;
    if (i == 0 || word.after_comma) return true;
    const auto& before = said[i - 1];
    return !before.is(word_class::definite) && !before.is(word_class::every) &&
           !before.is(word_class::both) && !before.is(word_class::plural) &&
           (before.known == nullptr || before.known->cardinal < 0);
}

}  // namespace detail

/// Takes the "s" of a name in memory for a possessive that lost its apostrophe ("mehmets score"),
/// where nothing is called by the whole word. Linear in what memory says, once for each such word.
inline void read_possessives(utterance& said, const std::vector<entry>& entries) {
    constexpr std::size_t most = 4;
    for (std::size_t i = 0, looked = 0; i < said.size() && looked < most; ++i) {
        if (!detail::may_be_possessive(said, i)) continue;
        ++looked;
        const auto whole = said[i].text;
        const auto stem = whole.substr(0, whole.size() - 1);
        bool named = false, other = false;
        const auto look = [&](std::string_view text) {
            named = named || detail::has_name(text, stem);
            other = other || detail::says_word(text, whole);
        };
        for (const auto& each : entries) {
            if (other) break;
            if (!each.unnamed) look(each.name);
            other = other || name_has_word(each.type, stem);
            if (each.attributes == nullptr) continue;
            for (const auto& of : *each.attributes)
                if (const auto* const text = std::get_if<std::string>(&of.value)) look(*text);
        }
        if (named && !other) said.cut_possessive(i);
    }
}

}  // namespace workmem::resolution
