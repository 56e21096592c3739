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
