#pragma once

#include <workmem/config.hpp>
#include <workmem/task/artifact_files.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/sha256.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#if WORKMEM_POSIX
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <filesystem>
#include <system_error>
#endif

namespace workmem::detail {

struct file_sum {
    std::string checksum;
    std::uint64_t size = 0;
};

/// A path with control characters names no file that anybody means; a zero byte would even name
/// another one.
[[nodiscard]] constexpr bool has_control_characters(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), text::is_control);
}

struct close_file {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using open_file = std::unique_ptr<std::FILE, close_file>;

#if WORKMEM_POSIX
[[nodiscard]] open_file regular_file(int descriptor);
#endif
/// A regular file, open for reading, or nothing: pipes and devices may never end, and are not
/// waited for.
[[nodiscard]] open_file open_regular_file(const std::string& path);
/// The same below a folder, which `path` is relative to or begins with; nothing where it leads out
/// of it, and where a part of it below the folder is a symbolic link.
[[nodiscard]] open_file open_regular_file_below(const std::string& root, std::string_view path);

/// Checksum and size of a regular file, or nothing if it cannot be read, or must not. O(its size),
/// with one small buffer.
[[nodiscard]] std::optional<file_sum> sum_of_file(const std::string& path,
                                                  const artifact_files& allowed = {});

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/artifact_file.ipp>
#endif
