#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>
#include <workmem/task/validate.hpp>

namespace workmem {

template <class Self>
void task_operations<Self>::update_plan(plan_change what, const call_options& call) {
    try_update_plan(std::move(what), call).value();
}

template <class Self>
result<void> task_operations<Self>::try_update_plan(plan_change what, const call_options& call) {
    using detail::validate_text;
    if (what.name)
        if (auto problem = validate_text("name", *what.name, 0, task_limits::title))
            return std::move(*problem);
    if (what.goal)
        if (auto problem = validate_text("goal", *what.goal, 0, task_limits::text))
            return std::move(*problem);
    if (what.constraints)
        if (auto problem = detail::validate_texts("constraints", *what.constraints))
            return std::move(*problem);
    if (what.memory_core_refs)
        if (auto problem = detail::validate_texts("memory_core_refs", *what.memory_core_refs))
            return std::move(*problem);
    const auto given = [](const auto& value) { return value ? &*value : nullptr; };
    return done(
        run(task_commands::set_plan{caller(), nullptr, given(what.name), given(what.goal),
                                    given(what.constraints), given(what.memory_core_refs), now()},
            call));
}

template <class Self>
task_id task_operations<Self>::add_task(new_task what, const call_options& call) {
    return add_one(what, call).value();
}

template <class Self>
result<task_id> task_operations<Self>::try_add_task(new_task what, const call_options& call) {
    return add_one(what, call);
}

template <class Self>
std::vector<task_id> task_operations<Self>::add_tasks(std::vector<new_task> what,
                                                      const call_options& call) {
    return try_add_tasks(std::move(what), call).value();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::try_add_tasks(std::vector<new_task> what,
                                                                  const call_options& call) {
    std::vector<planned_task> tasks(what.size());
    // Nothing is made after the change that could fail.
    std::vector<task_id> ids;
    ids.reserve(what.size());
    for (std::size_t i = 0; i < what.size(); ++i) {
        if (auto problem = plan(what[i], tasks[i])) return std::move(*problem);
        ids.emplace_back(tasks[i].id);
    }
    auto first = run(task_commands::add{caller(), tasks, now()}, call);
    if (!first) return first.error();
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = task_id{std::move(first->ids.empty() ? ids[i] : first->ids[i]),
                         first->first + static_cast<std::uint32_t>(i)};
    return result<std::vector<task_id>>{std::move(ids)};
}

template <class Self>
bool task_operations<Self>::add_dependency(const task_id& of, const task_dependency& on,
                                           const call_options& call) {
    return try_add_dependency(of, on, call).value();
}

template <class Self>
result<bool> task_operations<Self>::try_add_dependency(const task_id& of, const task_dependency& on,
                                                       const call_options& call) {
    const task_commands::depend::wanted one{&of, &on.task, on.condition};
    const auto added = run(task_commands::depend{caller(), {&one, 1}, now()}, call);
    if (!added) return added.error();
    return *added > 0;
}

template <class Self>
std::size_t task_operations<Self>::add_dependencies(std::span<const wanted_dependency> what,
                                                    const call_options& call) {
    return try_add_dependencies(what, call).value();
}

template <class Self>
result<std::size_t> task_operations<Self>::try_add_dependencies(
    std::span<const wanted_dependency> what, const call_options& call) {
    std::vector<task_commands::depend::wanted> all;
    all.reserve(what.size());
    for (const auto& each : what) all.push_back({&each.task, &each.on.task, each.on.condition});
    return run(task_commands::depend{caller(), all, now()}, call);
}

template <class Self>
bool task_operations<Self>::remove_dependency(const task_id& of, const task_id& on,
                                              const call_options& call) {
    return try_remove_dependency(of, on, call).value();
}

template <class Self>
result<bool> task_operations<Self>::try_remove_dependency(const task_id& of, const task_id& on,
                                                          const call_options& call) {
    return run(task_commands::undepend{caller(), &of, &on, now()}, call);
}

template <class Self>
task task_operations<Self>::update_task(const task_id& id, task_change what,
                                        std::optional<std::uint64_t> expected_version,
                                        const call_options& call) {
    return try_update_task(id, std::move(what), expected_version, call).value();
}

template <class Self>
result<task> task_operations<Self>::try_update_task(const task_id& id, task_change what,
                                                    std::optional<std::uint64_t> expected_version,
                                                    const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    return run(task_commands::update{caller(), &id, &what, expected_version, now()}, call);
}

template <class Self>
result<task_id> task_operations<Self>::add_one(new_task& what, const call_options& call) {
    planned_task planned;
    if (auto problem = plan(what, planned)) return std::move(*problem);
    task_id id{planned.id};
    auto first = run(task_commands::add{caller(), {&planned, 1}, now()}, call);
    if (!first) return first.error();
    return task_id{std::move(first->ids.empty() ? id : first->ids.front()), first->first};
}

template <class Self>
std::optional<error> task_operations<Self>::plan(new_task& what, planned_task& out) {
    if (auto problem = detail::validate(what)) return problem;
    out.id = what.id.empty() ? new_id() : std::move(what.id);
    out.title = std::move(what.title);
    out.description = std::move(what.description);
    out.priority = what.priority;
    out.needs_review = what.needs_review;
    out.joins = what.joins;
    out.on_failure = what.on_failure.value_or(usual_policy());
    out.tags = std::move(what.tags);
    out.depends_on = std::move(what.depends_on);
    out.parent = what.parent.str();
    return std::nullopt;
}

}  // namespace workmem
