#pragma once

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace workmem::journal {

/// A `storage_error` about a file or folder: what is wrong with it, and what can be done.
[[nodiscard]] inline error file_problem(std::string_view path, std::string_view what,
                                        std::string_view remedy) {
    auto message = text::quoted(path);
    message += ": ";
    message += what;
    message += "; ";
    message += remedy;
    return {error_code::storage_error, std::move(message), {{"path", std::string{path}}}};
}

/// What a person can do about a failed call.
[[nodiscard]] inline std::string_view remedy_of(int problem) noexcept {
    switch (problem) {
        case ENOSPC:
        case EDQUOT: return "free some space, then try again";
        case EACCES:
        case EPERM: return "give this user the right to read and write it";
        case EROFS: return "choose a folder on a disk that can be written";
        case ENOTDIR:
        case EEXIST: return "a file stands where a folder should be: move it, or choose another";
        case EMFILE:
        case ENFILE: return "close streams, or raise the limit of open files";
        case ENAMETOOLONG: return "choose a folder with a shorter path";
        case ELOOP: return "a symbolic link stands where a file or folder should be: remove it";
        default: return "look after the disk, then try again";
    }
}

/// A `storage_error` about a call that failed with an errno: "cannot <doing>".
[[nodiscard]] inline error io_problem(std::string_view path, std::string_view doing, int problem) {
    std::string what{"cannot "};
    what += doing;
    what += ": ";
    what += std::generic_category().message(problem);
    return file_problem(path, what, remedy_of(problem));
}

[[nodiscard]] inline error damage(std::string_view path, std::uint64_t offset,
                                  std::string_view what) {
    std::string text{"damaged at byte "};
    text += std::to_string(offset);
    text += ": ";
    text += what;
    auto problem = file_problem(path, text,
                                "restore it from a backup, or run `workmem check --repair`, which "
                                "makes one before it cuts the file there");
    auto details = problem.details();
    details.push_back({"offset", std::to_string(offset)});
    return {problem.code(), problem.message(), std::move(details)};
}

}  // namespace workmem::journal
