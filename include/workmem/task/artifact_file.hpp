#pragma once

#include <workmem/text/sha256.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#if __has_include(<unistd.h>)
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
/// Larger files have no checksum.
inline constexpr std::uint64_t max_summed_bytes = std::uint64_t{1} << 30U;

/// A path with control characters names no file that anybody means; a zero byte would even name
/// another one.
[[nodiscard]] constexpr bool has_control_characters(std::string_view text) noexcept {
    for (const char each : text)
        if (static_cast<unsigned char>(each) < 0x20 || each == 0x7F) return true;
    return false;
}

struct close_file {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using open_file = std::unique_ptr<std::FILE, close_file>;

/// A regular file, open for reading, or nothing: pipes and devices may never end, and are not
/// waited for.
[[nodiscard]] inline open_file open_regular_file(const std::string& path) {
    if (has_control_characters(path)) return nullptr;
#if __has_include(<unistd.h>)
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return nullptr;
    struct stat is {};
    if (::fstat(descriptor, &is) == 0 && S_ISREG(is.st_mode))
        if (open_file file{::fdopen(descriptor, "rb")}) return file;
    ::close(descriptor);
    return nullptr;
#else
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem)) return nullptr;
    return open_file{std::fopen(path.c_str(), "rb")};
#endif
}

/// Checksum and size of a regular file of at most `most` bytes, or nothing if it cannot be read.
/// O(its size), with one small buffer.
[[nodiscard]] inline std::optional<file_sum> sum_of_file(const std::string& path,
                                                         std::uint64_t most = max_summed_bytes) {
    const auto file = open_regular_file(path);
    if (!file) return std::nullopt;
    text::sha256 sum;
    file_sum out;
    char buffer[16'384];
    for (;;) {
        const auto count = std::fread(buffer, 1, sizeof buffer, file.get());
        sum.add({buffer, count});
        out.size += count;
        // A file may grow while it is read.
        if (out.size > most) return std::nullopt;
        if (count < sizeof buffer) break;
    }
    if (std::ferror(file.get()) != 0) return std::nullopt;
    out.checksum = sum.finish();
    return out;
}

}  // namespace workmem::detail
