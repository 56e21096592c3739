#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/file/files.hpp>

namespace workmem::journal {

WORKMEM_DECL io posix_files::list(const std::string& path, std::vector<std::string>& names) {
    names.clear();
    struct closing {
        DIR* at;
        ~closing() {
            if (at != nullptr) ::closedir(at);
        }
    };
    const closing folder{::opendir(path.c_str())};
    if (folder.at == nullptr) return {0, errno};
    for (;;) {
        errno = 0;
        const auto* const entry = ::readdir(folder.at);
        if (entry == nullptr) return {0, errno};
        const std::string_view name{entry->d_name};
        if (name != "." && name != "..") names.emplace_back(name);
    }
}

WORKMEM_DECL std::optional<timestamp> posix_files::time_below(const std::string& path) {
    auto name = path + ".time-XXXXXX";
    const auto made = ::mkstemp(name.data());
    if (made < 0) return std::nullopt;
    ::unlink(name.c_str());
    struct stat status {};
    const bool is_known = ::fstat(made, &status) == 0;
    ::close(made);
    if (!is_known) return std::nullopt;
    return timestamp{std::chrono::seconds{status.st_mtime}};
}

WORKMEM_DECL std::string posix_files::process() {
    auto text = std::to_string(::getpid());
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    text += ' ';
    text += ::program_invocation_short_name;
#elif defined(__APPLE__) || defined(__FreeBSD__)
    text += ' ';
    text += ::getprogname();
#endif
    return text;
}

WORKMEM_DECL int posix_files::flags(file_use use) noexcept {
    constexpr int always = O_CLOEXEC | O_NOFOLLOW;
    switch (use) {
        case file_use::read: return always | O_RDONLY;
        case file_use::write: return always | O_RDWR;
        case file_use::create: return always | O_RDWR | O_CREAT | O_TRUNC;
        case file_use::lock: return always | O_RDWR | O_CREAT;
        case file_use::folder: return always | O_RDONLY | O_DIRECTORY;
        case file_use::root: break;
    }
    return O_CLOEXEC | O_RDONLY | O_DIRECTORY;
}

}  // namespace workmem::journal
