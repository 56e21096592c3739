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

/// A page of a session's memories of at most so many bytes of JSON; `finish(json)` changes each.
template <class Json, class Store, class Finish>
[[nodiscard]] result<Json> paged(Store& store, const arguments<Json>& in,
                                 const session_filter& filter, std::size_t most, Finish&& finish) {
    const auto after = cursor_of(in);
    if (!after) return after.error();
    const auto& session = in.text("session_id");
    const auto fetch = [&](std::size_t limit) -> result<Json> {
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
    };
    return fitting(in.count("limit", default_page), fetch, most);
}

/// A page as a model reads it: long texts are cut.
template <class Json, class Store, class Finish>
[[nodiscard]] result<Json> listed(Store& store, const arguments<Json>& in,
                                  const session_filter& filter, Finish&& finish) {
    return paged(store, in, filter, max_page_bytes, [&](Json& each) {
        cut_content(each);
        finish(each);
    });
}
template <class Json, class Store>
[[nodiscard]] result<Json> listed(Store& store, const arguments<Json>& in,
                                  const session_filter& filter) {
    return listed(store, in, filter, [](const Json&) {});
}

/// A page as it is kept elsewhere: everything, half as much as an answer holds, as it is sent
/// twice.
template <class Json, class Store>
[[nodiscard]] result<Json> exported(Store& store, const arguments<Json>& in) {
    return paged(store, in, {.include_expired = true, .include_promoted = true},
                 max_answer_bytes / 3, [](const Json&) {});
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
            cut_content(shown);
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
                cut_content(list.emplace_back(to_json<Json>(each.value)));
        }
        if (found->next) out["next_cursor"] = to_cursor(*found->next);
        return out;
    });
}

}  // namespace workmem::tools::session_rows
