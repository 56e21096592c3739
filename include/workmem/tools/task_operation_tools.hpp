#pragma once

#include <workmem/tools/task_claim_text.hpp>
#include <workmem/tools/task_json.hpp>
#include <workmem/tools/task_schema.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// One tool per operation of a task memory on its tasks, for those who want them all.

namespace workmem::tools {

namespace detail {

/// A task by the claim that is given, fenced, else by its id.
template <class Json>
[[nodiscard]] result<claimed_task> task_or_claim(const arguments<Json>& in) {
    if (in.has("claim")) {
        auto claim = parse_claim(in.text("claim"));
        if (!claim) return claim.error();
        return claim->claimed();
    }
    if (in.has("task")) return claimed_task{in.text("task")};
    return bad_value("task", "given, or a claim", "missing");
}

template <class Json>
[[nodiscard]] Json task_success(const std::string& task, task_status status) {
    Json out = Json::object();
    out["task"] = task;
    out["status"] = std::string{to_string(status)};
    return out;
}

/// Tasks as a list.
template <class Json, class Memory>
[[nodiscard]] Json told_tasks(const Memory& memory, const std::vector<task_id>& ids) {
    Json out = Json::object();
    auto& tasks = out["tasks"] = Json::array();
    for (const auto& id : ids)
        if (const auto found = memory.try_get(id)) tasks.push_back(told_task<Json>(memory, *found));
    return out;
}

inline constexpr property task_list_output[] = {
    {"tasks", {.kind = value_kind::list, .each = &task_schema::told}, true}};
inline constexpr property task_list_input[] = {task_schema::limit, task_schema::plan};
inline constexpr property task_done_output[] = {{"task", task_schema::any_text, true},
                                                {"status", task_schema::any_text, true}};

/// Answers a list of tasks, which `list(memory, limit)` picks.
template <class Json, class Store, class List>
[[nodiscard]] result<Json> list_tasks(Store& store, const arguments<Json>& in, List&& list) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    return told_tasks<Json>(*plan->memory, list(*plan->memory, in.count("limit", 50)));
}

}  // namespace detail

struct task_memory_create {
    static constexpr property input[] = {
        {"name", {.kind = value_kind::text, .least = 1, .most = 256}, true},
        {"goal", task_schema::long_text},
        {"constraints", task_schema::lines},
        {"memory_cores", task_schema::lines},
    };
    static constexpr property output[] = {{"plan", task_schema::any_text, true},
                                          {"id", task_schema::any_text, true}};
    static constexpr definition is{.name = "task_memory_create",
                                   .description = "Begin a plan, or open the one of that name.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto made = store.try_create({.name = in.text("name"),
                                      .goal = in.text("goal"),
                                      .constraints = in.texts("constraints"),
                                      .memory_core_refs = in.texts("memory_cores")});
        if (!made) return made.error();
        auto more = detail::purpose_to_add((*made)->info(), in);
        if (!more) return more.error();
        if (auto done = detail::add_purpose(**made, std::move(*more), {}); !done)
            return done.error();
        Json out = Json::object();
        out["plan"] = in.text("name");
        out["id"] = (*made)->info().id;
        return out;
    }
};

struct task_memory_add_task {
    static constexpr std::string_view priorities[] = {"low", "medium", "high", "critical"};
    static constexpr property input[] = {
        task_schema::planned_task[0],
        task_schema::planned_task[1],
        task_schema::planned_task[2],
        task_schema::planned_task[3],
        {"priority", {.kind = value_kind::text, .choices = priorities}},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr definition is{.name = "task_memory_add_task",
                                   .description = "Add a task; depends_on are ids.",
                                   .input = input,
                                   .output = task_schema::told_task};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        new_task what;
        what.title = in.text("title");
        what.description = in.text("description");
        for (auto& on : in.texts("depends_on")) what.depends_on.emplace_back(std::move(on));
        what.needs_review = in.flag("needs_review");
        if (in.has("priority")) (void)parse_name(in.text("priority"), what.priority);
        auto added = plan->memory->try_add_task(std::move(what), {.actor = in.text("agent")});
        if (!added) return added.error();
        const auto found = plan->memory->try_get(*added);
        if (!found) return found.error();
        return detail::told_task<Json>(*plan->memory, *found);
    }
};

struct task_memory_ready {
    static constexpr definition is{
        .name = "task_memory_ready",
        .description = "Tasks that can be worked on, most important first.",
        .input = detail::task_list_input,
        .output = detail::task_list_output,
        .does = effect::reads};
    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::list_tasks(
            store, in, [](const auto& memory, std::size_t limit) { return memory.ready(limit); });
    }
};
struct task_memory_blocked {
    static constexpr definition is{.name = "task_memory_blocked",
                                   .description = "Tasks that wait, or cannot go on, and why.",
                                   .input = detail::task_list_input,
                                   .output = detail::task_list_output,
                                   .does = effect::reads};
    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::list_tasks(
            store, in, [](const auto& memory, std::size_t limit) { return memory.blocked(limit); });
    }
};
struct task_memory_in_progress {
    static constexpr definition is{.name = "task_memory_in_progress",
                                   .description = "Tasks that are worked on, and by whom.",
                                   .input = detail::task_list_input,
                                   .output = detail::task_list_output,
                                   .does = effect::reads};
    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::list_tasks(store, in, [](const auto& memory, std::size_t limit) {
            return memory.in_progress(limit);
        });
    }
};
struct task_memory_needs_review {
    static constexpr definition is{.name = "task_memory_needs_review",
                                   .description = "Finished tasks that wait for a review.",
                                   .input = detail::task_list_input,
                                   .output = detail::task_list_output,
                                   .does = effect::reads};
    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::list_tasks(store, in, [](const auto& memory, std::size_t limit) {
            return memory.needs_review(limit);
        });
    }
};

struct task_memory_assign_task {
    static constexpr property input[] = {
        task_schema::required_task,
        task_schema::required_agent,
        {"lease_minutes", {.kind = value_kind::integer, .least = 1, .most = 10'080}},
        task_schema::plan};
    static constexpr property output[] = {{"task", task_schema::any_text, true},
                                          {"agent", task_schema::any_text, true},
                                          {"expires_at", task_schema::any_text}};
    static constexpr definition is{
        .name = "task_memory_assign_task",
        .description = "Give a ready task to an agent, which takes it by task_next or by its id.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        claim_options how;
        if (in.has("lease_minutes"))
            how.lease =
                std::chrono::minutes{static_cast<std::int64_t>(in.count("lease_minutes", 0))};
        auto claim = plan->memory->try_assign(in.text("task"), in.text("agent"), how);
        if (!claim) return claim.error();
        Json out = Json::object();
        out["task"] = claim->task.str();
        out["agent"] = claim->agent;
        if (claim->expires) out["expires_at"] = to_iso8601(*claim->expires);
        return out;
    }
};

struct task_memory_update_task_status {
    static constexpr std::string_view wanted[] = {"in_progress", "blocked",   "pending",
                                                  "failed",      "cancelled", "skipped"};
    static constexpr property input[] = {
        task_schema::task,
        task_schema::claim,
        {"status", {.kind = value_kind::text, .choices = wanted}, true},
        {"note", {.kind = value_kind::text, .description = "why", .most = task_limits::line}},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr definition is{
        .name = "task_memory_update_task_status",
        .description = "Move a task; pending releases it, or tries a failed one again.",
        .input = input,
        .output = detail::task_done_output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        const auto what = detail::task_or_claim(in);
        if (!what) return what.error();
        auto& memory = *plan->memory;
        const auto before = memory.try_get(what->task);
        if (!before) return before.error();
        task_status to{};
        (void)parse_name(in.text("status"), to);
        if (auto problem = move(memory, *what, before->status, to, in.text("note"),
                                {.actor = in.text("agent")}))
            return std::move(*problem);
        const auto after = memory.try_get(what->task);
        if (!after) return after.error();
        return detail::task_success<Json>(what->task.str(), after->status);
    }

private:
    template <class Memory>
    static std::optional<error> move(Memory& memory, const claimed_task& what, task_status from,
                                     task_status to, const std::string& note,
                                     const call_options& by) {
        const auto problem = [](const auto& done) {
            return done ? std::optional<error>{} : std::optional<error>{done.error()};
        };
        const auto why = note.empty() ? std::string{to_string(to)} : note;
        switch (to) {
            case task_status::in_progress:
                return from == task_status::blocked ? problem(memory.try_unblock(what, by))
                                                    : problem(memory.try_start(what, by));
            case task_status::blocked: return problem(memory.try_block(what, why, by));
            case task_status::failed: return problem(memory.try_fail(what, why, by));
            case task_status::cancelled:
                return problem(memory.try_cancel_task(what.task, note, by));
            case task_status::skipped: return problem(memory.try_skip(what.task, note, by));
            default: break;
        }
        return from == task_status::failed ? problem(memory.try_retry(what.task, by))
                                           : problem(memory.try_release(what, note, by));
    }
};

struct task_memory_complete_task {
    static constexpr property input[] = {
        task_schema::task,
        task_schema::claim,
        {"summary", task_schema::long_text},
        {"next_steps", task_schema::lines},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr definition is{.name = "task_memory_complete_task",
                                   .description = "End the work on a task, with a summary.",
                                   .input = input,
                                   .output = detail::task_done_output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        const auto what = detail::task_or_claim(in);
        if (!what) return what.error();
        auto done = plan->memory->try_complete(
            *what, {.summary = in.text("summary"), .next_steps = in.texts("next_steps")},
            {.actor = in.text("agent")});
        if (!done) return done.error();
        return detail::task_success<Json>(what->task.str(), *done);
    }
};

}  // namespace workmem::tools
