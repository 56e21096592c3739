#pragma once

#include <workmem/journal/file/frame_reader.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log_header.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

[[nodiscard]] inline bool is_hash(std::string_view name, std::size_t digits) noexcept {
    return name.size() == digits &&
           name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The names in a folder that are hexadecimal numbers of so many digits, in order; none where there
/// is no folder.
template <class Files>
[[nodiscard]] result<std::vector<std::string>> list_hashes(Files files, const std::string& folder,
                                                           std::size_t digits) {
    std::vector<std::string> names;
    const auto done = uninterrupted([&] { return files.list(folder, names); });
    if (!done && done.problem != ENOENT && done.problem != ENOTDIR)
        return io_problem(folder, "list the folder", done.problem);
    const auto is_other = [&](const std::string& each) { return !is_hash(each, digits); };
    names.erase(std::remove_if(names.begin(), names.end(), is_other), names.end());
    std::sort(names.begin(), names.end());
    return names;
}

/// What in a journal's folder is none of the journal's, if there is any.
template <class Files>
[[nodiscard]] std::optional<error> find_other_files(Files files, const std::string& folder) {
    std::vector<std::string> names;
    const auto done = uninterrupted([&] { return files.list(folder, names); });
    if (!done) return io_problem(folder, "list the folder", done.problem);
    for (const auto& each : names)
        if (!each.starts_with('.') && !is_hash(each, 2))
            return file_problem(folder, "no store of workmem: it holds " + text::quoted(each),
                                "choose an empty folder, or one that is not there yet");
    return {};
}

/// The name of the stream a log belongs to; nothing if there is no log.
template <class Files>
[[nodiscard]] result<std::optional<std::string>> stream_of_log(const Files& files,
                                                               const std::string& path) {
    const auto there = has_file(files, path);
    if (!there) return there.error();
    if (!*there) return std::optional<std::string>{};
    auto log = open_file<Files>::open(files, path, file_use::read);
    if (!log) return log.error();
    const auto size = (*log)->size();
    if (!size) return io_problem(path, "read its size", size.problem);
    frame_reader<Files> reader{**log, 0, static_cast<std::uint64_t>(size.value)};
    auto header = read_log_header(reader, path);
    if (!header) return header.error();
    return std::optional{std::move(header->stream)};
}

/// The streams below a journal's folder.
struct listing {
    std::vector<std::string> streams{};  ///< their names, in order
    std::vector<error> problems{};       ///< of logs that do not tell whose they are
};

/// O(streams). What is no stream is passed over.
template <class Files>
[[nodiscard]] result<listing> list_streams(const Files& files, const std::string& root) {
    listing out;
    auto firsts = list_hashes(files, root, 2);
    if (!firsts) return firsts.error();
    for (const auto& first : *firsts) {
        auto seconds = list_hashes(files, root + '/' + first, 2);
        if (!seconds) return seconds.error();
        for (const auto& second : *seconds) {
            const auto in = root + '/' + first + '/' + second;
            auto owns = list_hashes(files, in, 32);
            if (!owns) return owns.error();
            for (const auto& own : *owns) {
                auto name = stream_of_log(files, in + '/' + own + "/log");
                if (!name)
                    out.problems.push_back(name.error());
                else if (*name)
                    out.streams.push_back(std::move(**name));
            }
        }
    }
    std::sort(out.streams.begin(), out.streams.end());
    return out;
}

}  // namespace workmem::journal
