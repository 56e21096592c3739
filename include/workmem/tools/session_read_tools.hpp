#pragma once

#include <workmem/tools/page.hpp>
#include <workmem/tools/session_json.hpp>
#include <workmem/tools/session_schema.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

// The session tools that read.

namespace workmem::tools {

struct working_memory_get {
    static constexpr property input[] = {session_schema::session, session_schema::memory};
    static constexpr definition is{
        .name = "working_memory_get",
        .description = "Read a memory by id. Counts as an access, which may promote it.",
        .input = input,
        .output = session_schema::memory_members};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto& session = in.text("session_id");
        auto found = store.try_get(session, in.text("memory_id"));
        if (!found) return found.error();
        return to_json<Json>(session, *found);
    }
};

namespace detail {

inline constexpr std::size_t default_page = 100;
inline constexpr std::size_t default_hits = 10;

/// A page of a session's memories that fits into an answer; `finish(json)` adds to each.
template <class Json, class Store, class Finish>
[[nodiscard]] result<Json> listed(Store& store, const arguments<Json>& in,
                                  const session_filter& filter, Finish&& finish) {
    const auto after = cursor_of(in);
    if (!after) return after.error();
    const auto& session = in.text("session_id");
    return fitting(in.count("limit", default_page), [&](std::size_t limit) -> result<Json> {
        auto page = store.try_list(session, filter, limit, *after);
        if (!page) return page.error();
        Json out = Json::object();
        auto& memories = out["memories"] = Json::array();
        for (const auto& each : page->memories) {
            auto shown = to_json<Json>(session, each);
            finish(shown);
            memories.push_back(std::move(shown));
        }
        out["count"] = memories.size();
        out["total"] = page->total;
        if (page->next) out["next_cursor"] = to_cursor(*page->next);
        return out;
    });
}

inline constexpr auto as_it_is = [](const auto&) {};

}  // namespace detail

struct working_memory_list {
    static constexpr property input[] = {session_schema::session,
                                         {"include_expired", session_schema::flag},
                                         {"include_promoted", session_schema::flag},
                                         session_schema::limit,
                                         session_schema::cursor};
    static constexpr definition is{.name = "working_memory_list",
                                   .description = "The memories of a session, oldest first.",
                                   .input = input,
                                   .output = session_schema::page_members,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::listed<Json>(store, in,
                                    {.include_expired = in.flag("include_expired"),
                                     .include_promoted = in.flag("include_promoted")},
                                    detail::as_it_is);
    }
};

struct working_memory_list_pending {
    static constexpr property input[] = {session_schema::session, session_schema::limit,
                                         session_schema::cursor};
    static constexpr property output[] = {
        {"memories", {.kind = value_kind::list, .each = &session_schema::pending_memory}, true},
        session_schema::page_members[1],
        session_schema::page_members[2],
        session_schema::page_members[3]};
    static constexpr definition is{
        .name = "working_memory_list_pending",
        .description = "Memories that a rule would promote at their next access.",
        .input = input,
        .output = output,
        .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::listed<Json>(store, in, {.only = session_filter::kind::pending},
                                    [](Json& each) { each["should_promote"] = true; });
    }
};

struct working_memory_list_expired {
    static constexpr property input[] = {session_schema::session, session_schema::limit,
                                         session_schema::cursor};
    static constexpr definition is{.name = "working_memory_list_expired",
                                   .description = "Expired memories, until the next cleanup.",
                                   .input = input,
                                   .output = session_schema::page_members,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::listed<Json>(store, in, {.only = session_filter::kind::expired},
                                    detail::as_it_is);
    }
};

struct working_memory_list_promoted {
    static constexpr property input[] = {session_schema::session, session_schema::limit,
                                         session_schema::cursor};
    static constexpr definition is{.name = "working_memory_list_promoted",
                                   .description = "Memories that went to long-term memory.",
                                   .input = input,
                                   .output = session_schema::page_members,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::listed<Json>(store, in, {.only = session_filter::kind::promoted},
                                    detail::as_it_is);
    }
};

struct working_memory_export {
    static constexpr property input[] = {session_schema::session, session_schema::limit,
                                         session_schema::cursor};
    static constexpr property output[] = {session_schema::page_members[0],
                                          session_schema::page_members[1],
                                          session_schema::page_members[2],
                                          session_schema::page_members[3],
                                          {"session_id", session_schema::any_text, true}};
    static constexpr definition is{
        .name = "working_memory_export",
        .description = "All memories of a session, expired and promoted ones too.",
        .input = input,
        .output = output,
        .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto out = detail::listed<Json>(
            store, in, {.include_expired = true, .include_promoted = true}, detail::as_it_is);
        if (out) (*out)["session_id"] = in.text("session_id");
        return out;
    }
};

struct working_memory_search {
    static constexpr property input[] = {
        session_schema::session,
        {"query",
         {.kind = value_kind::text,
          .description = "words; all of them must be there",
          .most = session_schema::max_query_bytes}},
        {"tags",
         {.kind = value_kind::list,
          .description = "any of them",
          .most = session_limits::tags,
          .each = &session_schema::tag}},
        {"priority", {.kind = value_kind::text, .choices = session_schema::priority_names}},
        {"include_expired", session_schema::flag},
        {"include_promoted", session_schema::flag},
        session_schema::limit,
        session_schema::cursor,
    };
    static constexpr property output[] = {
        {"memories", {.kind = value_kind::list, .each = &session_schema::found_memory}, true},
        session_schema::page_members[1],
        session_schema::page_members[2],
        session_schema::page_members[3],
        {"query", session_schema::any_text, true}};
    static constexpr definition is{
        .name = "working_memory_search",
        .description = "Find memories of a session, most relevant first.",
        .input = input,
        .output = output,
        .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto skip = cursor_of(in);
        if (!skip) return skip.error();
        session_filter filter{.include_expired = in.flag("include_expired"),
                              .include_promoted = in.flag("include_promoted"),
                              .tags = in.texts("tags")};
        if (in.has("priority")) {
            auto priority = try_parse_priority(in.text("priority"));
            if (!priority) return priority.error();
            filter.priority = *priority;
        }
        const auto& session = in.text("session_id");
        const auto& query = in.text("query");
        return fitting(in.count("limit", detail::default_hits),
                       [&](std::size_t limit) -> result<Json> {
                           auto found = store.try_search_page(session, query, filter, limit, *skip);
                           if (!found) return found.error();
                           Json out = Json::object();
                           auto& memories = out["memories"] = Json::array();
                           for (const auto& each : found->hits) {
                               auto shown = to_json<Json>(session, each.value);
                               shown["relevance_score"] = to_share(each.relevance_ppm);
                               memories.push_back(std::move(shown));
                           }
                           out["count"] = memories.size();
                           out["total"] = found->total;
                           out["query"] = query;
                           if (found->next) out["next_cursor"] = to_cursor(*found->next);
                           return out;
                       });
    }
};

struct working_memory_stats {
    static constexpr property input[] = {session_schema::session};
    static constexpr property by_priority[] = {{"low", session_schema::count, true},
                                               {"medium", session_schema::count, true},
                                               {"high", session_schema::count, true},
                                               {"critical", session_schema::count, true}};
    static constexpr property output[] = {
        {"session_id", session_schema::any_text, true},
        {"total_count", session_schema::count, true},
        {"active_count", session_schema::count, true},
        {"expired_count", session_schema::count, true},
        {"promoted_count", session_schema::count, true},
        {"pending_promotion", session_schema::count, true},
        {"avg_access_count", session_schema::number, true},
        {"avg_importance", session_schema::number, true},
        {"by_priority", {.kind = value_kind::object, .members = by_priority}, true}};
    static constexpr definition is{.name = "working_memory_stats",
                                   .description = "How a session stands: counts and averages.",
                                   .input = input,
                                   .output = output,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto& session = in.text("session_id");
        auto stats = store.try_stats(session);
        if (!stats) return stats.error();
        Json out = Json::object();
        out["session_id"] = session;
        out["total_count"] = stats->total;
        out["active_count"] = stats->active;
        out["expired_count"] = stats->expired;
        out["promoted_count"] = stats->promoted;
        out["pending_promotion"] = stats->pending_promotion;
        out["avg_access_count"] = stats->avg_access_count();
        out["avg_importance"] = stats->avg_importance();
        auto& counts = out["by_priority"] = Json::object();
        for (const auto level : priorities)
            counts[std::string{to_string(level)}] =
                stats->by_priority[static_cast<std::size_t>(level)];
        return out;
    }
};

}  // namespace workmem::tools
