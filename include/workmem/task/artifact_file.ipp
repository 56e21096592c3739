#pragma once

#include <workmem/config.hpp>
#include <workmem/task/artifact_file.hpp>

namespace workmem::detail {

WORKMEM_DECL open_file open_regular_file(const std::string& path) {
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

WORKMEM_DECL std::optional<file_sum> sum_of_file(const std::string& path, std::uint64_t most) {
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
