#pragma once

#include <workmem/session/limits.hpp>
#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/session/schema.hpp>
#include <workmem/tools/task/schema.hpp>

#include <cstdint>
#include <string_view>

// What the tools of an agent take and give, said once.

namespace workmem::tools::agent_schema {

using session_schema::any_text;
using session_schema::count;
using session_schema::limit;
using session_schema::object;

inline constexpr std::int64_t max_result_bytes = std::int64_t{64} << 20U;
inline constexpr std::int64_t max_said_bytes = std::int64_t{1} << 20U;
inline constexpr std::int64_t max_tokens = 1'000'000;

inline constexpr std::string_view default_session = "default";
inline constexpr std::string_view role_names[] = {"user", "assistant"};

inline constexpr property session{
    "session_id",
    {.kind = value_kind::text, .least = 1, .most = session_limits::session_id_bytes},
    false,
    "else the latest"};
inline constexpr property type{
    "type", {.kind = value_kind::text, .least = 1, .most = 256}, false, "e.g. page"};

inline constexpr property thing_members[] = {
    {"type", any_text, true, "singular"},
    {"id", any_text, true, "as its service calls it"},
    {"name", any_text, false, "where it has one"},
};
inline constexpr schema thing{.kind = value_kind::object, .members = thing_members};
inline constexpr schema things{.kind = value_kind::list, .each = &thing};
inline constexpr property candidate_members[] = {
    {"type", any_text, true, "singular"},
    {"id", any_text, true, "as its service calls it"},
    {"name", any_text, false, "where it has one"},
    {"confidence", count, true, "parts per million, compared with the others"},
    {"reason", any_text, true, "what spoke for it"},
    {"words", any_text, false, "of the reference that did"},
};
inline constexpr schema candidate{.kind = value_kind::object, .members = candidate_members};
inline constexpr schema considered{.kind = value_kind::list, .each = &candidate};

inline constexpr std::string_view task_steps[] = {"in_progress", "completed", "cancelled",
                                                  "pending"};
inline constexpr schema new_title{.kind = value_kind::text, .least = 1, .most = task_limits::title};
inline constexpr schema new_tasks{.kind = value_kind::list, .most = 1'000, .each = &new_title};
inline constexpr property open_task_members[] = {
    {"id", any_text, true, "for its next step"},
    {"title", any_text, true, "what is to be done"},
    {"status", any_text, true, "where it stands"},
};
inline constexpr schema open_task{.kind = value_kind::object, .members = open_task_members};
inline constexpr schema open_tasks{.kind = value_kind::list, .each = &open_task};

inline constexpr property session_members[] = {
    {"session_id", any_text, true, "of one conversation"},
    {"changed_at", any_text, false, "ISO 8601, UTC"},
};
inline constexpr schema summary{.kind = value_kind::object, .members = session_members};
inline constexpr schema summaries{.kind = value_kind::list, .each = &summary};

inline constexpr property recalled_members[] = {
    {"from", any_text, true, "items, session or long_term"},
    {"id", any_text, true, "for memory_forget"},
    {"content", any_text, true, "what it says"},
    {"content_truncated", session_schema::flag, false, "where it is longer"},
    {"session_id", any_text, false, "of another conversation"},
};
inline constexpr schema recalled{.kind = value_kind::object, .members = recalled_members};
inline constexpr schema all_recalled{.kind = value_kind::list, .each = &recalled};

}  // namespace workmem::tools::agent_schema
