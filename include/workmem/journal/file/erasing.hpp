#pragma once

#include <workmem/journal/file/cut.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

/// What the log of a stream is called while the stream is being erased.
inline constexpr std::string_view erased_log = "log.erased";

template <class Files>
[[nodiscard]] result<void> list_folder(Files files, const std::string& path,
                                       std::vector<std::string>& names) {
    const auto done = uninterrupted([&] { return files.list(path, names); });
    return done ? result<void>{} : io_problem(path, "list the folder", done.problem);
}

/// Removes what an erased stream left in its folder; its lock stays, whoever holds it.
template <class Files>
[[nodiscard]] result<void> remove_erased(const Files& files, const stream_path& path,
                                         const std::vector<std::string>& names, bool syncs) {
    for (const auto& each : names)
        if (each.starts_with("snapshot-") || each == "log.new" || is_cut(each) ||
            each.starts_with(lost_prefix))
            if (auto done = remove_file(files, path.own + '/' + each); !done) return done;
    if (syncs)
        if (auto done = sync_folder(files, path.own); !done) return done;
    // At last: while it is there, the rest is known to be nobody's.
    if (auto done = remove_file(files, path.own + '/' + std::string{erased_log}); !done)
        return done;
    return syncs ? sync_folder(files, path.own) : result<void>{};
}

/// Erases a stream whose lock is held: from one moment on it is not there. Whether it was.
template <class Files>
[[nodiscard]] result<bool> erase_files(Files files, const stream_path& path, bool syncs) {
    const auto renamed = uninterrupted(
        [&] { return files.rename(path.log(), path.own + '/' + std::string{erased_log}); });
    if (!renamed && renamed.problem != ENOENT)
        return io_problem(path.log(), "rename it", renamed.problem);
    if (renamed && syncs)
        if (auto done = sync_folder(files, path.own); !done) return done.error();
    std::vector<std::string> names;
    if (auto listed = list_folder(files, path.own, names); !listed) return listed.error();
    if (std::find(names.begin(), names.end(), erased_log) != names.end())
        if (auto done = remove_erased(files, path, names, syncs); !done) return done.error();
    return static_cast<bool>(renamed);
}

}  // namespace workmem::journal
