#pragma once

#include <workmem/tools/task/changes.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/task/list.hpp>
#include <workmem/tools/task/next.hpp>
#include <workmem/tools/task/note.hpp>
#include <workmem/tools/task/planning.hpp>
#include <workmem/tools/task/schema.hpp>
#include <workmem/tools/task/status.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <tuple>
#include <utility>

// The tools by which agents share a plan, one a row: name, what it says of itself, what it does,
// what it takes, what it answers, what it calls. A new tool is a new row.

namespace workmem::tools::task_rows {

// These are operations of a task memory, too.

inline constexpr tool context{
    "task_context",
    "What matters for one task, as text: goal, constraints, decisions, discoveries, "
    "results it builds on, messages.",
    effect::reads,
    {task_schema::required_task, task_schema::token_limit, task_schema::agent, task_schema::plan},
    {{"context", task_schema::any_text, true, "what matters for it"}},
    []<class Json>(auto& store, const arguments<Json>& in) {
        return in_plan(store, in, [&](auto& memory, const call_options&) -> result<Json> {
            const auto task = memory.try_identify(in.text("task"));
            if (!task) return task.error();
            return answer(
                in,
                memory.try_context_for(*task, {.token_limit = in.count("token_limit", 2'000),
                                               .agent = in.text("agent")}),
                [](Json& out, auto& text) { out["context"] = std::move(text); });
        });
    }};

inline constexpr tool review{
    "task_review",
    "Approve, send back or reject finished work of another agent.",
    effect::writes,
    {task_schema::required_task,
     {"verdict",
      {.kind = value_kind::text, .description = "your choice", .choices = task_schema::verdicts},
      true},
     {"comments", task_schema::line, false, "why"},
     task_schema::required_agent,
     task_schema::plan,
     idempotency_key},
    task_schema::moved_task,
    []<class Json>(auto& store, const arguments<Json>& in) {
        return in_plan(store, in, [&](auto& memory, const call_options& by) -> result<Json> {
            const auto task = task_meant(memory, in.text("task"), by);
            if (!task) return task.error();
            task_review what{.comments = in.text("comments"), .by = in.text("agent")};
            (void)parse_name(in.text("verdict"), what.status);
            return answer(
                in, memory.try_review_task(*task, std::move(what), by),
                [&](Json& out, task_status now) { out = told_status<Json>(task->str(), now); });
        });
    }};

inline constexpr tool update{
    "task_update",
    "Move a task; pending releases it, tries a failed one again, or reopens what is over.",
    effect::writes,
    {task_schema::task,
     task_schema::claim,
     {"status",
      {.kind = value_kind::text,
       .description = "the new status",
       .choices = task_schema::wanted_statuses},
      true},
     {"note", {.kind = value_kind::text, .description = "why", .most = task_limits::line}},
     task_schema::agent,
     task_schema::plan,
     idempotency_key},
    {task_schema::moved_task[0],
     task_schema::moved_task[1],
     {"waiting", task_schema::any_texts, false, "titles that wait again for what was reopened"},
     {"begun", task_schema::any_texts, false, "titles that depend on it and have begun"},
     {"still_skipped", task_schema::any_texts, false, "titles that depend on it and stay skipped"}},
    [](auto& store, const auto& in) { return status_updated(store, in); }};

inline constexpr tool approve{
    "task_approve",
    "Approve a decision, or refuse to.",
    effect::writes,
    {{"decision", task_schema::name, true, "its id"},
     {"granted", {.kind = value_kind::boolean, .description = "default true"}},
     {"comments", task_schema::line, false, "why"},
     task_schema::agent,
     task_schema::plan,
     idempotency_key},
    {{"decision", task_schema::any_text, true, "its id"},
     {"approved", task_schema::flag, true, "whether it is"}},
    []<class Json>(auto& store, const arguments<Json>& in) {
        return in_plan(store, in, [&](auto& memory, const call_options& by) {
            return answer(in,
                          memory.try_approve(in.text("decision"),
                                             {.granted = !in.has("granted") || in.flag("granted"),
                                              .comments = in.text("comments"),
                                              .by = in.text("agent")},
                                             by),
                          [&](Json& out, bool is_approved) {
                              out["decision"] = in.text("decision");
                              out["approved"] = is_approved;
                          });
        });
    }};

inline constexpr std::tuple table{
    tool{"task_plan",
         "Add tasks to the shared plan, all or none. depends_on: ids or titles.",
         effect::writes,
         {{"tasks",
           {.kind = value_kind::list,
            .description = "what is to be done",
            .most = 1'000,
            .each = &task_schema::planned},
           true},
          {"goal",
           {.kind = value_kind::text, .description = "for a new plan", .most = task_limits::text}},
          {"constraints", task_schema::lines, false, "what must hold"},
          {"plan",
           {.kind = value_kind::text,
            .description = "default: the active one, else a new one",
            .least = 1,
            .most = 256}},
          task_schema::agent,
          idempotency_key},
         {{"plan", task_schema::any_text, true, "its name"},
          task_schema::listed_tasks[0],
          task_schema::listed_tasks[1]},
         [](auto& store, const auto& in) { return plan_tasks(store, in); }},
    tool{
        "task_next",
        "Claim a ready task, the given or the most important one, or go on with yours; exactly one "
        "agent gets it. Returns the claim, and the context to start with.",
        effect::writes,
        {task_schema::required_agent,
         task_schema::task,
         {"lease_minutes",
          {.kind = value_kind::integer,
           .description = "default 30",
           .least = 1,
           .most = task_schema::max_lease_minutes}},
         task_schema::plan,
         idempotency_key},
        {{"task", task_schema::any_text, false, "its id"},
         {"title", task_schema::any_text, false, "what is to be done"},
         {"claim", task_schema::any_text, false, "for task_finish"},
         {"expires_at", task_schema::any_text, false, "ISO 8601, UTC"},
         {"context", task_schema::any_text, false, "what matters for it"},
         {"happened", task_schema::any_text, false, "what became of your earlier claims"},
         {"nothing_ready", task_schema::any_text, false, "why there is none"}},
        [](auto& store, const auto& in) { return next(store, in); }},
    tool{"task_list",
         "Tasks by state, and why each is not ready.",
         effect::reads,
         {{"state",
           {.kind = value_kind::text, .description = "only these", .choices = task_schema::states}},
          {"tag", task_schema::name, false, "only those that have it"},
          {"assigned_to", task_schema::name, false, "only what this agent has, or had last"},
          {"parent", task_schema::name, false, "only parts of this task"},
          task_schema::limit,
          task_schema::cursor,
          task_schema::plan},
         {{"tasks", task_schema::told_list, true, "a page of them"},
          {"total", task_schema::count, true, "of all pages"},
          {"outcome", task_schema::any_text, true, "of the whole plan"},
          {"next_cursor", task_schema::any_text, false, "for the next page"}},
         [](auto& store, const auto& in) { return listed(store, in); }},
    context.as_text(),
    tool{
        "task_note",
        "Record a decision, discovery, artifact or message that others should know.",
        effect::writes,
        {{"kind",
          {.kind = value_kind::text,
           .description = "what it is",
           .choices = task_schema::note_kinds},
          true},
         {"content",
          {.kind = value_kind::text,
           .description = "nudge: the message",
           .least = 1,
           .most = task_limits::text},
          true},
         {"question",
          {.kind = value_kind::text, .description = "what was asked", .most = task_limits::line}},
         {"tasks",
          {.kind = value_kind::list,
           .description = "affected",
           .most = task_limits::list,
           .each = &task_schema::name}},
         {"to",
          {.kind = value_kind::text,
           .description = "nudge: agent, orchestrator or all",
           .least = 1,
           .most = task_limits::id,
           .is_trimmed = true}},
         {"path",
          {.kind = value_kind::text,
           .description = "of the artifact; its SHA-256 is kept where it can be read",
           .least = 1,
           .most = task_limits::line}},
         task_schema::claim,
         task_schema::agent,
         task_schema::plan,
         idempotency_key},
        {task_schema::recorded[0], task_schema::unknown_agent},
        [](auto& store, const auto& in) { return note(store, in); }},
    tool{"task_finish",
         "Finish a task.",
         effect::writes,
         {{"claim", task_schema::claim.value, true, "from task_next"},
          {"outcome",
           {.kind = value_kind::text,
            .description = "how it ended",
            .choices = task_schema::outcomes},
           true},
          {"summary",
           {.kind = value_kind::text,
            .description = "for those who come next",
            .most = task_limits::line}},
          {"next_steps", task_schema::lines, false, "what should follow"},
          idempotency_key},
         {{"task", task_schema::any_text, true, "its id"},
          {"status", task_schema::any_text, true, "where it stands"},
          {"ready", task_schema::any_texts, true, "what can begin now"}},
         [](auto& store, const auto& in) { return finished(store, in); }},
    review,
    update,
    approve,
    tool{"task_changes",
         "What changed since the cursor, and messages for you. Renews your claims.",
         effect::writes,
         {task_schema::cursor, task_schema::agent, task_schema::limit, task_schema::plan},
         {{"changes",
           {.kind = value_kind::list,
            .description = "since the cursor",
            .each = &task_schema::object},
           true},
          {"messages",
           {.kind = value_kind::list, .description = "for you", .each = &task_schema::object},
           true},
          {"renewed", task_schema::any_texts, true, "claims that are yours longer"},
          {"next_cursor", task_schema::any_text, true, "for the next page"},
          {"forgotten_up_to", task_schema::count, false, "records that are gone"}},
         [](auto& store, const auto& in) { return changes(store, in); }},
};

}  // namespace workmem::tools::task_rows
