#pragma once

#include <workmem/view/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::view {

namespace detail {

// As text of an element, or in quotes as the value of an attribute. What was escaped stays so, but
// for quotes and backslashes.
[[nodiscard]] inline std::string html_text(std::string_view escaped) {
    std::string out;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        const bool stands_for_next = escaped[i] == '\\' && (escaped.substr(i + 1, 1) == "\"" ||
                                                            escaped.substr(i + 1, 1) == "\\");
        const char c = stands_for_next ? escaped[++i] : escaped[i];
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}
[[nodiscard]] inline std::string html_label(std::string_view text, const view_options& options) {
    return html_text(label(text, options));
}

inline constexpr std::string_view html_head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>)";
inline constexpr std::string_view html_style = R"(</title>
<style>
body{font:14px/1.4 system-ui,sans-serif;margin:24px;color:#111827;background:#ffffff}
div{overflow-x:auto}
rect{stroke:#6b7280}
path{fill:none;stroke:#6b7280;marker-end:url(#arrow)}
path.other{stroke-dasharray:5}
text{font-size:13px;fill:#111827}
text.state{font-size:11px;fill:#4b5563}
table{border-collapse:collapse;margin-top:16px}
td,th{border:1px solid #d1d5db;padding:4px 8px;text-align:left}
</style>
</head>
<body>
<svg width="0" height="0" style="position:absolute" aria-hidden="true">
<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0L8 4L0 8Z" style="fill:#6b7280;marker-end:none"/>
</marker></svg>
)";

// Tasks in columns, each to the right of all that it depends on.
class html_layout {
public:
    static constexpr std::size_t width = 200, height = 44, column = 250, row = 58, margin = 8;

    explicit html_layout(const picture& of) : places_(of.tasks.size()) {
        std::vector<std::size_t> depth(of.tasks.size()), filled;
        // A task comes after what it depends on.
        for (const auto& each : of.edges)
            depth[each.to] = (std::max)(depth[each.to], depth[each.from] + 1);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (filled.size() <= depth[i]) filled.resize(depth[i] + 1);
            places_[i] = {margin + depth[i] * column, margin + filled[depth[i]]++ * row};
        }
        for (const auto count : filled) rows_ = (std::max)(rows_, count);
        columns_ = filled.size();
    }
    struct place {
        std::size_t x, y;
    };
    [[nodiscard]] const place& of(std::size_t task) const noexcept { return places_[task]; }
    [[nodiscard]] std::size_t whole_width() const noexcept {
        return 2 * margin + columns_ * column - (column - width);
    }
    [[nodiscard]] std::size_t whole_height() const noexcept {
        return 2 * margin + rows_ * row - (row - height);
    }

private:
    std::vector<place> places_;
    std::size_t columns_ = 0, rows_ = 0;
};

inline void append_drawing(std::string& out, const picture& of, const view_options& options) {
    const auto to = std::back_inserter(out);
    const html_layout layout{of};
    fmt::format_to(to, "<div><svg width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">\n",
                   layout.whole_width(), layout.whole_height(), html_label(of.about.name, options));
    for (const auto& each : of.edges) {
        const auto [x, y] = layout.of(each.from);
        const auto [end, down] = layout.of(each.to);
        const auto begin = x + layout.width, middle = (begin + end) / 2;
        const auto from = y + layout.height / 2, until = down + layout.height / 2;
        // Past a column it goes below the boxes of that one.
        const auto bend = end - begin > html_layout::column ? html_layout::height : 0;
        fmt::format_to(to, "<path d=\"M{} {}C{} {} {} {} {} {}\"{}><title>{}</title></path>\n",
                       begin, from, bend == 0 ? middle : begin + 60, from + bend,
                       bend == 0 ? middle : end - 60, until + bend, end, until,
                       each.condition == dependency_condition::success ? "" : " class=\"other\"",
                       to_string(each.condition));
    }
    // What a box has room for; all of the title is told where somebody points at it.
    auto inside = options;
    inside.max_label_chars = (std::min)(options.max_label_chars, std::size_t{26});
    for (std::size_t i = 0; i < of.tasks.size(); ++i) {
        const auto& task = of.tasks[i];
        const auto [x, y] = layout.of(i);
        fmt::format_to(
            to,
            "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" "
            "fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\" "
            "class=\"state\">{}",
            html_label(task.title, options), x, y, layout.width, layout.height,
            colour_of(task.state), x + 8, y + 18, html_label(task.title, inside), x + 8, y + 35,
            task.state);
        if (!task.agent.empty()) fmt::format_to(to, ", {}", html_label(task.agent, inside));
        out += "</text></g>\n";
    }
    out += "</svg></div>\n";
}

inline void append_table(std::string& out, const picture& of, const view_options& options) {
    const auto to = std::back_inserter(out);
    std::vector<std::vector<const drawn_edge*>> after(of.tasks.size());
    for (const auto& each : of.edges) after[each.to].push_back(&each);
    out += "<table>\n<tr><th>Task</th><th>State</th><th>Agent</th><th>After</th></tr>\n";
    for (std::size_t i = 0; i < of.tasks.size(); ++i) {
        const auto& task = of.tasks[i];
        fmt::format_to(to, "<tr><td>{}</td><td style=\"background:{}\">{}</td><td>{}</td><td>",
                       html_label(task.title, options), colour_of(task.state), task.state,
                       html_label(task.agent, options));
        const char* separator = "";
        for (const auto* const each : after[i]) {
            fmt::format_to(to, "{}{}", separator, html_label(of.tasks[each->from].title, options));
            if (each->condition != dependency_condition::success)
                fmt::format_to(to, " ({})", to_string(each->condition));
            separator = ", ";
        }
        out += "</td></tr>\n";
    }
    out += "</table>\n";
}

}  // namespace detail

/// Pictures as one page of HTML that needs nothing else: no script, nothing that is loaded, which
/// the page forbids itself as well. Of each plan how far it is, a drawing with an arrow from each
/// task to those that wait for it (dashed where they wait for something else than success), and a
/// table. What titles say is text, and never markup. No trailing newline.
[[nodiscard]] inline std::string html(std::span<const picture> all,
                                      const view_options& options = {}) {
    std::string out{detail::html_head};
    out += all.size() == 1 ? detail::html_label(all.front().about.name, options) : "Plans";
    out += detail::html_style;
    const auto to = std::back_inserter(out);
    for (const auto& of : all) {
        const auto& about = of.about;
        fmt::format_to(
            to,
            "<section>\n<h1>{}</h1>\n<p>{}, <progress max=\"{}\" value=\"{}\"></progress> {} "
            "of {} tasks completed, {} ready</p>\n",
            detail::html_label(about.name, options), to_string(about.status),
            (std::max)(about.tasks, std::size_t{1}), about.count(task_status::completed),
            about.count(task_status::completed), about.tasks, about.ready);
        if (!about.goal.empty())
            fmt::format_to(to, "<p>Goal: {}</p>\n", detail::html_text(text::escaped(about.goal)));
        if (!of.tasks.empty()) {
            detail::append_drawing(out, of, options);
            detail::append_table(out, of, options);
        }
        if (of.more > 0) fmt::format_to(to, "<p>+{} more</p>\n", of.more);
        out += "</section>\n";
    }
    return out += "</body>\n</html>";
}
[[nodiscard]] inline std::string html(const picture& of, const view_options& options = {}) {
    return html(std::span{&of, 1}, options);
}
template <class Memory>
requires requires(const Memory& memory) { memory.topological_order(); }
[[nodiscard]] std::string html(const Memory& memory, const view_options& options = {}) {
    return html(picture_of(memory, options), options);
}

}  // namespace workmem::view
