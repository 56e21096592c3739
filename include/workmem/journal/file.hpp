#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/pointers.hpp>
#include <workmem/journal/examination.hpp>
#include <workmem/journal/file/files.hpp>
#include <workmem/journal/file/options.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/listing.hpp>
#include <workmem/journal/recovery.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

template <class Files>
class file_stream;

/// Keeps streams in the files of a folder; needs nothing but a POSIX system. What `commit` has
/// acknowledged is there after a crash, as far as the sync mode promises. Closing a stream says at
/// the end of its log where that is, so that only a crash leaves an end that damage may shorten
/// unseen. A stream belongs to one process at a time, from its first use until `close_stream`,
/// until it is the one that was used least recently of too many, or until the last copy goes. After
/// a write or sync that failed, a stream ends with what was acknowledged, and goes on as soon as
/// the disk does: after a sync that failed with a copy of the log, O(stream).
///
/// A handle; copies share the streams. Thread-safe. `Files` is the operating system.
template <class Files>
class basic_file {
    using pointer = std::shared_ptr<file_stream<Files>>;

public:
    static constexpr bool records = true;

    /// Opens the folder of a journal and makes it, and those above it, if it is not there and not
    /// only to be read. A folder that holds other things is refused; hidden files are fine.
    [[nodiscard]] static result<basic_file> open(std::string folder, file_options options,
                                                 Files files = {});

    /// Finds a stream, or creates it; see `full_engine`. For who only reads, one that is not there
    /// has no records.
    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose);

    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name);

    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        stream_course course = {});

    /// Returns once the records up to `sequence` are written and, under `always`, synced.
    [[nodiscard]] result<void> commit(std::string_view name, std::uint64_t sequence);
    /// The same; fails for records that were taken back since.
    [[nodiscard]] result<void> commit(std::string_view name, stream_point point);

    /// Visits the records above `from` in order, those included that are not durable yet. No lock
    /// is held: the visitor may use the journal.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        return read_each(name, from, std::ref(visit));
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes);

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most);

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to);

    /// `change(record)` gives other bytes, or nothing; it must not use this stream. Covers what was
    /// appended before the call.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        return rewrite_each(name, std::ref(change), outdated);
    }

    /// Writes and, unless the mode is `never`, syncs everything appended.
    [[nodiscard]] result<void> flush(std::string_view name);

    /// Under `interval`: syncs the streams that are due; the first problem, after trying all.
    /// Nothing to do otherwise.
    result<void> tick();

    /// True once a record above `after` is acknowledged, false after the timeout, when the stream
    /// is closed or cannot be opened. Creates nothing.
    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout);

    /// What was found when the stream was opened, and mended unless the journal is read only.
    [[nodiscard]] result<recovery> recovered(std::string_view name);

    /// Reads the header of every log there is; an error if one does not tell whose it is.
    [[nodiscard]] result<std::vector<std::string>> streams();
    /// The same, with all such errors.
    [[nodiscard]] result<listing> list();

    /// Reads everything there is of a stream that nobody has open, and says what is wrong with it.
    /// Writes nothing.
    [[nodiscard]] result<examination> examine(std::string_view name);
    /// Mends a stream that nobody has open: everything is copied to the new folder `backup` first,
    /// then the log is cut where it is damaged, and damaged snapshots go. What it says was wrong is
    /// mended then. Errors: `storage_error`, and nothing is changed, if that would not help.
    [[nodiscard]] result<examination> repair(std::string_view name, const std::string& backup);

    [[nodiscard]] result<bool> erase_stream(std::string_view name);

    /// Lets go of a stream's files and lock, for every copy; the next use opens it again. Records
    /// that nobody has committed are lost.
    void close_stream(std::string_view name);

    /// The time by which the folder's files are dated; nothing where it is read-only.
    [[nodiscard]] std::optional<timestamp> now();

    [[nodiscard]] const std::string& folder() const noexcept;
    [[nodiscard]] bool is_read_only() const noexcept;

private:
    struct state;
    using visitor = std::function<void(const record&)>;
    using rewriter = std::function<std::optional<std::string>(const record&)>;

    basic_file(std::string folder, file_options options, Files files);

    [[nodiscard]] result<read_end> read_each(std::string_view name, std::uint64_t from,
                                             const visitor& visit);
    [[nodiscard]] result<void> rewrite_each(std::string_view name, const rewriter& change,
                                            outdated_snapshots outdated);
    [[nodiscard]] result<void> commit_up_to(std::string_view name, std::uint64_t sequence,
                                            std::optional<std::uint64_t> rollbacks);

    [[nodiscard]] pointer entry(std::string_view name);
    // Whoever else has the pointer is about to use it. O(streams that are open).
    [[nodiscard]] pointer take_unused();
    [[nodiscard]] std::vector<pointer> used_streams();

    [[nodiscard]] result<void> writable(std::string_view name) const;

    // The open stream; none if it is not there and is not to be created.
    [[nodiscard]] result<pointer> find(std::string_view name, bool create,
                                       std::string_view purpose = {});

    // The folder and those above it that are missing. An older process may have made the last one
    // and crashed, so the one above is synced in any case, if this user may.
    [[nodiscard]] static result<void> make_path(Files& files, const std::string& folder,
                                                bool syncs);

    [[nodiscard]] static std::string folder_above(const std::string& folder);

    detail::shared<state> state_;
};

/// The file journal of this machine.
using file = basic_file<posix_files>;

}  // namespace workmem::journal

#if defined(WORKMEM_TEMPLATES)
#include <workmem/journal/file.ipp>
#endif
#if defined(WORKMEM_COMPILED)
extern template class workmem::journal::basic_file<workmem::journal::posix_files>;
#endif
