#pragma once

#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>
#include <workmem/task/reading_base.hpp>
#include <workmem/task/task_range.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// One dependency of a task, as it is now.
struct dependency_reason {
    task_id on{};
    std::string title{};
    dependency_condition condition = dependency_condition::success;
    task_status status = task_status::pending;
    dependency_state state = dependency_state::open;
};
/// Why a task is where it is, and what would move it.
struct task_reason {
    task_id task{};
    task_status status = task_status::pending;
    bool is_ready = false;
    std::uint32_t needed = 0;                       ///< dependencies that have to be satisfied
    std::uint32_t satisfied = 0;                    ///< that are
    std::vector<dependency_reason> dependencies{};  ///< those that are not satisfied
    std::vector<std::string> decisions{};           ///< that have to be approved
    std::vector<std::string> branches{};            ///< that have to be resolved
    std::optional<task_id> unreachable_because_of{};
    std::string text{};  ///< the same in a sentence
};
/// A task that cannot become ready as things are.
struct stranded_task {
    task_id task{};
    task_id dependency{};                     ///< what it needs and does not get
    task_id because_of{};                     ///< the task where that began
    task_status cause = task_status::failed;  ///< that task's status
};

/// The questions about tasks and what they wait for.
template <class Self>
class task_plan_reading : public task_reading_base<Self> {
    using base = task_reading_base<Self>;

protected:
    using base::look;
    using base::memory;
    task_plan_reading() = default;

public:
    static constexpr auto all = (std::numeric_limits<std::size_t>::max)();

    // Tasks.

    [[nodiscard]] std::size_t size() const {
        return look([](const auto& state) { return state.content().tasks.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] bool contains(const task_id& id) const {
        return look([&](const auto& state) { return state.content().find(id) != detail::no_slot; });
    }
    /// A task. Errors: `not_found`.
    [[nodiscard]] task get(const task_id& id) const { return try_get(id).value(); }
    [[nodiscard]] result<task> try_get(const task_id& id) const {
        return look([&](const auto& state) -> result<task> {
            const auto slot = state.content().find(id);
            if (slot == detail::no_slot) return state.unknown_task(id);
            auto out = state.content().copy(slot);
            out.blocks = state.content().blocks(slot);
            return out;
        });
    }
    /// The first `limit` that can be worked on: by priority, then in order of creation.
    /// O(limit · log size).
    [[nodiscard]] std::vector<task_id> ready(std::size_t limit) const {
        return look([&](const auto& state) {
            std::vector<task_id> out;
            if (limit > 0)
                state.content().schedule.visit_ready([&](std::uint32_t slot) {
                    out.push_back(state.content().id_of(slot));
                    return out.size() < limit;
                });
            return out;
        });
    }
    /// Whether a task can be worked on; false where there is none of that id.
    [[nodiscard]] bool is_ready(const task_id& id) const {
        return look([&](const auto& state) {
            const auto slot = state.content().find(id);
            return slot != detail::no_slot && state.content().schedule.is_ready(slot);
        });
    }
    /// The first `limit` whose dependencies are not met, or that a decision holds back.
    [[nodiscard]] std::vector<task_id> waiting(std::size_t limit) const {
        return look([&](const auto& state) {
            return ids_of(state.content(), state.content().schedule.waiting(), limit);
        });
    }
    /// The first `limit` that wait, then of those with which somebody cannot go on.
    [[nodiscard]] std::vector<task_id> blocked(std::size_t limit) const {
        return look([&](const auto& state) {
            auto out = ids_of(state.content(), state.content().schedule.waiting(), limit);
            for (auto& each :
                 ids_of(state.content(), state.content().schedule.of(task_status::blocked),
                        limit - out.size()))
                out.push_back(std::move(each));
            return out;
        });
    }
    /// The first `limit` of a status.
    [[nodiscard]] std::vector<task_id> of_status(task_status status,
                                                 std::size_t limit = all) const {
        return look([&](const auto& state) {
            return ids_of(state.content(), state.content().schedule.of(status), limit);
        });
    }
    [[nodiscard]] std::vector<task_id> in_progress(std::size_t limit) const {
        return of_status(task_status::in_progress, limit);
    }
    [[nodiscard]] std::vector<task_id> needs_review(std::size_t limit) const {
        return of_status(task_status::review, limit);
    }
    /// All in order of creation.
    [[nodiscard]] std::vector<task_id> ids(std::size_t limit = all) const {
        return look([&](const auto& state) {
            std::vector<task_id> out;
            const auto& content = state.content();
            for (std::uint32_t slot = 0; slot < content.tasks.size() && out.size() < limit; ++slot)
                out.push_back(content.id_of(slot));
            return out;
        });
    }
    [[nodiscard]] auto ready() const { return range(ready(all)); }
    [[nodiscard]] auto waiting() const { return range(waiting(all)); }
    [[nodiscard]] auto blocked() const { return range(blocked(all)); }
    [[nodiscard]] auto in_progress() const { return range(in_progress(all)); }
    [[nodiscard]] auto needs_review() const { return range(needs_review(all)); }
    [[nodiscard]] auto tasks() const { return range(ids()); }

    /// What waits for a task. Errors: `not_found`.
    [[nodiscard]] std::vector<task_id> blocks(const task_id& id) const { return get(id).blocks; }
    /// Why a task is where it is. Errors: `not_found`. O(what it depends on; for a task that
    /// waits, all it waits for, directly or not).
    [[nodiscard]] task_reason explain(const task_id& id) const { return try_explain(id).value(); }
    [[nodiscard]] result<task_reason> try_explain(const task_id& id) const;
    /// The tasks that cannot become ready unless something is retried, skipped or cancelled.
    [[nodiscard]] std::vector<stranded_task> unreachable() const {
        return look([](const auto& state) {
            const auto& content = state.content();
            std::vector<stranded_task> out;
            for (const auto& each : content.schedule.unreachable())
                out.push_back({content.id_of(each.slot), content.id_of(each.dependency),
                               content.id_of(each.root), content.schedule.status(each.root)});
            return out;
        });
    }
    /// All tasks so that each comes after what it depends on.
    [[nodiscard]] std::vector<task_id> topological_order() const {
        return look([](const auto& state) {
            std::vector<task_id> out;
            for (const auto slot : state.content().schedule.topological_order())
                out.push_back(state.content().id_of(slot));
            return out;
        });
    }
    /// The longest chain of tasks that are not over.
    [[nodiscard]] std::vector<task_id> critical_path() const {
        return look([](const auto& state) {
            std::vector<task_id> out;
            for (const auto slot :
                 state.content().schedule.critical_path([](std::uint32_t) { return 1U; }))
                out.push_back(state.content().id_of(slot));
            return out;
        });
    }

private:
    [[nodiscard]] auto range(std::vector<task_id> ids) const {
        using memory_type = std::remove_cvref_t<decltype(memory())>;
        static_assert(!locks<typename memory_type::policies::mutex>,
                      "workmem: with a real mutex ask for handles, as in ready(10)");
        return task_range<memory_type>{memory(), std::move(ids)};
    }
    [[nodiscard]] static std::vector<task_id> ids_of(const detail::task_content& content,
                                                     const detail::slot_set& of,
                                                     std::size_t limit) {
        std::vector<task_id> out;
        if (limit > 0)
            of.visit_while([&](std::uint32_t slot) {
                out.push_back(content.id_of(slot));
                return out.size() < limit;
            });
        return out;
    }
};

template <class Self>
result<task_reason> task_plan_reading<Self>::try_explain(const task_id& id) const {
    return this->look([&](const auto& state) -> result<task_reason> {
        const auto& content = state.content();
        const auto slot = content.find(id);
        if (slot == detail::no_slot) return state.unknown_task(id);
        const auto& schedule = content.schedule;
        task_reason out;
        out.task = content.id_of(slot);
        out.status = schedule.status(slot);
        out.is_ready = schedule.is_ready(slot);
        out.needed = schedule.needed(slot);
        out.satisfied = schedule.satisfied(slot);
        for (const auto& each : content.depends_on(slot)) {
            const auto on = content.find(each.task);
            const auto now = schedule.status(on);
            const auto is = state_of(each.condition, now, schedule.policy(on));
            if (is != dependency_state::satisfied)
                out.dependencies.push_back(
                    {each.task, content.tasks.at(on).title, each.condition, now, is});
        }
        if (schedule.holds(slot) > 0) {
            const auto is_about = [&](const std::vector<task_id>& ids) {
                return std::find(ids.begin(), ids.end(), out.task) != ids.end();
            };
            content.decisions.for_each([&](const decision& each) {
                if (detail::task_content::holds(each) &&
                    (detail::task_content::is_general(each) || is_about(each.affects_tasks)))
                    out.decisions.push_back(each.id);
            });
            content.branches.for_each([&](const task_branch& each) {
                if (each.resolved_by.empty() && is_about(each.options))
                    out.branches.push_back(each.id);
            });
        }
        const auto& work = content.work(slot);
        auto& text = out.text;
        text = text::quoted(content.tasks.at(slot).title) + " is " +
               (out.is_ready ? "ready" : std::string{to_string(out.status)});
        if (is_held(out.status) && !work.assigned_to.empty()) {
            text += ", with " + text::quoted(work.assigned_to);
            if (work.expires) text += " until " + to_iso8601(*work.expires);
        }
        if (!work.note.empty()) text += ": " + text::quoted(work.note);
        if (out.status == task_status::pending && !out.is_ready) {
            const char* separator = "; it waits for ";
            for (const auto& each : out.dependencies) {
                text += separator + text::quoted(each.title) + " (" +
                        std::string{to_string(each.status)};
                if (each.condition != dependency_condition::success)
                    text += ", to end by " + std::string{to_string(each.condition)};
                text += ')';
                separator = ", ";
            }
            for (const auto& each : out.decisions) {
                text += separator + ("decision " + text::quoted(each)) + " to be approved";
                separator = ", ";
            }
            for (const auto& each : out.branches) {
                text += separator + ("branch " + text::quoted(each)) + " to be resolved";
                separator = ", ";
            }
            if (const auto why = schedule.why_unreachable(slot))
                out.unreachable_because_of = content.id_of(why->root);
            if (out.unreachable_because_of)
                text +=
                    "; it cannot become ready because of " +
                    text::quoted(content.tasks.at(content.find(*out.unreachable_because_of)).title);
        }
        return out;
    });
}

}  // namespace workmem
