#pragma once

#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/resolution/reference.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace workmem::detail {

/// The slots of the first `count` entries: policies answer in places, states in slots.
template <class Entries>
[[nodiscard]] std::vector<std::uint32_t> slots_of(const Entries& entries, std::size_t count) {
    std::vector<std::uint32_t> held_slots;
    for (auto each = entries.begin(); held_slots.size() < count && each != entries.end(); ++each)
        held_slots.push_back(each.slot());
    return held_slots;
}

/// How many entries from the newest on an outcome names.
[[nodiscard]] inline std::size_t reach_of(const outcome& found) {
    std::size_t reach = 0;
    for (const auto& each : found.candidates) reach = std::max<std::size_t>(reach, each.index + 1);
    for (const auto& part : found.references) reach = (std::max)(reach, reach_of(part));
    return reach;
}

[[nodiscard]] inline bool is_resolved(const outcome& found) noexcept {
    return found.status == resolution_status::resolved && !found.candidates.empty();
}

/// An outcome with copies of the entities it names.
template <class E, class State>
[[nodiscard]] resolved_reference<E> to_answer(const State& state, const outcome& found,
                                              const std::vector<std::uint32_t>& held_slots) {
    resolved_reference<E> answer;
    answer.status = found.status;
    answer.message = found.message;
    if (is_resolved(found)) answer.best = state.copy(held_slots[found.candidates.front().index]);
    for (const auto& each : found.candidates)
        answer.candidates.push_back(
            {state.copy(held_slots[each.index]), each.score, each.reason, each.evidence});
    for (const auto& each : found.references) {
        typename resolved_reference<E>::part part;
        part.status = each.status;
        part.message = each.message;
        if (is_resolved(each)) part.best = state.copy(held_slots[each.candidates.front().index]);
        answer.references.push_back(std::move(part));
    }
    return answer;
}

}  // namespace workmem::detail
