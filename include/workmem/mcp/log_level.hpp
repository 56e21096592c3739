#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::mcp {

/// How bad things are that a server tells, the least first (RFC 5424).
inline constexpr std::array<std::string_view, 8> log_levels{
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

/// How many are less bad; nothing for a name that is none.
[[nodiscard]] constexpr std::optional<std::size_t> rank_of(std::string_view level) noexcept {
    const auto* const found = std::find(log_levels.begin(), log_levels.end(), level);
    if (found == log_levels.end()) return std::nullopt;
    return static_cast<std::size_t>(found - log_levels.begin());
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
