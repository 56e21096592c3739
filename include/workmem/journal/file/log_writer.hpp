#pragma once

#include <workmem/journal/file/frame.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/result.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What can be read of a log at one moment.
template <class Files>
struct log_view {
    std::uint64_t oldest = 0, last = 0;  ///< records oldest + 1 to last are there
    file_pointer<Files> file{};
    std::uint64_t begin = 0, end = 0;  ///< bytes of the file to look at
    std::uint64_t in_file = 0;         ///< the last record there
    std::string tail{};                ///< the frames that follow
};

/// Appends to a log. Appends collect in a buffer; the first who waits for durability takes the
/// turn, writes and syncs for all, with no lock held, while others append on. Begins with `start`.
///
/// After a write or sync that failed, what nobody was told of is taken back: who appended it hears
/// of it when he commits. A log whose end could be cut goes on at once; else it has to be mended.
/// Thread-safe; neither copyable nor movable.
template <class Files>
class log_writer {
    using guard = std::unique_lock<std::mutex>;

public:
    /// `rollbacks`: those of earlier writers that somebody may not have heard of yet, as
    /// `rollbacks()` gave them.
    log_writer(Files files, sync_mode sync, std::vector<std::uint64_t> rollbacks)
        : files_{std::move(files)}, sync_{sync}, rollbacks_{std::move(rollbacks)} {
        closing_.reserve(frame_head_size);
    }
    log_writer(const log_writer&) = delete;
    log_writer& operator=(const log_writer&) = delete;
    ~log_writer() = default;

    void start(file_log<Files> log) {
        const guard lock{mutex_};
        log_ = std::move(log);
        // Without syncs this is a guess that turns bit rot into an error instead of a short log.
        last_ = settled_ = durable_ = log_.last;
        changed_.notify_all();
    }

    [[nodiscard]] append_outcome append(std::uint64_t expected,
                                        std::span<const std::string_view> records,
                                        stream_course course) {
        const guard lock{mutex_};
        if (ails_ != ailment::none) return {append_status::failed, failure()};
        if (expected != last_ || is_other(log_.header.incarnation, course.incarnation) ||
            course.rollbacks.value_or(rollbacks_.size()) != rollbacks_.size())
            return {append_status::conflict, std::nullopt};
        if (records.empty()) return {};
        if (const auto size = payload_size(records); size > max_frame_payload)
            return {append_status::failed,
                    error{error_code::validation_error,
                          "an append of " + std::to_string(size) + " bytes; at most " +
                              std::to_string(max_frame_payload) + " go together"}};
        append_frame(pending_, batch_magic, last_ + 1, durable_, records);
        last_ += records.size();
        return {};
    }

    [[nodiscard]] result<void> commit(std::uint64_t sequence,
                                      std::optional<std::uint64_t> rollbacks = {}) {
        guard lock{mutex_};
        const stream_point point{sequence, rollbacks.value_or(rollbacks_.size())};
        if (was_taken_back(point)) return failure();
        for (bool due = is_due(); sequence > settled_ || due;) {
            if (ails_ != ailment::none) return sequence <= settled_ ? result<void>{} : failure();
            if (sequence > last_)
                return file_problem(log_.file->path(),
                                    "record " + std::to_string(sequence) +
                                        " is not there, the last one is " + std::to_string(last_),
                                    "read the stream again");
            if (busy_) {
                changed_.wait(lock);
                if (was_taken_back(point)) return failure();
                due = due && is_due();
                continue;
            }
            // A due sync that fails is no failure of a record that somebody else has written.
            if (auto done = settle(lock, sync_.is_always() || due); !done)
                return sequence <= settled_ ? result<void>{} : done;
            due = false;
        }
        return {};
    }

    /// Writes, and syncs unless syncing is off.
    [[nodiscard]] result<void> flush() {
        guard lock{mutex_};
        const stream_point wanted{last_, rollbacks_.size()};
        const auto& reached = sync_.syncs() ? durable_ : settled_;
        while (reached < wanted.sequence) {
            if (ails_ != ailment::none || was_taken_back(wanted)) return failure();
            if (busy_)
                changed_.wait(lock);
            else if (auto done = settle(lock, sync_.syncs()); !done)
                return done;
        }
        return {};
    }

    /// Syncs what is due under `interval`.
    [[nodiscard]] result<void> tick() {
        guard lock{mutex_};
        if (busy_ || ails_ != ailment::none || !is_due()) return {};
        return settle(lock, true);
    }

    /// What the header says, and the last record.
    [[nodiscard]] stream_info info() {
        const guard lock{mutex_};
        return {log_.header.purpose, log_.header.incarnation, log_.header.oldest, last_,
                rollbacks_.size()};
    }
    [[nodiscard]] log_header header() {
        const guard lock{mutex_};
        return log_.header;
    }
    /// What is there above a record.
    [[nodiscard]] log_view<Files> look(std::uint64_t from) {
        log_view<Files> view;
        const guard lock{mutex_};
        view.oldest = log_.header.oldest;
        view.last = last_;
        if (from < view.oldest || from >= last_) return view;
        view.file = log_.file;
        view.begin = log_.index.find(from + 1, log_.begin);
        view.end = log_.size;
        view.in_file = settled_;
        view.tail.reserve(inflight_.size() + pending_.size());
        view.tail += inflight_;
        view.tail += pending_;
        return view;
    }
    /// Whether records can be appended, or the log has to be mended first.
    [[nodiscard]] result<void> writable() {
        const guard lock{mutex_};
        return ails_ != ailment::none ? result<void>{failure()} : result<void>{};
    }

    /// The last record that stayed, each time; with what closing it now takes back.
    [[nodiscard]] std::vector<std::uint64_t> rollbacks() {
        const guard lock{mutex_};
        auto out = rollbacks_;
        if (last_ != settled_) out.push_back(settled_);
        return out;
    }
    /// Whether closing it now would lose nothing, not even the knowledge of a failure.
    [[nodiscard]] bool is_idle() {
        const guard lock{mutex_};
        return !busy_ && rollbacks_.empty() && pending_.empty() && inflight_.empty() &&
               (!sync_.syncs() || durable_ == settled_);
    }

    /// Puts a new log with another header, and other bytes for its records, in the place of the old
    /// one; by one thread at a time.
    template <class Change>
    [[nodiscard]] result<void> replace(Files files, const stream_path& path, log_header header,
                                       Change&& change) {
        if (auto done = flush(); !done) return done;
        guard lock{mutex_};
        if (ails_ != ailment::none) return failure();
        const turn mine{*this, lock};
        if (ails_ != ailment::none) return failure();
        return put_copy(files, path, std::move(header), change, lock);
    }

    /// Makes a log that failed fit to be appended to, by one thread at a time: cuts off what could
    /// not be written; after a sync that failed puts a copy, whose bytes are all synced, in its
    /// place, and says in `copied` what was uncertain until then.
    [[nodiscard]] result<void> mend(Files files, const stream_path& path,
                                    std::vector<std::string>& copied) {
        guard lock{mutex_};
        const turn mine{*this, lock};
        if (ails_ == ailment::none) return {};
        if (ails_ == ailment::long_tail) {
            lock.unlock();
            const auto cut = log_.file->truncate(log_.size);
            lock.lock();
            if (!cut) return failure();
            ails_ = ailment::none;
            return {};
        }
        auto why = failure().message();
        if (durable_ < settled_)
            why += ", and records " + std::to_string(durable_ + 1) + " to " +
                   std::to_string(settled_) + " were not safe until now";
        const auto keep = [](const record&) { return std::optional<std::string>{}; };
        if (auto done = put_copy(files, path, log_.header, keep, lock); !done) return done;
        ails_ = ailment::none;
        copied.push_back(std::move(why));
        return {};
    }

    [[nodiscard]] bool wait_for_changes(std::uint64_t after, std::chrono::milliseconds timeout) {
        guard lock{mutex_};
        changed_.wait_for(lock, timeout, [&] { return settled_ > after || closed_; });
        return settled_ > after;
    }

    /// Syncs what `interval` has left, and closes the log behind it; gives its size if that is
    /// done. By the last who uses it. Who wants to hear of a failure calls `flush` before.
    [[nodiscard]] std::optional<std::uint64_t> finish() {
        if (!log_.file || ails_ != ailment::none) return {};
        if (log_.is_closed) return log_.size;
        if (sync_.syncs() && durable_ < settled_ && !log_.file->sync_data()) return {};
        closing_.clear();
        append_closing_frame(closing_, settled_);
        auto done = log_.file->write(closing_, log_.size);
        if (done && sync_.syncs()) done = log_.file->sync_data();
        if (done) return log_.size + closing_.size();
        (void)log_.file->truncate(log_.size);
        return {};
    }

    /// Lets go of those who wait for changes.
    void close() {
        const guard lock{mutex_};
        closed_ = true;
        changed_.notify_all();
    }

private:
    // What keeps a log from being appended to.
    enum class ailment : std::uint8_t {
        none,
        long_tail,  // what could not be written could not be cut off either
        unsynced    // what was written may never come to the disk, even if a later sync succeeds
    };

    // Who has it may do I/O on the log, and alone changes log_ and inflight_; taken and given back
    // under the mutex.
    class turn {
    public:
        turn(log_writer& writer, guard& lock) : writer_{writer}, lock_{lock} {
            while (writer_.busy_) writer_.changed_.wait(lock_);
            writer_.busy_ = true;
        }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;
        ~turn() {
            if (!lock_.owns_lock()) lock_.lock();
            writer_.busy_ = false;
            writer_.changed_.notify_all();
        }

    private:
        log_writer& writer_;
        guard& lock_;
    };

    // Writes what is pending, and syncs if asked to; the turn must be free.
    [[nodiscard]] result<void> settle(guard& lock, bool syncs) {
        const turn mine{*this, lock};
        log_.index.reserve_one();
        inflight_.swap(pending_);
        const auto reached = last_;
        // Damage in what is durable now shows by this.
        if (!inflight_.empty()) restamp_frame(inflight_, durable_);
        lock.unlock();
        auto left = ailment::none;
        auto done = log_.file->write(inflight_, log_.size);
        if (done && syncs) {
            done = log_.file->sync_data();
            if (!done) left = ailment::unsynced;
        }
        if (!done && !log_.file->truncate(log_.size) && left == ailment::none)
            left = ailment::long_tail;
        lock.lock();
        if (!done)
            return fail(done.problem, left == ailment::unsynced ? "sync it" : "write it", left);
        if (!inflight_.empty()) {
            log_.index.note(settled_ + 1, log_.size);
            log_.size += inflight_.size();
            log_.is_closed = false;
            inflight_.clear();
            if (sync_.how() == sync_mode::kind::interval && durable_ == settled_)
                unsynced_since_ = files_.now();
            log_.last = settled_ = reached;
        }
        if (syncs) durable_ = settled_;
        return {};
    }

    // Copies the log into a new file and puts that in its place; in a turn.
    template <class Change>
    [[nodiscard]] result<void> put_copy(Files& files, const stream_path& path, log_header header,
                                        Change&& change, guard& lock) {
        const bool syncs = sync_.syncs();
        lock.unlock();
        auto made = copy_log(files, log_, std::move(header), path.new_log(), change);
        auto placed =
            made ? put_in_place(files, *made->file, path.log(), syncs) : result<void>{made.error()};
        if (!placed) {
            (void)remove_file(files, path.new_log());
            lock.lock();
            return placed;
        }
        int problem = 0;
        if (syncs) {
            // Until the folder is durable a crash could bring the old log back, without what is
            // appended to the new one: so a failure here ends writing.
            const auto folder =
                uninterrupted([&] { return files.open(path.own, file_use::folder); });
            problem = folder.problem;
            if (folder) {
                const auto descriptor = static_cast<int>(folder.value);
                problem = uninterrupted([&] { return files.sync(descriptor); }).problem;
                files.close(descriptor);
            }
        }
        lock.lock();
        log_ = std::move(*made);
        if (problem != 0) return fail(problem, "sync its folder", ailment::unsynced);
        if (syncs) durable_ = settled_;
        return {};
    }

    // What nobody was told of is there no more.
    [[nodiscard]] error fail(int problem, const char* doing, ailment left) {
        ails_ = left;
        rollbacks_.push_back(settled_);
        last_ = settled_;
        pending_.clear();
        inflight_.clear();
        failure_.emplace(io_problem(log_.file->path(), doing, problem));
        return *failure_;
    }
    // Whether what somebody appended, or read, was taken back since.
    [[nodiscard]] bool was_taken_back(stream_point point) const noexcept {
        return point.rollbacks < rollbacks_.size() && point.sequence > rollbacks_[point.rollbacks];
    }
    [[nodiscard]] error failure() const {
        if (failure_) return *failure_;
        return file_problem(log_.file->path(), "it failed before", "try again");
    }

    [[nodiscard]] bool is_due() {
        return sync_.how() == sync_mode::kind::interval && durable_ < settled_ &&
               files_.now() - unsynced_since_ >= sync_.every();
    }

    Files files_;
    const sync_mode sync_;

    std::mutex mutex_;  // never held over I/O
    std::condition_variable changed_;
    bool closed_ = false;
    bool busy_ = false;
    ailment ails_ = ailment::none;
    std::optional<error> failure_;          // the last
    std::vector<std::uint64_t> rollbacks_;  // the last record that stayed, each time

    file_log<Files> log_;
    std::uint64_t last_ = 0;     // appended
    std::uint64_t settled_ = 0;  // written, and under `always` synced: acknowledged
    std::uint64_t durable_ = 0;  // synced
    std::string pending_;        // frames that nobody has begun to write
    std::string inflight_;       // frames being written
    std::string closing_;        // reserved, so that closing allocates nothing
    typename Files::time_point unsynced_since_{};
};

}  // namespace workmem::journal
