#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/capacity.hpp>
#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/slot_set.hpp>
#include <workmem/task/dependency.hpp>
#include <workmem/task/links.hpp>
#include <workmem/task/status.hpp>
#include <workmem/value/priority.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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
    /// Room for so many slots, and for so many dependencies more.
    void reserve(std::size_t slot_count, std::size_t more_edges);

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
    /// How many dependencies a task has, also those that are no links.
    [[nodiscard]] std::uint32_t dependency_count(std::uint32_t slot) const noexcept {
        return links_.in_count(slot) + tasks_[slot].met;
    }
    /// How many dependencies a task needs.
    [[nodiscard]] std::uint32_t needed(std::uint32_t slot) const noexcept {
        return tasks_[slot].needed;
    }
    /// Its dependencies are met and nothing holds it, whatever its status.
    [[nodiscard]] bool is_free(std::uint32_t slot) const noexcept { return tasks_[slot].is_free(); }
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

    void add(workmem::priority priority, join joins, failure_policy policy) noexcept;
    /// A dependency that `links().try_all` has accepted.
    void link(const task_link& what) noexcept;
    /// A dependency that is there goes.
    void unlink(const task_link& what) noexcept;
    /// So many dependencies of a task beside its links are satisfied for good.
    void set_met(std::uint32_t slot, std::uint32_t count) noexcept;
    void set_status(std::uint32_t slot, task_status status) noexcept;
    void set_priority(std::uint32_t slot, workmem::priority priority) noexcept {
        auto& task = tasks_[slot];
        const bool is_listed = task.status == task_status::pending;
        if (is_listed) list(slot, task.is_free(), false);
        task.priority = priority;
        if (is_listed) list(slot, task.is_free(), true);
    }
    /// Holds a pending task back until it is released as often.
    void hold(std::uint32_t slot) noexcept {
        change(slot, [](entry& task) { ++task.holds; });
    }
    void release(std::uint32_t slot) noexcept {
        change(slot, [](entry& task) {
            if (task.holds > 0) --task.holds;
        });
    }

    /// Holds all tasks, also those that are still to come. O(size).
    void hold_everything() noexcept {
        ++held_everything_;
        for (std::uint32_t slot = 0; slot < size(); ++slot) hold(slot);
    }
    void release_everything() noexcept {
        if (held_everything_ == 0) return;
        --held_everything_;
        for (std::uint32_t slot = 0; slot < size(); ++slot) release(slot);
    }

    /// The pending tasks that can no longer become ready once `changes` (slot, status) have
    /// happened and those that this dooms are skipped, in the order in which that is found.
    [[nodiscard]] std::vector<std::uint32_t> doomed_by(
        std::span<const std::pair<std::uint32_t, task_status>> changes) const;

    /// The waiting tasks that cannot become ready unless somebody retries, skips or cancels
    /// something, in the order in which that is found. O(waiting + what depends on them).
    [[nodiscard]] std::vector<unreachable_slot> unreachable() const {
        return lost_among([&](auto&& visit) { waiting_.visit_while(visit); },
                          [](std::uint32_t) { return true; });
    }
    /// The same for one task; nothing if it may become ready yet. O(1) while no dependency is
    /// broken; else O(what it waits for, directly or not, up to what cannot become ready by itself
    /// · log of that).
    [[nodiscard]] std::optional<unreachable_slot> why_unreachable(std::uint32_t slot) const;

    /// All tasks so that each comes after what it depends on, the earliest created first where
    /// there is a choice. O(size · log size + dependencies).
    [[nodiscard]] std::vector<std::uint32_t> topological_order() const;
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
            links_.visit_in(slot, [&](const task_link& each) {
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
        std::uint32_t needed;  // as many of its dependencies as it joins
        std::uint32_t satisfied, broken, holds;
        std::uint32_t met;  // of the satisfied those that are no links
        task_status status;
        failure_policy policy;
        workmem::priority priority;
        bool may_break_by_success;  // somebody waits for its failure

        [[nodiscard]] bool is_free() const noexcept { return holds == 0 && satisfied >= needed; }
        void count(dependency_state state, std::uint32_t by) noexcept {
            if (state == dependency_state::satisfied) satisfied += by;
            if (state == dependency_state::broken) broken += by;
        }
    };

    // So many dependencies more do not come.
    [[nodiscard]] bool is_lost(std::uint32_t slot, std::uint32_t more) const noexcept {
        return dependency_count(slot) - tasks_[slot].broken - more < needed(slot);
    }
    // Those of some tasks that are lost by themselves, then those that are lost through them.
    template <class VisitAll, class IsIn>
    [[nodiscard]] std::vector<unreachable_slot> lost_among(VisitAll&& visit_all,
                                                           IsIn&& is_in) const {
        std::vector<unreachable_slot> out;
        std::map<std::uint32_t, std::uint32_t> roots, more_broken;
        visit_all([&](std::uint32_t slot) {
            if (is_lost(slot, 0)) {
                auto because = no_slot;
                links_.visit_in(slot, [&](const task_link& each) {
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
            links_.visit_out(slot, [&](const task_link& each) {
                if (!is_in(each.to) || status(each.to) != task_status::pending ||
                    roots.count(each.to) != 0)
                    return;
                if (!is_lost(each.to, ++more_broken[each.to])) return;
                roots[each.to] = root;
                out.push_back({each.to, slot, root});
            });
        }
        return out;
    }

    // A pending task is among the ready or the waiting.
    void list(std::uint32_t slot, bool is_free, bool in) noexcept {
        auto& where = is_free ? ready_[static_cast<std::size_t>(tasks_[slot].priority)] : waiting_;
        if (in)
            where.insert(slot);
        else
            where.erase(slot);
    }
    // Changes what a task waits for.
    template <class Change>
    void change(std::uint32_t slot, Change&& change) noexcept {
        auto& task = tasks_[slot];
        const bool was_free = task.is_free();
        broken_ -= task.broken;
        change(task);
        broken_ += task.broken;
        if (task.status != task_status::pending || task.is_free() == was_free) return;
        list(slot, was_free, false);
        list(slot, !was_free, true);
    }

    task_links links_;
    std::vector<entry> tasks_;
    std::array<slot_set, task_statuses.size()> by_status_;
    std::array<slot_set, priorities.size()> ready_;
    slot_set waiting_;
    std::uint32_t held_everything_ = 0;
    std::size_t broken_ = 0;  // dependencies, of all tasks
    spare_capacity spare_;
};

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/schedule.ipp>
#endif
