#pragma once

#include <workmem/journal/file/erasing.hpp>
#include <workmem/journal/file/frame_reader.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log_header.hpp>
#include <workmem/journal/file/lost_log.hpp>
#include <workmem/journal/file/snapshots.hpp>
#include <workmem/journal/listing.hpp>
#include <workmem/journal/stream_path.hpp>
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

/// The stream that the header of a file names.
template <class Files>
[[nodiscard]] result<std::string> stream_of_file(const Files& files, const std::string& path,
                                                 std::string_view kind, std::size_t fields) {
    auto opened = open_file<Files>::open(files, path, file_use::read);
    if (!opened) return opened.error();
    const auto size = (*opened)->size();
    if (!size) return io_problem(path, "read its size", size.problem);
    frame_reader<Files> reader{**opened, 0, static_cast<std::uint64_t>(size.value)};
    auto header = read_file_header(reader, path, kind, fields);
    if (!header) return header.error();
    return std::move(header->fields.front());
}
/// The stream that a folder is of, as its log says or, where that is lost, a snapshot; nothing if
/// it never held either, or holds no more.
template <class Files>
[[nodiscard]] result<std::optional<std::string>> stream_of_folder(const Files& files,
                                                                  const std::string& folder) {
    const auto named = [&](const std::string& inside, std::string_view kind,
                           std::size_t fields) -> result<std::optional<std::string>> {
        auto name = stream_of_file(files, folder + '/' + inside, kind, fields);
        if (!name) return name.error();
        return std::optional{std::move(*name)};
    };
    const auto there = has_file(files, folder + "/log");
    if (!there) return there.error();
    if (*there) return named("log", log_kind, log_fields);
    std::vector<std::string> names;
    if (auto listed = list_folder(files, folder, names); !listed) return listed.error();
    const auto is_erased = std::find(names.begin(), names.end(), erased_log) != names.end();
    const auto snapshot = std::find_if(names.begin(), names.end(), [](const std::string& each) {
        return snapshot_files<Files>::parse(each).has_value();
    });
    if (!is_erased && snapshot == names.end()) {
        const auto lost = has_lost_log(files, folder);
        if (!lost) return lost.error();
        if (*lost) return missing_log(folder);
    }
    if (is_erased || snapshot == names.end()) return std::optional<std::string>{};
    return named(*snapshot, snapshot_files<Files>::kind, snapshot_files<Files>::fields);
}

/// O(streams). What is no stream is passed over.
template <class Files>
[[nodiscard]] result<listing> list_streams(const Files& files, const std::string& root) {
    listing out;
    const auto look_at = [&](const std::string& folder) {
        auto name = stream_of_folder(files, folder);
        if (!name)
            out.problems.push_back(name.error());
        else if (*name && stream_path{root, **name}.own != folder)
            out.problems.push_back(
                file_problem(folder, "it holds stream " + text::quoted(**name) + ", out of place",
                             "move it out of the store"));
        else if (*name)
            out.streams.push_back(std::move(**name));
    };
    auto firsts = list_hashes(files, root, 2);
    if (!firsts) return firsts.error();
    for (const auto& first : *firsts) {
        auto seconds = list_hashes(files, root + '/' + first, 2);
        if (!seconds) return seconds.error();
        for (const auto& second : *seconds) {
            const auto in = root + '/' + first + '/' + second;
            auto owns = list_hashes(files, in, 32);
            if (!owns) return owns.error();
            for (const auto& own : *owns) look_at(in + '/' + own);
        }
    }
    std::sort(out.streams.begin(), out.streams.end());
    return out;
}

}  // namespace workmem::journal
