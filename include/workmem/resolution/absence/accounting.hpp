#pragma once

#include <workmem/resolution/absence/object_phrase.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
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
        if (has_word(of.slug, word) || has_code(of, at_.words.code_of(word))) return true;
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
    /// Whether the text names somebody or something that is not known of an entry: "Porto", "the
    /// French group", "Ravi's address".
    [[nodiscard]] bool contradicts(const entry& of) const {
        const auto& said = at_.said;
        for (const auto& each : said.tokens())
            if (each.is(word_class::place_pronoun)) return false;
        for (std::size_t i = 0; i < said.size(); ++i) {
            const auto& word = said[i];
            if (word.is(word_class::pronoun)) return false;
            const bool owner = word.clitic && i + 1 < said.size() && word.begins_sentence;
            const bool name = (word.capital || is_behind_preposition(i)) && !word.begins_sentence &&
                              !addresses(i);
            if (!(owner || name) || word.known != nullptr || said.noun(i) != nullptr) continue;
            if (!has(of, i)) return true;
        }
        return false;
    }

    /// Whether a text that takes something up by a pronoun speaks of another thing before it: "the
    /// poster is awful, delete it".
    [[nodiscard]] bool speaks_of_another(const entry& of) const {
        const auto& said = at_.said;
        std::size_t pronoun = 0;
        for (auto i = said.size(); i > 0 && pronoun == 0; --i)
            if (said[i - 1].is(word_class::pronoun)) pronoun = i - 1;
        bool out = false;
        detail::object_finder{said}.for_each_definite([&](const object_phrase& each) {
            if (each.last >= pronoun) return true;
            if (pronoun - each.last <= 2) return false;  // "the receipt for it"
            for (auto i = each.last; i <= pronoun; ++i)
                if (said[i].begins_sentence) return false;
            const bool goes = each.first > 1 && (said[each.first - 2].is(word_class::relation) ||
                                                 said[each.first - 2].is(word_class::describing));
            std::size_t strange = 0;
            for (auto i = each.first; i <= each.last; ++i) {
                if (has(of, i) || kinds_.kinship_with(i, of) != text::kinship::none) return false;
                strange += matters(i);
            }
            out = !goes && strange > 0;
            return out;
        });
        return out;
    }
    /// Whether something new is asked for: "set an alarm", "order 40 euro pallets".
    [[nodiscard]] bool asks_for_new(const entry& of) const {
        const auto& said = at_.said;
        for (std::size_t i = 0; i + 2 < said.size(); ++i) {
            if (said[i].is(word_class::pronoun) || said[i].is(word_class::place_pronoun))
                return false;
            if (!said[i].is(word_class::acquire) && !said[i].is(word_class::change)) continue;
            auto next = i + 1;
            if (said[next].is(word_class::function) && !said[next].is(word_class::indefinite))
                ++next;
            const bool counted = detail::leading_digits(said[next].text) == said[next].text.size();
            if (!(said[next].is(word_class::indefinite) || counted) || said[next].after_comma)
                continue;
            do ++next;
            while (next + 1 < said.size() && said[next].is(word_class::adjective));
            // "Mark 302 as done"
            if (next >= said.size() || (counted && said[next].is(word_class::function))) continue;
            while (counted && !ends_phrase(said, next + 1) &&
                   !said[next + 1].is(word_class::function))
                ++next;
            if (is_strange(next) && !has(of, next)) return true;
        }
        return false;
    }
    /// Whether the noun at a word is said to be where an entry is not: "the mission to the roof".
    [[nodiscard]] bool is_elsewhere(std::size_t noun, const entry& of) const {
        const auto& said = at_.said;
        auto next = noun + 1;
        if (ends_phrase(said, next) || ends_phrase(said, next + 1) ||
            !said[next].is(word_class::relation) || !said[next].is(word_class::describing))
            return false;
        // "rename the page to Imprint"
        if (said[next].is(word_class::target) && !said[next + 1].is(word_class::definite))
            return false;
        ++next;
        if (said[next].is(word_class::definite)) ++next;
        return next < said.size() && is_strange(next) && !has(of, next);
    }
    /// Whether what a text names only owns what it means: "Anna's seat", and Anna is no seat and
    /// has nothing that is called so.
    [[nodiscard]] bool only_owns(const pick& named) const {
        const auto& said = at_.said;
        const auto& of = at_.entries[named.index];
        const auto end = named.position + named.evidence.size();
        std::size_t i = 0;
        while (i < said.size() && said[i].position + said[i].text.size() < end) ++i;
        if (i + 1 >= said.size() || !said[i].clitic || ends_phrase(said, i + 1)) return false;
        auto head = i + 1;
        while (!ends_phrase(said, head + 1) && !said[head + 1].is(word_class::function) &&
               !said[head + 1].is(word_class::predicate))
            ++head;
        for (auto each = i + 1; each <= head; ++each)
            if (!matters(each) || has(of, each) ||
                kinds_.kinship_with(each, of) != text::kinship::none)
                return false;
        return true;
    }

private:
    [[nodiscard]] bool is_strange(std::size_t i) const {
        return at_.said[i].known == nullptr && at_.said.noun(i) == nullptr && matters(i);
    }
    // "in dubai": a name in small letters, as no unknown word else stands bare behind it.
    [[nodiscard]] bool is_behind_preposition(std::size_t i) const {
        if (i == 0 || ends_phrase(at_.said, i)) return false;
        const auto& before = at_.said[i - 1];
        return before.is(word_class::function) && before.is(word_class::describing) &&
               !before.is(word_class::target) && !before.is(word_class::asking) &&
               !before.is(word_class::far_demonstrative) &&
               detail::leading_digits(at_.said[i].text) == 0 && matters(i) &&
               (ends_phrase(at_.said, i + 1) || tells_when(at_.said[i + 1]));
    }
    // "Today", "at this time"
    [[nodiscard]] static bool tells_when(const token& word) noexcept {
        return word.is(word_class::moment) ||
               (word.is(word_class::function) && !word.is(word_class::describing) &&
                !word.is(word_class::self) && !word.is(word_class::pronoun) &&
                !word.is(word_class::coordinating));
    }
    // "Thanks, Dude!"
    [[nodiscard]] bool addresses(std::size_t i) const {
        return at_.said[i].after_comma &&
               (i + 1 == at_.said.size() || ends_phrase(at_.said, i + 1));
    }
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
