#pragma once

#include <workmem/tools/page.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Tasks, and what was learned, in lists.

namespace workmem::tools::task_rows {

template <class Memory>
[[nodiscard]] std::vector<task_id> of_statuses(const Memory& memory,
                                               std::initializer_list<task_status> statuses) {
    std::vector<task_id> out;
    for (const auto each : statuses)
        for (auto& id : memory.of_status(each)) out.push_back(std::move(id));
    return out;
}

/// The tasks in a state as lists name it; all without one.
template <class Memory>
[[nodiscard]] std::vector<task_id> of_state(const Memory& memory, std::string_view state) {
    constexpr auto all = (std::numeric_limits<std::size_t>::max)();
    if (state == "ready") return memory.ready(all);
    if (state == "blocked") return memory.blocked(all);
    using enum task_status;
    if (state == "in_progress") return of_statuses(memory, {assigned, in_progress});
    if (state == "review") return of_statuses(memory, {review});
    if (state == "done") return of_statuses(memory, {completed, skipped, cancelled});
    if (state == "failed") return of_statuses(memory, {failed});
    return memory.ids();
}

/// Of these tasks those that a filter asks for.
template <class Memory>
[[nodiscard]] std::vector<task_id> asked_for(const Memory& memory, std::vector<task_id> ids,
                                             const task_filter& filter) {
    if (filter.tag.empty() && filter.assigned_to.empty() && filter.parent.empty()) return ids;
    auto wanted = memory.ids(filter);
    std::sort(wanted.begin(), wanted.end());
    std::erase_if(ids, [&](const task_id& each) {
        return !std::binary_search(wanted.begin(), wanted.end(), each);
    });
    return ids;
}

/// A page of the tasks in a state.
template <class Json, class Store>
[[nodiscard]] result<Json> listed(Store& store, const arguments<Json>& in) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    const auto skip = cursor_of(in);
    if (!skip) return skip.error();
    const auto& memory = *plan->memory;
    std::string parent;
    if (in.has("parent")) {
        const auto meant = memory.try_identify(in.text("parent"));
        if (!meant) return meant.error();
        parent = meant->str();
    }
    const auto ids = asked_for(memory, of_state(memory, in.text("state")),
                               {.tag = in.text("tag"),
                                .assigned_to = in.text("assigned_to"),
                                .parent = std::move(parent)});
    const auto first = static_cast<std::size_t>((std::min)(*skip, std::uint64_t{ids.size()}));
    return fitting(in.count("limit", 50), [&](std::size_t limit) -> result<Json> {
        const auto last = first + (std::min)(limit, ids.size() - first);
        Json out = Json::object();
        auto& tasks = out["tasks"] = Json::array();
        for (auto at = first; at < last; ++at)
            if (const auto found = memory.try_get(ids[at]))
                tasks.push_back(told_task<Json>(memory, *found));
        out["total"] = ids.size();
        out["outcome"] = std::string{to_string(memory.outcome())};
        if (last < ids.size()) out["next_cursor"] = to_cursor(last);
        return out;
    });
}

/// The tasks that `pick(memory, limit)` picks.
template <class Json, class Store, class Pick>
[[nodiscard]] result<Json> picked(Store& store, const arguments<Json>& in, Pick&& pick) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    return told_tasks<Json>(*plan->memory, pick(*plan->memory, in.count("limit", 50)));
}

/// What may be worth keeping, as much as fits into an answer.
template <class Json, class Store>
[[nodiscard]] result<Json> learning_candidates(Store& store, const arguments<Json>& in) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    const auto all = plan->memory->learning_candidates();
    return fitting(in.count("limit", 50), [&](std::size_t limit) -> result<Json> {
        Json out = Json::object();
        auto& list = out["candidates"] = Json::array();
        for (const auto& each : all) {
            if (list.size() == limit) break;
            Json shown = Json::object();
            shown["core"] = each.suggested_core;
            shown["reason"] = each.reason;
            shown["content"] = each.content;
            shown["source"] = each.source;
            list.push_back(std::move(shown));
        }
        out["total"] = all.size();
        return out;
    });
}

}  // namespace workmem::tools::task_rows
