#pragma once

#include <workmem_sqlite/arrivals.hpp>
#include <workmem_sqlite/examination.hpp>
#include <workmem_sqlite/opening.hpp>
#include <workmem_sqlite/options.hpp>
#include <workmem_sqlite/store.hpp>
#include <workmem_sqlite/turns.hpp>

#include <workmem/detail/pointers.hpp>
#include <workmem/journal/file/files.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/store_scheme.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Keeps streams in a SQLite database, which several processes and threads of this machine may
/// share: whoever appends first at a sequence wins, the others get `conflict`. Needs libsqlite3.
///
/// What is recorded survives a crash of the program. After a crash of the machine, under
/// `sync_mode::always` (SQLite's synchronous=FULL) everything recorded is there; under `interval`
/// (NORMAL) everything up to the last sync, which the first `commit`, `tick` or `flush` makes once
/// the oldest unsynced record is old enough, and after it nothing out of order; under `never` (OFF)
/// the file itself may be damaged. The weakest mode of all who have the file open counts for all.
///
/// Once a sync of `interval` has failed, the handle can only read until the journal is opened
/// again: what the system has forgotten to write, no later sync brings back.
///
/// One connection, one call at a time: a reader waits while a writer of this handle syncs. Files
/// are made with mode 0600; `<path>-turn`, which is empty, is what writers queue at. A process that
/// forks must not use a handle that it opened before.
///
/// A handle; copies share the connection. Thread-safe.
class sqlite {
    using clock = std::chrono::steady_clock;

public:
    static constexpr bool records = true;

    /// Opens a journal, or makes it if there is no file and it is not only to be read; the folder
    /// must be there. Another program's database, another format, or what cannot be written is a
    /// `storage_error`, and is left as it is. O(streams).
    [[nodiscard]] static result<sqlite> open(std::string path, sqlite_options options) {
        using std::chrono::milliseconds;
        if (auto problem = refuse_address(path, "the path of a database",
                                          "leave the scheme out where it names SQLite, or open the "
                                          "store with journal::redis or journal::postgres"))
            return std::move(*problem);
        options.busy_wait = std::clamp<milliseconds>(options.busy_wait, milliseconds{0}, longest);
        auto opened = open_sqlite(std::move(path), options);
        if (!opened) return opened.error();
        return sqlite{std::move(*opened), options};
    }

    /// Finds a stream, or creates it; see `full_engine`. For who only reads, one that is not there
    /// has no records.
    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose) {
        if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
        auto known = existing(name);
        if (!known) return known.error();
        if (!*known && state_->read_only) return stream_info{.purpose = std::string{purpose}};
        auto found =
            *known
                ? result<sqlite_stream>{std::move(**known)}
                : written([&](sqlite_store& store) { return store.streams().open(name, purpose); });
        if (!found) return found.error();
        if (auto problem = refuse_purpose(name, found->purpose, purpose))
            return std::move(*problem);
        return stream_info{std::move(found->purpose), std::move(found->incarnation), found->oldest,
                           found->last};
    }

    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        auto known = existing(name);
        if (!known) return known.error();
        if (!*known) return std::optional<stream_info>{};
        auto& found = **known;
        return std::optional{stream_info{std::move(found.purpose), std::move(found.incarnation),
                                         found.oldest, found.last}};
    }

    /// All or nothing. `unknown` when a sync failed: the records are not there now, and may be
    /// after a crash. O(lines · log records).
    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation = {}) {
        if (auto problem = refuse_names(name)) return {append_status::failed, std::move(problem)};
        if (auto refused = writable(); !refused) return {append_status::failed, refused.error()};
        // Nobody queues to hear that others were faster.
        bool is_beaten = false;
        const auto mine = state_->turns->take(state_->busy_wait, [&] {
            const auto known = existing(name);
            is_beaten = known && *known && (*known)->last != expected;
            return !is_beaten;
        });
        if (is_beaten) return {append_status::conflict, {}};
        auto outcome = written(
            [&](sqlite_store& store) { return store.append(name, expected, lines, incarnation); });
        if (outcome.status == append_status::recorded) sqlite_arrivals::of_process().announce();
        return outcome;
    }

    /// Appended is recorded; under `interval`, syncs what is due. A sync that fails is no failure
    /// of this record: the next call that writes, and `flush`, say so.
    [[nodiscard]] result<void> commit(std::string_view, std::uint64_t) {
        (void)tick();
        return {};
    }

    /// Under `interval`: syncs if the oldest unsynced record is old enough. Nothing to do
    /// otherwise.
    result<void> tick() {
        if (state_->sync.how() != sync_mode::kind::interval) return {};
        const std::lock_guard lock{state_->mutex};
        const auto since = state_->unsynced_since;
        return since && clock::now() - *since >= state_->sync.every() ? sync_locked()
                                                                      : result<void>{};
    }
    /// Under `interval`: syncs everything that this handle has appended.
    [[nodiscard]] result<void> flush(std::string_view) {
        const std::lock_guard lock{state_->mutex};
        return state_->unsynced_since ? sync_locked() : result<void>{};
    }

    /// Visits the records above `from` in order, with no lock held: the visitor may use the
    /// journal. A stream that is truncated or erased in the middle of it is a `conflict`; read it
    /// again then.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        sqlite_page page;
        const auto next_page = [&] {
            const std::lock_guard lock{state_->mutex};
            return state_->store->read(name, from, page);
        };
        if (auto done = next_page(); !done) return done.error();
        const auto& now = page.stream;
        const auto id = now.id, last = now.last;
        const read_end end{from < now.oldest, now.oldest};
        while (!end.compacted && from < last) {
            std::string_view rest{page.bytes};
            for (const auto& each : page.entries) {
                visit(record{each.sequence, rest.substr(0, each.size)});
                rest.remove_prefix(each.size);
                from = each.sequence;
            }
            if (from >= last) break;
            if (auto done = next_page(); !done) return done.error();
            if (now.id != id || from < now.oldest)
                return error{error_code::conflict,
                             "stream " + text::quoted(name) +
                                 " was truncated or erased while it was read, at record " +
                                 std::to_string(from) + "; read it again"};
        }
        return end;
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto problem = refuse_owner(owner)) return std::move(*problem);
        return written(
            [&](sqlite_store& store) { return store.save_snapshot(name, owner, sequence, bytes); });
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        recovery found;
        auto newest = [&] {
            const std::lock_guard lock{state_->mutex};
            return state_->store->newest_snapshot(name, owner, at_most, found.passed_over);
        }();
        if (found.is_remarkable() && state_->on_recovery) state_->on_recovery(name, found);
        return newest;
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        return written([&](sqlite_store& store) { return store.truncate(name, up_to); });
    }

    /// `change(record)` gives other bytes, or nothing; it must not use the journal. Afterwards no
    /// file holds what was replaced, or what earlier calls left. An error with the detail `left_in`
    /// says that the records are rewritten, but that the files may still hold what they replaced,
    /// because another connection was in the way: call it again then. O(file).
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        return written([&](sqlite_store& store) -> result<void> {
            if (auto done = store.rewrite(name, change, outdated); !done) return done;
            return store.erase_leftovers();
        });
    }

    [[nodiscard]] result<std::vector<std::string>> streams() {
        const std::lock_guard lock{state_->mutex};
        return state_->store->streams().names();
    }

    /// Afterwards no file holds what was in it; for errors see `rewrite`. O(file).
    [[nodiscard]] result<bool> erase_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        return written([&](sqlite_store& store) -> result<bool> {
            auto erased = store.erase(name);
            if (!erased || !*erased) return erased;
            if (auto done = store.erase_leftovers(); !done) return done.error();
            return true;
        });
    }

    /// True once there is a record above `after`, false after the timeout or when the database
    /// cannot be read. Records of this process wake it at once; for those of others it looks, every
    /// 2 ms at first and every 50 ms at last.
    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout) {
        auto& arrivals = sqlite_arrivals::of_process();
        const auto until = clock::now() + (std::min)(timeout, longest);
        auto pause = std::chrono::milliseconds{2};
        for (;;) {
            const auto count = arrivals.count();
            {
                const std::lock_guard lock{state_->mutex};
                const auto found = state_->store->streams().look(name);
                if (!found) return false;
                if (*found && (*found)->last > after) return true;
            }
            const auto now = clock::now();
            if (now >= until) return false;
            arrivals.wait(count, (std::min)(until, now + pause));
            pause = (std::min)(pause * 2, std::chrono::milliseconds{50});
        }
    }

    /// Looks at every page, record and snapshot: SQLite's own integrity check, the checksum of each
    /// row, and whether each stream's records are there without a gap. Changes nothing. O(file).
    [[nodiscard]] result<sqlite_examination> examine() {
        const std::lock_guard lock{state_->mutex};
        return sqlite_examiner{state_->store->connection()}.run();
    }

    /// The turn of a writer; see `turn`. Nobody else writes to the database while it is held, so
    /// that who has it is not beaten. Waits for whoever has it, in this process or another.
    [[nodiscard]] turn take_turn(std::string_view, milliseconds patience) {
        if (state_->read_only) return {};
        return state_->turns->take(patience);
    }

    /// The time by which files beside the database are dated; nothing where it is read-only.
    [[nodiscard]] std::optional<timestamp> now() {
        if (is_read_only()) return std::nullopt;
        return posix_files{}.time_below(path().substr(0, path().rfind('/') + 1));
    }

    [[nodiscard]] bool is_read_only() const noexcept { return state_->read_only; }
    [[nodiscard]] const std::string& path() const noexcept { return state_->path; }

private:
    static constexpr std::chrono::milliseconds longest = std::chrono::hours{24 * 365};

    struct state {
        state(std::unique_ptr<sqlite_connection> in, const sqlite_options& options)
            : path{in->path()},
              opened_with{options},
              sync{options.sync},
              read_only{options.read_only},
              busy_wait{options.busy_wait},
              on_recovery{options.on_recovery},
              store{std::make_unique<sqlite_store>(std::move(in))},
              turns{std::make_shared<sqlite_turns>(path + "-turn")} {}
        state(const state&) = delete;
        state& operator=(const state&) = delete;
        ~state() {
            if (!read_only && !sync_problem) store->close();
        }
        const std::string path;
        const sqlite_options opened_with;
        const sync_mode sync;
        const bool read_only;
        const milliseconds busy_wait;
        const recovery_listener on_recovery;
        std::mutex mutex;
        std::unique_ptr<sqlite_store> store;  // another one only where it was made anew
        clock::time_point looked{};           // whether it is still there
        const std::shared_ptr<sqlite_turns> turns;
        std::optional<clock::time_point> unsynced_since;
        std::optional<error> sync_problem;
    };

    sqlite(std::unique_ptr<sqlite_connection> in, const sqlite_options& options)
        : state_{std::in_place, std::move(in), options} {}

    [[nodiscard]] result<std::optional<sqlite_stream>> existing(std::string_view name) {
        const std::lock_guard lock{state_->mutex};
        // A caller that begins anew is to hear of it before deciding anything.
        constexpr std::chrono::seconds now_and_then{1};
        if (state_->opened_with.recreate || clock::now() - state_->looked >= now_and_then)
            if (auto there = stay_there(); !there) return there.error();
        return state_->store->streams().look(name);
    }
    // What is written to a file without a name is lost with the last process that has it open.
    [[nodiscard]] result<void> stay_there() {
        auto& in = state_->store->connection();
        if (in.is_immutable() && size_of_file(path() + "-wal"))
            return file_problem(path(), "another process writes to what could only be read",
                                "open it again");
        if (in.has_moved()) {
            if (!state_->opened_with.recreate)
                return file_problem(path(), "it was deleted or replaced while it was open",
                                    "open it again, or with the option `recreate`");
            auto again = open_sqlite(path(), state_->opened_with);
            if (!again) return again.error();
            state_->store = std::make_unique<sqlite_store>(std::move(*again));
            state_->unsynced_since.reset();
        }
        state_->looked = clock::now();
        return {};
    }
    [[nodiscard]] result<void> writable() const {
        if (!is_read_only()) return {};
        return file_problem(path(), "it is opened for reading only",
                            "open the journal without `read_only`");
    }
    // A call that may write; some do not, which costs at most a sync too many.
    template <class Change>
    [[nodiscard]] std::invoke_result_t<Change&, sqlite_store&> written(Change&& change) {
        if constexpr (!std::is_same_v<std::invoke_result_t<Change&, sqlite_store&>, append_outcome>)
            if (auto refused = writable(); !refused) return refused.error();
        // Before the handle: who has the turn needs it.
        const auto mine = state_->turns->take(state_->busy_wait);
        const std::lock_guard lock{state_->mutex};
        const auto refused =
            state_->sync_problem ? result<void>{*state_->sync_problem} : stay_there();
        if (!refused) {
            if constexpr (std::is_same_v<std::invoke_result_t<Change&, sqlite_store&>,
                                         append_outcome>)
                return {append_status::failed, refused.error()};
            else
                return refused.error();
        }
        if (state_->sync.how() == sync_mode::kind::interval && !state_->unsynced_since)
            state_->unsynced_since = clock::now();
        return change(*state_->store);
    }
    [[nodiscard]] result<void> sync_locked() {
        if (state_->sync_problem) return *state_->sync_problem;
        auto& in = state_->store->connection();
        if (const auto code = in.sync_log(); code != SQLITE_OK) {
            const auto cause = in.problem("sync what was recorded", code);
            state_->sync_problem.emplace(
                cause.code(), cause.message() + "; until then this handle can only read it",
                cause.details());
            return *state_->sync_problem;
        }
        state_->unsynced_since.reset();
        return {};
    }

    workmem::detail::shared<state> state_;
};

}  // namespace workmem::journal
