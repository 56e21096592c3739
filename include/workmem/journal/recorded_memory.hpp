#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/replica.hpp>
#include <workmem/metrics/health.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace workmem {

/// What every memory has that keeps its changes in a journal: its place in a stream, other writers'
/// changes, snapshots and history. A memory derives from it. Thread-safe where it has a real mutex.
template <class State, class Policies>
class recorded_memory {
protected:
    using state_type = State;
    using replica_type = replica<State, Policies>;
    using metrics_type = typename Policies::metrics;
    using stream_clock = typename replica_type::clock_type;
    static constexpr bool keeps_history = journal::full_engine_policy<typename Policies::journal>;

public:
    /// Records touches that no change has carried yet, and syncs what the journal would sync later.
    /// Errors: `storage_error`, `conflict`.
    void flush() { try_flush().value(); }
    result<void> try_flush();
    /// Applies what other writers of the stream have recorded. Errors: `storage_error`.
    void catch_up() { try_catch_up().value(); }
    result<void> try_catch_up();
    /// The same, but a stream that somebody has erased meanwhile, or that has taken back what was
    /// read of it, is no error: the memory goes on with it as it is now, and what it held besides
    /// is gone. For who serves others, and has no reason to keep what is nowhere else. Errors:
    /// `storage_error`.
    void follow() { try_follow().value(); }
    result<void> try_follow();
    // What not every journal can do are templates: with a class clang 14 instantiates also members
    // that their constraints rule out.

    /// Saves the state beside the stream's log and forgets what `retention` does not keep. It also
    /// happens by itself, when the log is longer than 1 MiB and twice the last snapshot. Errors:
    /// `storage_error`, `conflict`. O(state).
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    void snapshot() { try_snapshot().value(); }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal> result<void> try_snapshot() {
        return take_snapshot();
    }

    /// Where the memory should be looked at: `clock` (away from the journal's time by more than the
    /// parts allow, which records are stamped by then; behind the stream's last change by as much;
    /// wall time an hour away from elapsed time) and `snapshots` that could not be saved.
    [[nodiscard]] health_report health();

    /// The number of changes so far: with a journal, the sequence of the last record.
    [[nodiscard]] std::uint64_t sequence() const;
    /// Where the memory is in its stream.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] cursor position() const { return read_position(); }
    /// The durable changes of this memory since a cursor, at most `limit`. Errors:
    /// `validation_error` (a cursor of another stream), `storage_error`. O(records since).
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] changes changes_since(const cursor& from, std::size_t limit = 1'000) {
        return try_changes_since(from, limit).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal> result<changes> try_changes_since(
        const cursor& from, std::size_t limit = 1'000) {
        return read_changes(from, limit);
    }
    /// Waits until something durable stands behind the cursor; false after `timeout`.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] bool wait_for_changes(const cursor& from, milliseconds timeout) {
        return await_changes(from, timeout);
    }

protected:
    recorded_memory(State state, typename Policies::journal journal,
                    typename Policies::observer observer, std::string stream, retention keep,
                    stream_clock clock);

    /// Alerts to a clock that is away from the journal's, or behind the stream.
    void examine_skew(health_report& into) const;
    /// The same state.
    [[nodiscard]] bool equals(const recorded_memory& other) const;

    /// What was counted so far; `fill(snapshot, state)` adds what is held and allowed now.
    template <class Fill>
    [[nodiscard]] metrics_snapshot counted(Fill&& fill);

private:
    // No templates: explicit instantiation brings them. Without a journal nobody calls them.
    result<void> take_snapshot();
    [[nodiscard]] cursor read_position() const;
    result<changes> read_changes(const cursor& from, std::size_t limit);
    bool await_changes(const cursor& from, milliseconds timeout);

protected:
    replica_type replica_;
    WORKMEM_NO_UNIQUE_ADDRESS metrics_type counters_;  // written under the replica's lock only
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/journal/recorded_memory.ipp>
#endif
