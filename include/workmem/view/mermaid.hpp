#pragma once

#include <workmem/view/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace workmem::view {

namespace detail {

// Whatever could mean something to Mermaid, or to the Markdown and the entities that it reads
// labels as, stands as a character code (`#35;`): punctuation, what a label begins with where that
// could begin a list or a block, and `°` and `¶`, which its own placeholders are made of.
[[nodiscard]] inline std::string mermaid_label(std::string_view escaped) {
    std::string out;
    for (std::size_t i = 0; i < escaped.size();) {
        const auto at = text::decode(escaped, i);
        const auto c = at.value;
        const bool plain = (c >= 0x80 && c != 0xB0 && c != 0xB6) || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           (i > 0 && (c == ' ' || c == ',' || c == '-'));
        if (plain)
            out += escaped.substr(i, at.bytes);
        else
            fmt::format_to(std::back_inserter(out), "#{};", static_cast<std::uint32_t>(c));
        i += at.bytes;
    }
    // A label must not be empty.
    return out.empty() ? "#32;" : out;
}

}  // namespace detail

/// A picture as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html): tasks by state,
/// an arrow from each task to those that wait for it, with the condition where that is another one
/// than success. Titles are escaped so that they stay labels. No trailing newline.
[[nodiscard]] inline std::string mermaid(const picture& of, const view_options& options = {}) {
    std::string out = "flowchart TD";
    const auto to = std::back_inserter(out);
    for (std::size_t i = 0; i < of.tasks.size(); ++i) {
        const auto& task = of.tasks[i];
        auto shown = label(task.title, options);
        if (!task.agent.empty()) shown += " - " + label(task.agent, options);
        fmt::format_to(to, "\n  t{}[\"{}\"]:::{}", i, detail::mermaid_label(shown), task.state);
    }
    const auto shown = (std::min)(of.edges.size(), options.max_edges);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& each = of.edges[i];
        if (each.condition == dependency_condition::success)
            fmt::format_to(to, "\n  t{} --> t{}", each.from, each.to);
        else
            fmt::format_to(to, "\n  t{} -->|{}| t{}", each.from, to_string(each.condition),
                           each.to);
    }
    if (of.more > 0) fmt::format_to(to, "\n  more[\"+{} more\"]", of.more);
    if (of.edges.size() > shown)
        fmt::format_to(to, "\n  more_edges[\"+{} more dependencies\"]", of.edges.size() - shown);
    out +=
        "\n  classDef ready fill:#dbeafe,stroke:#1d4ed8"
        "\n  classDef waiting fill:#f3f4f6,stroke:#9ca3af"
        "\n  classDef assigned fill:#fef9c3,stroke:#ca8a04"
        "\n  classDef in_progress fill:#fef9c3,stroke:#ca8a04"
        "\n  classDef review fill:#ede9fe,stroke:#7c3aed"
        "\n  classDef completed fill:#dcfce7,stroke:#16a34a"
        "\n  classDef failed fill:#fee2e2,stroke:#dc2626"
        "\n  classDef blocked fill:#fee2e2,stroke:#dc2626"
        "\n  classDef cancelled fill:#ffffff,stroke:#d1d5db"
        "\n  classDef skipped fill:#ffffff,stroke:#d1d5db";
    return out;
}
template <class Memory>
[[nodiscard]] std::string mermaid(const Memory& memory, const view_options& options = {}) {
    return mermaid(picture_of(memory, options), options);
}

}  // namespace workmem::view
