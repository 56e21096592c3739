#pragma once

#include <workmem/journal/file/erasing.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/lock.hpp>
#include <workmem/journal/file/snapshots.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

[[nodiscard]] inline error missing_log(const std::string& folder) {
    return file_problem(folder + "/log", "it is missing, and the stream was not erased",
                        "restore it from a backup, or move the folder away");
}

/// Whether a stream's folder had a log that is missing and that nobody erased: there are snapshots,
/// or the lock says that it was closed.
template <class Files>
[[nodiscard]] result<bool> has_lost_log(Files files, const std::string& folder) {
    std::vector<std::string> names;
    const auto done = uninterrupted([&] { return files.list(folder, names); });
    if (!done && (done.problem == ENOENT || done.problem == ENOTDIR)) return false;
    if (!done) return io_problem(folder, "list the folder", done.problem);
    const auto has = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (has("log") || has(erased_log)) return false;
    if (std::any_of(names.begin(), names.end(), [](const std::string& each) {
            return snapshot_files<Files>::parse(each).has_value();
        }))
        return true;
    // Who holds the lock is making or erasing the log.
    lock_text said;
    const auto lock = take_lock(files, folder + "/lock", std::chrono::milliseconds{0},
                                file_use::read, &said);
    if (!lock || !*lock || said.closed_at().value_or(0) == 0) return false;
    const auto there = has_file(files, folder + "/log");
    if (!there) return there;
    return !*there;
}

}  // namespace workmem::journal
