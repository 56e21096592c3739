#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/back_off.hpp>
#include <workmem/journal/call_options.hpp>
#include <workmem/journal/command.hpp>
#include <workmem/journal/durable_mark.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/past.hpp>
#include <workmem/journal/record_text.hpp>
#include <workmem/journal/retention.hpp>
#include <workmem/journal/stream_position.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/observer/delivery.hpp>
#include <workmem/observer/pending_notice.hpp>
#include <workmem/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What a command answers.
template <class Command>
using answer_of = decltype(std::declval<typename Command::decision>().answer);

/// Holds a state and is the only way to change it: decide → record → apply, under one mutex, with
/// a journal between the steps and an observer after them. Several replicas may share a stream:
/// one that lost a race applies what came in between and decides again.
///
/// The state brings `decide(command, decision&) -> verdict`, `apply(decision&, notice*) noexcept`
/// and `announce(decision, notice&)`. For journals it also brings what journal/stream_position.hpp
/// and journal/replay.hpp ask for, `snapshot()`, and its touches: `ahead(something_happens)` gives
/// what is to be recorded ahead of a change, or of none; `ahead_saved(it)` says that it was;
/// `detach()` gives what is not recorded yet before foreign changes come in, `reattach(it)` puts it
/// on top of them.
///
/// Neither copyable nor movable where it has a real mutex. Thread-safe where it has one.
template <class State, class Policies>
class replica {
    using mutex_type = typename Policies::mutex;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = typename State::notice_type;
    using delivery_type = delivery<notice_type, observer_type, mutex_type>;
    using pending_type = pending_notice<notice_type, delivery_type, observer_type::listens>;

    static constexpr bool records = journal_type::records;
    static constexpr bool listens = observer_type::listens;
    static constexpr bool keeps_history = journal::full_engine_policy<journal_type>;
    /// A race is lost only to somebody who won it, so this many in a row mean a crowd.
    static constexpr int max_attempts = 64;
    static constexpr int max_lost_answers = 3;

public:
    using call_type = std::conditional_t<records, const call_options&, ignored_call>;

    explicit replica(State state, journal_type journal = {}, observer_type observer = {},
                     std::string stream = {}, retention keep = {})
        : state_{std::move(state)},
          position_{std::move(journal), std::move(stream)},
          delivery_{std::move(observer)} {
        if constexpr (records) recording_.keep = keep;
    }

    /// Takes over what the stream holds; once, before anything else. Errors: `storage_error`.
    result<void> open() {
        if constexpr (records) {
            if (auto opened = position_.open(State::purpose); !opened) return opened;
            return position_.load(state_);
        }
        return {};
    }

    /// Whether readers may be ahead of the disk: they wait then for what they have read.
    static constexpr bool waits = records && locks<mutex_type>;

    /// `read(state)` under the lock for reading. What it answers is durable; if it answers nothing,
    /// what it saw was when it began.
    template <class Read>
    decltype(auto) read(Read&& read) const {
        if constexpr (!waits) {
            const read_lock lock{mutex_};
            return std::forward<Read>(read)(state_);
        } else if constexpr (std::is_void_v<std::invoke_result_t<Read&, const State&>>) {
            (void)await(last_written());
            const read_lock lock{mutex_};
            read(state_);
        } else {
            for (;;) {
                std::uint64_t seen = 0;
                auto answer = [&] {
                    const read_lock lock{mutex_};
                    seen = last_written_locked();
                    return read(state_);
                }();
                if (await(seen)) return answer;
            }
        }
    }
    /// `update(state)` under the lock for writing: for touches and hints, which are not recorded.
    template <class Update>
    WORKMEM_INLINE decltype(auto) update(Update&& update) {
        const write_lock lock{mutex_};
        return std::forward<Update>(update)(state_);
    }

    /// The same for what shows something: `update(state, seen)` says in which record that came, and
    /// is called again if that never became durable.
    template <class Update>
    auto update_and_show(Update&& update) {
        std::uint64_t seen = 0;
        if constexpr (!waits) {
            const write_lock lock{mutex_};
            return update(state_, seen);
        } else {
            for (;;) {
                auto answer = [&] {
                    const write_lock lock{mutex_};
                    return update(state_, seen = last_written_locked());
                }();
                if (await(seen)) return answer;
            }
        }
    }

    /// Decides, records and applies a command, and returns when it is durable; `done(answer)` or
    /// `done(answer, state)` runs under the lock, after apply. A repetition by idempotency key
    /// answers as a call that found nothing to do. Strong guarantee: an error or exception changed
    /// nothing.
    template <class Command, class Done>
    result<answer_of<Command>> execute(const Command& command, Done&& done,
                                       call_type call = plain_call) {
        if constexpr (!records && !listens) {
            const write_lock lock{mutex_};
            typename Command::decision decided;
            const auto verdict = state_.decide(command, decided);
            if (verdict == verdict::refused) return std::move(*decided.problem);
            if (verdict == verdict::change) {
                state_.apply(decided, nullptr);
                position_.advance();
            }
            finish(done, decided.answer);
            return std::move(decided.answer);
        } else {
            const identified by{call};
            std::optional<answer_of<Command>> lost_answer;
            int losses = 0;
            for (int attempt = 0; attempt < max_attempts; ++attempt) {
                if constexpr (records) journal::back_off(attempt);
                typename Command::decision decided;
                std::optional<error> problem;
                bool lost = false;
                std::uint64_t reached = 0;
                const auto ended = attempt_once(command, by, decided, done, problem, lost, reached);
                if (ended == outcome::failed) return std::move(*problem);
                if (lost && !lost_answer) lost_answer.emplace(decided.answer);
                // A connection may drop once; an engine that never answers is out of order.
                if constexpr (records)
                    if (lost && ended == outcome::beaten && ++losses == max_lost_answers)
                        return position_.lost_answer();
                if (ended == outcome::beaten) continue;
                if (auto durable = settle(reached); !durable) return durable.error();
                if (ended == outcome::repeated)
                    return lost_answer ? std::move(*lost_answer) : answer_of<Command>{};
                return std::move(decided.answer);
            }
            return crowded();
        }
    }
    template <class Command>
    auto execute(const Command& command) {
        return execute(command, [](const auto&) {});
    }

    /// Tells the observer, after all that was published before, of something that changed nothing:
    /// `fill(notice)` says what.
    template <class Fill>
    void tell(Fill&& fill) {
        if constexpr (listens) {
            {
                const write_lock lock{mutex_};
                pending_type notice{delivery_};
                fill(*notice.get());
                notice.publish(position_.sequence());
            }
            (void)settle(sequence());
        }
    }

    /// Records the touches that no change has carried yet, and makes everything durable that the
    /// sync mode would leave for later. Nothing to do without a journal.
    result<void> flush() {
        if constexpr (records) {
            auto flushed = when_flushed([](State&) {});
            if constexpr (keeps_history)
                if (flushed) return position_.journal().flush(stream());
            return flushed;
        } else {
            return {};
        }
    }

    /// Applies what other writers of the stream have recorded, and tells the observer.
    result<void> catch_up() {
        if constexpr (records) {
            std::uint64_t reached = 0;
            {
                const write_lock lock{mutex_};
                if (auto caught = catch_up_locked(); !caught) return caught;
                reached = position_.sequence();
            }
            return settle(reached);
        }
        return {};
    }

    /// Saves the state beside the log and forgets what `retention` does not keep. Happens by itself
    /// when the log is longer than 1 MiB and twice the last snapshot; a failure is then only
    /// counted, and tried again when the log has grown by as much.
    result<void> snapshot() requires keeps_history {
        std::string bytes;
        std::uint64_t at = 0;
        auto ready = when_flushed([&](State& state) {
            bytes = journal::snapshot_text(state, position_.keys());
            at = position_.sequence();
        });
        auto& journal = position_.journal();
        if (ready) ready = journal.save_snapshot(stream(), State::owner, at, bytes);
        {
            const write_lock lock{mutex_};
            position_.snapshot_taken(bytes.size());
        }
        // Somebody else's newer one is as good.
        if (!ready && ready.error().code() != error_code::conflict) return ready;
        return journal::trim(journal, stream(), State::owner, at, recording_.keep);
    }
    /// Fills in what the journal made difficult; nothing without one.
    void count(metrics_snapshot& counts) const {
        if constexpr (records) {
            const read_lock lock{mutex_};
            counts.lost_races = recording_.lost_races;
            counts.snapshot_failures = recording_.snapshot_failures;
        }
    }

    /// Executes a command that takes something out of the state for good, then takes it out of
    /// what is stored: `scrub(record)` gives the bytes a record has without it, or nothing if it
    /// never had it. May be repeated after an error.
    template <class Command, class Scrub>
    result<answer_of<Command>> erase(const Command& command, Scrub&& scrub,
                                     call_type call = plain_call) {
        auto answer = execute(
            command, [](const auto&) {}, call);
        if constexpr (keeps_history) {
            if (!answer) return answer;
            if (auto saved = snapshot(); !saved) return saved.error();
            auto& journal = position_.journal();
            auto newest = journal.newest_snapshot(stream(), State::owner,
                                                  journal::stream_position<journal_type>::newest);
            if (!newest) return newest.error();
            const auto below = *newest ? (*newest)->sequence : 0;
            // What others recorded behind the snapshot came after the erasure.
            auto done = journal.rewrite(
                stream(),
                [&](const journal::record& each) -> std::optional<std::string> {
                    if (each.sequence > below) return {};
                    return scrub(each);
                },
                journal::outdated_snapshots{State::owner, below});
            if (!done) return done.error();
        }
        return answer;
    }

    /// Where the state is in its stream.
    [[nodiscard]] cursor position() const requires keeps_history {
        const read_lock lock{mutex_};
        return {position_.stream(), position_.incarnation(), position_.sequence()};
    }
    /// The durable changes of this memory since a cursor of this stream, at most `limit`; applies
    /// what other writers have recorded. `validation_error` for another stream's cursor.
    result<changes> changes_since(const cursor& from, std::size_t limit) requires keeps_history {
        if (auto caught = catch_up(); !caught) return caught.error();
        return journal::read_changes(position_.journal(), State::owner, from, position(), limit);
    }
    /// Waits for a durable change of any memory on the stream above the cursor; false after
    /// `timeout`. True at once for a cursor of another stream: `changes_since` says so.
    [[nodiscard]] bool wait_for_changes(const cursor& from,
                                        milliseconds timeout) requires keeps_history {
        if (from.stream != position_.stream() || from.incarnation != position_.incarnation())
            return true;
        return position_.journal().wait_for_changes(stream(), from.sequence, timeout);
    }
    /// Fills an empty state of the same memory with what the stream held after record `sequence`.
    /// `not_found` names what can be reached.
    template <class Other>
    result<void> load_at(Other& state, std::uint64_t sequence) const requires keeps_history {
        return journal::load_at(position_.journal(), stream(), state, sequence);
    }

    /// Whether a change with this idempotency key is known to be recorded.
    [[nodiscard]] bool is_repeated(std::string_view key) const {
        if constexpr (records) {
            const read_lock lock{mutex_};
            return !key.empty() && position_.keys().contains(key);
        } else {
            return false;
        }
    }
    /// How many changes the state holds; the sequence of the last record with a journal.
    [[nodiscard]] std::uint64_t sequence() const {
        const read_lock lock{mutex_};
        return position_.sequence();
    }
    [[nodiscard]] std::uint64_t observer_failures() { return delivery_.failures(); }
    [[nodiscard]] decltype(auto) stream() const noexcept { return position_.stream(); }

private:
    enum class outcome : std::uint8_t {
        done,
        repeated,  // the stream has the change already
        failed,
        beaten  // others were faster
    };

    // What only a journal needs.
    struct recording {
        std::string buffer{};  // of the records being written
        retention keep{};
        std::uint64_t lost_races = 0;
        std::uint64_t snapshot_failures = 0;
        bool is_snapshotting = false;
    };
    struct nothing {};

    // Who calls. An engine that may lose answers needs a key to find out what became of a call.
    struct identified {
        explicit identified(const call_options& call)
            : actor{call.actor}, key{call.idempotency_key} {
            if constexpr (requires { journal_type::loses_answers; })
                if (key.empty()) key = made = journal::new_incarnation();
        }
        explicit identified(ignored_call) noexcept {}
        identified(const identified&) = delete;
        identified& operator=(const identified&) = delete;
        std::string_view actor, key;
        std::string made;
    };

    // `reached`: what has to be durable before anybody is told.
    template <class Command, class Done>
    outcome attempt_once(const Command& command, const identified& by,
                         typename Command::decision& decided, Done&& done,
                         std::optional<error>& problem, bool& lost, std::uint64_t& reached) {
        const write_lock lock{mutex_};
        reached = position_.sequence();
        if constexpr (records)
            if (!by.key.empty() && position_.keys().contains(by.key)) return outcome::repeated;
        switch (state_.decide(command, decided)) {
            case verdict::refused: problem = std::move(decided.problem); return outcome::failed;
            case verdict::nothing: finish(done, decided.answer); return outcome::done;
            case verdict::change: break;
        }
        pending_type notice{delivery_};
        if constexpr (listens) state_.announce(decided, *notice.get());
        if constexpr (records) {
            recording_.buffer.clear();
            const auto ahead = state_.ahead(true);
            write_ahead(ahead);
            const auto split = recording_.buffer.size();
            journal::write_change(recording_.buffer, decided.change, {by.actor, by.key});
            position_.keys().prepare(by.key);
            std::array<std::string_view, 2> lines;
            std::size_t count = 0;
            if (split != 0) lines[count++] = std::string_view{recording_.buffer}.substr(0, split);
            lines[count++] = std::string_view{recording_.buffer}.substr(split);
            auto recorded = position_.append(std::span{lines.data(), count}, lost);
            if (recorded.status != journal::append_status::recorded) {
                notice.cancel();  // foreign notices come first
                return after_refusal(recorded, problem);
            }
            state_.ahead_saved(ahead);
            position_.keys().keep();
            position_.advance(count - 1, split);
        }
        if constexpr (waits) next_record(position_.sequence() + 1);
        state_.apply(decided, notice.get());
        if constexpr (records)
            position_.advance(1, recording_.buffer.size());
        else
            position_.advance();
        reached = position_.sequence();
        notice.publish(reached);
        finish(done, decided.answer);
        return outcome::done;
    }

    outcome after_refusal(journal::append_outcome& recorded, std::optional<error>& problem) {
        if (recorded.status != journal::append_status::conflict) {
            problem = recorded.problem
                          ? std::move(recorded.problem)
                          : std::optional{error{error_code::storage_error,
                                                "the journal failed without saying why"}};
            return outcome::failed;
        }
        ++recording_.lost_races;
        auto caught = catch_up_locked();
        if (caught) return outcome::beaten;
        problem = caught.error();
        return outcome::failed;
    }

    template <class Done, class Answer>
    void finish(Done& done, const Answer& answer) {
        if constexpr (std::is_invocable_v<Done&, const Answer&, State&>)
            done(answer, state_);
        else
            done(answer);
    }

    template <class Ahead>
    void write_ahead(const Ahead& ahead) {
        if (!ahead.empty()) journal::write_change(recording_.buffer, ahead.change(), plain_call);
    }

    // Records the touches, then calls `then(state)` under the same lock, and waits for durability.
    template <class Then>
    result<void> when_flushed(Then&& then) {
        for (int attempt = 0; attempt < max_attempts; ++attempt) {
            journal::back_off(attempt);
            std::uint64_t reached = 0;
            {
                const write_lock lock{mutex_};
                recording_.buffer.clear();
                const auto ahead = state_.ahead(false);
                if (!ahead.empty()) {
                    write_ahead(ahead);
                    const std::array<std::string_view, 1> lines{recording_.buffer};
                    bool lost = false;
                    auto recorded = position_.append(lines, lost);
                    if (recorded.status != journal::append_status::recorded) {
                        std::optional<error> problem;
                        if (after_refusal(recorded, problem) == outcome::failed)
                            return std::move(*problem);
                        continue;
                    }
                    state_.ahead_saved(ahead);
                    position_.advance(1, recording_.buffer.size());
                }
                then(state_);
                reached = position_.sequence();
            }
            return make_durable(reached);
        }
        return crowded();
    }

    // Applies what stands in the stream above our sequence; touches of our own that nobody has
    // recorded yet come out on top.
    result<void> catch_up_locked() {
        // What stands in another stream of the same name is nothing to go on with.
        if (auto same = position_.verify_incarnation(); !same) return same;
        // However far it comes, and even if it throws.
        struct reattaching {
            replica& owner;
            decltype(owner.state_.detach()) own = owner.state_.detach();
            std::uint64_t before = owner.position_.sequence();
            ~reattaching() { owner.state_.reattach(own, owner.position_.sequence() != before); }
        };
        const reattaching at_last{*this};
        return position_.follow(state_, [this](const journal::record& each) {
            pending_type notice{delivery_};
            if constexpr (waits) next_record(each.sequence);
            auto done = replay_record(state_, each.bytes, notice.get());
            if constexpr (listens) {
                if (!done || notice.get()->kind.empty()) return done;
                notice.get()->foreign = true;
            }
            if (done) notice.publish(each.sequence);
            return done;
        });
    }

    // What could not become durable never happened.
    void rebuild() {
        const write_lock lock{mutex_};
        // Even a part of what is durable is better than what never was.
        (void)position_.rebuild(state_, true);
        if constexpr (waits) durable_.cut(position_.sequence());
        if constexpr (listens) delivery_.drop_above(position_.sequence());
    }

    // Waits until everything up to `reached` is durable, then tells the observer. If it cannot
    // become durable, the state is rebuilt from what is, before the error leaves. Other threads may
    // have done so by now: where the state is says nothing of what became of a call.
    result<void> make_durable(std::uint64_t reached) {
        if constexpr (records) {
            if (auto durable = position_.journal().commit(stream(), reached); !durable) {
                rebuild();
                return durable;
            }
            if constexpr (waits) durable_.note(reached);
            delivery_.deliver(reached);
        } else if constexpr (listens) {
            delivery_.deliver(reached);
        }
        return {};
    }
    result<void> settle(std::uint64_t reached) {
        auto done = make_durable(reached);
        if constexpr (keeps_history)
            if (done && begins_snapshot()) {
                const bool saved = snapshot().has_value();
                const write_lock lock{mutex_};
                recording_.snapshot_failures += !saved;
                recording_.is_snapshotting = false;
            }
        return done;
    }
    // One thread at a time.
    [[nodiscard]] bool begins_snapshot() {
        {
            const read_lock lock{mutex_};
            if (!position_.snapshot_due()) return false;
        }
        const write_lock lock{mutex_};
        return position_.snapshot_due() && !std::exchange(recording_.is_snapshotting, true);
    }

    [[nodiscard]] std::uint64_t last_written() const {
        const read_lock lock{mutex_};
        return last_written_locked();
    }
    // Where the state marks no entries, what it holds may be of any change.
    [[nodiscard]] std::uint64_t last_written_locked() const noexcept {
        if constexpr (requires { state_.last_written(); })
            return state_.last_written();
        else
            return position_.sequence();
    }
    void next_record(std::uint64_t sequence) noexcept {
        if constexpr (requires { state_.next_record(sequence); }) state_.next_record(sequence);
    }
    [[nodiscard]] bool await(std::uint64_t sequence) const {
        return durable_.await(position_.journal(), stream(), sequence);
    }

    [[nodiscard]] error crowded() const {
        return {error_code::conflict, "other writers of stream " + text::quoted(stream()) +
                                          " won " + std::to_string(max_attempts) +
                                          " times in a row; try again"};
    }

    State state_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable mutex_type mutex_;
    WORKMEM_NO_UNIQUE_ADDRESS journal::stream_position<journal_type> position_;
    WORKMEM_NO_UNIQUE_ADDRESS delivery_type delivery_;
    WORKMEM_NO_UNIQUE_ADDRESS std::conditional_t<records, recording, nothing> recording_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable std::conditional_t<waits, journal::durable_mark, nothing>
        durable_;
};

}  // namespace workmem
