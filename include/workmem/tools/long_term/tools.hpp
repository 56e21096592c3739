#pragma once

#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/long_term/schema.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/session/json.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <utility>

// The tools of a long-term memory, one a row: name, what it says of itself, what it does, what it
// takes, what it answers, what it calls. A new tool is a new row.

namespace workmem::tools::long_term_rows {

inline constexpr std::size_t default_page = 100;
inline constexpr std::size_t default_hits = 10;

/// Memories as they are shown, and how many.
template <class Json, class Memories, class Value>
[[nodiscard]] Json shown(const Memories& memories, Value&& value) {
    Json out = Json::object();
    auto& list = out["memories"] = Json::array();
    for (const auto& each : memories) cut_content(list.emplace_back(to_json<Json>(value(each))));
    out["count"] = list.size();
    return out;
}

inline constexpr std::tuple table{
    tool{"long_term_search",
         "Find what is kept for good, by words, most relevant first.",
         effect::reads,
         {{"query",
           {.kind = value_kind::text,
            .description = "words; any of them",
            .least = 1,
            .most = session_schema::max_query_bytes},
           true},
          long_term_schema::filter_tags,
          session_schema::limit},
         long_term_schema::found,
         []<class Json>(auto& kept, const arguments<Json>& in) {
             const long_term_filter filter{.tags = in.texts("tags")};
             const auto hits =
                 kept.search(in.text("query"), in.count("limit", default_hits), filter);
             auto out = fitting(hits.size(), [&](std::size_t limit) -> result<Json> {
                 return shown<Json>(std::span{hits}.first((std::min)(limit, hits.size())),
                                    [](const auto& hit) { return hit.value; });
             });
             if (const std::size_t count = (*out)["count"]; count < hits.size())
                 (*out)["omitted"] = hits.size() - count;
             return out;
         }},
    tool{"long_term_get",
         "Read a memory that is kept for good, by its id.",
         effect::reads,
         {long_term_schema::memory_id},
         long_term_schema::memory_members,
         []<class Json>(auto& kept, const arguments<Json>& in) -> result<Json> {
             const auto& id = in.text("memory_id");
             const auto found = kept.get(id);
             if (!found)
                 return error{error_code::not_found,
                              "there is no long-term memory " + text::quoted(text::prefix(id, 200)),
                              {{"memory_id", id}}};
             return to_json<Json>(*found);
         }},
    tool{"long_term_list",
         "What is kept for good, oldest first.",
         effect::reads,
         {long_term_schema::filter_tags, session_schema::limit, session_schema::cursor},
         long_term_schema::listed,
         []<class Json>(auto& kept, const arguments<Json>& in) -> result<Json> {
             const auto after = cursor_of(in);
             if (!after) return after.error();
             const long_term_filter filter{.tags = in.texts("tags")};
             return fitting(
                 in.count("limit", default_page), [&](std::size_t limit) -> result<Json> {
                     const auto page = kept.list(filter, limit, *after);
                     auto out = shown<Json>(page.memories, [](const auto& each) { return each; });
                     if (page.next) out["next_cursor"] = to_cursor(*page.next);
                     return out;
                 });
         }},
    tool{"long_term_forget",
         "Erase a memory that was kept for good, also from the stored records. A session that "
         "still has it keeps its own.",
         effect::destroys,
         {long_term_schema::memory_id, idempotency_key},
         {{"forgotten", session_schema::flag, true, "whether it was there"}},
         []<class Json>(auto& kept, const arguments<Json>& in) {
             return answer(in, kept.try_erase(in.text("memory_id"), retriable_call{in}),
                           [](Json& out, bool was_there) { out["forgotten"] = was_there; });
         }},
};

}  // namespace workmem::tools::long_term_rows
