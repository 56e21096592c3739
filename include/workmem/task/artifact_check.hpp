#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/text/sha256.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

struct file_sum {
    std::string checksum;
    std::uint64_t size = 0;
};
/// Checksum and size of a file, or nothing if it cannot be read. O(its size), with one small
/// buffer.
[[nodiscard]] inline std::optional<file_sum> sum_of_file(const std::string& path) {
    const auto close = [](std::FILE* file) { std::fclose(file); };
    const std::unique_ptr<std::FILE, decltype(close)> file{std::fopen(path.c_str(), "rb"), close};
    if (!file) return std::nullopt;
    text::sha256 sum;
    file_sum out;
    char buffer[16'384];
    for (;;) {
        const auto count = std::fread(buffer, 1, sizeof buffer, file.get());
        sum.add({buffer, count});
        out.size += count;
        if (count < sizeof buffer) break;
    }
    // A folder can be opened, too.
    if (std::ferror(file.get()) != 0) return std::nullopt;
    out.checksum = sum.finish();
    return out;
}

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
