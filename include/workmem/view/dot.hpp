#pragma once

#include <workmem/view/picture.hpp>

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

namespace workmem::view {

namespace detail {

// Inside quotes of the DOT language, where labels know escapes and HTML entities.
[[nodiscard]] inline std::string dot_label(std::string_view escaped) {
    std::string out;
    for (const char c : escaped) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

}  // namespace detail

/// A picture in the DOT language of Graphviz (https://graphviz.org/doc/info/lang.html): tasks by
/// state, an arrow from each task to those that wait for it, with the condition where that is
/// another one than success. No trailing newline.
[[nodiscard]] inline std::string dot(const picture& of, const view_options& options = {}) {
    std::string out = "digraph plan {\n  node [shape=box, style=filled];";
    const auto to = std::back_inserter(out);
    if (!of.about.name.empty())
        fmt::format_to(to, "\n  label=\"{}\";", detail::dot_label(label(of.about.name, options)));
    for (std::size_t i = 0; i < of.tasks.size(); ++i) {
        const auto& task = of.tasks[i];
        fmt::format_to(to, "\n  t{} [label=\"{}\\n{}", i,
                       detail::dot_label(label(task.title, options)), task.state);
        if (!task.agent.empty())
            fmt::format_to(to, ", {}", detail::dot_label(label(task.agent, options)));
        fmt::format_to(to, "\", fillcolor=\"{}\"];", detail::colour_of(task.state));
    }
    for (const auto& each : of.edges) {
        fmt::format_to(to, "\n  t{} -> t{}", each.from, each.to);
        if (each.condition != dependency_condition::success)
            fmt::format_to(to, " [label=\"{}\"]", to_string(each.condition));
        out += ';';
    }
    if (of.more > 0)
        fmt::format_to(to, "\n  more [label=\"+{} more\", shape=plaintext, style=\"\"];", of.more);
    return out += "\n}";
}
template <class Memory>
[[nodiscard]] std::string dot(const Memory& memory, const view_options& options = {}) {
    return dot(picture_of(memory, options), options);
}

}  // namespace workmem::view
