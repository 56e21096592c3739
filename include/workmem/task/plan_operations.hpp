#pragma once

#include <workmem/task/operations_base.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What is to be changed of what a memory is for; what is absent stays.
struct plan_change {
    std::optional<std::string> name{};
    std::optional<std::string> goal{};
    std::optional<std::vector<std::string>> constraints{};
    std::optional<std::vector<std::string>> memory_core_refs{};
};

/// The verbs by which a task memory is planned.
template <class Self>
class task_plan_operations : public task_operations_base<Self> {
    using base = task_operations_base<Self>;

protected:
    using base::caller;
    using base::done;
    using base::new_id;
    using base::now;
    using base::run;
    using base::usual_policy;
    task_plan_operations() = default;

public:
    // The plan.

    /// Says what the memory is for.
    void update_plan(plan_change what, const call_options& call = plain_call) {
        try_update_plan(std::move(what), call).value();
    }
    result<void> try_update_plan(plan_change what, const call_options& call = plain_call) {
        using detail::accept_text;
        if (what.name)
            if (auto problem = accept_text("name", *what.name, 0, task_limits::title))
                return std::move(*problem);
        if (what.goal)
            if (auto problem = accept_text("goal", *what.goal, 0, task_limits::text))
                return std::move(*problem);
        if (what.constraints)
            if (auto problem = detail::accept_texts("constraints", *what.constraints))
                return std::move(*problem);
        if (what.memory_core_refs)
            if (auto problem = detail::accept_texts("memory_core_refs", *what.memory_core_refs))
                return std::move(*problem);
        const auto given = [](const auto& value) { return value ? &*value : nullptr; };
        return done(run(
            task_commands::set_plan{caller(), nullptr, given(what.name), given(what.goal),
                                    given(what.constraints), given(what.memory_core_refs), now()},
            call));
    }
    /// Adds a task. Errors: `not_found` for what it depends on, `capacity`, `cycle`, `conflict` for
    /// an id that is there. O(what it depends on).
    task_id add_task(new_task what, const call_options& call = plain_call) {
        return add_one(what, call).value();
    }
    result<task_id> try_add_task(new_task what, const call_options& call = plain_call) {
        return add_one(what, call);
    }
    /// Adds several, all or none; they may depend on each other, by id or title.
    std::vector<task_id> add_tasks(std::vector<new_task> what,
                                   const call_options& call = plain_call) {
        return try_add_tasks(std::move(what), call).value();
    }
    result<std::vector<task_id>> try_add_tasks(std::vector<new_task> what,
                                               const call_options& call = plain_call) {
        std::vector<planned_task> tasks(what.size());
        // Nothing is made after the change that could fail.
        std::vector<task_id> ids;
        ids.reserve(what.size());
        for (std::size_t i = 0; i < what.size(); ++i) {
            if (auto problem = plan(what[i], tasks[i])) return std::move(*problem);
            ids.emplace_back(tasks[i].id);
        }
        const auto first = run(task_commands::add{caller(), tasks, now()}, call);
        if (!first) return first.error();
        if (!*first) return std::vector<task_id>{};
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = task_id{std::move(ids[i]), **first + static_cast<std::uint32_t>(i)};
        return result<std::vector<task_id>>{std::move(ids)};
    }
    /// A task waits for another one too; false if it did so already. Errors: `not_found`, `cycle`
    /// naming the path, `validation_error` for a task that has begun.
    bool add_dependency(const task_id& of, const task_dependency& on,
                        const call_options& call = plain_call) {
        return try_add_dependency(of, on, call).value();
    }
    result<bool> try_add_dependency(const task_id& of, const task_dependency& on,
                                    const call_options& call = plain_call) {
        const task_commands::depend::wanted one{&of, &on.task, on.condition};
        const auto added = run(task_commands::depend{caller(), {&one, 1}, now()}, call);
        if (!added) return added.error();
        return *added > 0;
    }
    /// Several, all or none; how many were new.
    std::size_t add_dependencies(std::span<const wanted_dependency> what,
                                 const call_options& call = plain_call) {
        return try_add_dependencies(what, call).value();
    }
    result<std::size_t> try_add_dependencies(std::span<const wanted_dependency> what,
                                             const call_options& call = plain_call) {
        std::vector<task_commands::depend::wanted> all;
        all.reserve(what.size());
        for (const auto& each : what) all.push_back({&each.task, &each.on.task, each.on.condition});
        return run(task_commands::depend{caller(), all, now()}, call);
    }
    /// Says something else of a task. Errors: `not_found`; `conflict` with the current record in
    /// its details if the task does not have the version that is expected.
    task update_task(const task_id& id, task_change what,
                     std::optional<std::uint64_t> expected_version = {},
                     const call_options& call = plain_call) {
        return try_update_task(id, std::move(what), expected_version, call).value();
    }
    result<task> try_update_task(const task_id& id, task_change what,
                                 std::optional<std::uint64_t> expected_version = {},
                                 const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        return run(task_commands::update{caller(), &id, &what, expected_version, now()}, call);
    }

private:
    result<task_id> add_one(new_task& what, const call_options& call) {
        planned_task planned;
        if (auto problem = plan(what, planned)) return std::move(*problem);
        task_id id{planned.id};
        const auto first = run(task_commands::add{caller(), {&planned, 1}, now()}, call);
        if (!first) return first.error();
        // A repetition by idempotency key answers nothing.
        if (!*first) return task_id{};
        return task_id{std::move(id), **first};
    }
    // What a new task becomes, or what is wrong with it.
    [[nodiscard]] std::optional<error> plan(new_task& what, planned_task& out) {
        if (auto problem = detail::accept(what)) return problem;
        out.id = what.id.empty() ? new_id() : std::move(what.id);
        out.title = std::move(what.title);
        out.description = std::move(what.description);
        out.priority = what.priority;
        out.needs_review = what.needs_review;
        out.joins = what.joins;
        out.on_failure = what.on_failure.value_or(usual_policy());
        out.tags = std::move(what.tags);
        out.depends_on = std::move(what.depends_on);
        return std::nullopt;
    }
};

}  // namespace workmem
