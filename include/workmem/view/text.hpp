#pragma once

#include <workmem/view/picture.hpp>

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace workmem::view {

namespace detail {

[[nodiscard]] inline const char* mark_of(std::string_view state) noexcept {
    if (state == "completed") return "x";
    if (state == "ready") return ">";
    if (state == "assigned" || state == "in_progress") return "~";
    if (state == "review") return "?";
    if (state == "failed" || state == "blocked") return "!";
    return state == "cancelled" || state == "skipped" ? "-" : " ";
}

}  // namespace detail

/// A picture as text. Each task stands under the first one that it depends on, with the others
/// named behind it:
///
///     "Implement auth system" (active), 1 of 3 tasks completed, 1 ready
///     goal: "Add JWT authentication to the API"
///     [x] "Design token schema" completed, agent-123
///       [>] "Token service" ready
///       [ ] "Middleware" waiting, also after "Token service"
///     +2 more
///
/// ASCII but for what titles say; each title on one line, escaped. No trailing newline.
[[nodiscard]] inline std::string text(const picture& of, const view_options& options = {}) {
    std::string out;
    const auto to = std::back_inserter(out);
    const auto& about = of.about;
    fmt::format_to(to, "\"{}\" ({}), {} of {} tasks completed, {} ready",
                   label(about.name, options), to_string(about.status),
                   about.count(task_status::completed), about.tasks, about.ready);
    if (!about.goal.empty()) fmt::format_to(to, "\ngoal: \"{}\"", label(about.goal, options));

    // Parents and further dependencies; a parent comes earlier than its children.
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> parent(of.tasks.size(), none);
    std::vector<std::vector<std::size_t>> children(of.tasks.size()), others(of.tasks.size());
    for (const auto& each : of.edges) {
        if (parent[each.to] == none) {
            parent[each.to] = each.from;
            children[each.from].push_back(each.to);
        } else {
            others[each.to].push_back(each.from);
        }
    }
    struct place {
        std::size_t task;
        std::size_t depth;
    };
    std::vector<place> next;
    for (auto root = of.tasks.size(); root-- > 0;)
        if (parent[root] == none) next.push_back({root, 0});
    while (!next.empty()) {
        const auto [at, depth] = next.back();
        next.pop_back();
        const auto& task = of.tasks[at];
        // A chain of a thousand stays readable.
        constexpr std::size_t deepest = 20;
        fmt::format_to(to, "\n{:{}}[{}] \"{}\" {}", "", 2 * (std::min)(depth, deepest),
                       detail::mark_of(task.state), label(task.title, options), task.state);
        if (!task.agent.empty()) fmt::format_to(to, ", {}", label(task.agent, options));
        const char* separator = ", also after ";
        for (const auto other : others[at]) {
            fmt::format_to(to, "{}\"{}\"", separator, label(of.tasks[other].title, options));
            separator = ", ";
        }
        for (auto child = children[at].rbegin(); child != children[at].rend(); ++child)
            next.push_back({*child, depth + 1});
    }
    if (of.more > 0) fmt::format_to(to, "\n+{} more", of.more);
    return out;
}
template <class Memory>
[[nodiscard]] std::string text(const Memory& memory, const view_options& options = {}) {
    return text(picture_of(memory, options), options);
}

}  // namespace workmem::view
