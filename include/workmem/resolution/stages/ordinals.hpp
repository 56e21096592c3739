#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sets/positions.hpp>
#include <workmem/resolution/values/identifiers.hpp>

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
        const bool newer =
            newest == nullptr || each.observation > newest->observation ||
            (each.observation == newest->observation &&
             (each.rank != 0 ? each.rank < newest->rank : each.number > newest->number));
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
    const bool called = asked.numbered || (!any && asked.noun + 1 == asked.word);
    const auto things = group_of(at, kinds, asked.noun);
    // What came one by one stands in no order, what one result holds does.
    const auto& of = at.entries;
    const bool one_result =
        std::all_of(things.members.begin(), things.members.end(), [&](std::uint32_t i) {
            return of[i].observation != 0 &&
                   of[i].observation == of[things.members.front()].observation;
        });
    std::vector<pick> out;
    if (!things.listed && (any || !one_result)) return out;
    if (called && std::any_of(of.begin(), of.end(), [&](const entry& each) {
            return at.allows(each) && (any || kinds.is_of_kind(asked.noun, each)) &&
                   is_numbered(each, at.words);
        }))
        return out;
    const auto* found = things.at_place(asked.rank);
    // Of several at one place the list told the last about it.
    for (std::size_t i = 0; found != nullptr && things.listed && i < things.members.size(); ++i)
        if (things.places[i] ==
            things.places[static_cast<std::size_t>(found - things.members.data())])
            found = &things.members[i];
    if (found == nullptr) return out;
    const auto& first = at.said[any ? asked.word : (std::min)(asked.word, asked.noun)];
    const auto& last = at.said[any ? asked.word : (std::max)(asked.word, asked.noun)];
    out = {pick{*found, 950'000, asked.rank == 0 ? "last of the list" : "place in the list",
                std::string{at.said.text().substr(
                    first.position, last.position + last.text.size() - first.position)}}};
    return out;
}

}  // namespace workmem::resolution
