#pragma once

#include <workmem/detail/pointers.hpp>
#include <workmem/journal/file/examination.hpp>
#include <workmem/journal/file/files.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/listing.hpp>
#include <workmem/journal/file/opening.hpp>
#include <workmem/journal/file/stream.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

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
    using stream_type = file_stream<Files>;
    using pointer = std::shared_ptr<stream_type>;

public:
    static constexpr bool records = true;

    /// Opens the folder of a journal and makes it, and those above it, if it is not there and not
    /// only to be read. A folder that holds other things is refused; hidden files are fine.
    [[nodiscard]] static result<basic_file> open(std::string folder, file_options options,
                                                 Files files = {}) {
        while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
        if (folder.empty()) return file_problem(folder, "no folder for the journal", "name one");
        if (folder.find('\0') != std::string::npos)
            return file_problem(folder, "no path: it holds a zero byte", "name another folder");
        if (!options.read_only)
            if (auto made = make_path(files, folder, options.sync.syncs()); !made)
                return made.error();
        auto opened = open_file<Files>::open(files, folder, file_use::root);
        if (!opened) return opened.error();
        if (auto problem = find_other_files(files, folder)) return std::move(*problem);
        return basic_file{std::move(folder), options, std::move(files)};
    }

    /// Finds a stream, or creates it; see `full_engine`. For who only reads, one that is not there
    /// has no records.
    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose) {
        if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
        auto stream = find(name, !state_->options.read_only, purpose);
        if (!stream) return stream.error();
        if (!*stream) return stream_info{.purpose = std::string{purpose}};
        auto info = (*stream)->writer().info();
        if (auto problem = refuse_purpose(name, info.purpose, purpose)) return std::move(*problem);
        return info;
    }

    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        return *stream ? std::optional{(*stream)->writer().info()} : std::optional<stream_info>{};
    }

    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        stream_course course = {}) {
        if (auto refused = writable(name); !refused)
            return {append_status::failed, refused.error()};
        auto stream = find(name, true);
        if (!stream) return {append_status::failed, stream.error()};
        return (*stream)->append(expected, lines, course);
    }

    /// Returns once the records up to `sequence` are written and, under `always`, synced.
    [[nodiscard]] result<void> commit(std::string_view name, std::uint64_t sequence) {
        return commit_up_to(name, sequence, {});
    }
    /// The same; fails for records that were taken back since.
    [[nodiscard]] result<void> commit(std::string_view name, stream_point point) {
        return commit_up_to(name, point.sequence, point.rollbacks);
    }

    /// Visits the records above `from` in order, those included that are not durable yet. No lock
    /// is held: the visitor may use the journal.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        if (!*stream) return read_end{};
        return (*stream)->read(from, std::forward<Visit>(visit));
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        if (auto problem = refuse_owner(owner)) return std::move(*problem);
        if (auto refused = writable(name); !refused) return refused;
        auto stream = find(name, true);
        if (!stream) return stream.error();
        return (*stream)->save_snapshot(owner, sequence, bytes);
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        if (!*stream) return std::optional<snapshot>{};
        return (*stream)->newest_snapshot(owner, at_most);
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        if (auto refused = writable(name); !refused) return refused;
        auto stream = find(name, false);
        if (!stream) return stream.error();
        if (*stream) return (*stream)->truncate(up_to);
        auto problem = refuse_sequence("truncation", up_to, 0);
        return problem ? result<void>{std::move(*problem)} : result<void>{};
    }

    /// `change(record)` gives other bytes, or nothing; it must not use this stream. Covers what was
    /// appended before the call.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        if (auto refused = writable(name); !refused) return refused;
        auto stream = find(name, false);
        if (!stream) return stream.error();
        return *stream ? (*stream)->rewrite(std::forward<Change>(change), outdated)
                       : result<void>{};
    }

    /// Writes and, unless the mode is `never`, syncs everything appended.
    [[nodiscard]] result<void> flush(std::string_view name) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        return *stream ? (*stream)->writer().flush() : result<void>{};
    }

    /// Under `interval`: syncs the streams that are due; the first problem, after trying all.
    /// Nothing to do otherwise.
    result<void> tick() {
        std::optional<error> problem;
        for (const auto& stream : used_streams())
            if (auto done = stream->writer().tick(); !done && !problem)
                problem.emplace(done.error());
        return problem ? result<void>{std::move(*problem)} : result<void>{};
    }

    /// True once a record above `after` is acknowledged, false after the timeout, when the stream
    /// is closed or cannot be opened. Creates nothing.
    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout) {
        const auto stream = entry(name);
        if (!stream->open(false)) return false;
        return stream->writer().wait_for_changes(after, timeout);
    }

    /// What was found when the stream was opened, and mended unless the journal is read only.
    [[nodiscard]] result<recovery> recovered(std::string_view name) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        return *stream ? (*stream)->report() : recovery{};
    }

    /// Reads the header of every log there is; an error if one does not tell whose it is.
    [[nodiscard]] result<std::vector<std::string>> streams() {
        auto found = list();
        if (!found) return found.error();
        if (!found->problems.empty()) return std::move(found->problems.front());
        return std::move(found->streams);
    }
    /// The same, with all such errors.
    [[nodiscard]] result<listing> list() { return list_streams(state_->files, folder()); }

    /// Reads everything there is of a stream that nobody has open, and says what is wrong with it.
    /// Writes nothing.
    [[nodiscard]] result<examination> examine(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        close_stream(name);
        auto found =
            examine_files(state_->files, stream_path{folder(), name}, name, state_->options);
        if (!found) return found.error();
        return std::move(found->report);
    }
    /// Mends a stream that nobody has open: everything is copied to the new folder `backup` first,
    /// then the log is cut where it is damaged, and damaged snapshots go. What it says was wrong is
    /// mended then. Errors: `storage_error`, and nothing is changed, if that would not help.
    [[nodiscard]] result<examination> repair(std::string_view name, const std::string& backup) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto refused = writable(name); !refused) return refused.error();
        close_stream(name);
        return repair_files(state_->files, stream_path{folder(), name}, name, state_->options,
                            backup);
    }

    [[nodiscard]] result<bool> erase_stream(std::string_view name) {
        if (auto refused = writable(name); !refused) return refused.error();
        auto stream = find(name, false);
        if (!stream) return stream.error();
        auto erased = (*stream ? *stream : entry(name))->erase();
        close_stream(name);
        return erased;
    }

    /// Lets go of a stream's files and lock, for every copy; the next use opens it again. Records
    /// that nobody has committed are lost.
    void close_stream(std::string_view name) {
        pointer closing;
        {
            const std::lock_guard lock{state_->mutex};
            const auto found = state_->streams.find(name);
            if (found == state_->streams.end()) return;
            // Who has read or appended what is lost now has to hear of it when he goes on.
            if (auto lost = found->second.stream->writer().rollbacks(); !lost.empty())
                state_->rollbacks.insert_or_assign(std::string{name}, std::move(lost));
            closing = std::move(found->second.stream);
            state_->streams.erase(found);
        }
        closing->writer().close();
    }

    [[nodiscard]] const std::string& folder() const noexcept { return state_->folder; }
    [[nodiscard]] bool is_read_only() const noexcept { return state_->options.read_only; }

private:
    struct state {
        state(std::string in, file_options with, Files use)
            : folder{std::move(in)}, options{with}, files{std::move(use)} {}
        const std::string folder;
        const file_options options;
        Files files;
        std::mutex mutex;
        struct used_stream {
            pointer stream;
            std::uint64_t used = 0;  // when, in calls
        };
        std::map<std::string, used_stream, std::less<>> streams;
        std::map<std::string, std::vector<std::uint64_t>, std::less<>> rollbacks;  // of closed ones
        [[nodiscard]] std::vector<std::uint64_t> rollbacks_of(std::string_view name) const {
            const auto found = rollbacks.find(name);
            return found == rollbacks.end() ? std::vector<std::uint64_t>{} : found->second;
        }
        std::uint64_t calls = 0;
    };

    basic_file(std::string folder, file_options options, Files files)
        : state_{std::in_place, std::move(folder), options, std::move(files)} {}

    [[nodiscard]] result<void> commit_up_to(std::string_view name, std::uint64_t sequence,
                                            std::optional<std::uint64_t> rollbacks) {
        auto stream = find(name, false);
        if (!stream) return stream.error();
        if (*stream) return (*stream)->writer().commit(sequence, rollbacks);
        if (sequence == 0) return {};
        return file_problem(stream_path{folder(), name}.own,
                            "there is no stream " + text::quoted(name), "append to it first");
    }

    [[nodiscard]] pointer entry(std::string_view name) {
        std::vector<pointer> closing;  // without the lock
        const std::lock_guard lock{state_->mutex};
        const auto now = ++state_->calls;
        const auto found = state_->streams.find(name);
        if (found != state_->streams.end()) {
            found->second.used = now;
            return found->second.stream;
        }
        while (state_->streams.size() >= state_->options.most_open) {
            auto unused = take_unused();
            if (!unused) break;
            closing.push_back(std::move(unused));
        }
        auto made = std::make_shared<stream_type>(state_->files, state_->options, state_->folder,
                                                  std::string{name}, state_->rollbacks_of(name));
        state_->streams.emplace(std::string{name}, typename state::used_stream{made, now});
        return made;
    }
    // Whoever else has the pointer is about to use it. O(streams that are open).
    [[nodiscard]] pointer take_unused() {
        auto oldest = state_->streams.end();
        for (auto each = state_->streams.begin(); each != state_->streams.end(); ++each)
            if (each->second.stream.use_count() == 1 && each->second.stream->writer().is_idle() &&
                (oldest == state_->streams.end() || each->second.used < oldest->second.used))
                oldest = each;
        if (oldest == state_->streams.end()) return {};
        auto unused = std::move(oldest->second.stream);
        state_->streams.erase(oldest);
        return unused;
    }
    [[nodiscard]] std::vector<pointer> used_streams() {
        std::vector<pointer> all;
        const std::lock_guard lock{state_->mutex};
        for (const auto& each : state_->streams) all.push_back(each.second.stream);
        return all;
    }

    [[nodiscard]] result<void> writable(std::string_view name) const {
        if (!is_read_only()) return {};
        return file_problem(stream_path{folder(), name}.own, "it is opened for reading only",
                            "open the journal without `read_only`");
    }

    // The open stream; none if it is not there and is not to be created.
    [[nodiscard]] result<pointer> find(std::string_view name, bool create,
                                       std::string_view purpose = {}) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        auto stream = entry(name);
        auto opened = stream->open(create && !state_->options.read_only, purpose);
        if (!opened) return opened.error();
        if (*opened) return stream;
        if (create) return writable(name).error();
        return pointer{};
    }

    // The folder and those above it that are missing. An older process may have made the last one
    // and crashed, so the one above is synced in any case, if this user may.
    [[nodiscard]] static result<void> make_path(Files& files, const std::string& folder,
                                                bool syncs) {
        const auto above = folder_above(folder);
        auto made = uninterrupted([&] { return files.mkdir(folder); });
        if (made.problem == ENOENT && above != folder) {
            if (auto done = make_path(files, above, syncs); !done) return done;
            made = uninterrupted([&] { return files.mkdir(folder); });
        }
        if (!made && made.problem != EEXIST)
            return io_problem(folder, "make the folder", made.problem);
        if (!syncs) return {};
        auto opened = open_file<Files>::open(files, above, file_use::root);
        if (!opened) return made ? result<void>{opened.error()} : result<void>{};
        if (const auto done = (*opened)->sync(); !done)
            return io_problem(above, "sync the folder", done.problem);
        return {};
    }

    [[nodiscard]] static std::string folder_above(const std::string& folder) {
        const auto slash = folder.rfind('/');
        if (slash == std::string::npos) return ".";
        const auto end = folder.find_last_not_of('/', slash);
        return end == std::string::npos ? "/" : folder.substr(0, end + 1);
    }

    detail::shared<state> state_;
};

/// The file journal of this machine.
using file = basic_file<posix_files>;

}  // namespace workmem::journal
