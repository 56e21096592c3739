#pragma once

#include <workmem/session/commands.hpp>
#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/long_term/schema.hpp>
#include <workmem/tools/session/bulk_promotion.hpp>
#include <workmem/tools/session/json.hpp>
#include <workmem/tools/session/page.hpp>
#include <workmem/tools/session/schema.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <tuple>
#include <utility>

// The session tools, one a row: name, what it says of itself, what it does, what it takes, what it
// answers, what it calls. A new tool is a new row.

namespace workmem::tools::session_rows {

using namespace session_schema;

/// Says that it worked, and on what.
template <class Json>
void succeed(Json& out, std::string message) {
    out["success"] = true;
    out["message"] = std::move(message);
}

inline constexpr std::tuple table{
    tool{"working_memory_add",
         "Remember something in a session for a while. What proves important goes to "
         "long-term memory.",
         effect::writes,
         {session,
          {"content",
           {.kind = value_kind::text,
            .description = "at most 100 KB",
            .least = 1,
            .most = session_limits::content_bytes},
           true},
          {"priority",
           {.kind = value_kind::text,
            .description = "kept for 1, 4, 12 or 24 hours",
            .choices = priority_names},
           true},
          {"tags", tags, false, "its labels"},
          {"metadata",
           {.kind = value_kind::object, .description = "name to string, number or flag"}},
          key},
         memory_members,
         []<class Json>(auto& store, const arguments<Json>& in) -> result<Json> {
             auto metadata = metadata_of(in.find("metadata"));
             if (!metadata) return metadata.error();
             auto priority = try_parse_priority(in.text("priority"));
             if (!priority) return priority.error();
             const auto& id = in.text("session_id");
             return answer(in,
                           store.try_add(id,
                                         {.content = in.text("content"),
                                          .priority = *priority,
                                          .tags = in.texts("tags"),
                                          .metadata = std::move(*metadata)},
                                         retriable_call{in}),
                           [&](Json& out, const auto& memory) { out = to_json<Json>(id, memory); });
         }},
    tool{"working_memory_get",
         "Read a memory by id. Counts as an access, which may promote it.",
         effect::writes,
         {session, memory},
         memory_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             const auto& id = in.text("session_id");
             return answer(in, store.try_get(id, in.text("memory_id")),
                           [&](Json& out, const auto& memory) { out = to_json<Json>(id, memory); });
         }},
    tool{"working_memory_list",
         "The memories of a session, oldest first.",
         effect::reads,
         {session,
          {"include_expired", flag, false, "default false"},
          {"include_promoted", flag, false, "default false"},
          limit,
          cursor},
         page_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return listed(store, in,
                           {.include_expired = in.flag("include_expired"),
                            .include_promoted = in.flag("include_promoted")});
         }},
    tool{
        "working_memory_promote",
        "Keep a memory for good in long-term memory; repeating it is harmless.",
        effect::writes,
        {session, memory, allow_secret, key},
        {{"id", any_text, true, "its id"},
         {"content", any_text, true, "what it says"},
         {"tags", {.kind = value_kind::list, .description = "its labels", .each = &any_text}, true},
         {"metadata", object, true, "what else is known"},
         {"created_at", any_text, true, "ISO 8601, UTC"},
         {"already_promoted", flag, true, "whether it was"}},
        []<class Json>(auto& store, const arguments<Json>& in) {
            return answer(
                in,
                store.try_promote(in.text("session_id"), in.text("memory_id"), retriable_call{in},
                                  {.allow_secret = in.flag("allow_secret")}),
                [](Json& out, const auto& done) {
                    out = to_json<Json>(done.memory);
                    out["already_promoted"] = !done.is_new;
                });
        }},
    tool{"working_memory_clear_session",
         "Remove all memories of a session. Long-term memory stays.",
         effect::destroys,
         {session, key},
         done_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             const auto& id = in.text("session_id");
             return answer(
                 in, store.try_clear(id, retriable_call{in}),
                 [&](Json& out, const auto&...) { succeed(out, "Session cleared: " + id); });
         }},
    tool{"working_memory_stats",
         "How a session stands: counts and averages.",
         effect::reads,
         {session},
         {{"session_id", any_text, true, "the conversation"},
          {"total_count", count, true, "all"},
          {"active_count", count, true, "not expired"},
          {"expired_count", count, true, "expired"},
          {"promoted_count", count, true, "promoted"},
          {"pending_promotion", count, true, "to be promoted"},
          {"avg_access_count", number, true, "per memory"},
          {"avg_importance", number, true, "0 to 1"},
          {"by_priority",
           {.kind = value_kind::object, .description = "how many of each", .members = by_priority},
           true}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             const auto& id = in.text("session_id");
             return answer(in, store.try_stats(id),
                           [&](Json& out, const auto& stats) { out = to_json<Json>(id, stats); });
         }},
    tool{"working_memory_expire",
         "Let a memory expire now; the next cleanup removes it.",
         effect::writes,
         {session, memory, key},
         done_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             const auto& id = in.text("memory_id");
             return answer(
                 in, store.try_expire(in.text("session_id"), id, retriable_call{in}),
                 [&](Json& out, const auto&...) { succeed(out, "Memory expired: " + id); });
         }},
    tool{"working_memory_extend_ttl",
         "Keep a memory longer by the time of its priority; revives an expired one.",
         effect::writes,
         {session, memory, key},
         {{"success", flag, true, "whether it worked"},
          {"new_expires_at", any_text, true, "ISO 8601, UTC"},
          {"message", any_text, true, "what happened"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             const auto& id = in.text("memory_id");
             return answer(in, store.try_extend_ttl(in.text("session_id"), id, retriable_call{in}),
                           [&](Json& out, const auto& expires) {
                               succeed(out, "TTL extended for memory: " + id);
                               out["new_expires_at"] = to_iso8601(expires);
                           });
         }},
    tool{"working_memory_export",
         "All memories of a session, expired and promoted ones too.",
         effect::reads,
         {session, limit, cursor},
         {page_members[0],
          page_members[1],
          page_members[2],
          page_members[3],
          {"session_id", any_text, true, "the conversation"}},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return answer(in, exported(store, in), [&](Json& out, Json& page) {
                 out = std::move(page);
                 out["session_id"] = in.text("session_id");
             });
         }},
    tool{"working_memory_list_pending",
         "Memories that a rule would promote at their next access.",
         effect::reads,
         {session, limit, cursor},
         {{"memories",
           {.kind = value_kind::list, .description = "a page of them", .each = &pending_memory},
           true},
          page_members[1],
          page_members[2],
          page_members[3]},
         []<class Json>(auto& store, const arguments<Json>& in) {
             return listed(store, in, {.only = session_filter::kind::pending},
                           [](Json& each) { each["should_promote"] = true; });
         }},
    tool{"working_memory_list_expired",
         "Expired memories, until the next cleanup.",
         effect::reads,
         {session, limit, cursor},
         page_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return listed(store, in, {.only = session_filter::kind::expired});
         }},
    tool{"working_memory_list_promoted",
         "Memories that went to long-term memory.",
         effect::reads,
         {session, limit, cursor},
         page_members,
         []<class Json>(auto& store, const arguments<Json>& in) {
             return listed(store, in, {.only = session_filter::kind::promoted});
         }},
    tool{"working_memory_bulk_promote",
         "Promote several memories, each for itself; where some remain, call again.",
         effect::writes,
         {session,
          {"memory_ids",
           {.kind = value_kind::list,
            .description = "of the memories",
            .most = max_ids,
            .each = &memory_id},
           true},
          allow_secret,
          key},
         {{"success", count, true, "whether it worked"},
          {"failed", count, true, "how many"},
          {"results",
           {.kind = value_kind::list, .description = "one each", .each = &promoted},
           true},
          {"remaining", count, false, "how many more"}},
         [](auto& store, const auto& in) { return bulk_promoted(store, in); }},
    tool{"working_memory_relation_add",
         "Relate a memory to any other element, by its id.",
         effect::writes,
         {session,
          memory,
          {"relation_type",
           {.kind = value_kind::text,
            .description = "e.g. references, depends_on",
            .least = 1,
            .most = session_limits::id_bytes},
           true},
          {"target_element_id", memory_id, true, "what it relates to"},
          {"metadata", object, false, "name to scalar"},
          key},
         done_members,
         []<class Json>(auto& store, const arguments<Json>& in) -> result<Json> {
             auto metadata = metadata_of(in.find("metadata"));
             if (!metadata) return metadata.error();
             return answer(in,
                           store.try_relate(in.text("session_id"), in.text("memory_id"),
                                            {.type = in.text("relation_type"),
                                             .target = in.text("target_element_id"),
                                             .metadata = std::move(*metadata)},
                                            retriable_call{in}),
                           [](Json& out, bool is_new) {
                               succeed(out, is_new ? "Relation added successfully"
                                                   : "Relation was there already");
                           });
         }},
    tool{"working_memory_search",
         "Find memories of a session, most relevant first.",
         effect::reads,
         {session,
          {"query",
           {.kind = value_kind::text,
            .description = "words; any match, full match first",
            .most = max_query_bytes}},
          {"tags",
           {.kind = value_kind::list,
            .description = "any of them",
            .most = session_limits::tags,
            .each = &tag}},
          {"priority",
           {.kind = value_kind::text,
            .description = "only this one",
            .choices = priority_names}},
          {"include_expired", flag, false, "default false"},
          {"include_promoted", flag, false, "default false"},
          {"include_long_term", flag, false, "also what is kept for good, of any session"},
          limit,
          cursor},
         {{"memories",
           {.kind = value_kind::list, .description = "a page of them", .each = &found_memory},
           true},
          {"long_term", long_term_schema::memories, false, "what is kept for good"},
          page_members[1],
          page_members[2],
          page_members[3],
          {"query", any_text, true, "what was searched"}},
         [](auto& store, const auto& in) { return found(store, in); }},
};

}  // namespace workmem::tools::session_rows
