#pragma once

#include <workmem/detail/inline_vector.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/resolution/reference.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace workmem::detail {

using inline_slots = inline_vector<std::uint32_t, 8>;

/// Adds the slots of the first `count` entries: policies answer in places, states in slots.
template <class Entries>
void list_slots(const Entries& entries, std::size_t count, inline_slots& held_slots) {
    for (auto each = entries.begin(); held_slots.size() < count && each != entries.end(); ++each)
        held_slots.push_back(each.slot());
}

/// How many entries from the newest on an outcome names.
[[nodiscard]] inline std::size_t reach_of(const outcome& found) {
    std::size_t reach = 0;
    for (const auto& each : found.candidates) reach = std::max<std::size_t>(reach, each.index + 1);
    for (const auto& part : found.references) reach = (std::max)(reach, reach_of(part));
    return reach;
}

/// An outcome with copies of the entities it names; when it is resolved, `touch(slot)` has what is
/// meant touched once nothing can fail any more: of a set the first last.
template <class E, class State, class Touch>
[[nodiscard]] resolved_reference<E> to_answer(State& state, outcome found,
                                              const inline_slots& held_slots, Touch&& touch) {
    resolved_reference<E> answer;
    answer.status = found.status;
    answer.message = std::move(found.message);
    answer.together = found.together;
    answer.candidates.reserve(found.candidates.size());
    for (auto& each : found.candidates) {
        auto& out = answer.candidates.emplace_back();
        out.value = state.value(held_slots[each.index]);
        state.stamp(out.value, held_slots[each.index]);
        out.confidence = each.score;
        out.reason = each.reason;
        out.evidence = std::move(each.evidence);
        if (const auto place = answer.candidates.size() - 1; place < found.derivations.size())
            out.derivation = std::move(found.derivations[place]);
    }
    for (auto& each : found.references) {
        auto& part = answer.references.emplace_back();
        part.status = each.status;
        part.message = std::move(each.message);
        if (each.status == resolution_status::resolved && !each.candidates.empty())
            part.value = state.copy(held_slots[each.candidates.front().index]);
    }
    if (answer.status != resolution_status::resolved || answer.candidates.empty()) return answer;
    if (answer.together)
        for (auto each = found.references.rbegin(); each != found.references.rend(); ++each)
            touch(held_slots[each->candidates.front().index]);
    const auto slot = held_slots[found.candidates.front().index];
    touch(slot);
    state.stamp(answer.candidates.front().value, slot);
    return answer;
}

}  // namespace workmem::detail
