#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/file/error.hpp>

#include <sqlite3.h>

#include <string>
#include <string_view>

namespace workmem::journal {

/// What a person can do about a SQLite call that failed.
[[nodiscard]] inline std::string_view sqlite_remedy(int code) noexcept {
    switch (code & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return "wait for who holds its lock, or raise busy_wait";
        case SQLITE_FULL: return "free some space, then try again";
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
        case SQLITE_READONLY:
            return "give this user the right to write it and to make files beside it";
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB: return "restore it from a backup, or choose another file";
        case SQLITE_NOMEM: return "free some memory, then try again";
        default: return "look after the disk, then open it again";
    }
}

/// A `storage_error` about a call that failed: "cannot <doing>: <what SQLite says>"; what is too
/// large for SQLite is a `validation_error`. The detail `sqlite` holds the extended result code.
[[nodiscard]] inline error sqlite_problem(std::string_view path, std::string_view doing, int code,
                                          std::string_view says) {
    if ((code & 0xFF) == SQLITE_TOOBIG)
        return {error_code::validation_error,
                "a record or snapshot is larger than SQLite takes (SQLITE_LIMIT_LENGTH, 10^9 bytes "
                "unless it was lowered)"};
    std::string what{"cannot "};
    what += doing;
    what += ": ";
    what += says.empty() ? std::string_view{sqlite3_errstr(code)} : says;
    const auto problem = file_problem(path, what, sqlite_remedy(code));
    auto details = problem.details();
    details.push_back({"sqlite", std::to_string(code)});
    return {problem.code(), problem.message(), std::move(details)};
}

/// A `storage_error` about content that SQLite takes for sound, but is not what was written.
[[nodiscard]] inline error sqlite_damage(std::string_view path, std::string_view what) {
    return file_problem(path, "damaged: " + std::string{what}, "restore it from a backup");
}

}  // namespace workmem::journal
