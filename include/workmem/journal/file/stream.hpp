#pragma once

#include <workmem/journal/file/frame.hpp>
#include <workmem/journal/file/log_writer.hpp>
#include <workmem/journal/file/opening.hpp>
#include <workmem/journal/journal.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// One stream of a file journal: its log, its snapshots and its lock. Everything but `open` needs
/// an open stream. Thread-safe; neither copyable nor movable.
template <class Files>
class file_stream {
public:
    file_stream(Files files, const file_options& options, std::string root, std::string name,
                std::vector<std::uint64_t> rollbacks)
        : files_{std::move(files)},
          options_{options},
          root_{std::move(root)},
          name_{std::move(name)},
          path_{root_, name_},
          writer_{files_, options_.sync, std::move(rollbacks)} {}
    file_stream(const file_stream&) = delete;
    file_stream& operator=(const file_stream&) = delete;
    /// Closes the log and says so in the lock, which tells a crash from a log without its end.
    ~file_stream() {
        if (!lock_ || options_.read_only) return;
        if (is_erased_)
            (void)lock_->truncate(0);
        else if (const auto size = writer_.finish())
            write_closed(*lock_, *size);
    }

    /// Whether the stream is there; opens it, or creates it if asked to.
    [[nodiscard]] result<bool> open(bool create, std::string_view purpose = {}) {
        if (open_.load(std::memory_order_acquire)) return true;
        const std::lock_guard maintaining{maintenance_};
        if (open_.load(std::memory_order_relaxed)) return true;
        auto opened = open_stream_folder(files_, root_, path_, name_, purpose, options_, create);
        if (!opened) return opened.error();
        if (!*opened) return false;
        auto& stream = **opened;
        lock_ = std::move(stream.lock);
        snapshots_ = std::move(stream.snapshots);
        report_ = std::move(stream.report);
        writer_.start(std::move(stream.log));
        open_.store(true, std::memory_order_release);
        tell(report_);
        return true;
    }

    /// Whether the files of the open stream were deleted or replaced by others: what is written to
    /// them is lost. Looks once a second; each time where the stream would be made anew, so that
    /// its owner hears of it before deciding anything.
    [[nodiscard]] bool is_gone() {
        constexpr std::chrono::seconds now_and_then{1};
        if (is_gone_.load(std::memory_order_relaxed)) return true;
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        if (!options_.recreate &&
            now - std::chrono::steady_clock::duration{looked_.load(std::memory_order_relaxed)} <
                now_and_then)
            return false;
        looked_.store(now.count(), std::memory_order_relaxed);
        // The lock is never replaced; a reader may have none.
        const std::lock_guard maintaining{maintenance_};
        if (!is_erased_ && lock_ && !lock_->is_named()) is_gone_ = true;
        return is_gone_;
    }

    [[nodiscard]] log_writer<Files>& writer() noexcept { return writer_; }
    /// What was found when it was opened, and since then.
    [[nodiscard]] recovery report() {
        const std::lock_guard maintaining{maintenance_};
        return report_;
    }

    [[nodiscard]] append_outcome append(std::uint64_t expected,
                                        std::span<const std::string_view> records,
                                        stream_course course) {
        auto done = writer_.append(expected, records, course);
        if (done.status != append_status::failed || writer_.writable()) return done;
        {
            const std::lock_guard maintaining{maintenance_};
            if (auto fit = mend(); !fit) return {append_status::failed, fit.error()};
        }
        return writer_.append(expected, records, course);
    }

    template <class Visit>
    [[nodiscard]] result<read_end> read(std::uint64_t from, Visit&& visit) {
        const auto view = writer_.look(from);
        const read_end answer{from < view.oldest, view.oldest};
        if (answer.compacted || from >= view.last) return answer;
        const auto show = [&](const batch& each) {
            each.for_each([&](const record& one) {
                if (one.sequence <= from) return;
                visit(one);
                from = one.sequence;
            });
        };
        if (from < view.in_file) {
            frame_reader<Files> reader{*view.file, view.begin, view.end};
            for (;;) {
                auto found = reader.next();
                if (!found) return found.error();
                if (!*found) break;
                show(**found);
            }
            if (from < view.in_file)
                return damage(path_.log(), reader.offset(),
                              "record " + std::to_string(from + 1) + " cannot be read any more");
        }
        frame_scanner<> rest{view.tail, view.in_file + 1};
        while (const auto found = rest.next()) show(*found);
        return answer;
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view owner, std::uint64_t sequence,
                                             std::string_view bytes) {
        const std::lock_guard maintaining{maintenance_};
        if (auto fit = mend(); !fit) return fit;
        if (auto problem = refuse_sequence("a snapshot", sequence, writer_.info().last))
            return std::move(*problem);
        if (const auto newest = snapshots_.newest(owner, ~std::uint64_t{0});
            newest && sequence < *newest)
            return older_snapshot(owner, sequence, *newest);
        // A snapshot must not outlive records that it holds.
        if (auto done = writer_.flush(); !done) return done;
        return snapshots_.save(writer_.header(), owner, sequence, bytes, options_.sync.syncs());
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view owner,
                                                                  std::uint64_t at_most) {
        const std::lock_guard maintaining{maintenance_};
        const auto header = writer_.header();
        recovery found;
        auto newest = newest_good_snapshot(
            at_most,
            {(std::max)(header.oldest, header.generation == 0 ? 0 : header.outdated_below),
             header.oldest == 0 && header.generation == 0},
            [&](std::uint64_t up_to,
                std::optional<std::uint64_t>& sequence) -> result<std::optional<snapshot>> {
                sequence = snapshots_.newest(owner, up_to);
                if (!sequence) return std::optional<snapshot>{};
                auto loaded = snapshots_.load(header, owner, *sequence);
                if (!loaded) return loaded.error();
                return std::optional{std::move(*loaded)};
            },
            found.passed_over);
        // Once for each.
        auto& known = report_.passed_over;
        std::erase_if(found.passed_over, [&](const std::string& each) {
            return std::find(known.begin(), known.end(), each) != known.end();
        });
        known.insert(known.end(), found.passed_over.begin(), found.passed_over.end());
        tell(found);
        return newest;
    }

    [[nodiscard]] result<void> truncate(std::uint64_t up_to) {
        const std::lock_guard maintaining{maintenance_};
        if (auto problem = refuse_sequence("truncation", up_to, writer_.info().last))
            return std::move(*problem);
        if (auto fit = mend(); !fit) return fit;
        auto header = writer_.header();
        if (up_to > header.oldest) {
            header.oldest = up_to;
            const auto keep = [](const record&) { return std::optional<std::string>{}; };
            if (auto done = writer_.replace(files_, path_, std::move(header), keep); !done)
                return done;
        }
        return snapshots_.remove_below(up_to);
    }

    template <class Change>
    [[nodiscard]] result<void> rewrite(Change&& change, outdated_snapshots outdated) {
        const std::lock_guard maintaining{maintenance_};
        if (auto fit = mend(); !fit) return fit;
        auto header = writer_.header();
        ++header.generation;
        header.outdated_owner = outdated.owner;
        header.outdated_below = outdated.below;
        if (auto done = writer_.replace(files_, path_, std::move(header), change); !done)
            return done;
        snapshots_.forget(outdated);
        std::vector<std::string> names;
        if (auto listed = list_folder(files_, path_.own, names); !listed) return listed;
        for (const auto& each : names)
            if (is_unfinished(each) || is_cut(each) || snapshots_.is_stray(each))
                if (auto done = remove_file(files_, path_.own + '/' + each); !done) return done;
        return options_.sync.syncs() ? sync_folder(files_, path_.own) : result<void>{};
    }

    /// Removes the stream; whether it was there. Afterwards this object is of no use.
    [[nodiscard]] result<bool> erase() {
        const std::lock_guard maintaining{maintenance_};
        if (!open_.load(std::memory_order_relaxed)) {
            auto folder = open_file<Files>::open(files_, path_.own, file_use::folder);
            if (!folder) return false;  // nothing was ever there
            auto taken = take_lock(files_, path_.lock(), options_.lock_wait);
            if (!taken) return taken.error();
            lock_ = std::move(*taken);
        }
        is_erased_ = true;
        return erase_files(files_, path_, options_.sync.syncs());
    }

private:
    // A log that failed is mended by whoever wants to write next; maintenance_ is held.
    [[nodiscard]] result<void> mend() {
        if (writer_.writable()) return {};
        recovery found;
        auto done = writer_.mend(files_, path_, found.copied);
        report_.copied.insert(report_.copied.end(), found.copied.begin(), found.copied.end());
        tell(found);
        return done;
    }

    void tell(const recovery& found) const {
        if (found.is_remarkable() && options_.on_recovery) options_.on_recovery(name_, found);
    }

    Files files_;
    const file_options options_;
    const std::string root_;
    const std::string name_;
    const stream_path path_;
    std::mutex maintenance_;  // held over I/O: opening, snapshots, replacing the log
    std::atomic<bool> open_{false};
    bool is_erased_ = false;
    std::atomic<bool> is_gone_{false};
    std::atomic<std::chrono::steady_clock::rep> looked_{0};
    file_pointer<Files> lock_;
    log_writer<Files> writer_;
    snapshot_files<Files> snapshots_{files_, path_.own};
    recovery report_;
};

}  // namespace workmem::journal
