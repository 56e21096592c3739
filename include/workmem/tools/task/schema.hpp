#pragma once

#include <workmem/task/options.hpp>
#include <workmem/tools/schema.hpp>

#include <cstdint>
#include <string_view>

// What the task tools take and give, said once.

namespace workmem::tools::task_schema {

inline constexpr std::int64_t max_page = 1'000;
inline constexpr std::int64_t max_tokens = 100'000;
inline constexpr std::int64_t max_lease_minutes = 7 * 24 * 60;

inline constexpr schema any_text{.kind = value_kind::text};
inline constexpr schema name{.kind = value_kind::text, .least = 1, .most = task_limits::id};
inline constexpr schema line{.kind = value_kind::text, .most = task_limits::line};
inline constexpr schema long_text{.kind = value_kind::text, .most = task_limits::text};
inline constexpr schema flag{.kind = value_kind::boolean};
inline constexpr schema count{.kind = value_kind::integer};
inline constexpr schema object{.kind = value_kind::object};
inline constexpr schema names{.kind = value_kind::list, .most = task_limits::list, .each = &name};
inline constexpr schema lines{.kind = value_kind::list, .most = task_limits::list, .each = &line};
inline constexpr schema any_texts{.kind = value_kind::list, .each = &any_text};

// What goes in.

inline constexpr property plan{
    "plan", {.kind = value_kind::text, .description = "its name", .least = 1, .most = 256}};
inline constexpr schema agent_name{
    .kind = value_kind::text, .least = 1, .most = task_limits::id, .is_trimmed = true};
inline constexpr property agent{"agent", agent_name, false, "your name"};
inline constexpr property required_agent{"agent", agent_name, true, "your name"};
inline constexpr property task{"task", name, false, "its id, id prefix or title"};
inline constexpr property required_task{"task", name, true, "its id, id prefix or title"};
inline constexpr property claim{
    "claim",
    {.kind = value_kind::text, .description = "from task_next", .least = 1, .most = 8'192}};
inline constexpr property limit{
    "limit",
    {.kind = value_kind::integer, .description = "at most", .least = 1, .most = max_page}};
inline constexpr property cursor{
    "cursor",
    {.kind = value_kind::text, .description = "next_cursor of the last answer", .most = 256}};
inline constexpr property token_limit{
    "token_limit",
    {.kind = value_kind::integer, .description = "of the text", .least = 1, .most = max_tokens}};

inline constexpr property planned_task[] = {
    {"title",
     {.kind = value_kind::text,
      .description = "what is to be done",
      .least = 1,
      .most = task_limits::title},
     true},
    {"description", long_text, false, "the details"},
    {"depends_on", names, false, "tasks that come first"},
    {"needs_review", flag, false, "by another agent"},
    {"tags", names, false, "to list it by"},
    {"parent", name, false, "task it is a part of"},
};
inline constexpr schema planned{.kind = value_kind::object, .members = planned_task};

inline constexpr std::string_view priorities[] = {"low", "medium", "high", "critical"};
inline constexpr std::string_view nudge_priorities[] = {"low", "normal", "high", "urgent"};
inline constexpr std::string_view discovery_types[] = {"constraint", "opportunity", "risk",
                                                       "insight"};
inline constexpr std::string_view artifact_types[] = {"file", "code", "document", "config", "test"};
inline constexpr std::string_view wanted_statuses[] = {"in_progress", "blocked",   "pending",
                                                       "failed",      "cancelled", "skipped"};
inline constexpr std::string_view states[] = {"ready",  "blocked", "in_progress",
                                              "review", "done",    "failed"};
inline constexpr std::string_view note_kinds[] = {"decision", "discovery", "artifact", "nudge"};
inline constexpr std::string_view outcomes[] = {"completed", "failed", "released"};
inline constexpr std::string_view verdicts[] = {"approved", "needs_rework", "rejected"};

// What comes out.

inline constexpr property told_task[] = {
    {"id", any_text, true, "its id"},
    {"title", any_text, true, "what is to be done"},
    {"state", any_text, true, "where it stands"},
    {"agent", any_text, false, "who has it"},
    {"why", any_text, false, "why it waits"},
    {"tags", any_texts, false, "its tags"},
    {"parent", any_text, false, "what it is a part of"},
};
inline constexpr schema told{.kind = value_kind::object, .members = told_task};
inline constexpr schema told_list{.kind = value_kind::list, .each = &told};
inline constexpr property listed_tasks[] = {
    {"tasks", told_list, true, "a page of them"},
    {"omitted", count, false, "more, which are too long for one answer"}};
inline constexpr property moved_task[] = {{"task", any_text, true, "its id"},
                                          {"status", any_text, true, "where it stands"}};
inline constexpr property recorded[] = {{"id", any_text, true, "its id"}};
inline constexpr property unknown_agent{"unknown_agent", any_text, false,
                                        "whom nobody knows yet, of a message"};

}  // namespace workmem::tools::task_schema
