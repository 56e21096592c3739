#pragma once

#include <workmem/session/limits.hpp>
#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/schema.hpp>

#include <cstdint>
#include <string_view>

// What the session tools take and give, said once.

namespace workmem::tools::session_schema {

inline constexpr std::string_view priority_names[] = {"low", "medium", "high", "critical"};

inline constexpr std::int64_t max_page = 1'000;
inline constexpr std::int64_t max_ids = 1'000;
inline constexpr std::int64_t max_query_bytes = 4'096;

inline constexpr schema any_text{.kind = value_kind::text};
inline constexpr schema tag{
    .kind = value_kind::text, .least = 1, .most = session_limits::tag_bytes};
inline constexpr schema memory_id{
    .kind = value_kind::text, .least = 1, .most = session_limits::id_bytes};
inline constexpr schema object{.kind = value_kind::object};
inline constexpr schema flag{.kind = value_kind::boolean};
inline constexpr schema count{.kind = value_kind::integer};
inline constexpr schema number{.kind = value_kind::number};
inline constexpr schema tags{.kind = value_kind::list, .most = session_limits::tags, .each = &tag};

// What goes in.

inline constexpr property session{
    "session_id",
    {.kind = value_kind::text, .least = 1, .most = session_limits::session_id_bytes},
    true,
    "of one conversation"};
inline constexpr property memory{"memory_id", memory_id, true, "its id"};
inline constexpr property key = idempotency_key;
inline constexpr property allow_secret{"allow_secret", flag, false, "even a secret"};
inline constexpr property limit{
    "limit",
    {.kind = value_kind::integer, .description = "at most", .least = 1, .most = max_page}};
inline constexpr property cursor{
    "cursor",
    {.kind = value_kind::text, .description = "next_cursor of the last answer", .most = 64}};

// What comes out.

/// A memory. What a tool adds to it stands in the tool.
inline constexpr property memory_members[] = {
    {"id", any_text, true, "its id"},
    {"session_id", any_text, true, "the conversation"},
    {"content", any_text, true, "what it says"},
    {"priority",
     {.kind = value_kind::text, .description = "how long it is kept", .choices = priority_names},
     true},
    {"created_at", any_text, true, "ISO 8601, UTC"},
    {"expires_at", any_text, true, "ISO 8601, UTC"},
    {"access_count", count, true, "how often it was read"},
    {"importance_score", number, true, "0 to 1"},
    {"tags", {.kind = value_kind::list, .description = "its labels", .each = &any_text}, true},
    {"metadata", object, true, "what else is known"},
    {"promoted_to_id", any_text, false, "in long-term memory"},
    {"promoted_at", any_text, false, "ISO 8601, UTC"},
};
/// What a list says of one whose content it cuts.
inline constexpr property is_cut{"content_truncated", flag, false,
                                 "working_memory_get has the rest"};
inline constexpr property listed_members[] = {memory_members[0],
                                              memory_members[1],
                                              memory_members[2],
                                              memory_members[3],
                                              memory_members[4],
                                              memory_members[5],
                                              memory_members[6],
                                              memory_members[7],
                                              memory_members[8],
                                              memory_members[9],
                                              memory_members[10],
                                              memory_members[11],
                                              is_cut};
inline constexpr schema listed_memory{.kind = value_kind::object, .members = listed_members};
/// The same with what search and the list of pending ones add.
inline constexpr property found_members[] = {memory_members[0],
                                             memory_members[1],
                                             memory_members[2],
                                             memory_members[3],
                                             memory_members[4],
                                             memory_members[5],
                                             memory_members[6],
                                             memory_members[7],
                                             memory_members[8],
                                             memory_members[9],
                                             memory_members[10],
                                             memory_members[11],
                                             is_cut,
                                             {"relevance_score", number, true, "0 to 1"}};
inline constexpr schema found_memory{.kind = value_kind::object, .members = found_members};
inline constexpr property pending_members[] = {
    memory_members[0],
    memory_members[1],
    memory_members[2],
    memory_members[3],
    memory_members[4],
    memory_members[5],
    memory_members[6],
    memory_members[7],
    memory_members[8],
    memory_members[9],
    is_cut,
    {"should_promote", flag, true, "whether a rule says so"}};
inline constexpr schema pending_memory{.kind = value_kind::object, .members = pending_members};

inline constexpr property page_members[] = {
    {"memories",
     {.kind = value_kind::list, .description = "a page of them", .each = &listed_memory},
     true},
    {"count", count, true, "of this page"},
    {"total", count, true, "of all pages"},
    {"next_cursor", any_text, false, "for the next page"},
};
inline constexpr property promoted_members[] = {
    {"memory_id", any_text, true, "its id"},
    {"success", flag, true, "whether it worked"},
    {"long_term_id", any_text, false, "in long-term memory"},
    {"error", any_text, false, "what went wrong"},
    {"code", any_text, false, "of the error"}};
inline constexpr schema promoted{.kind = value_kind::object, .members = promoted_members};
inline constexpr property by_priority[] = {{"low", count, true, "how many"},
                                           {"medium", count, true, "how many"},
                                           {"high", count, true, "how many"},
                                           {"critical", count, true, "how many"}};
inline constexpr property done_members[] = {
    {"success", flag, true, "whether it worked"},
    {"message", any_text, true, "what happened"},
};

}  // namespace workmem::tools::session_schema
