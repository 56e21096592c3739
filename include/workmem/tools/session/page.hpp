#pragma once

#include <workmem/session/reports.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/session/json.hpp>

#include <cstddef>
#include <string>
#include <utility>

// Memories of a session in pages, as many as fit into an answer.

namespace workmem::tools::session_rows {

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

/// The same, as the memories are.
template <class Json, class Store>
[[nodiscard]] result<Json> listed(Store& store, const arguments<Json>& in,
                                  const session_filter& filter) {
    return listed(store, in, filter, [](const Json&) {});
}

/// A page of what a search finds, each with its relevance.
template <class Json, class Store>
[[nodiscard]] result<Json> found(Store& store, const arguments<Json>& in) {
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
    return fitting(in.count("limit", default_hits), [&](std::size_t limit) -> result<Json> {
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
        if (in.flag("include_long_term")) {
            auto kept = store.try_long_term();
            if (!kept) return kept.error();
            auto& list = out["long_term"] = Json::array();
            for (const auto& each : (*kept)->search(query, limit, {}))
                list.push_back(to_json<Json>(each.value));
        }
        if (found->next) out["next_cursor"] = to_cursor(*found->next);
        return out;
    });
}

}  // namespace workmem::tools::session_rows
