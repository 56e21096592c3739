#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/atoms/spelled_ids.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

// What an answer has to meet, whatever the weights say.

namespace workmem::resolution::detail {

// Whether nothing else in the text could be what it is about: "cancel the order o-99", but not
// "rename the page to o-99".
[[nodiscard]] inline bool is_object(const utterance& said, std::size_t word) noexcept {
    using text::word_class;
    constexpr std::size_t longest_phrase = 4;
    for (std::size_t i = 0; i < said.size(); ++i) {
        if (!said[i].is(word_class::definite) && !said[i].is(word_class::near_demonstrative) &&
            !said[i].is(word_class::far_demonstrative))
            continue;
        if (i >= word || word - i > longest_phrase) return false;
        for (auto between = i + 1; between < word; ++between)
            if (said[between].is(word_class::relation)) return false;
    }
    return true;
}

// "Cancel o-1 and o-99"
[[nodiscard]] inline bool is_listed(const utterance& said, word_set words) noexcept {
    const auto first = static_cast<std::size_t>(std::countr_zero(words));
    const auto behind = static_cast<std::size_t>(std::bit_width(words));
    const auto joins = [&](std::size_t i) { return said[i].is(text::word_class::connective); };
    return said[first].after_comma || (first > 0 && joins(first - 1)) ||
           (behind < said.size() && (said[behind].after_comma || joins(behind)));
}

// "Cancel o-99", where nothing is called so; "TransPennine" is no id.
[[nodiscard]] inline bool is_about_unknown_id(const scene& at, const std::vector<spelled_id>& ids,
                                              look by) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool placed = by == look::place || by == look::selection || by == look::set;
    const bool none_is_known =
        std::all_of(ids.begin(), ids.end(), [](const spelled_id& each) { return each.exact == 0; });
    return std::any_of(ids.begin(), ids.end(), [&](const spelled_id& each) {
        if ((each.exact | each.part) != 0 || each.words == 0 ||
            std::all_of(each.text.begin(), each.text.end(), is_letter))
            return false;
        const auto word = static_cast<std::size_t>(std::countr_zero(each.words));
        if (by == look::name)
            return is_listed(at.said, each.words) ||
                   (none_is_known && spelled_id_reader::is_path(each.text));
        if (placed && each.text[0] == '#') return false;
        // "Close o-99 and reopen it", but not "add the label p1 to it"
        const bool is_first =
            word == 1 && !at.said[0].is(text::word_class::pronoun) && !takes_pronoun(at.said);
        return (is_first || !has_pronoun(at.said)) && is_object(at.said, word);
    });
}

// "Cancel D-55", where the ids of several begin so, and nothing else tells which.
[[nodiscard]] inline bool is_one_begun_so(const std::vector<spelled_id>& ids,
                                          const hypothesis& best) {
    constexpr std::array others{atom_kind::name,       atom_kind::value, atom_kind::flag,
                                atom_kind::unset_flag, atom_kind::bound, atom_kind::near_name,
                                atom_kind::near_value};
    const bool told_otherwise =
        best.is(made_by::place) || best.is(made_by::superlative) ||
        std::any_of(others.begin(), others.end(), [&](atom_kind each) { return best.has(each); });
    return !told_otherwise && std::any_of(ids.begin(), ids.end(), [&](const spelled_id& each) {
        return each.exact == 0 && count(each.begun) > 1 && best.things != each.begun &&
               (best.things & ~each.begun) == 0;
    });
}

// "It" after a list of which none was spoken of, as far as is known.
[[nodiscard]] inline bool is_any_of_a_list(const scene& at, const resolve_query& query,
                                           const window_things& window, const hypothesis& best) {
    if (best.words != 0 || count(best.things) != 1 || !query.said.empty() || !has_pronoun(at.said))
        return false;
    const auto& one = window[static_cast<std::size_t>(std::countr_zero(best.things))];
    return one.level == strength::returned && one.rank != 0;
}

// Whether a hypothesis is what the ids in a text name, all of it, and the text says no "but".
[[nodiscard]] inline bool is_all_ids(const scene& at, const std::vector<spelled_id>& ids,
                                     const hypothesis& best) {
    thing_set named = 0;
    for (const auto& each : ids) {
        if (each.exact == 0) return false;
        named |= each.exact;
    }
    return named != 0 && named == best.things && !best.is(made_by::exclusion) &&
           std::none_of(at.said.tokens().begin(), at.said.tokens().end(),
                        [](const token& each) { return each.is(text::word_class::negation); });
}

// What attention has left, as a deleted thing or a result that was not understood does, is meant
// by words of its own only: no place, kind or pronoun takes it up.
[[nodiscard]] inline bool takes_up_what_was_left(const window_things& window,
                                                 const hypothesis& best, std::uint64_t left) {
    constexpr std::array own{atom_kind::name, atom_kind::value,      atom_kind::id,
                             atom_kind::flag, atom_kind::unset_flag, atom_kind::bound};
    if (left == 0 ||
        std::any_of(own.begin(), own.end(), [&](atom_kind each) { return best.has(each); }))
        return false;
    bool all = true;
    for_each_in(best.things, [&](std::size_t i) { all = all && window[i].order < left; });
    return all;
}

// An operator that was read and that nothing fulfils: "the seventh" of five, "the one before
// it" of the first. Only what is named is meant all the same.
[[nodiscard]] inline bool misses_what_is_asked(const first_look& of,
                                               const hypothesis& best) noexcept {
    return of.told.status == resolution_status::unresolved &&
           (of.by == look::neighbour || of.by == look::place) && !best.has(atom_kind::name) &&
           !best.has(atom_kind::id);
}

}  // namespace workmem::resolution::detail
