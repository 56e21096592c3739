#pragma once

#include <workmem/resolution/identifiers.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/positions.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// The last thing of a kind where time says which that is, for no list does: errors that came one
/// after the other, and commits, whose newest is the first of a log.
[[nodiscard]] inline std::vector<pick> by_time(const scene& at, const position& asked,
                                               const kind_stage& kinds) {
    std::vector<pick> out;
    if (asked.rank != 0 || asked.noun >= at.said.size()) return out;
    const entry* newest = nullptr;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        if (!at.allows(each) || !kinds.is_of_kind(asked.noun, each)) continue;
        if (each.rank != 0 && each.type != "commit") return {};
        const bool newer = newest == nullptr || each.observation > newest->observation ||
                           (each.observation == newest->observation && each.rank < newest->rank);
        if (!newer) continue;
        newest = &each;
        out = {pick{i, 950'000, "last of its kind", std::string{at.said[asked.noun].text}}};
    }
    return out;
}

/// The entry at a position of the newest list that holds such things. A position
/// that the list does not have is answered by nothing, so that "the seventh" of five is refused.
[[nodiscard]] inline std::vector<pick> by_position(const scene& at, const position& asked,
                                                   const kind_stage& kinds) {
    const bool any = asked.noun >= at.said.size();
    const auto fits = [&](std::uint32_t i) {
        const auto& each = at.entries[i];
        return each.rank != 0 && at.allows(each) && (any || kinds.is_of_kind(asked.noun, each));
    };
    const bool called = asked.numbered || (!any && asked.noun + 1 == asked.word);
    std::uint64_t newest = 0;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        if (!fits(i)) continue;
        if (called && is_numbered(at.entries[i], at.words)) return {};
        newest = (std::max)(newest, at.entries[i].observation);
    }
    std::vector<pick> out;
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        if (each.observation != newest || !fits(i)) continue;
        if (asked.rank == 0 ? each.rank <= best : each.rank != asked.rank) continue;
        best = each.rank;
        const auto& first = at.said[any ? asked.word : (std::min)(asked.word, asked.noun)];
        const auto& last = at.said[any ? asked.word : (std::max)(asked.word, asked.noun)];
        out = {pick{i, 950'000, asked.rank == 0 ? "last of the list" : "place in the list",
                    std::string{at.said.text().substr(
                        first.position, last.position + last.text.size() - first.position)}}};
    }
    return out;
}

}  // namespace workmem::resolution
