#pragma once

#include <workmem/tools/tool.hpp>

#include <span>
#include <string>
#include <string_view>

namespace workmem::tools {

/// Tools as a Markdown table: what each does, what it takes (optional parameters in brackets), and
/// what it answers (what may be missing in brackets).
[[nodiscard]] inline std::string reference(std::span<const definition> tools) {
    std::string out = "| tool | takes | answers |\n| --- | --- | --- |\n";
    const auto list = [&](std::span<const property> members) {
        bool is_first = true;
        for (const auto& each : members) {
            if (!is_first) out += ", ";
            is_first = false;
            out += each.is_required ? "" : "[";
            out.append("`").append(each.name).append("`");
            out += each.is_required ? "" : "]";
        }
    };
    for (const auto& tool : tools) {
        out.append("| `").append(tool.name).append("`: ").append(tool.description).append(" | ");
        list(tool.input);
        out += " | ";
        list(tool.output);
        out += " |\n";
    }
    return out;
}

}  // namespace workmem::tools
