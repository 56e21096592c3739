#pragma once

#include <workmem/journal/examination.hpp>
#include <workmem/journal/file/opening.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What is wrong with a stream's files, and how they can be mended.
template <class Files>
struct examined_files {
    examination report{};
    file_pointer<Files> lock{};
    std::uint64_t good_log = 0;            ///< bytes of the log that are good
    bool mends_log = false;                ///< whether it has to end there
    bool is_closed = false;                ///< whether it does, as far as it is good
    std::vector<std::string> bad_files{};  ///< snapshots that have to go, and what told of losses
    std::optional<error> beyond_repair{};  ///< why all this would not help
};

/// Reads all files of a stream and judges them; writes nothing.
template <class Files>
[[nodiscard]] result<examined_files<Files>> examine_files(const Files& files,
                                                          const stream_path& path,
                                                          std::string_view name,
                                                          const file_options& options) {
    examined_files<Files> out;
    lock_text locked;
    auto lock = take_lock(files, path.lock(), options.lock_wait, file_use::read, &locked);
    if (!lock) return lock.error();
    out.lock = std::move(*lock);
    if (const auto there = has_file(files, path.log()); !there || !*there)
        return there ? missing_log(path.own) : there.error();
    auto log = scan_log(files, path.log(), name, file_use::read, [&](const record&) {});
    if (!log) return log.error();
    const auto& header = log->log.header;
    out.report.oldest = header.oldest;
    out.report.last = log->log.last;
    out.good_log = log->log.size;
    out.is_closed = log->log.is_closed;
    const auto end = end_of(log->log, locked.closed_at());
    out.mends_log = log->damage || end == log_end::missing;
    if (log->damage) {
        out.report.problems.push_back(log->damage->message());
    } else if (end == log_end::missing) {
        out.report.problems.push_back(
            damage(path.log(), out.good_log,
                   "it was closed, but what it ended with is gone, and maybe records above " +
                       std::to_string(log->log.last))
                .message());
    } else if (log->log.torn != 0) {
        out.report.notes.push_back(
            text::quoted(path.log()) + ": " + std::to_string(log->log.torn) +
            " bytes at the end are no whole records; opening puts them aside");
    } else if (end == log_end::unclosed) {
        out.report.notes.push_back(text::quoted(path.log()) +
                                   ": its writer ended without closing it; it ends with record " +
                                   std::to_string(log->log.last));
    }
    std::vector<std::string> names;
    if (auto listed = list_folder(files, path.own, names); !listed) return listed.error();
    std::sort(names.begin(), names.end());
    // By owner: whether a good snapshot holds what is forgotten of the log.
    std::map<std::string, bool, std::less<>> reaches_log;
    for (const auto& each : names) {
        const auto file_path = path.own + '/' + each;
        if (is_unfinished(each)) {
            out.report.notes.push_back(text::quoted(file_path) +
                                       ": left by an interrupted call; opening removes it");
            continue;
        }
        if (each.starts_with(lost_prefix)) {
            out.bad_files.push_back(file_path);
            out.report.problems.push_back(
                text::quoted(path.log()) + ": it had lost its end when it was opened: records above " +
                text::escaped(each.substr(lost_prefix.size())) + " may be gone");
            continue;
        }
        if (is_cut(each)) {
            out.report.notes.push_back(text::quoted(file_path) +
                                       ": was cut off the log when it was opened");
            continue;
        }
        const auto named = snapshot_files<Files>::parse(each);
        if (!named) continue;
        ++out.report.snapshots;
        auto& reaches = reaches_log[std::string{named->owner}];
        snapshot_files<Files> snapshots{files, path.own};
        auto loaded = snapshots.load(header, named->owner, named->sequence);
        const bool newer = named->sequence > log->log.last;
        if (loaded && !newer) {
            reaches = reaches || named->sequence >= header.oldest;
            continue;
        }
        out.bad_files.push_back(file_path);
        out.report.problems.push_back(
            !loaded
                ? loaded.error().message()
                : text::quoted(file_path) + ": newer than the log, which is good up to record " +
                      std::to_string(log->log.last));
    }
    for (const auto& each : reaches_log)
        if (header.oldest != 0 && !each.second)
            out.beyond_repair.emplace(
                file_problem(path.own,
                             "no good snapshot of " + text::quoted(each.first) +
                                 " is left for the records that are forgotten, up to " +
                                 std::to_string(header.oldest),
                             "restore the folder from a backup"));
    return out;
}

/// Copies the files of a stream into a new folder.
template <class Files>
[[nodiscard]] result<void> copy_files(Files files, const std::string& from, const std::string& to) {
    std::vector<std::string> names;
    if (auto listed = list_folder(files, from, names); !listed) return listed;
    if (auto made = make_folder(files, to); !made) return made;
    for (const auto& each : names) {
        auto source = open_file<Files>::open(files, from + '/' + each, file_use::read);
        if (!source) return source.error();
        auto target = open_file<Files>::open(files, to + '/' + each, file_use::create);
        if (!target) return target.error();
        if (auto copied = copy_bytes(**source, 0, ~std::uint64_t{0}, **target); !copied)
            return copied;
        if (const auto done = (*target)->sync(); !done)
            return io_problem((*target)->path(), "sync it", done.problem);
    }
    return sync_folder(files, to);
}

/// Cuts the log where it is damaged and removes damaged snapshots, after copying everything to the
/// folder `backup`, which must not exist. The records behind the damage are only in the copy then.
/// Nothing is done if nothing is wrong, or if it would not help.
template <class Files>
[[nodiscard]] result<examination> repair_files(Files files, const stream_path& path,
                                               std::string_view name, const file_options& options,
                                               const std::string& backup) {
    auto found = examine_files(files, path, name, options);
    if (!found) return found.error();
    if (found->report.problems.empty()) return std::move(found->report);
    if (found->beyond_repair) return std::move(*found->beyond_repair);
    if (!found->lock) {
        auto lock = take_lock(files, path.lock(), options.lock_wait);
        if (!lock) return lock.error();
        found->lock = std::move(*lock);
    }
    if (auto there = has_file(files, backup); !there || *there)
        return there ? file_problem(backup, "it is there already", "name another folder")
                     : there.error();
    if (auto copied = copy_files(files, path.own, backup); !copied) return copied.error();
    if (found->mends_log) {
        auto log = open_file<Files>::open(files, path.log(), file_use::write);
        if (!log) return log.error();
        if (const auto done = (*log)->truncate(found->good_log); !done)
            return io_problem(path.log(), "cut it", done.problem);
        std::string closing;
        if (!found->is_closed) append_closing_frame(closing, found->report.last);
        if (const auto done = (*log)->write(closing, found->good_log); !done)
            return io_problem(path.log(), "write it", done.problem);
        if (const auto done = (*log)->sync(); !done)
            return io_problem(path.log(), "sync it", done.problem);
        // Its lock is held for reading.
        auto lock = open_file<Files>::open(files, path.lock(), file_use::write);
        if (!lock) return lock.error();
        write_closed(**lock, found->good_log + closing.size());
    }
    for (const auto& each : found->bad_files)
        if (auto removed = remove_file(files, each); !removed) return removed.error();
    if (auto synced = sync_folder(files, path.own); !synced) return synced.error();
    found->report.backup = backup;
    return std::move(found->report);
}

}  // namespace workmem::journal
