#pragma once

#include <workmem/long_term/long_term.hpp>
#include <workmem/tools/session/schema.hpp>

// What the long-term tools take and give, said once.

namespace workmem::tools::long_term_schema {

inline constexpr property memory_id{"memory_id",
                                    {.kind = value_kind::text,
                                     .description = "its id in long-term memory",
                                     .least = 1,
                                     .most = long_term_limits::id_bytes},
                                    true};
inline constexpr property filter_tags{"tags",
                                      {.kind = value_kind::list,
                                       .description = "any of them",
                                       .most = session_limits::tags,
                                       .each = &session_schema::tag}};

/// A memory that is kept for good.
inline constexpr property memory_members[] = {
    {"id", session_schema::any_text, true, "in long-term memory"},
    {"content", session_schema::any_text, true, "what it says"},
    {"tags", {.kind = value_kind::list, .each = &session_schema::any_text}, true, "its labels"},
    {"metadata", session_schema::object, true, "what else is known, and where it comes from"},
    {"created_at", session_schema::any_text, true, "ISO 8601, UTC"},
};
inline constexpr property listed_members[] = {
    memory_members[0],
    memory_members[1],
    memory_members[2],
    memory_members[3],
    memory_members[4],
    {"content_truncated", session_schema::flag, false, "long_term_get has the rest"}};
inline constexpr schema memory{.kind = value_kind::object, .members = listed_members};
inline constexpr schema memories{.kind = value_kind::list, .each = &memory};
inline constexpr property listed[] = {
    {"memories", memories, true, "a page of them"},
    {"count", session_schema::count, true, "of this page"},
    {"next_cursor", session_schema::any_text, false, "for the next page"},
};
inline constexpr property found[] = {
    {"memories", memories, true, "most relevant first"},
    {"count", session_schema::count, true, "of them"},
    {"omitted", session_schema::count, false, "found, too, but too long for one answer"},
};

}  // namespace workmem::tools::long_term_schema
