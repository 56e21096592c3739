#pragma once

#include <workmem/detail/enum_names.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace workmem {

/// What has become of an artifact.
enum class artifact_state : std::uint8_t {
    ok,
    changed,
    missing,
    unknown  ///< it is there, but no checksum was recorded
};

namespace detail {

inline constexpr std::string_view artifact_state_names[]{"ok", "changed", "missing", "unknown"};

}  // namespace detail

[[nodiscard]] constexpr std::string_view to_string(artifact_state value) noexcept {
    return detail::name_of(value, detail::artifact_state_names);
}

/// An artifact, and what has become of it.
struct checked_artifact {
    std::string id{};
    std::string path{};
    artifact_state state = artifact_state::ok;
};

}  // namespace workmem
