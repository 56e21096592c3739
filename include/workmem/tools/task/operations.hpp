#pragma once

#include <workmem/tools/task/tools.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// One tool per operation of a task memory, one a row: name, what it says of itself, what it does,
// what it takes, what it answers, what it calls. A new tool is a new row.

namespace workmem::tools::task_rows {

/// Answers what `change(memory, task, on, by)` made of what a task waits for: `said` tells whether
/// it changed anything.
template <class Json, class Store, class Change>
[[nodiscard]] result<Json> dependency_changed(Store& store, const arguments<Json>& in,
                                              const char* said, Change&& change) {
    return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
        const auto task = task_meant(memory, in.text("task"), by);
        if (!task) return task.error();
        const auto on = task_meant(memory, in.text("depends_on"), by);
        if (!on) return on.error();
        const auto done = change(memory, *task, *on, by);
        if (!done) return done.error();
        const auto found = memory.try_get(*task);
        if (!found) return found.error();
        auto out = told_task<Json>(memory, *found);
        out[said] = *done;
        return out;
    });
}

/// Answers the id of what was recorded.
inline constexpr auto tell_id = [](auto& out, auto& id) { out["id"] = std::move(id); };

inline constexpr std::tuple operations{
    tool{"task_memory_create",
         "Begin a plan, or open the one of that name.",
         effect::writes,
         {{"name",
           {.kind = value_kind::text, .description = "of the plan", .least = 1, .most = 256},
           true},
          {"goal", task_schema::long_text, false, "what it is for"},
          {"constraints", task_schema::lines, false, "what must hold"},
          {"memory_cores", task_schema::lines, false, "collections to build on"},
          idempotency_key},
         {{"plan", task_schema::any_text, true, "its name"},
          {"id", task_schema::any_text, true, "its id"}},
         [](auto& store, const auto& in) { return create_plan(store, in); }},
    tool{"task_memory_add_task",
         "Add a task; depends_on are ids.",
         effect::writes,
         {task_schema::planned_task[0],
          task_schema::planned_task[1],
          task_schema::planned_task[2],
          task_schema::planned_task[3],
          task_schema::planned_task[4],
          task_schema::planned_task[5],
          {"priority",
           {.kind = value_kind::text,
            .description = "how much it matters",
            .choices = task_schema::priorities}},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         task_schema::told_task,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
                 std::vector<new_task> what{task_of(in)};
                 if (auto problem = identify_dependencies(memory, what, by))
                     return std::move(*problem);
                 if (in.has("priority")) (void)parse_name(in.text("priority"), what[0].priority);
                 auto added = memory.try_add_task(std::move(what[0]), by);
                 if (!added) return added.error();
                 const auto found = memory.try_get(*added);
                 if (!found) return found.error();
                 return told_task<Json>(memory, *found);
             });
         }},
    tool{"task_memory_add_dependency",
         "Let a task wait for another one.",
         effect::writes,
         {task_schema::required_task,
          {"depends_on", task_schema::name, true, "what comes first"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         {task_schema::told_task[0],
          task_schema::told_task[2],
          {"added", task_schema::flag, true, "false: it did so already"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return dependency_changed(
                 store, in, "added",
                 [](auto& memory, const auto& task, const auto& on, const auto& by) {
                     return memory.try_add_dependency(task, on, by);
                 });
         }},
    tool{"task_memory_remove_dependency",
         "A task need not wait for another one any more.",
         effect::writes,
         {task_schema::required_task,
          {"depends_on", task_schema::name, true, "what it waits for"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         {task_schema::told_task[0],
          task_schema::told_task[2],
          {"removed", task_schema::flag, true, "false: it did not"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return dependency_changed(
                 store, in, "removed",
                 [](auto& memory, const auto& task, const auto& on, const auto& by) {
                     return memory.try_remove_dependency(task, on, by);
                 });
         }},
    tool{"task_memory_ready",
         "Tasks that can be worked on, most important first.",
         effect::reads,
         {task_schema::limit, task_schema::plan},
         task_schema::listed_tasks,
         [](auto& store, const auto& in) {
             return picked(store, in, [](auto& memory, auto limit) { return memory.ready(limit); });
         }},
    tool{"task_memory_blocked",
         "Tasks that wait, or cannot go on, and why.",
         effect::reads,
         {task_schema::limit, task_schema::plan},
         task_schema::listed_tasks,
         [](auto& store, const auto& in) {
             return picked(store, in,
                           [](auto& memory, auto limit) { return memory.blocked(limit); });
         }},
    tool{"task_memory_in_progress",
         "Tasks that are worked on, and by whom.",
         effect::reads,
         {task_schema::limit, task_schema::plan},
         task_schema::listed_tasks,
         [](auto& store, const auto& in) {
             return picked(store, in,
                           [](auto& memory, auto limit) { return memory.in_progress(limit); });
         }},
    tool{"task_memory_needs_review",
         "Finished tasks that wait for a review.",
         effect::reads,
         {task_schema::limit, task_schema::plan},
         task_schema::listed_tasks,
         [](auto& store, const auto& in) {
             return picked(store, in,
                           [](auto& memory, auto limit) { return memory.needs_review(limit); });
         }},
    tool{"task_memory_assign_task",
         "Reserve a ready task for an agent, which claims it with task_next.",
         effect::writes,
         {task_schema::required_task,
          {"agent", task_schema::agent_name, true, "the assignee"},
          {"lease_minutes",
           {.kind = value_kind::integer,
            .description = "how long it is held",
            .least = 1,
            .most = task_schema::max_lease_minutes}},
          task_schema::plan,
          idempotency_key},
         {{"task", task_schema::any_text, true, "its id"},
          {"agent", task_schema::any_text, true, "who has it"},
          {"expires_at", task_schema::any_text, false, "ISO 8601, UTC"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, call_options by) -> result<Json> {
                 const auto task = task_meant(memory, in.text("task"), by);
                 if (!task) return task.error();
                 by.actor = {};  // the agent is who gets it
                 claim_options how;
                 if (in.has("lease_minutes"))
                     how.lease = std::chrono::minutes{
                         static_cast<std::int64_t>(in.count("lease_minutes", 0))};
                 return answer(in, memory.try_assign(*task, in.text("agent"), how, by),
                               [](Json& out, const task_claim& claim) {
                                   out["task"] = claim.task.str();
                                   out["agent"] = claim.agent;
                                   if (claim.expires)
                                       out["expires_at"] = to_iso8601(*claim.expires);
                               });
             });
         }},
    context.named("task_memory_context_for_task"),
    update.named("task_memory_update_task_status"),
    tool{"task_memory_record_decision",
         "Record a choice, and what was rejected.",
         effect::writes,
         {{"question",
           {.kind = value_kind::text,
            .description = "what was asked",
            .least = 1,
            .most = task_limits::line},
           true},
          {"choice",
           {.kind = value_kind::text,
            .description = "what was chosen",
            .least = 1,
            .most = task_limits::line},
           true},
          {"alternatives", task_schema::lines, false, "what was rejected"},
          {"rationale", task_schema::long_text, false, "why"},
          {"affects_tasks", task_schema::names, false, "their ids"},
          {"reversible", task_schema::flag, false, "default true"},
          {"needs_approval",
           {.kind = value_kind::boolean, .description = "holds its tasks until then"}},
          {"supersedes", task_schema::line, false, "an earlier decision"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         task_schema::recorded,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
                 auto about = tasks_meant(memory, in.texts("affects_tasks"), by);
                 if (!about) return about.error();
                 return answer(in,
                               memory.try_record_decision(
                                   nullptr,
                                   {.question = in.text("question"),
                                    .choice = in.text("choice"),
                                    .alternatives = in.texts("alternatives"),
                                    .rationale = in.text("rationale"),
                                    .affects_tasks = std::move(*about),
                                    .reversible = !in.has("reversible") || in.flag("reversible"),
                                    .needs_approval = in.flag("needs_approval"),
                                    .supersedes = in.text("supersedes")},
                                   by),
                               tell_id);
             });
         }},
    tool{"task_memory_record_discovery",
         "Record something that was learned.",
         effect::writes,
         {{"content",
           {.kind = value_kind::text,
            .description = "what is to be known",
            .least = 1,
            .most = task_limits::text},
           true},
          {"type",
           {.kind = value_kind::text,
            .description = "its kind",
            .choices = task_schema::discovery_types}},
          {"affects_tasks", task_schema::names, false, "their ids"},
          {"promote_to_core", task_schema::line, false, "where to keep it for good"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         task_schema::recorded,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
                 auto about = tasks_meant(memory, in.texts("affects_tasks"), by);
                 if (!about) return about.error();
                 new_discovery what{.content = in.text("content"),
                                    .affects_tasks = std::move(*about),
                                    .promote_to_core = in.text("promote_to_core")};
                 if (in.has("type")) (void)parse_name(in.text("type"), what.type);
                 return answer(in, memory.try_record_discovery(nullptr, std::move(what), by),
                               tell_id);
             });
         }},
    tool{"task_memory_record_artifact",
         "Record an output, by its path.",
         effect::writes,
         {{"path",
           {.kind = value_kind::text,
            .description = "where it is",
            .least = 1,
            .most = task_limits::line},
           true},
          {"associated_task", task_schema::name, true, "the task it comes from"},
          {"type",
           {.kind = value_kind::text,
            .description = "its kind",
            .choices = task_schema::artifact_types}},
          {"description", task_schema::long_text, false, "what it is"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         {{"id", task_schema::any_text, true, "its id"},
          {"version", task_schema::count, true, "of this path"},
          {"checksum", task_schema::any_text, true, "SHA-256, where it was read"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
                 const auto task = task_meant(memory, in.text("associated_task"), by);
                 if (!task) return task.error();
                 new_artifact what{.path = in.text("path"),
                                   .description = in.text("description"),
                                   .associated_task = *task};
                 if (in.has("type")) (void)parse_name(in.text("type"), what.type);
                 return answer(in, memory.try_record_artifact(nullptr, std::move(what), by),
                               [](Json& out, const auto& made) {
                                   out["id"] = made.id;
                                   out["version"] = made.version;
                                   out["checksum"] = made.checksum;
                               });
             });
         }},
    tool{"task_memory_complete_task",
         "End the work on a task, with a summary.",
         effect::writes,
         {task_schema::task,
          task_schema::claim,
          {"summary", task_schema::long_text, false, "what was done"},
          {"next_steps", task_schema::lines, false, "what should follow"},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         task_schema::moved_task,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
                 const auto what = task_or_claim(memory, in, by);
                 if (!what) return what.error();
                 return answer(
                     in,
                     memory.try_complete(
                         *what,
                         {.summary = in.text("summary"), .next_steps = in.texts("next_steps")}, by),
                     [&](Json& out, task_status now) {
                         out = told_status<Json>(what->task.str(), now);
                     });
             });
         }},
    tool{"task_memory_inject_nudge",
         "Send a message to an agent.",
         effect::writes,
         {{"target",
           {.kind = value_kind::text,
            .description = "an agent, orchestrator or all",
            .least = 1,
            .most = task_limits::id,
            .is_trimmed = true},
           true},
          {"message",
           {.kind = value_kind::text,
            .description = "what to tell",
            .least = 1,
            .most = task_limits::line},
           true},
          {"priority",
           {.kind = value_kind::text,
            .description = "how much it matters",
            .choices = task_schema::nudge_priorities}},
          task_schema::agent,
          task_schema::plan,
          idempotency_key},
         {{"ids", task_schema::any_texts, true, "of the messages"}, task_schema::unknown_agent},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return in_plan(store, in, [&](auto& memory, const call_options& by) {
                 new_nudge what{.target = in.text("target"), .message = in.text("message")};
                 if (in.has("priority")) (void)parse_name(in.text("priority"), what.priority);
                 return answer(in, send(memory, std::move(what), by),
                               [&](Json& out, const auto& ids) {
                                   out["ids"] = ids;
                                   tell_unknown_agent(out, memory, in.text("target"));
                               });
             });
         }},
    approve.named("task_memory_approve"),
    review.named("task_memory_review_task"),
    tool{"task_memory_extract_learning_candidates",
         "What may be worth keeping for good, and why.",
         effect::reads,
         {task_schema::limit, task_schema::plan},
         {{"candidates",
           {.kind = value_kind::list,
            .description = "what may be kept",
            .each = &task_schema::object},
           true},
          {"total", task_schema::count, true, "of all pages"}},
         [](auto& store, const auto& in) { return learning_candidates(store, in); }},
    tool{"task_memory_archive",
         "Close a plan that is over.",
         effect::writes,
         {task_schema::plan, idempotency_key},
         {{"plan", task_schema::any_text, true, "its name"},
          {"status", task_schema::any_text, true, "where it stands"}},
         []<class Json>(auto& store, const arguments<Json>& in) -> result<Json> {
             auto plan = plan_of(store, in);
             if (!plan) return plan.error();
             return answer(in, plan->memory->try_archive(retriable_call{in}),
                           [&](Json& out, const auto&...) {
                               out["plan"] = plan->name;
                               out["status"] = std::string{to_string(plan->memory->status())};
                           });
         }},
};

}  // namespace workmem::tools::task_rows
