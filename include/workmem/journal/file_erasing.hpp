#pragma once

#include <workmem/journal/file_io.hpp>
#include <workmem/journal/frame_reader.hpp>
#include <workmem/journal/log_header.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
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
        if (each.starts_with("snapshot-") || each == "log.new")
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

/// The names of the streams below a journal's folder, in order. What is no stream is passed over;
/// a log that cannot be read is an error.
template <class Files>
[[nodiscard]] result<std::vector<std::string>> list_streams(Files files, const std::string& root) {
    std::vector<std::string> found;
    // Gone meanwhile, or a file: nothing below.
    const auto list = [&](const std::string& folder, std::size_t size,
                          std::vector<std::string>& names) -> result<void> {
        const auto done = uninterrupted([&] { return files.list(folder, names); });
        if (!done && done.problem != ENOENT && done.problem != ENOTDIR)
            return io_problem(folder, "list the folder", done.problem);
        names.erase(std::remove_if(names.begin(), names.end(),
                                   [&](const std::string& each) {
                                       return each.size() != size ||
                                              each.find_first_not_of("0123456789abcdef") !=
                                                  std::string::npos;
                                   }),
                    names.end());
        return {};
    };
    std::vector<std::string> firsts, seconds, owns;
    if (auto done = list(root, 2, firsts); !done) return done.error();
    for (const auto& first : firsts) {
        const auto above = root + '/' + first;
        if (auto done = list(above, 2, seconds); !done) return done.error();
        for (const auto& second : seconds) {
            const auto in = above + '/' + second;
            if (auto done = list(in, 32, owns); !done) return done.error();
            for (const auto& own : owns) {
                const auto path = in + '/' + own + "/log";
                const auto opened = uninterrupted([&] { return files.open(path, file_use::read); });
                if (opened.problem == ENOENT) continue;  // erased, or never finished
                if (!opened) return io_problem(path, "open it", opened.problem);
                files.close(static_cast<int>(opened.value));
                auto log = open_file<Files>::open(files, path, file_use::read);
                if (!log) return log.error();
                const auto size = (*log)->size();
                if (!size) return io_problem(path, "read its size", size.problem);
                frame_reader<Files> reader{**log, 0, static_cast<std::uint64_t>(size.value)};
                auto header = read_log_header(reader, path);
                if (!header) return header.error();
                found.push_back(std::move(header->stream));
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace workmem::journal
