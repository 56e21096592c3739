#pragma once

#include <workmem/journal/file/frame.hpp>
#include <workmem/journal/file/frame_reader.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log_header.hpp>
#include <workmem/journal/recovery.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Where in a log to begin reading for a record: one entry for each 64 KiB or more.
class log_index {
    struct entry {
        std::uint64_t first, offset;
    };

public:
    /// A batch that begins with this record is there. Batches come in order.
    void note(std::uint64_t first, std::uint64_t offset) {
        if (entries_.empty() || offset - entries_.back().offset >= (std::uint64_t{64} << 10U))
            entries_.push_back({first, offset});
    }
    /// Where a batch begins that is not behind the record; `otherwise` if none is known.
    [[nodiscard]] std::uint64_t find(std::uint64_t sequence,
                                     std::uint64_t otherwise) const noexcept {
        const auto above = std::upper_bound(
            entries_.begin(), entries_.end(), sequence,
            [](std::uint64_t value, const entry& each) { return value < each.first; });
        return above == entries_.begin() ? otherwise : std::prev(above)->offset;
    }
    void reserve_one() {
        if (entries_.size() == entries_.capacity()) entries_.reserve(entries_.size() * 2 + 1);
    }

private:
    std::vector<entry> entries_;
};

/// An open log and what is known of it.
template <class Files>
struct file_log {
    file_pointer<Files> file{};
    log_header header{};
    std::uint64_t begin = 0;  ///< bytes of the header
    std::uint64_t size = 0;   ///< bytes that are good
    std::uint64_t last = 0;   ///< the last record
    std::uint64_t torn = 0;   ///< bytes behind `size` that an interrupted write left
    bool is_closed = false;   ///< nothing follows the frame that closes it
    log_index index{};
};

/// `closed_at`: how large it was when its last writer let go of the lock, if he lived to do so.
template <class Files>
[[nodiscard]] log_end end_of(const file_log<Files>& log,
                             std::optional<std::uint64_t> closed_at) noexcept {
    if (closed_at)
        return *closed_at == log.size && log.torn == 0 ? log_end::closed : log_end::missing;
    const bool is_whole = log.is_closed && log.torn == 0;
    return is_whole || !log.header.is_closed_by_writers ? log_end::closed : log_end::unclosed;
}

/// A log as far as it is good, and what is wrong with the rest.
template <class Files>
struct scanned_log {
    file_log<Files> log{};
    std::optional<error> damage{};  ///< behind `log.size`; none for a torn tail
};

/// Opens a log, reads all of it, shows each good record to `visit` and judges the end. Writes
/// nothing. An error if it is no log of this stream.
template <class Files, class Visit>
[[nodiscard]] result<scanned_log<Files>> scan_log(const Files& files, const std::string& path,
                                                  std::string_view stream, file_use use,
                                                  Visit&& visit) {
    auto opened = open_file<Files>::open(files, path, use);
    if (!opened) return opened.error();
    scanned_log<Files> out;
    auto& log = out.log;
    log.file = std::move(*opened);
    const auto size = log.file->size();
    if (!size) return io_problem(path, "read its size", size.problem);
    const auto end = static_cast<std::uint64_t>(size.value);
    frame_reader<Files> reader{*log.file, 0, end};
    auto header = read_log_header(reader, path);
    if (!header) return header.error();
    log.header = std::move(*header);
    if (log.header.stream != stream)
        return file_problem(path,
                            "the log of another stream, " + text::quoted(log.header.stream) +
                                ", not of " + text::quoted(stream),
                            "give the stream another name");
    log.begin = reader.offset();
    log.last = log.header.oldest;
    for (;;) {
        log.size = reader.offset();
        auto found = reader.next();
        if (!found) return found.error();
        if (!*found || (*found)->first != log.last + 1) break;
        log.index.note((*found)->first, log.size);
        log.last += (*found)->count;
        log.is_closed = (*found)->count == 0;
        log.header.is_closed_by_writers |= log.is_closed;
        (*found)->for_each(visit);
    }
    if (log.size == end) return out;
    log.torn = end - log.size;
    frame_reader<Files> tail{*log.file, log.size, end};
    auto rest = tail.rest();
    if (!rest) return rest.error();
    if (judge_tail(*rest, log.last + 1) == scan_end::damaged)
        out.damage.emplace(
            damage(path, log.size,
                   "record " + std::to_string(log.last + 1) +
                       " is broken, and good ones follow that were written after it was safe"));
    return out;
}

/// Opens a log that has to be good, but for a torn tail.
template <class Files>
[[nodiscard]] result<file_log<Files>> read_log(const Files& files, const std::string& path,
                                               std::string_view stream, file_use use) {
    auto scanned = scan_log(files, path, stream, use, [](const record&) {});
    if (!scanned) return scanned.error();
    if (scanned->damage) return std::move(*scanned->damage);
    return std::move(scanned->log);
}

/// The frame that closes a log whose last record this is.
inline void append_closing_frame(std::string& out, std::uint64_t last) {
    append_frame(out, batch_magic, last + 1, last, std::span<const std::string_view>{});
}

/// Writes a new log beside the old one: its records above `header.oldest`, each with the bytes that
/// `change(record)` gives instead, if it gives any. Not synced, not in place yet.
template <class Files, class Change>
[[nodiscard]] result<file_log<Files>> copy_log(const Files& files, const file_log<Files>& from,
                                               log_header header, const std::string& path,
                                               Change&& change) {
    auto opened = open_file<Files>::open(files, path, file_use::create);
    if (!opened) return opened.error();
    file_log<Files> to;
    to.file = std::move(*opened);
    to.header = std::move(header);
    to.header.is_closed_by_writers = true;
    to.last = to.header.oldest;
    std::string out;
    append_log_header(out, to.header);
    to.begin = out.size();
    std::vector<std::string> changed;
    std::vector<std::string_view> records;
    frame_reader<Files> reader{*from.file, from.index.find(to.last + 1, from.begin), from.size};
    for (bool more = true; more;) {
        auto found = reader.next();
        if (!found) return found.error();
        more = found->has_value();
        if (more && (*found)->last() > to.last) {
            changed.clear();
            changed.reserve((*found)->count);
            records.clear();
            (*found)->for_each([&](const record& each) {
                if (each.sequence <= to.last) return;
                auto other = change(each);
                if (other) changed.push_back(std::move(*other));
                records.push_back(other ? std::string_view{changed.back()} : each.bytes);
            });
            if (payload_size(records) > max_frame_payload)
                return error{error_code::validation_error,
                             "the records from " + std::to_string(to.last + 1) +
                                 " are too large to be kept together"};
            to.index.note(to.last + 1, to.size + out.size());
            // The file takes its place whole, so whatever precedes is durable with it.
            append_frame(out, batch_magic, to.last + 1, to.last, records);
            to.last += records.size();
        }
        if (more && out.size() < (std::size_t{1} << 20U)) continue;
        if (const auto done = to.file->write(out, to.size); !done)
            return io_problem(path, "write it", done.problem);
        to.size += out.size();
        out.clear();
    }
    if (to.last != from.last)
        return damage(from.file->path(), reader.offset(), "it changed while it was copied");
    return to;
}

}  // namespace workmem::journal
