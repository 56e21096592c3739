#pragma once

#include <workmem/journal/file/erasing.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/lock.hpp>
#include <workmem/journal/file/log.hpp>
#include <workmem/journal/file/snapshots.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What a file journal is opened with.
struct file_options {
    sync_mode sync;  ///< no default: the caller names one
    /// How long to wait for a stream that another process has open.
    std::chrono::milliseconds lock_wait{5'000};
    /// Beyond so many open streams the one that was used least recently is closed, if there is
    /// nothing left to write; its next use opens it again, and until then others may have it.
    std::size_t most_open = 256;
};

/// What was mended when a stream was opened.
struct recovery {
    std::uint64_t cut_bytes = 0;         ///< of a torn tail; they were never acknowledged
    std::vector<std::string> removed{};  ///< files that an interrupted call left unfinished
};

/// What an open stream keeps of its folder.
template <class Files>
struct opened_stream {
    file_pointer<Files> lock{};
    file_log<Files> log{};
    snapshot_files<Files> snapshots;
    recovery report{};
};

/// Whether a file of this name is being written, or was when something failed.
[[nodiscard]] inline bool is_unfinished(std::string_view name) noexcept {
    return name == "log.new" || (name.starts_with("snapshot-") && name.ends_with(".new"));
}

/// Makes the folders of a stream; those that exist are fine. Syncs what they stand in.
template <class Files>
[[nodiscard]] result<void> make_folders(const Files& files, const std::string& root,
                                        const stream_path& path, bool syncs) {
    const std::string* above = &root;
    for (const auto* const folder : {&path.first, &path.second, &path.own}) {
        if (auto made = make_folder(files, *folder); !made) return made;
        if (syncs)
            if (auto synced = sync_folder(files, *above, file_use::root); !synced) return synced;
        above = folder;
    }
    return {};
}

template <class Files>
[[nodiscard]] result<void> create_log(const Files& files, const stream_path& path,
                                      std::string_view name, std::string_view purpose, bool syncs) {
    log_header header;
    header.stream = name;
    header.purpose = purpose;
    header.incarnation = new_incarnation();
    header.folders_durable = syncs;
    auto opened = open_file<Files>::open(files, path.new_log(), file_use::create);
    if (!opened) return opened.error();
    std::string bytes;
    append_log_header(bytes, header);
    if (const auto done = (*opened)->write(bytes, 0); !done)
        return io_problem(path.new_log(), "write it", done.problem);
    return put_in_place(files, **opened, path.log(), syncs);
}

/// Opens the folder of a stream, or makes it if `create` is set; nothing if there is none. Judges
/// everything before it mends anything.
template <class Files>
[[nodiscard]] result<std::optional<opened_stream<Files>>> open_stream_folder(
    const Files& files, const std::string& root, const stream_path& path, std::string_view name,
    std::string_view purpose, const file_options& options, bool create) {
    using answer = std::optional<opened_stream<Files>>;
    auto there = has_file(files, path.log());
    if (!there) return there.error();
    if (!*there) {
        if (!create) return answer{};
        if (auto made = make_folders(files, root, path, options.sync.syncs()); !made)
            return made.error();
    }
    auto lock = take_lock(files, path.lock(), options.lock_wait);
    if (!lock) return lock.error();
    opened_stream<Files> stream{std::move(*lock), {}, {files, path.own}, {}};

    std::vector<std::string> names;
    if (auto listed = list_folder(files, path.own, names); !listed) return listed.error();
    const bool syncs = options.sync.syncs();
    if (std::find(names.begin(), names.end(), erased_log) != names.end()) {
        if (auto done = remove_erased(files, path, names, syncs); !done) return done.error();
        names.clear();
    }
    std::vector<std::string> unfinished;
    bool has_log = false;
    for (auto& each : names) {
        has_log = has_log || each == "log";
        if (is_unfinished(each))
            unfinished.push_back(std::move(each));
        else
            stream.snapshots.note(each);
    }
    if (!has_log) {
        if (!create && stream.snapshots.empty()) return answer{};
        if (!stream.snapshots.empty())
            return file_problem(path.log(), "it is missing, but there are snapshots of the stream",
                                "restore it from a backup, or move the folder away");
        if (auto made = create_log(files, path, name, purpose, syncs); !made) {
            (void)remove_file(files, path.new_log());
            return made.error();
        }
    }
    auto log = read_log(files, path.log(), name);
    if (!log) return log.error();
    stream.log = std::move(*log);
    if (auto problem = refuse_purpose(name, stream.log.header.purpose, purpose))
        return std::move(*problem);
    if (const auto newer = stream.snapshots.above(stream.log.last))
        return file_problem(*newer,
                            "the snapshot is newer than the log, which ends with record " +
                                std::to_string(stream.log.last),
                            "restore the log from a backup, or move the snapshot away");

    auto& report = stream.report;
    if (stream.log.torn != 0) {
        if (const auto done = stream.log.file->truncate(stream.log.size); !done)
            return io_problem(path.log(), "cut a torn tail off", done.problem);
        report.cut_bytes = std::exchange(stream.log.torn, 0);
    }
    for (auto& each : unfinished) {
        if (auto removed = remove_file(files, path.own + '/' + each); !removed)
            return removed.error();
        if (has_log || each != "log.new") report.removed.push_back(std::move(each));
    }
    if (auto removed = stream.snapshots.remove_void(stream.log.header, report.removed); !removed)
        return removed.error();
    if (syncs) {
        // What was read may still be only with the operating system: an earlier process may have
        // crashed between writing and syncing.
        if (const auto done = stream.log.file->sync_data(); !done)
            return io_problem(path.log(), "sync it", done.problem);
        if (auto synced = sync_folder(files, path.own); !synced) return synced.error();
        // Those above, if they are of a time when nothing was synced.
        if (!stream.log.header.folders_durable)
            if (auto made = make_folders(files, root, path, true); !made) return made.error();
    }
    return answer{std::move(stream)};
}

}  // namespace workmem::journal
