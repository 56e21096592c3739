#pragma once

#include <workmem/resolution/explicit_name.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "Cancel the order", and "the orders", of several that came in one list and of which nobody
// has spoken.
[[nodiscard]] inline std::vector<std::uint32_t> listed(const scene& at, const kind_stage& kinds,
                                                       const std::vector<pick>& found, bool many) {
    std::vector<std::uint32_t> out;
    const auto& best = at.entries[found.front().index];
    if (is_named(best.level) || best.rank == 0) return out;
    const auto is_meant = [&](const noun& each) {
        const auto& word = at.said[each.word];
        if (each.word == 0) return false;
        const auto& before = at.said[each.word - 1];
        return (before.is(text::word_class::definite) || before.is(text::word_class::possessive)) &&
               !word.is(text::word_class::place_noun) &&
               kinds.kinship_with(each.word, best) >=
                   (many ? text::kinship::synonym : text::kinship::narrower) &&
               (at.words.singular(word.text) == word.text) != many;
    };
    if (std::none_of(kinds.nouns().begin(), kinds.nouns().end(), is_meant)) return out;
    for (const auto& each : found)
        if (each.score == found.front().score && at.entries[each.index].rank != 0 &&
            at.entries[each.index].observation == best.observation)
            out.push_back(each.index);
    return out;
}

// "Delete the photo", of files of which one is called "Holiday photo".
[[nodiscard]] inline std::optional<pick> called_so(const scene& at, const kind_stage& kinds,
                                                   const std::vector<std::uint32_t>& open) {
    std::optional<pick> out;
    for (const auto& noun : kinds.nouns()) {
        if (!takes_up(noun.by)) continue;
        for (const auto each : open) {
            const auto& of = at.entries[each];
            const auto& word = at.said[noun.word].text;
            if (of.unnamed || !name_has_word(of.name, word)) continue;
            if (out && out->index != each) return std::nullopt;
            out = pick{each, 840'000, by_part_of_name, std::string{word}};
        }
    }
    return out;
}

// "Escalate that", of several things of which nobody has spoken: all that came with it.
[[nodiscard]] inline std::vector<std::uint32_t> left_open(const scene& at, const pick& focus) {
    const auto& of = at.entries[focus.index];
    std::vector<std::uint32_t> out;
    if (is_named(of.level) || of.rank == 0) return out;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i)
        if (const auto& each = at.entries[i];
            at.allows(each) && each.rank != 0 && each.observation == of.observation)
            out.push_back(i);
    return out;
}

}  // namespace detail

}  // namespace workmem::resolution
