#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace workmem::mcp {

/// How bad things are that a server tells, the least first (RFC 5424).
inline constexpr std::array<std::string_view, 8> log_levels{
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

[[nodiscard]] constexpr bool is_log_level(std::string_view name) noexcept {
    return std::find(log_levels.begin(), log_levels.end(), name) != log_levels.end();
}

/// All of them, for messages.
[[nodiscard]] inline std::string log_level_names() {
    std::string out;
    for (const auto each : log_levels) {
        if (!out.empty()) out += ", ";
        out += each;
    }
    return out;
}

}  // namespace workmem::mcp
