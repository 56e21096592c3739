#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/durable_mark.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/past.hpp>
#include <workmem/journal/record_text.hpp>
#include <workmem/journal/retention.hpp>
#include <workmem/journal/stream_clock.hpp>
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
/// and journal/replay.hpp ask for, `snapshot()`, and its touches:
/// `touches_to_record(something_happens)` gives what is to be recorded ahead of a change, or of
/// none; `touches_recorded(it)` says that it was; `detach()` gives what is not recorded yet before
/// foreign changes come in, `reattach(it)` puts it on top of them.
///
/// Neither copyable nor movable where it has a real mutex, else empty once it was moved from, until
/// it catches up with its stream. Thread-safe where it has one. Its destructor records the touches
/// that no change has carried yet, without telling of errors, except over a network, where that
/// could block; those of a copy are left to what it was copied from.
template <class State, class Policies>
class replica {
    using mutex_type = typename Policies::mutex;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = typename State::notice_type;
    using delivery_type = delivery<notice_type, observer_type, mutex_type>;
    using pending_type = pending_notice<notice_type, delivery_type, observer_type::listens>;

    static constexpr bool records = journal_type::records;
    using call_type = std::conditional_t<records, journal::made_call,
                                         journal::basic_made_call<journal::answer_value>>;
    static constexpr bool listens = observer_type::listens;
    static constexpr bool keeps_history = journal::full_engine_policy<journal_type>;
    /// A race is lost only to somebody who won it, and losers get their turn: who still loses after
    /// this long meets somebody who hangs.
    static constexpr milliseconds patience{5'000};
    static constexpr int max_lost_answers = 3;

public:
    using clock_type = journal::stream_clock<typename Policies::clock, journal_type>;

    explicit replica(State state, journal_type journal = {}, observer_type observer = {},
                     std::string stream = {}, retention keep = {},
                     clock_type clock = typename Policies::clock{});
    replica(const replica&) = default;
    replica(replica&& from) requires(!locks<mutex_type>)
        : state_{from.state_.blank()},
          position_{std::move(from.position_)},
          delivery_{std::move(from.delivery_)},
          recording_{std::move(from.recording_)},
          recorder_{std::move(from.recorder_)},
          clock_{from.clock_} {
        std::swap(state_, from.state_);
        from.position_ = position_.at_begin();
    }
    replica& operator=(const replica&) = default;
    replica& operator=(replica&& from) requires(!locks<mutex_type>) {
        auto rest = std::move(from);  // records the touches of what was here
        std::swap(state_, rest.state_);
        std::swap(position_, rest.position_);
        std::swap(delivery_, rest.delivery_);
        std::swap(recording_, rest.recording_);
        std::swap(recorder_, rest.recorder_);
        clock_ = rest.clock_;
        return *this;
    }
    ~replica() {
        if constexpr (records) record_last_touches();
    }

    /// Takes over what the stream holds, and its time; once, before anything else. Errors:
    /// `storage_error`.
    result<void> open();

    /// The time, by which the memory reads and writes.
    [[nodiscard]] const clock_type& clock() const noexcept { return clock_; }
    [[nodiscard]] clock_type& clock() noexcept { return clock_; }

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
                journal::stream_point seen;
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
        journal::stream_point seen;
        if constexpr (!waits) {
            const write_lock lock{mutex_};
            return update(state_, seen.sequence);
        } else {
            for (;;) {
                auto answer = [&] {
                    const write_lock lock{mutex_};
                    seen = last_written_locked();
                    return update(state_, seen.sequence);
                }();
                if (await(seen)) return answer;
            }
        }
    }

    /// Decides, records and applies a command, and returns when it is durable; `done(answer)` or
    /// `done(answer, state)` runs under the lock, after apply. A repetition by idempotency key gets
    /// the first answer, without `done`; what only applying would put into it,
    /// `state.complete_answer(decision)` does. Answers that name what it `erases` are forgotten,
    /// here and by whoever replays it. Strong guarantee: an error or exception changed nothing.
    template <class Command, class Done>
    result<answer_of<Command>> execute(const Command& command, Done&& done,
                                       const call_options& call = plain_call,
                                       const journal::erased_subject* erases = nullptr);
    template <class Command>
    auto execute(const Command& command) {
        return execute(command, [](const auto&) {});
    }

    /// Tells the observer, after all that was published before, of something that changed nothing:
    /// `fill(notice)` says what.
    template <class Fill>
    void tell(Fill&& fill);

    /// Records the touches that no change has carried yet, and makes everything durable that the
    /// sync mode would leave for later. Nothing to do without a journal.
    result<void> flush();

    /// Applies what other writers of the stream have recorded, and tells the observer.
    result<void> catch_up();
    /// The same; a stream that was erased meanwhile is gone on with as it is now.
    result<void> follow();

    /// Saves the state beside the log and forgets what `retention` does not keep. Happens by itself
    /// when the log is longer than 1 MiB and twice the last snapshot; a failure is then only
    /// counted, and tried again when the log has grown by as much.
    template <bool Keeps = keeps_history>
    requires Keeps result<void> snapshot();
    /// Fills in what the journal made difficult; nothing without one.
    void count(metrics_snapshot& counts) const;

    /// Catches up, executes a command that takes something out of the state for good, then takes it
    /// out of what is stored: `scrub(record)` gives the bytes a record has without it, or nothing
    /// if it never had it; answers that name `subject` are forgotten. Of a command that
    /// `leaves_last`, which puts something else there, the last record that has it stays, and
    /// nothing is looked for where the answer is 0. May be repeated after an error.
    template <class Command, class Scrub>
    result<answer_of<Command>> erase(const Command& command, std::string_view subject,
                                     Scrub&& scrub, const call_options& call = plain_call);

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

    /// The first answer of a call that is made again, after what others recorded; nothing for a
    /// new one. Errors: those of a repetition, `storage_error`.
    template <class Command>
    [[nodiscard]] result<std::optional<answer_of<Command>>> first_answer(const Command& command,
                                                                         const call_options& call);
    /// Whether a change with that idempotency key is among the last that are known.
    [[nodiscard]] bool has_made(std::string_view idempotency_key) const {
        if (idempotency_key.empty()) return false;
        const auto hash = journal::hash_of_name(journal::recorded_key(idempotency_key));
        const read_lock lock{mutex_};
        return position_.calls().find(hash) != nullptr;
    }
    /// Whether its journal takes records.
    [[nodiscard]] bool can_record() const {
        if constexpr (requires { position_.journal().is_read_only(); })
            return !position_.journal().is_read_only();
        else
            return true;
    }
    /// How many changes the state holds; the sequence of the last record with a journal.
    // Here, because what calls it is inlined where the other bodies are not.
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

    // The last one up to `up_to`; 0 where none is.
    template <class IsMeant>
    result<std::uint64_t> last_record(std::uint64_t up_to, IsMeant&& is_meant);

    // What only a journal needs.
    struct recording {
        std::string buffer{};  // of the records being written
        retention keep{};
        std::uint64_t lost_races = 0;
        std::uint64_t snapshot_failures = 0;
        bool is_snapshotting = false;
    };
    struct nothing {};
    // Of copies and of what was moved only one records its touches, and only if it was opened.
    struct recorder {
        recorder() = default;
        recorder(const recorder&) noexcept : is_last{false} {}
        recorder(recorder&& from) noexcept : is_last{std::exchange(from.is_last, false)} {}
        recorder& operator=(const recorder&) noexcept {
            is_last = false;
            return *this;
        }
        recorder& operator=(recorder&& from) noexcept {
            is_last = std::exchange(from.is_last, false);
            return *this;
        }
        ~recorder() = default;
        bool is_last = false;
    };

    // Who calls. An engine that may lose answers needs a key to find out what became of a call.
    struct identified {
        template <class Command>
        identified(const Command& command, const call_options& by, bool may_be_lost = false,
                   const journal::erased_subject* what = nullptr)
            : actor{by.actor}, key{by.idempotency_key}, erases{what} {
            if (!key.empty()) {
                call.emplace(journal::keyed_call<call_type>(command, by));
                is_repeatable = true;
            } else if constexpr (records) {
                if (!may_be_lost) return;
                key = made = journal::new_call_key();
                call.emplace(call_type{.key = journal::hash_of_name(key)});
            }
        }
        identified(const identified&) = delete;
        identified& operator=(const identified&) = delete;
        std::string_view actor, key;
        const journal::erased_subject* erases;
        std::string made;
        std::optional<call_type> call;
        bool is_repeatable = false;  // its answer is kept
    };

    [[nodiscard]] bool loses_answers() const {
        if constexpr (records)
            return journal::may_lose_answers(position_.journal());
        else
            return false;
    }

    // What is kept of a call once it is recorded.
    template <class Decision>
    [[nodiscard]] call_type answered(const identified& by, Decision& decided) {
        auto call = *by.call;
        if (by.is_repeatable) {
            if constexpr (requires { state_.complete_answer(decided); })
                state_.complete_answer(decided);
            if constexpr (records)
                call.answer = journal::to_json_text(decided.answer);
            else
                call.answer.value = decided.answer;
        }
        position_.calls().prepare();
        return call;
    }

    // `reached`: what has to be durable before anybody is told.
    template <class Command, class Done>
    outcome attempt_once(const Command& command, const identified& by,
                         typename Command::decision& decided, Done&& done,
                         std::optional<error>& problem, bool& lost, journal::stream_point& reached,
                         call_type& first);

    outcome after_refusal(journal::append_outcome& recorded, std::optional<error>& problem);

    template <class Done, class Answer>
    void finish(Done& done, const Answer& answer);

    template <class Touches>
    void write_touches(const Touches& touches);

    void record_last_touches() noexcept;

    // Records the touches, then calls `then(state)` under the same lock, and waits for durability.
    template <class Then>
    result<void> when_flushed(Then&& then);

    // Applies what stands in the stream above our sequence; touches of our own that nobody has
    // recorded yet come out on top.
    result<void> catch_up_locked();

    // What could not become durable never happened.
    void rebuild();

    // Waits until everything up to `reached` is durable, then tells the observer. If it cannot
    // become durable, the state is rebuilt from what is, before the error leaves. Other threads may
    // have done so by now: where the state is says nothing of what became of a call.
    result<void> make_durable(journal::stream_point reached);
    result<void> settle(journal::stream_point reached);
    // One thread at a time.
    [[nodiscard]] bool begins_snapshot();

    // What an erasure by that name takes out, where a name is no id.
    [[nodiscard]] std::vector<std::string> ids_of(std::string_view name) const {
        if constexpr (requires { state_.ids_of(name); }) {
            const read_lock lock{mutex_};
            return state_.ids_of(name);
        } else {
            return {};
        }
    }
    [[nodiscard]] journal::stream_point last_written() const {
        const read_lock lock{mutex_};
        return last_written_locked();
    }
    // Where the state marks no entries, what it holds may be of any change.
    [[nodiscard]] journal::stream_point last_written_locked() const noexcept {
        if constexpr (requires { state_.last_written(); })
            return {state_.last_written(), position_.point().rollbacks};
        else
            return position_.point();
    }
    void next_record(std::uint64_t sequence) noexcept {
        if constexpr (requires { state_.next_record(sequence); }) state_.next_record(sequence);
    }
    [[nodiscard]] bool await(journal::stream_point seen) const {
        return durable_.await(position_.journal(), stream(), seen);
    }

    [[nodiscard]] error crowded() const;

    State state_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable mutex_type mutex_;
    WORKMEM_NO_UNIQUE_ADDRESS journal::stream_position<journal_type> position_;
    WORKMEM_NO_UNIQUE_ADDRESS delivery_type delivery_;
    WORKMEM_NO_UNIQUE_ADDRESS std::conditional_t<records, recording, nothing> recording_;
    WORKMEM_NO_UNIQUE_ADDRESS
    std::conditional_t<records, recorder, std::type_identity<recorder>> recorder_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable std::conditional_t<waits, journal::durable_mark, nothing>
        durable_;
    WORKMEM_NO_UNIQUE_ADDRESS clock_type clock_;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/journal/replica.ipp>
#endif
