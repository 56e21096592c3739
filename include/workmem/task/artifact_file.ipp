#pragma once

#include <workmem/config.hpp>
#include <workmem/task/artifact_file.hpp>

#include <algorithm>

namespace workmem::detail {

#if WORKMEM_POSIX
// Takes the descriptor.
WORKMEM_DECL open_file regular_file(int descriptor) {
    if (descriptor < 0) return nullptr;
    struct stat is {};
    if (::fstat(descriptor, &is) == 0 && S_ISREG(is.st_mode))
        if (open_file file{::fdopen(descriptor, "rb")}) return file;
    ::close(descriptor);
    return nullptr;
}
#endif

WORKMEM_DECL open_file open_regular_file(const std::string& path) {
    if (has_control_characters(path)) return nullptr;
#if WORKMEM_POSIX
    return regular_file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
#else
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem)) return nullptr;
    return open_file{std::fopen(path.c_str(), "rb")};
#endif
}

WORKMEM_DECL open_file open_regular_file_below(const std::string& root, std::string_view path) {
    if (root.empty() || has_control_characters(path)) return nullptr;
    if (path.starts_with('/')) {
        if (!path.starts_with(root)) return nullptr;
        path.remove_prefix(root.size());
        if (!root.ends_with('/') && !path.starts_with('/')) return nullptr;
    }
#if WORKMEM_POSIX
    int at = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0) {
        while (path.starts_with('/')) path.remove_prefix(1);
        const auto end = (std::min)(path.find('/'), path.size());
        const std::string part{path.substr(0, end)};
        path.remove_prefix(end);
        const bool is_last = path.find_first_not_of('/') == path.npos;
        const int into = part.empty() || part == ".."
                             ? -1
                             : ::openat(at, part.c_str(),
                                        O_RDONLY | O_NOFOLLOW | O_CLOEXEC |
                                            (is_last ? O_NONBLOCK : O_DIRECTORY));
        ::close(at);
        at = into;
        if (is_last) break;
    }
    return regular_file(at);
#else
    std::error_code problem;
    const auto base = std::filesystem::canonical(root, problem);
    const auto file = std::filesystem::canonical(base / path, problem);
    const auto inside = file.lexically_relative(base);
    if (problem || inside.empty() || *inside.begin() == "..") return nullptr;
    return open_regular_file(file.string());
#endif
}

WORKMEM_DECL std::optional<file_sum> sum_of_file(const std::string& path,
                                                 const artifact_files& allowed) {
    using scope = artifact_files::scope;
    if (allowed.where == scope::nowhere) return std::nullopt;
    const auto file = allowed.where == scope::anywhere
                          ? open_regular_file(path)
                          : open_regular_file_below(allowed.root, path);
    if (!file) return std::nullopt;
    // A large one is not read for nothing.
    if (std::fseek(file.get(), 0, SEEK_END) != 0) return std::nullopt;
    const auto size = std::ftell(file.get());
    if (size < 0 || static_cast<std::uint64_t>(size) > allowed.max_bytes) return std::nullopt;
    std::rewind(file.get());
    text::sha256 sum;
    file_sum out;
    char buffer[16'384];
    for (;;) {
        const auto count = std::fread(buffer, 1, sizeof buffer, file.get());
        sum.add({buffer, count});
        out.size += count;
        // A file may grow while it is read.
        if (out.size > allowed.max_bytes) return std::nullopt;
        if (count < sizeof buffer) break;
    }
    if (std::ferror(file.get()) != 0) return std::nullopt;
    out.checksum = sum.finish();
    return out;
}

}  // namespace workmem::detail
