#pragma once

#include <workmem/config.hpp>
#include <workmem/task/schedule.hpp>

namespace workmem::detail {

WORKMEM_DECL void task_schedule::reserve(std::size_t slot_count, std::size_t more_edges) {
    if (slot_count > spare_.count) {
        const auto count = (std::max)(slot_count, tasks_.size() * 2);
        links_.reserve_tasks(count);
        tasks_.reserve(count);
        for (auto& each : by_status_) each.reserve(count);
        for (auto& each : ready_) each.reserve(count);
        waiting_.reserve(count);
        spare_.count = count;
    }
    links_.reserve_edges(more_edges);
}

WORKMEM_DECL void task_schedule::add(workmem::priority priority, join joins,
                                     failure_policy policy) noexcept {
    const auto slot = static_cast<std::uint32_t>(tasks_.size());
    links_.push_back();
    tasks_.push_back(
        {joins, 0, 0, 0, held_everything_, 0, task_status::pending, policy, priority, false});
    by_status_[0].insert(slot);
    list(slot, tasks_.back().is_free(), true);
}

WORKMEM_DECL void task_schedule::link(const task_link& what) noexcept {
    links_.push(what);
    auto& from = tasks_[what.from];
    from.may_break_by_success |= what.condition == dependency_condition::failure;
    change(what.to, [&](entry& task) {
        task.needed = task.joins.of(dependency_count(what.to));
        task.count(state_of(what.condition, from.status, from.policy), 1);
    });
}

WORKMEM_DECL void task_schedule::unlink(const task_link& what) noexcept {
    links_.erase(what);
    const auto& from = tasks_[what.from];
    change(what.to, [&](entry& task) {
        task.needed = task.joins.of(dependency_count(what.to));
        task.count(state_of(what.condition, from.status, from.policy), 0xFFFFFFFFU);
    });
}

WORKMEM_DECL void task_schedule::set_met(std::uint32_t slot, std::uint32_t count) noexcept {
    change(slot, [&](entry& task) {
        task.satisfied += count - task.met;
        task.met = count;
        task.needed = task.joins.of(dependency_count(slot));
    });
}

WORKMEM_DECL void task_schedule::set_status(std::uint32_t slot, task_status status) noexcept {
    auto& task = tasks_[slot];
    const auto before = task.status;
    if (before == status) return;
    if (before == task_status::pending) list(slot, task.is_free(), false);
    by_status_[static_cast<std::size_t>(before)].erase(slot);
    task.status = status;
    by_status_[static_cast<std::size_t>(status)].insert(slot);
    if (status == task_status::pending) list(slot, task.is_free(), true);
    if (!is_over(before) && !is_over(status)) return;
    const auto& was = states_of(before, task.policy);
    const auto& is = states_of(status, task.policy);
    links_.visit_out(slot, [&](const task_link& each) {
        const auto condition = static_cast<std::size_t>(each.condition);
        if (was[condition] == is[condition]) return;
        change(each.to, [&](entry& dependent) {
            dependent.count(was[condition], 0xFFFFFFFFU);
            dependent.count(is[condition], 1);
        });
    });
}

WORKMEM_DECL std::vector<std::uint32_t> task_schedule::doomed_by(
    std::span<const std::pair<std::uint32_t, task_status>> changes) const {
    std::vector<std::uint32_t> out;
    const auto breaks = [&](const std::pair<std::uint32_t, task_status>& change) {
        const auto& [slot, to] = change;
        if (to == task_status::completed) return tasks_[slot].may_break_by_success;
        const bool gives_up = to == task_status::failed || to == task_status::cancelled;
        return is_over(to) && (!gives_up || policy(slot) == failure_policy::skip_dependents);
    };
    if (std::none_of(changes.begin(), changes.end(), breaks)) return out;
    std::map<std::uint32_t, std::uint32_t> more_broken;
    std::set<std::uint32_t> doomed;
    const auto is_changed = [&](std::uint32_t slot) {
        return std::any_of(changes.begin(), changes.end(),
                           [slot](const auto& each) { return each.first == slot; });
    };
    const auto leave = [&](std::uint32_t slot, task_status to) {
        links_.visit_out(slot, [&](const task_link& each) {
            if (status(each.to) != task_status::pending) return;
            using enum dependency_state;
            if (state_of(each.condition, status(slot), policy(slot)) == broken ||
                state_of(each.condition, to, policy(slot)) != broken)
                return;
            if (doomed.count(each.to) != 0 || is_changed(each.to)) return;
            const auto lost = tasks_[each.to].broken + ++more_broken[each.to];
            if (dependency_count(each.to) - lost >= needed(each.to)) return;
            doomed.insert(each.to);
            out.push_back(each.to);
        });
    };
    for (const auto& each : changes)
        if (breaks(each)) leave(each.first, each.second);
    for (std::size_t i = 0; i < out.size(); ++i) leave(out[i], task_status::skipped);
    return out;
}

WORKMEM_DECL std::optional<unreachable_slot> task_schedule::why_unreachable(
    std::uint32_t slot) const {
    const auto waits = [&](std::uint32_t each) {
        return status(each) == task_status::pending && satisfied(each) < needed(each);
    };
    if (broken_ == 0 || !waits(slot)) return std::nullopt;
    // What comes before a task that is lost by itself changes nothing.
    std::set<std::uint32_t> before{slot};
    std::vector<std::uint32_t> open{slot};
    while (!open.empty()) {
        const auto each = open.back();
        open.pop_back();
        if (is_lost(each, 0)) continue;
        links_.visit_in(each, [&](const task_link& on) {
            if (waits(on.from) && before.insert(on.from).second) open.push_back(on.from);
        });
    }
    const auto lost = lost_among(
        [&](auto&& visit) {
            for (const auto each : before) visit(each);
        },
        [&](std::uint32_t each) { return before.count(each) != 0; });
    const auto own =
        std::find_if(lost.begin(), lost.end(), [&](const auto& each) { return each.slot == slot; });
    return own == lost.end() ? std::nullopt : std::optional{*own};
}

WORKMEM_DECL std::vector<std::uint32_t> task_schedule::topological_order() const {
    std::vector<std::uint32_t> out, open(size());
    out.reserve(size());
    slot_set next;
    next.reserve(size());
    for (std::uint32_t slot = 0; slot < size(); ++slot) {
        open[slot] = links_.in_count(slot);
        if (open[slot] == 0) next.insert(slot);
    }
    while (!next.empty()) {
        const auto slot = next.first();
        next.erase(slot);
        out.push_back(slot);
        links_.visit_out(slot, [&](const task_link& each) {
            if (--open[each.to] == 0) next.insert(each.to);
        });
    }
    return out;
}

}  // namespace workmem::detail
