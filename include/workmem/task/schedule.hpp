#pragma once

#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/room.hpp>
#include <workmem/detail/slot_set.hpp>
#include <workmem/session/priority.hpp>
#include <workmem/task/dependency.hpp>
#include <workmem/task/links.hpp>
#include <workmem/task/status.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace workmem::detail {

/// A task that cannot become ready as things are, and why.
struct unreachable_slot {
    std::uint32_t slot;
    std::uint32_t dependency;  ///< what it needs and does not get
    std::uint32_t root;        ///< the task where that began
};

/// Which tasks can be worked on: counts for each task what its dependencies are to it, so that a
/// change of one looks only at what depends on it, and keeps the tasks of each status, the ready
/// and the waiting in sets by slot, which is the order of creation. Allocates in `reserve` and in
/// what answers a list. Copyable, movable.
class task_schedule {
public:
    void reserve(std::size_t slot_count, std::size_t edge_count) {
        if (slot_count > room_.count) {
            const auto count = (std::max)(slot_count, tasks_.size() * 2);
            links_.reserve_tasks(count);
            tasks_.reserve(count);
            for (auto& each : by_status_) each.reserve(count);
            for (auto& each : ready_) each.reserve(count);
            waiting_.reserve(count);
            room_.count = count;
        }
        links_.reserve_edges(edge_count);
    }

    [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }
    [[nodiscard]] const task_links& links() const noexcept { return links_; }
    [[nodiscard]] task_links& links() noexcept { return links_; }
    [[nodiscard]] task_status status(std::uint32_t slot) const noexcept {
        return tasks_[slot].status;
    }
    [[nodiscard]] workmem::priority priority(std::uint32_t slot) const noexcept {
        return tasks_[slot].priority;
    }
    [[nodiscard]] failure_policy policy(std::uint32_t slot) const noexcept {
        return tasks_[slot].policy;
    }
    [[nodiscard]] join joins(std::uint32_t slot) const noexcept { return tasks_[slot].joins; }
    [[nodiscard]] std::uint32_t satisfied(std::uint32_t slot) const noexcept {
        return tasks_[slot].satisfied;
    }
    [[nodiscard]] std::uint32_t broken(std::uint32_t slot) const noexcept {
        return tasks_[slot].broken;
    }
    [[nodiscard]] std::uint32_t holds(std::uint32_t slot) const noexcept {
        return tasks_[slot].holds;
    }
    /// How many dependencies a task needs.
    [[nodiscard]] std::uint32_t needed(std::uint32_t slot) const noexcept {
        return tasks_[slot].joins.of(links_.in_count(slot));
    }
    /// Its dependencies are met and nothing holds it, whatever its status.
    [[nodiscard]] bool is_free(std::uint32_t slot) const noexcept {
        return tasks_[slot].holds == 0 && tasks_[slot].satisfied >= needed(slot);
    }
    [[nodiscard]] bool is_ready(std::uint32_t slot) const noexcept {
        return tasks_[slot].status == task_status::pending && is_free(slot);
    }
    [[nodiscard]] const slot_set& of(task_status status) const noexcept {
        return by_status_[static_cast<std::size_t>(status)];
    }
    /// Pending, and not ready.
    [[nodiscard]] const slot_set& waiting() const noexcept { return waiting_; }
    [[nodiscard]] std::size_t ready_count() const noexcept {
        std::size_t sum = 0;
        for (const auto& each : ready_) sum += each.size();
        return sum;
    }
    /// `visit(slot)` for the ready tasks until it answers false: the highest priority first, then
    /// in order of creation. O(visited · log size).
    template <class Visit>
    void visit_ready(Visit&& visit) const {
        for (auto level = ready_.rbegin(); level != ready_.rend(); ++level)
            if (!level->visit_while(visit)) return;
    }

    void add(workmem::priority priority, join joins, failure_policy policy) noexcept {
        const auto slot = static_cast<std::uint32_t>(tasks_.size());
        links_.push_back();
        tasks_.push_back({joins, 0, 0, 0, task_status::pending, policy, priority});
        by_status_[0].insert(slot);
        list(slot, true);
    }
    /// A dependency that `links().prepare` has accepted.
    void link(const task_link& what) noexcept {
        list(what.to, false);
        links_.push(what);
        count(what.to, state_of(what.condition, status(what.from), policy(what.from)), 1);
        list(what.to, true);
    }
    void set_status(std::uint32_t slot, task_status status) noexcept {
        auto& task = tasks_[slot];
        const auto before = task.status;
        if (before == status) return;
        list(slot, false);
        by_status_[static_cast<std::size_t>(before)].erase(slot);
        task.status = status;
        by_status_[static_cast<std::size_t>(status)].insert(slot);
        list(slot, true);
        if (!is_over(before) && !is_over(status)) return;
        links_.visit_out(slot, [&](const task_links::edge& each) {
            const auto was = state_of(each.condition, before, task.policy);
            const auto is = state_of(each.condition, status, task.policy);
            if (was == is) return;
            list(each.to, false);
            count(each.to, was, 0xFFFFFFFFU);
            count(each.to, is, 1);
            list(each.to, true);
        });
    }
    void set_priority(std::uint32_t slot, workmem::priority priority) noexcept {
        list(slot, false);
        tasks_[slot].priority = priority;
        list(slot, true);
    }
    /// Holds a pending task back until it is released as often.
    void hold(std::uint32_t slot) noexcept {
        list(slot, false);
        ++tasks_[slot].holds;
        list(slot, true);
    }
    void release(std::uint32_t slot) noexcept {
        list(slot, false);
        if (tasks_[slot].holds > 0) --tasks_[slot].holds;
        list(slot, true);
    }

    /// The pending tasks that can no longer become ready once `changes` (slot, status) have
    /// happened and those that this dooms are skipped, in the order in which that is found.
    [[nodiscard]] std::vector<std::uint32_t> doomed_by(
        std::span<const std::pair<std::uint32_t, task_status>> changes) const {
        std::vector<std::uint32_t> out;
        std::map<std::uint32_t, std::uint32_t> more_broken;
        std::set<std::uint32_t> doomed;
        const auto is_changed = [&](std::uint32_t slot) {
            return std::any_of(changes.begin(), changes.end(),
                               [slot](const auto& each) { return each.first == slot; });
        };
        const auto leave = [&](std::uint32_t slot, task_status to) {
            links_.visit_out(slot, [&](const task_links::edge& each) {
                if (status(each.to) != task_status::pending) return;
                using enum dependency_state;
                if (state_of(each.condition, status(slot), policy(slot)) == broken ||
                    state_of(each.condition, to, policy(slot)) != broken)
                    return;
                if (doomed.count(each.to) != 0 || is_changed(each.to)) return;
                const auto lost = tasks_[each.to].broken + ++more_broken[each.to];
                if (links_.in_count(each.to) - lost >= needed(each.to)) return;
                doomed.insert(each.to);
                out.push_back(each.to);
            });
        };
        for (const auto& [slot, to] : changes) {
            const bool gives_up = to == task_status::failed || to == task_status::cancelled;
            if (is_over(to) && (!gives_up || policy(slot) == failure_policy::skip_dependents))
                leave(slot, to);
        }
        for (std::size_t i = 0; i < out.size(); ++i) leave(out[i], task_status::skipped);
        return out;
    }

    /// The waiting tasks that cannot become ready unless somebody retries, skips or cancels
    /// something, in the order in which that is found. O(waiting + what depends on them).
    [[nodiscard]] std::vector<unreachable_slot> unreachable() const {
        std::vector<unreachable_slot> out;
        std::map<std::uint32_t, std::uint32_t> roots, more_broken;
        const auto is_lost = [&](std::uint32_t slot, std::uint32_t more) {
            return links_.in_count(slot) - tasks_[slot].broken - more < needed(slot);
        };
        waiting_.visit_while([&](std::uint32_t slot) {
            if (is_lost(slot, 0)) {
                auto because = no_slot;
                links_.visit_in(slot, [&](const task_links::edge& each) {
                    if (state_of(each.condition, status(each.from), policy(each.from)) ==
                        dependency_state::broken)
                        because = each.from;
                });
                roots[slot] = because;
                out.push_back({slot, because, because});
            }
            return true;
        });
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto slot = out[i].slot;
            const auto root = out[i].root;
            links_.visit_out(slot, [&](const task_links::edge& each) {
                if (status(each.to) != task_status::pending || roots.count(each.to) != 0) return;
                if (!is_lost(each.to, ++more_broken[each.to])) return;
                roots[each.to] = root;
                out.push_back({each.to, slot, root});
            });
        }
        return out;
    }

    /// All tasks so that each comes after what it depends on, the earliest created first where
    /// there is a choice. O(size · log size + dependencies).
    [[nodiscard]] std::vector<std::uint32_t> topological_order() const {
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
            links_.visit_out(slot, [&](const task_links::edge& each) {
                if (--open[each.to] == 0) next.insert(each.to);
            });
        }
        return out;
    }
    /// The chain of tasks that are not over whose weights sum up to the most, the earliest created
    /// where several do: `weight(slot)` answers an unsigned number. O(size + dependencies).
    template <class Weight>
    [[nodiscard]] std::vector<std::uint32_t> critical_path(Weight&& weight) const {
        struct reach {
            std::uint64_t weight = 0;
            std::uint32_t before = no_slot;
        };
        std::vector<reach> best(size());
        auto end = no_slot;
        const auto is_better = [&](std::uint32_t a, std::uint32_t b) {
            return b == no_slot || best[a].weight > best[b].weight ||
                   (best[a].weight == best[b].weight && a < b);
        };
        for (auto slot = links_.order().first(); slot != no_slot;
             slot = links_.order().next(slot)) {
            if (is_over(status(slot))) continue;
            auto& own = best[slot];
            links_.visit_in(slot, [&](const task_links::edge& each) {
                if (!is_over(status(each.from)) && is_better(each.from, own.before))
                    own.before = each.from;
            });
            own.weight = weight(slot) + (own.before == no_slot ? 0 : best[own.before].weight);
            if (is_better(slot, end)) end = slot;
        }
        std::vector<std::uint32_t> out;
        for (; end != no_slot; end = best[end].before) out.push_back(end);
        std::reverse(out.begin(), out.end());
        return out;
    }

private:
    struct entry {
        join joins;
        std::uint32_t satisfied, broken, holds;
        task_status status;
        failure_policy policy;
        workmem::priority priority;
    };

    void count(std::uint32_t slot, dependency_state state, std::uint32_t by) noexcept {
        if (state == dependency_state::satisfied) tasks_[slot].satisfied += by;
        if (state == dependency_state::broken) tasks_[slot].broken += by;
    }
    // A pending task is among the ready or the waiting.
    void list(std::uint32_t slot, bool in) noexcept {
        const auto& task = tasks_[slot];
        if (task.status != task_status::pending) return;
        auto& where = is_free(slot) ? ready_[static_cast<std::size_t>(task.priority)] : waiting_;
        if (in)
            where.insert(slot);
        else
            where.erase(slot);
    }

    task_links links_;
    std::vector<entry> tasks_;
    std::array<slot_set, task_statuses.size()> by_status_;
    std::array<slot_set, priorities.size()> ready_;
    slot_set waiting_;
    room room_;
};

}  // namespace workmem::detail
