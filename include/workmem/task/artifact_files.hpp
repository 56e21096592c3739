#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace workmem {

/// Which files a task memory reads to know their checksum and size. Where the paths come from
/// others, checksums of any file tell them what it holds: a server reads below one folder, or
/// nothing, and keeps the path as text.
struct artifact_files {
    enum class scope : std::uint8_t { anywhere, nowhere, below_root };

    scope where = scope::anywhere;
    std::string root{};  ///< an absolute path; nothing is read through symbolic links out of it
    std::uint64_t max_bytes = std::uint64_t{1} << 30U;  ///< larger ones have no checksum

    [[nodiscard]] static artifact_files nowhere() { return {.where = scope::nowhere}; }
    /// As servers read: at most 64 MiB of a file.
    [[nodiscard]] static artifact_files below(std::string root) {
        return {.where = scope::below_root,
                .root = std::move(root),
                .max_bytes = std::uint64_t{64} << 20U};
    }
    friend bool operator==(const artifact_files&, const artifact_files&) = default;
};

}  // namespace workmem
