#pragma once

#include <workmem/journal/file/cut.hpp>
#include <workmem/journal/file/erasing.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/lock.hpp>
#include <workmem/journal/file/log.hpp>
#include <workmem/journal/file/lost_log.hpp>
#include <workmem/journal/file/options.hpp>
#include <workmem/journal/file/snapshots.hpp>
#include <workmem/journal/recovery.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

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
    return name == "log.new" ||
           ((name.starts_with("snapshot-") || is_cut(name)) && name.ends_with(".new"));
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
    header.is_closed_by_writers = true;
    auto opened = open_file<Files>::open(files, path.new_log(), file_use::create);
    if (!opened) return opened.error();
    std::string bytes;
    append_log_header(bytes, header);
    if (const auto done = (*opened)->write(bytes, 0); !done)
        return io_problem(path.new_log(), "write it", done.problem);
    return put_in_place(files, **opened, path.log(), syncs);
}

/// Reads what there is in a stream's folder, which is locked, and judges it; nothing if there is no
/// stream. Writes nothing.
template <class Files>
[[nodiscard]] result<std::optional<opened_stream<Files>>> read_stream_folder(
    const Files& files, const stream_path& path, std::string_view name,
    const std::vector<std::string>& names, file_use use) {
    using answer = std::optional<opened_stream<Files>>;
    opened_stream<Files> stream{{}, {}, {files, path.own}, {}};
    for (const auto& each : names)
        if (!is_unfinished(each)) stream.snapshots.note(each);
    if (std::find(names.begin(), names.end(), "log") == names.end()) {
        if (stream.snapshots.empty()) return answer{};
        return missing_log(path.own);
    }
    auto log = read_log(files, path.log(), name, use);
    if (!log) return log.error();
    stream.log = std::move(*log);
    if (const auto newer = stream.snapshots.above(stream.log.last))
        return file_problem(*newer,
                            "the snapshot is newer than the log, which ends with record " +
                                std::to_string(stream.log.last),
                            "restore the log from a backup, or move the snapshot away");
    stream.report.cut_bytes = stream.log.torn;
    if (auto done = stream.snapshots.drop_void(stream.log.header, stream.report.removed); !done)
        return done.error();
    return answer{std::move(stream)};
}

/// Cuts the torn tail off the log of a stream that was judged, and removes what is void or
/// unfinished.
template <class Files>
[[nodiscard]] result<void> mend_stream_folder(const Files& files, const stream_path& path,
                                              const std::vector<std::string>& names,
                                              opened_stream<Files>& stream, bool syncs) {
    auto& log = stream.log;
    if (log.torn != 0) {
        auto kept = keep_cut(files, path, *log.file, log.size, log.torn, syncs);
        if (!kept) return kept.error();
        stream.report.kept_in = path.own + '/' + *kept;
        if (const auto done = log.file->truncate(log.size); !done)
            return io_problem(path.log(), "cut a torn tail off", done.problem);
        log.torn = 0;
    }
    auto& removed = stream.report.removed;
    std::copy_if(names.begin(), names.end(), std::back_inserter(removed), is_unfinished);
    for (const auto& each : removed)
        if (auto done = remove_file(files, path.own + '/' + each); !done) return done;
    return {};
}

/// Opens the folder of a stream, or makes it if `create` is set; nothing if there is none. Judges
/// everything before it mends anything, and mends nothing for a reader.
template <class Files>
[[nodiscard]] result<std::optional<opened_stream<Files>>> open_stream_folder(
    const Files& files, const std::string& root, const stream_path& path, std::string_view name,
    std::string_view purpose, const file_options& options, bool create) {
    using answer = std::optional<opened_stream<Files>>;
    const bool writes = !options.read_only, syncs = options.sync.syncs();
    auto there = has_file(files, path.log());
    if (!there) return there.error();
    if (!*there) {
        const auto lost = has_lost_log(files, path.own);
        if (!lost) return lost.error();
        if (*lost) return missing_log(path.own);
        if (!create) return answer{};
        if (auto made = make_folders(files, root, path, syncs); !made) return made.error();
    }
    lock_text locked;
    auto lock = take_lock(files, path.lock(), options.lock_wait,
                          writes ? file_use::lock : file_use::read, &locked);
    if (!lock) return lock.error();

    std::vector<std::string> names;
    if (auto listed = list_folder(files, path.own, names); !listed) return listed.error();
    if (std::find(names.begin(), names.end(), erased_log) != names.end()) {
        if (writes)
            if (auto done = remove_erased(files, path, names, syncs); !done) return done.error();
        names.clear();
    }
    const auto is_kept = [](const std::string& each) {
        return each == "log" || snapshot_files<Files>::parse(each).has_value();
    };
    const bool is_new = create && std::none_of(names.begin(), names.end(), is_kept);
    if (is_new) {
        if (auto made = create_log(files, path, name, purpose, syncs); !made) {
            (void)remove_file(files, path.new_log());
            return made.error();
        }
        std::erase(names, "log.new");  // of a creation that was interrupted
        names.emplace_back("log");
    }
    auto stream =
        read_stream_folder(files, path, name, names, writes ? file_use::write : file_use::read);
    if (!stream || !*stream) return stream;
    auto& opened = **stream;
    opened.lock = std::move(*lock);
    if (!is_new) opened.report.end = end_of(opened.log, locked.closed_at());
    if (auto problem = refuse_purpose(name, opened.log.header.purpose, purpose))
        return std::move(*problem);
    if (!writes) return stream;
    if (opened.report.end == log_end::missing)
        if (auto noted = note_lost_end(files, path, opened.log.last, syncs); !noted)
            return noted.error();
    if (auto done = mend_stream_folder(files, path, names, opened, syncs); !done)
        return done.error();
    if (syncs) {
        // After a crash it must not look as if the lock had been let go.
        (void)opened.lock->sync_data();
        // What was read may still be only with the operating system: an earlier process may have
        // crashed between writing and syncing.
        if (const auto done = opened.log.file->sync_data(); !done)
            return io_problem(path.log(), "sync it", done.problem);
        if (auto synced = sync_folder(files, path.own); !synced) return synced.error();
        // Those above, if they are of a time when nothing was synced.
        if (!opened.log.header.folders_durable)
            if (auto made = make_folders(files, root, path, true); !made) return made.error();
    }
    return stream;
}

}  // namespace workmem::journal
