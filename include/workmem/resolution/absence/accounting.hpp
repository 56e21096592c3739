#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/slug.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/resolution/values/value_words.hpp>
#include <workmem/resolution/values/wanted_value.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace workmem::resolution {

/// Tells which words of a text must be known of the thing that it means, and whether they are: by
/// its kind, its name, its values, what it has. The scene and the kinds must outlive it.
class accounting {
    using word_class = text::word_class;

public:
    accounting(const scene& at, const kind_stage& kinds) noexcept : at_{at}, kinds_{kinds} {}

    /// Whether the word must be known: no article, no number, no adjective that says little,
    /// nothing that says when or how, nothing that a thing has.
    [[nodiscard]] bool matters(std::size_t i) const {
        return is_content(i) && !is_general(at_.said[i]) && !is_property(at_.said[i].text);
    }
    /// No article, number or adjective that says little.
    [[nodiscard]] bool is_content(std::size_t i) const {
        const auto& word = at_.said[i];
        if (word.is(word_class::function) || word.is(word_class::adjective) ||
            word.is(word_class::placeholder) || word.is(word_class::other) ||
            word.is(word_class::list_end) || detail::leading_digits(word.text) == word.text.size())
            return false;
        return word.known == nullptr || (word.known->ordinal == 0 && word.known->cardinal < 0 &&
                                         word.known->compares.empty());
    }
    /// What says when or how, or something that a thing has.
    [[nodiscard]] static bool is_general(const token& word) noexcept {
        return word.is(word_class::property) || word.is(word_class::moment) ||
               word.is(word_class::fact) || word.is(word_class::place_pronoun) ||
               word.is(word_class::place_noun);
    }
    /// Whether the word is what an attribute of anything in memory is called.
    [[nodiscard]] bool is_property(std::string_view word) const {
        return std::any_of(at_.entries.begin(), at_.entries.end(),
                           [&](const entry& of) { return has_attribute_word(of, word); });
    }
    /// Whether the word is known of an entry.
    [[nodiscard]] bool has(const entry& of, std::size_t i) const {
        const auto word = at_.said[i].text;
        if (kinds_.kinship_with(i, of) > text::kinship::cue) return true;
        if (!of.unnamed && has_word(of.name, word)) return true;
        if (has_word(slug_of(of), word) || has_code(of, at_.words.code_of(word))) return true;
        return of.attributes != nullptr &&
               std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& a) {
                   if (const auto yes = detail::truth(a.value))
                       return *yes && name_has_word(a.name, word);
                   const auto* text = std::get_if<std::string>(&a.value);
                   return text != nullptr && has_word(*text, word);
               });
    }
    /// Whether anything in memory has it.
    [[nodiscard]] bool is_known(std::size_t i) const {
        return std::any_of(at_.entries.begin(), at_.entries.end(),
                           [&](const entry& each) { return has(each, i); });
    }

private:
    [[nodiscard]] static bool has_word(std::string_view text, std::string_view word) noexcept {
        constexpr std::size_t longest = 160;
        text::word_reader reader{text.substr(0, longest)};
        for (text::word each{}; reader.next(each);)
            if (begin_alike(each.text, word) &&
                (same_noun(each.text, word) || same_word(word_key(each.text), word_key(word))))
                return true;
        return false;
    }

    const scene& at_;
    const kind_stage& kinds_;
};

}  // namespace workmem::resolution
