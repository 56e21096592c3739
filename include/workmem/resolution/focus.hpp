#pragma once

#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/unicode.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

[[nodiscard]] inline bool has_digit(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
// "Aiko Sato", "Frida", "Jan van der Berg", but not "Search index lag" and not "Room 7".
[[nodiscard]] inline bool may_name_person(std::string_view name, std::size_t least) noexcept {
    using text::character_class;
    constexpr std::size_t most_words = 5, particle_bytes = 3;
    std::size_t count = 0;
    bool small_last = false;
    text::word_reader reader{name};
    for (text::word word{}; reader.next(word);) {
        const auto kind = text::class_of(text::decode(word.text).value);
        small_last = kind == character_class::lower;
        if (++count > most_words || has_digit(word.text) ||
            (small_last && (count == 1 || word.text.size() > particle_bytes)))
            return false;
    }
    return count >= least && !small_last;
}
// A customer, an assignee: by its type.
[[nodiscard]] inline bool is_somebody(const entry& of, const text::lexicon& words) {
    const auto* const kind = words.find_noun(head_of(of.type));
    return kind != nullptr && kind->is(text::word_class::person);
}
// A nameless shift, or one that is called by its date, is its nurse's.
[[nodiscard]] inline bool may_be_person(const entry& of, const text::lexicon& words) {
    if (is_somebody(of, words)) return true;
    if (!of.unnamed && !has_digit(of.name)) return may_name_person(of.name, 1);
    return of.attributes != nullptr &&
           std::any_of(of.attributes->begin(), of.attributes->end(), [](const attribute& each) {
               const auto* const value = std::get_if<std::string>(&each.value);
               return value != nullptr &&
                      may_name_person(*value, name_has_word(each.name, "name") ? 1 : 2);
           });
}
// "Let her know": no pronoun is for a thing.
[[nodiscard]] inline bool takes_up_person(const utterance& said) noexcept {
    using text::word_class;
    bool out = false;
    for (const auto& each : said.tokens()) {
        if (each.is(word_class::far_demonstrative) || each.is(word_class::near_demonstrative) ||
            each.is(word_class::place_pronoun))
            return false;
        if (!each.is(word_class::pronoun)) continue;
        if (!each.is(word_class::he_or_she)) return false;
        out = true;
    }
    return out;
}

// Whether a thing tells of somebody by name: an order of its customer.
[[nodiscard]] inline bool tells_of(const entry& of, const entry& somebody) {
    return of.attributes != nullptr && !somebody.unnamed &&
           std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
               const auto* const value = std::get_if<std::string>(&each.value);
               return value != nullptr && same_word(*value, somebody.name);
           });
}
// "Her phone number", after an order of hers: she, where she is known herself.
inline void put_person_first(const scene& at, std::vector<pick>& focus) {
    if (focus.empty()) return;
    const auto& first = at.entries[focus.front().index];
    if (is_somebody(first, at.words)) return;
    const auto is_told = [&](const pick& each) {
        const auto& of = at.entries[each.index];
        return is_somebody(of, at.words) && tells_of(first, of);
    };
    if (const auto found = std::find_if(focus.begin(), focus.end(), is_told); found != focus.end())
        std::rotate(focus.begin(), found, found + 1);
}
// "Give it to Priya": a pronoun for a thing, which nobody is.
[[nodiscard]] inline bool takes_up_thing(const utterance& said) noexcept {
    using text::word_class;
    return std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& each) {
        return each.is(word_class::pronoun) && !each.is(word_class::person_pronoun) &&
               !each.is(word_class::near_demonstrative) && !each.is(word_class::far_demonstrative);
    });
}

// "Open it", when it has just been deleted.
[[nodiscard]] inline bool has_left(const scene& at, const pick& focus) {
    return at.focus_left != 0 && at.entries[focus.index].order < at.focus_left;
}

}  // namespace detail

/// Last stage: what attention rests on. Named beats merely returned, newer beats older; facts are
/// no things, and "she" is none.
[[nodiscard]] inline std::vector<pick> by_focus(const scene& at) {
    std::vector<pick> out;
    const bool person = detail::takes_up_person(at.said);
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        if (!at.allows(each) || is_fact(each, at.words)) continue;
        if (person && !detail::may_be_person(each, at.words)) continue;
        const bool named = is_named(each.level);
        out.push_back({i, named ? 500'000U : 300'000U, named ? "in focus" : "newest result", {}});
    }
    if (!person && detail::takes_up_thing(at.said)) {
        const auto is_thing = [&](const pick& each) {
            return is_named(at.entries[each.index].level) &&
                   !detail::is_somebody(at.entries[each.index], at.words);
        };
        if (std::any_of(out.begin(), out.end(), is_thing))
            std::erase_if(out, [&](const pick& each) {
                const auto& of = at.entries[each.index];
                return detail::is_somebody(of, at.words) && detail::may_name_person(of.name, 2);
            });
    }
    rank(out, at.entries);
    if (person) detail::put_person_first(at, out);
    return out;
}

}  // namespace workmem::resolution
