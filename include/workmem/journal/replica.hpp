#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/command.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/observer/delivery.hpp>
#include <workmem/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// Holds a state and is the only way to change it: decide → record → apply, under one mutex, with
/// a journal between the steps and an observer after them. Several replicas may share a stream:
/// one that lost a race applies what came in between and decides again.
///
/// The state brings `decide(command, decision&) -> verdict`, `apply(decision&, notice*) noexcept`,
/// `announce(decision, notice&)`, and for journals `unsaved_touches()`, `touch_at`,
/// `touches_saved`, `rebase` and, found beside it, `replay_record(state&, json text, notice*)`.
///
/// Neither copyable nor movable where it has a real mutex. Thread-safe where it has one.
template <class State, class Policies>
class replica {
    using mutex_type = typename Policies::mutex;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = typename State::notice_type;

    static constexpr bool records = journal_type::records;
    static constexpr bool listens = observer_type::listens;
    /// A race is lost only to somebody who won it, so this many in a row mean a crowd.
    static constexpr int max_attempts = 64;

public:
    explicit replica(State state, journal_type journal = {}, observer_type observer = {},
                     std::string stream = {})
        : state_{std::move(state)},
          journal_{std::move(journal)},
          delivery_{std::move(observer)},
          stream_{std::move(stream)} {}

    /// `read(state)` under the lock for reading.
    template <class Read>
    decltype(auto) read(Read&& read) const {
        const read_lock lock{mutex_};
        return std::forward<Read>(read)(state_);
    }
    /// `update(state)` under the lock for writing: for touches and hints, which are not recorded.
    template <class Update>
    WORKMEM_INLINE decltype(auto) update(Update&& update) {
        const write_lock lock{mutex_};
        return std::forward<Update>(update)(state_);
    }

    /// Decides, records and applies a command, and returns when it is durable; `done(answer)` or
    /// `done(answer, state)` runs under the lock, after apply. Strong guarantee: an error or
    /// exception changed nothing.
    template <class Command, class Done>
    auto execute(const Command& command, Done&& done)
        -> result<decltype(std::declval<typename Command::decision>().answer)> {
        if constexpr (!records && !listens) {
            const write_lock lock{mutex_};
            typename Command::decision decided;
            const auto verdict = state_.decide(command, decided);
            if (verdict == verdict::refused) return std::move(*decided.problem);
            if (verdict == verdict::change) {
                state_.apply(decided, nullptr);
                ++sequence_;
            }
            finish(done, decided.answer);
            return std::move(decided.answer);
        } else {
            for (int attempt = 0; attempt < max_attempts; ++attempt) {
                typename Command::decision decided;
                switch (auto problem = std::optional<error>{};
                        attempt_once(command, decided, done, problem)) {
                    case outcome::done: {
                        if (auto durable = settle(); !durable) return durable.error();
                        return std::move(decided.answer);
                    }
                    case outcome::failed: return std::move(*problem);
                    case outcome::lost: continue;
                }
            }
            return error{error_code::conflict, "other writers of stream \"" + stream_ + "\" won " +
                                                   std::to_string(max_attempts) +
                                                   " times in a row; try again"};
        }
    }
    template <class Command>
    auto execute(const Command& command) {
        return execute(command, [](const auto&) {});
    }

    /// Records the touches that no change has carried yet. Nothing to do without a journal.
    result<void> flush() {
        if constexpr (records) {
            for (int attempt = 0; attempt < max_attempts; ++attempt) {
                {
                    const write_lock lock{mutex_};
                    buffer_.clear();
                    const auto touched = write_touches();
                    if (touched.empty()) return {};
                    const std::array<std::string_view, 1> lines{buffer_};
                    auto recorded = journal_.append(stream_, sequence_, lines);
                    if (recorded.status == journal::append_status::failed ||
                        recorded.status == journal::append_status::unknown)
                        return problem_of(std::move(recorded));
                    if (recorded.status == journal::append_status::conflict) {
                        if (auto caught = catch_up_locked(); !caught) return caught;
                        continue;
                    }
                    state_.touches_saved(touched);
                    ++sequence_;
                }
                return settle();
            }
            return error{error_code::conflict,
                         "other writers of stream \"" + stream_ + "\" kept winning; try again"};
        }
        return {};
    }

    /// Applies what other writers of the stream have recorded, and tells the observer.
    result<void> catch_up() {
        if constexpr (records) {
            {
                const write_lock lock{mutex_};
                if (auto caught = catch_up_locked(); !caught) return caught;
            }
            return settle();
        }
        return {};
    }

    /// How many changes the state holds; the sequence of the last record with a journal.
    [[nodiscard]] std::uint64_t sequence() const {
        const read_lock lock{mutex_};
        return sequence_;
    }
    [[nodiscard]] std::uint64_t observer_failures() { return delivery_.failures(); }
    [[nodiscard]] const std::string& stream() const noexcept { return stream_; }

private:
    enum class outcome : std::uint8_t { done, failed, lost };

    // Takes the notice back unless the change went through.
    class pending_notice {
    public:
        explicit pending_notice(replica& owner) : owner_{owner} {
            if constexpr (listens) notice_ = &owner_.delivery_.prepare();
        }
        ~pending_notice() { cancel(); }
        pending_notice(const pending_notice&) = delete;
        pending_notice& operator=(const pending_notice&) = delete;
        [[nodiscard]] notice_type* get() noexcept { return notice_; }
        void cancel() noexcept {
            if constexpr (listens) {
                if (notice_ != nullptr) owner_.delivery_.cancel();
                notice_ = nullptr;
            }
        }
        void publish(std::uint64_t sequence) noexcept {
            if constexpr (listens) {
                notice_->sequence = sequence;
                owner_.delivery_.publish();
                notice_ = nullptr;
            } else {
                (void)sequence;
            }
        }

    private:
        replica& owner_;
        notice_type* notice_ = nullptr;
    };

    template <class Command, class Done>
    outcome attempt_once(const Command& command, typename Command::decision& decided, Done&& done,
                         std::optional<error>& problem) {
        const write_lock lock{mutex_};
        switch (state_.decide(command, decided)) {
            case verdict::refused: problem = std::move(decided.problem); return outcome::failed;
            case verdict::nothing: finish(done, decided.answer); return outcome::done;
            case verdict::change: break;
        }
        pending_notice notice{*this};
        if constexpr (listens) state_.announce(decided, *notice.get());
        std::vector<std::uint32_t> touched;
        if constexpr (records) {
            buffer_.clear();
            touched = write_touches();
            const auto split = buffer_.size();
            journal::writer writer{buffer_};
            write_change(writer, decided.change);
            std::array<std::string_view, 2> lines;
            std::size_t count = 0;
            if (split != 0) lines[count++] = std::string_view{buffer_}.substr(0, split);
            lines[count++] = std::string_view{buffer_}.substr(split);
            auto recorded = journal_.append(stream_, sequence_, std::span{lines.data(), count});
            if (recorded.status == journal::append_status::failed ||
                recorded.status == journal::append_status::unknown) {
                problem = problem_of(std::move(recorded));
                return outcome::failed;
            }
            if (recorded.status == journal::append_status::conflict) {
                notice.cancel();  // foreign notices come first
                auto caught = catch_up_locked();
                if (caught) return outcome::lost;
                problem = caught.error();
                return outcome::failed;
            }
            state_.touches_saved(touched);
            if (split != 0) ++sequence_;
        }
        state_.apply(decided, notice.get());
        notice.publish(++sequence_);
        finish(done, decided.answer);
        return outcome::done;
    }

    // What cannot be told is found in the stream by the next change, which then loses the race.
    [[nodiscard]] error problem_of(journal::append_outcome recorded) const {
        if (recorded.problem) return std::move(*recorded.problem);
        return {error_code::storage_error, "the journal cannot tell whether a change of stream \"" +
                                               stream_ +
                                               "\" was recorded; look before trying again"};
    }

    template <class Done, class Answer>
    void finish(Done& done, const Answer& answer) {
        if constexpr (std::is_invocable_v<Done&, const Answer&, State&>)
            done(answer, state_);
        else
            done(answer);
    }

    template <class Change>
    static void write_change(journal::writer& writer, const Change& change) {
        writer.begin_object();
        writer("kind", Change::kind);
        writer("version", Change::version);
        Change::describe(change, writer);
        writer.end_object();
    }

    // What was touched since the last change, as a change of its own ahead of the next.
    std::vector<std::uint32_t> write_touches() {
        auto touched_slots = state_.unsaved_touches();
        if (touched_slots.empty()) return touched_slots;
        using change_type = typename State::touches_type;
        std::vector<typename change_type::item_type> items;
        items.reserve(touched_slots.size());
        for (const auto slot : touched_slots) items.push_back(state_.touch_at(slot));
        journal::writer writer{buffer_};
        write_change(writer, change_type{std::span<const typename change_type::item_type>{items}});
        return touched_slots;
    }

    // Applies what stands in the stream above our sequence; touches of our own that nobody has
    // recorded yet come out on top.
    result<void> catch_up_locked() {
        // However far it comes, and even if it throws.
        struct rebasing {
            replica& owner;
            std::vector<std::uint32_t> touched = owner.state_.unsaved_touches();
            std::uint64_t before = owner.sequence_;
            ~rebasing() {
                if (owner.sequence_ != before) owner.state_.rebase(touched);
            }
        };
        const rebasing at_last{*this};
        return read_changes([this](std::string_view bytes, std::uint64_t sequence) {
            pending_notice notice{*this};
            auto replayed = replay_record(state_, bytes, notice.get());
            if constexpr (listens) {
                if (!replayed || notice.get()->kind.empty()) return replayed;
                notice.get()->foreign = true;
            }
            if (replayed) notice.publish(sequence);
            return replayed;
        });
    }

    // What could not become durable never happened.
    void rebuild() {
        const write_lock lock{mutex_};
        state_.reset();
        sequence_ = 0;
        (void)read_changes([this](std::string_view bytes, std::uint64_t) {
            return replay_record(state_, bytes, static_cast<notice_type*>(nullptr));
        });
        if constexpr (listens) delivery_.drop_above(sequence_);
    }

    template <class Replay>
    result<void> read_changes(Replay&& replay) {
        std::optional<error> problem;
        auto read = journal_.read(stream_, sequence_, [&](const journal::record& record) {
            if (problem) return;
            auto replayed = replay(record.bytes, record.sequence);
            if (replayed)
                sequence_ = record.sequence;
            else
                problem.emplace(replayed.error());
        });
        if (problem) return std::move(*problem);
        if (!read) return read.error();
        if (read->compacted)
            return error{error_code::storage_error,
                         "stream \"" + stream_ + "\" is compacted: record " +
                             std::to_string(sequence_ + 1) + " is forgotten, those above " +
                             std::to_string(read->oldest) + " are kept"};
        return {};
    }

    // Waits until everything up to now is durable, then tells the observer. If it cannot become
    // durable, the state is rebuilt from what is, before the error leaves.
    result<void> settle() {
        if constexpr (records) {
            std::uint64_t reached = 0;
            {
                const read_lock lock{mutex_};
                reached = sequence_;
            }
            if (auto durable = journal_.commit(stream_, reached); !durable) {
                rebuild();
                return durable;
            }
            delivery_.deliver(reached);
        } else if constexpr (listens) {
            delivery_.deliver(sequence());
        }
        return {};
    }

    State state_;
    std::uint64_t sequence_ = 0;
    WORKMEM_NO_UNIQUE_ADDRESS mutable mutex_type mutex_;
    WORKMEM_NO_UNIQUE_ADDRESS journal_type journal_;
    WORKMEM_NO_UNIQUE_ADDRESS delivery<notice_type, observer_type, mutex_type> delivery_;
    std::string stream_;
    std::string buffer_;
};

}  // namespace workmem
