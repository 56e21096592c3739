#pragma once

#include <workmem/journal/file_opening.hpp>
#include <workmem/journal/frame.hpp>
#include <workmem/journal/journal.hpp>

#include <algorithm>
#include <atomic>
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

/// One stream of a file journal. Appends collect in a buffer; the first who waits for durability
/// takes the turn, writes and syncs for all, with no lock held, while others append on.
/// Thread-safe; neither copyable nor movable.
template <class Files>
class file_stream {
    using guard = std::unique_lock<std::mutex>;

public:
    file_stream(Files files, const file_options& options, std::string root, std::string name)
        : files_{std::move(files)},
          options_{options},
          root_{std::move(root)},
          name_{std::move(name)},
          path_{root_, name_} {}
    file_stream(const file_stream&) = delete;
    file_stream& operator=(const file_stream&) = delete;
    /// Syncs what `interval` has left; who wants to hear of a failure calls `flush`.
    ~file_stream() {
        if (log_.file && !failed_ && options_.sync.syncs() && durable_ < settled_)
            (void)log_.file->sync_data();
    }

    /// Whether the stream is there; opens it, or creates it if asked to.
    [[nodiscard]] result<bool> open(bool create, std::string_view purpose = {}) {
        if (open_.load(std::memory_order_acquire)) return true;
        const std::lock_guard maintaining{maintenance_};
        if (open_.load(std::memory_order_relaxed)) return true;
        auto opened = open_stream_folder(files_, root_, path_, name_, purpose, options_, create);
        if (!opened) return opened.error();
        if (!*opened) return false;
        const guard lock{mutex_};
        auto& stream = **opened;
        lock_ = std::move(stream.lock);
        log_ = std::move(stream.log);
        snapshots_ = std::move(stream.snapshots);
        report_ = std::move(stream.report);
        // Without syncs this is a guess that turns bit rot into an error instead of a short log.
        last_ = settled_ = durable_ = log_.last;
        open_.store(true, std::memory_order_release);
        changed_.notify_all();
        return true;
    }

    [[nodiscard]] stream_info info() {
        const guard lock{mutex_};
        return {log_.header.purpose, log_.header.incarnation, log_.header.oldest, last_};
    }
    [[nodiscard]] recovery report() {
        const guard lock{mutex_};
        return report_;
    }

    [[nodiscard]] append_outcome append(std::uint64_t expected,
                                        std::span<const std::string_view> records) {
        const guard lock{mutex_};
        if (failed_) return {append_status::failed, failure()};
        if (expected != last_) return {append_status::conflict, std::nullopt};
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

    [[nodiscard]] result<void> commit(std::uint64_t sequence) {
        guard lock{mutex_};
        for (bool due = is_due(); sequence > settled_ || due;) {
            if (failed_) return sequence <= settled_ ? result<void>{} : failure();
            if (sequence > last_)
                return file_problem(path_.log(),
                                    "record " + std::to_string(sequence) +
                                        " is not there, the last one is " + std::to_string(last_),
                                    "read the stream again");
            if (busy_) {
                changed_.wait(lock);
                due = due && is_due();
                continue;
            }
            if (auto done = settle(lock, options_.sync.is_always() || due); !done) return done;
            due = false;
        }
        return {};
    }

    /// Writes, and syncs unless syncing is off.
    [[nodiscard]] result<void> flush() {
        guard lock{mutex_};
        const auto wanted = last_;
        const auto& reached = options_.sync.syncs() ? durable_ : settled_;
        while (reached < wanted) {
            if (failed_) return failure();
            if (busy_)
                changed_.wait(lock);
            else if (auto done = settle(lock, options_.sync.syncs()); !done)
                return done;
        }
        return {};
    }

    /// Syncs what is due under `interval`.
    [[nodiscard]] result<void> tick() {
        guard lock{mutex_};
        if (busy_ || failed_ || !is_due()) return {};
        return settle(lock, true);
    }

    template <class Visit>
    [[nodiscard]] result<read_end> read(std::uint64_t from, Visit&& visit) {
        file_pointer<Files> file;
        std::string tail;
        std::uint64_t begin = 0, end = 0, in_file = 0;
        read_end answer;
        {
            const guard lock{mutex_};
            answer.oldest = log_.header.oldest;
            answer.compacted = from < answer.oldest;
            if (answer.compacted || from >= last_) return answer;
            file = log_.file;
            begin = log_.index.find(from + 1, log_.begin);
            end = log_.size;
            in_file = settled_;
            tail.reserve(inflight_.size() + pending_.size());
            tail += inflight_;
            tail += pending_;
        }
        const auto show = [&](const batch& each) {
            each.for_each([&](const record& one) {
                if (one.sequence <= from) return;
                visit(one);
                from = one.sequence;
            });
        };
        if (from < in_file) {
            frame_reader<Files> reader{*file, begin, end};
            for (;;) {
                auto found = reader.next();
                if (!found) return found.error();
                if (!*found) break;
                show(**found);
            }
            if (from < in_file)
                return damage(path_.log(), reader.offset(),
                              "record " + std::to_string(from + 1) + " cannot be read any more");
        }
        frame_scanner<> rest{tail, in_file + 1};
        while (const auto found = rest.next()) show(*found);
        return answer;
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view owner, std::uint64_t sequence,
                                             std::string_view bytes) {
        const std::lock_guard maintaining{maintenance_};
        {
            guard lock{mutex_};
            if (failed_) return failure();
            if (auto problem = refuse_sequence("a snapshot", sequence, last_))
                return std::move(*problem);
        }
        if (const auto newest = snapshots_.newest(owner, no_snapshots);
            newest && sequence < *newest)
            return older_snapshot(owner, sequence, *newest);
        // A snapshot must not outlive records that it holds.
        if (auto done = flush(); !done) return done;
        return snapshots_.save(log_.header, owner, sequence, bytes, options_.sync.syncs());
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view owner,
                                                                  std::uint64_t at_most) {
        const std::lock_guard maintaining{maintenance_};
        const auto sequence = snapshots_.newest(owner, at_most);
        if (!sequence) return std::optional<snapshot>{};
        auto loaded = snapshots_.load(log_.header, owner, *sequence);
        if (!loaded) return loaded.error();
        return std::optional{std::move(*loaded)};
    }

    [[nodiscard]] result<void> truncate(std::uint64_t up_to) {
        const std::lock_guard maintaining{maintenance_};
        log_header header = log_.header;
        {
            const guard lock{mutex_};
            if (auto problem = refuse_sequence("truncation", up_to, last_))
                return std::move(*problem);
        }
        if (up_to > header.oldest) {
            header.oldest = up_to;
            const auto keep = [](const record&) { return std::optional<std::string>{}; };
            if (auto done = replace_log(std::move(header), keep); !done) return done;
        }
        return snapshots_.remove_below(up_to);
    }

    template <class Change>
    [[nodiscard]] result<void> rewrite(Change&& change, std::uint64_t keep_from) {
        const std::lock_guard maintaining{maintenance_};
        log_header header = log_.header;
        ++header.generation;
        header.keep_from = keep_from;
        if (auto done = replace_log(std::move(header), change); !done) return done;
        snapshots_.forget_below(keep_from);
        std::vector<std::string> names;
        if (auto listed = list_folder(files_, path_.own, names); !listed) return listed;
        for (const auto& each : names)
            if (is_unfinished(each) || snapshots_.is_stray(each))
                if (auto done = remove_file(files_, path_.own + '/' + each); !done) return done;
        return options_.sync.syncs() ? sync_folder(files_, path_.own) : result<void>{};
    }

    [[nodiscard]] bool wait_for_changes(std::uint64_t after, std::chrono::milliseconds timeout) {
        guard lock{mutex_};
        changed_.wait_for(lock, timeout, [&] { return settled_ > after || closed_; });
        return settled_ > after;
    }

    /// Lets go of those who wait for changes.
    void close() {
        const guard lock{mutex_};
        closed_ = true;
        changed_.notify_all();
    }

private:
    // Who has it may do I/O on the log, and alone changes log_ and inflight_; taken and given back
    // under the mutex.
    class turn {
    public:
        turn(file_stream& stream, guard& lock) : stream_{stream}, lock_{lock} {
            while (stream_.busy_) stream_.changed_.wait(lock_);
            stream_.busy_ = true;
        }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;
        ~turn() {
            if (!lock_.owns_lock()) lock_.lock();
            stream_.busy_ = false;
            stream_.changed_.notify_all();
        }

    private:
        file_stream& stream_;
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
        const char* doing = "write it";
        auto done = log_.file->write(inflight_, log_.size);
        if (done && syncs) {
            doing = "sync it";
            done = log_.file->sync_data();
        }
        const bool cut = done || log_.file->truncate(log_.size);
        lock.lock();
        if (!done) return fail(done.problem, doing, cut);
        if (!inflight_.empty()) {
            log_.index.note(settled_ + 1, log_.size);
            log_.size += inflight_.size();
            inflight_.clear();
            if (options_.sync.how() == sync_mode::kind::interval && durable_ == settled_)
                unsynced_since_ = files_.now();
            log_.last = settled_ = reached;
        }
        if (syncs) durable_ = settled_;
        return {};
    }

    // Only reading from now on, and nothing that was not acknowledged is there.
    [[nodiscard]] error fail(int problem, const char* doing, bool cut) {
        failed_ = true;
        last_ = settled_;
        pending_.clear();
        inflight_.clear();
        const auto cause = io_problem(path_.log(), doing, problem);
        failure_.emplace(cause.code(),
                         cause.message() + "; until then it can only be read" +
                             (cut ? "" : ", and what failed could not be cut off its end"),
                         cause.details());
        return *failure_;
    }
    [[nodiscard]] error failure() const {
        if (failure_) return *failure_;
        return file_problem(path_.log(), "it failed before", "open the stream again");
    }

    [[nodiscard]] bool is_due() {
        return options_.sync.how() == sync_mode::kind::interval && durable_ < settled_ &&
               files_.now() - unsynced_since_ >= options_.sync.every();
    }

    // Puts a new log in the place of the old one; maintenance_ must be held.
    template <class Change>
    [[nodiscard]] result<void> replace_log(log_header header, Change&& change) {
        if (auto done = flush(); !done) return done;
        guard lock{mutex_};
        if (failed_) return failure();
        const bool syncs = options_.sync.syncs();
        const turn mine{*this, lock};
        if (failed_) return failure();
        lock.unlock();
        auto made = copy_log(files_, log_, std::move(header), path_.new_log(), change);
        auto placed = made ? put_in_place(files_, *made->file, path_.log(), syncs)
                           : result<void>{made.error()};
        if (!placed) {
            (void)remove_file(files_, path_.new_log());
            return placed;
        }
        int problem = 0;
        if (syncs) {
            // Until the folder is durable a crash could bring the old log back, without what is
            // appended to the new one: so a failure here ends writing.
            auto use = files_;
            const auto folder =
                uninterrupted([&] { return use.open(path_.own, file_use::folder); });
            problem = folder.problem;
            if (folder) {
                const auto descriptor = static_cast<int>(folder.value);
                problem = uninterrupted([&] { return use.sync(descriptor); }).problem;
                use.close(descriptor);
            }
        }
        lock.lock();
        log_ = std::move(*made);
        if (syncs) durable_ = settled_;
        if (problem != 0) return fail(problem, "sync its folder", true);
        return {};
    }

    Files files_;
    const file_options options_;
    const std::string root_;
    const std::string name_;
    const stream_path path_;

    std::mutex maintenance_;  // held over I/O: opening, snapshots, replacing the log
    std::mutex mutex_;        // never held over I/O
    std::condition_variable changed_;
    std::atomic<bool> open_{false};
    bool closed_ = false;
    bool busy_ = false;
    bool failed_ = false;
    std::optional<error> failure_;

    file_pointer<Files> lock_;
    file_log<Files> log_;
    snapshot_files<Files> snapshots_{files_, path_.own};
    recovery report_;
    std::uint64_t last_ = 0;     // appended
    std::uint64_t settled_ = 0;  // written, and under `always` synced: acknowledged
    std::uint64_t durable_ = 0;  // synced
    std::string pending_;        // frames that nobody has begun to write
    std::string inflight_;       // frames being written
    typename Files::time_point unsynced_since_{};
};

}  // namespace workmem::journal
