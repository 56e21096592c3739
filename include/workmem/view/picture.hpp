#pragma once

#include <workmem/task/options.hpp>
#include <workmem/task/task.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What a task memory looks like, for people: pure functions of what is there, in a stable order.
namespace workmem::view {

/// How much is shown.
struct view_options {
    std::size_t max_tasks = 200;       ///< the rest is counted
    std::size_t max_label_chars = 60;  ///< code points of a title or a name
    std::size_t max_edges = 500;       ///< arrows in Mermaid, which takes no more unless told to
};

/// A task as it is drawn.
struct drawn_task {
    std::string id{};
    std::string title{};
    std::string state{};  ///< its status, or `ready`, or `waiting`
    std::string agent{};  ///< who has it, had it, or is to review it
    std::vector<task_dependency> depends_on{};
};

/// A dependency between two tasks that are drawn, by their places.
struct drawn_edge {
    std::size_t from = 0;
    std::size_t to = 0;
    dependency_condition condition = dependency_condition::success;
};

/// What all views draw: each task after what it depends on.
struct picture {
    task_memory_info about{};
    std::vector<drawn_task> tasks{};
    std::vector<drawn_edge> edges{};
    std::size_t more = 0;  ///< tasks that are not shown
};

namespace detail {

/// The colour behind a task in that state.
[[nodiscard]] inline const char* colour_of(std::string_view state) noexcept {
    if (state == "ready") return "#dbeafe";
    if (state == "assigned" || state == "in_progress") return "#fef9c3";
    if (state == "review") return "#ede9fe";
    if (state == "completed") return "#dcfce7";
    if (state == "failed" || state == "blocked") return "#fee2e2";
    return state == "waiting" ? "#f3f4f6" : "#ffffff";
}

}  // namespace detail

/// A title as it stands in a line: escaped, and cut.
[[nodiscard]] inline std::string label(std::string_view text, const view_options& options) {
    std::size_t bytes = 0, chars = 0;
    while (bytes < text.size() && chars < options.max_label_chars) {
        bytes += text::decode(text, bytes).bytes;
        ++chars;
    }
    auto out = text::escaped(text.substr(0, bytes));
    if (bytes < text.size()) out += "…";
    return out;
}

/// Reads a memory, or a handle of somebody's. O(size of the memory).
template <class Memory>
[[nodiscard]] picture picture_of(const Memory& memory, const view_options& options = {}) {
    picture out;
    out.about = memory.info();
    auto order = memory.topological_order();
    if (order.size() > options.max_tasks) {
        out.more = order.size() - options.max_tasks;
        order.resize(options.max_tasks);
    }
    std::map<std::string_view, std::size_t> places;
    out.tasks.reserve(order.size());
    for (const auto& id : order) {
        auto found = memory.try_get(id);
        if (!found) continue;  // it was folded away meanwhile
        drawn_task drawn{found->id,
                         found->title,
                         std::string{to_string(found->status)},
                         {},
                         std::move(found->depends_on)};
        if (found->status == task_status::pending)
            drawn.state = memory.is_ready(id) ? "ready" : "waiting";
        drawn.agent = found->status == task_status::review ? std::move(found->reviewer)
                                                           : std::move(found->assigned_to);
        out.tasks.push_back(std::move(drawn));
        places.emplace(out.tasks.back().id, out.tasks.size() - 1);
    }
    for (std::size_t to = 0; to < out.tasks.size(); ++to)
        for (const auto& each : out.tasks[to].depends_on)
            if (const auto from = places.find(each.task.str()); from != places.end())
                out.edges.push_back({from->second, to, each.condition});
    return out;
}

}  // namespace workmem::view
