#pragma once

#include <workmem/journal/file/io.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// What was cut off a log stays beside it, to be looked at: `log.cut-<byte>`, then
/// `log.cut-<byte>-2` for the next one cut there. Nothing reads it.
inline constexpr std::string_view cut_prefix = "log.cut-";

/// Whether a file of this name holds what was cut off, or is about to.
[[nodiscard]] inline bool is_cut(std::string_view name) noexcept {
    return name.starts_with(cut_prefix);
}

/// An empty file beside a log that had been closed, and had lost its end when it was opened again:
/// `log.lost-<sequence>`, for what stood above that record. It stays until the stream is repaired,
/// because closing the log anew would hide the loss.
inline constexpr std::string_view lost_prefix = "log.lost-";

template <class Files>
[[nodiscard]] result<void> note_lost_end(Files files, const stream_path& path, std::uint64_t last,
                                         bool syncs) {
    const auto name = path.own + '/' + std::string{lost_prefix} + std::to_string(last);
    const auto there = has_file(files, name);
    if (!there) return there.error();
    if (*there) return {};
    auto made = open_file<Files>::open(files, name, file_use::create);
    if (!made) return made.error();
    if (syncs) return sync_folder(files, path.own);
    return {};
}

/// Copies what stands behind byte `size` of a log into a file of its own, and its name: `torn`
/// bytes. The log is the caller's to cut, once this is durable.
template <class Files>
[[nodiscard]] result<std::string> keep_cut(Files files, const stream_path& path,
                                           open_file<Files>& log, std::uint64_t size,
                                           std::uint64_t torn, bool syncs) {
    const auto first = std::string{cut_prefix} + std::to_string(size);
    auto name = first;
    for (std::uint64_t count = 2;; ++count) {
        const auto there = has_file(files, path.own + '/' + name);
        if (!there) return there.error();
        if (!*there) break;
        name = first + '-' + std::to_string(count);
    }
    const auto target = path.own + '/' + name, unfinished = target + ".new";
    auto kept = open_file<Files>::open(files, unfinished, file_use::create);
    if (!kept) return kept.error();
    auto done = copy_bytes(log, size, size + torn, **kept);
    if (done) done = put_in_place(files, **kept, target, syncs);
    if (done && syncs) done = sync_folder(files, path.own);
    if (!done) {
        (void)remove_file(files, unfinished);
        return done.error();
    }
    return name;
}

}  // namespace workmem::journal
