#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/journal/contest.hpp>
#include <workmem/journal/replica.hpp>
#include <workmem/journal/stream_position.ipp>

namespace workmem {

template <class State, class Policies>
replica<State, Policies>::replica(State state, journal_type journal, observer_type observer,
                                  std::string stream, retention keep, clock_type clock)
    : state_{std::move(state)},
      position_{std::move(journal), std::move(stream)},
      delivery_{std::move(observer)},
      clock_{std::move(clock)} {
    if constexpr (records) {
        recording_.keep = keep;
        // A file that only destroys memories does not have its body.
        (void)&replica::record_last_touches;
    }
}

template <class State, class Policies>
void replica<State, Policies>::record_last_touches() noexcept {
    if (!recorder_.is_last || loses_answers() || !can_record()) return;
    try {
        (void)when_flushed([](State&) {});
    } catch (...) {  // nothing can be told from here
    }
}

template <class State, class Policies>
result<void> replica<State, Policies>::open() {
    if constexpr (records) {
        if (auto opened = position_.open(State::purpose); !opened) return opened;
        clock_.set_by(position_.journal());
        auto loaded = position_.load(state_);
        clock_.follow(state_.time());
        recorder_.is_last = loaded.has_value();
        return loaded;
    }
    return {};
}

template <class State, class Policies>
template <class Command, class Done>
result<answer_of<Command>> replica<State, Policies>::execute(
    const Command& command, Done&& done, const call_options& call,
    const journal::erased_subject* erases) {
    if constexpr (!records && !listens) {
        if (call.idempotency_key.empty()) {
            const write_lock lock{mutex_};
            typename Command::decision decided;
            const auto verdict = state_.decide(command, decided);
            if (verdict == verdict::refused) return std::move(*decided.problem);
            if (verdict == verdict::change) {
                state_.apply(decided, nullptr);
                if (erases != nullptr) position_.calls().forget(*erases);
                position_.advance();
            }
            finish(done, decided.answer);
            return std::move(decided.answer);
        }
        const identified by{command, call};
        const write_lock lock{mutex_};
        if (const auto* const first = position_.calls().find(by.call->key))
            return read_answer(*first, *by.call, by.key, std::type_identity<answer_of<Command>>{});
        typename Command::decision decided;
        const auto verdict = state_.decide(command, decided);
        if (verdict == verdict::refused) return std::move(*decided.problem);
        if (verdict == verdict::change) {
            auto kept = answered(by, decided);
            state_.apply(decided, nullptr);
            if (erases != nullptr) position_.calls().forget(*erases);
            position_.calls().keep(std::move(kept));
            position_.advance();
        }
        finish(done, decided.answer);
        return std::move(decided.answer);
    } else {
        const identified by{command, call, loses_answers(), erases};
        // A repetition that is not heard of yet may look like a call that is refused.
        if constexpr (records)
            if (by.is_repeatable)
                if (auto caught = catch_up(); !caught) return caught.error();
        std::optional<answer_of<Command>> lost_answer;
        int losses = 0;
        journal::contest<journal_type> race{position_, patience};
        while (race.next()) {
            typename Command::decision decided;
            std::optional<error> problem;
            bool lost = false;
            journal::stream_point reached;
            call_type first;
            const auto ended =
                attempt_once(command, by, decided, done, problem, lost, reached, first);
            if (ended == outcome::failed) return std::move(*problem);
            if (lost && !lost_answer) lost_answer.emplace(decided.answer);
            // A connection may drop once; an engine that never answers is out of order.
            if constexpr (records)
                if (lost && ended == outcome::beaten && ++losses == max_lost_answers)
                    return position_.lost_answer();
            if (ended == outcome::beaten) continue;
            if (auto durable = settle(reached); !durable) return durable.error();
            if (ended == outcome::repeated) {
                if (lost_answer) return std::move(*lost_answer);
                return read_answer(first, *by.call, by.key,
                                   std::type_identity<answer_of<Command>>{});
            }
            return std::move(decided.answer);
        }
        return crowded();
    }
}

template <class State, class Policies>
template <class Fill>
void replica<State, Policies>::tell(Fill&& fill) {
    if constexpr (listens) {
        journal::stream_point reached;
        {
            const write_lock lock{mutex_};
            pending_type notice{delivery_};
            fill(*notice.get());
            reached = position_.point();
            notice.publish(reached.sequence);
        }
        (void)settle(reached);
    }
}

template <class State, class Policies>
result<void> replica<State, Policies>::flush() {
    if constexpr (records) {
        // A read-only replica keeps its touches local.
        if (!can_record()) return {};
        auto flushed = when_flushed([](State&) {});
        if constexpr (keeps_history)
            if (flushed) return position_.journal().flush(stream());
        return flushed;
    } else {
        return {};
    }
}

template <class State, class Policies>
template <bool Keeps>
requires Keeps result<void> replica<State, Policies>::snapshot() {
    std::string bytes;
    std::uint64_t at = 0;
    auto ready = when_flushed([&](State& state) {
        bytes = journal::snapshot_text(state, position_.calls());
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

template <class State, class Policies>
result<void> replica<State, Policies>::catch_up() {
    if constexpr (records) {
        journal::stream_point reached;
        {
            const write_lock lock{mutex_};
            if (auto caught = catch_up_locked(); !caught) return caught;
            reached = position_.point();
        }
        return settle(reached);
    }
    return {};
}

template <class State, class Policies>
result<void> replica<State, Policies>::follow() {
    auto caught = catch_up();
    if constexpr (records) {
        if (caught || caught.error().code() != error_code::storage_error) return caught;
        const write_lock lock{mutex_};
        const auto begun = position_.begin_anew(state_);
        if (!begun) return begun.error();
        if (!*begun) return caught;
        if constexpr (waits) durable_.cut(position_.sequence());
        if constexpr (listens) delivery_.drop_above(position_.sequence());
        return {};
    } else {
        return caught;
    }
}

template <class State, class Policies>
void replica<State, Policies>::count(metrics_snapshot& counts) const {
    if constexpr (records) {
        const read_lock lock{mutex_};
        counts.lost_races = recording_.lost_races;
        counts.snapshot_failures = recording_.snapshot_failures;
    }
}

template <class State, class Policies>
template <class Command, class Scrub>
result<answer_of<Command>> replica<State, Policies>::erase(const Command& command,
                                                           std::string_view subject, Scrub&& scrub,
                                                           const call_options& call) {
    // Nothing to erase would be the answer for what others recorded.
    if (auto caught = catch_up(); !caught) return caught.error();
    const journal::erased_subject erased{subject, ids_of(subject)};
    auto answer = execute(
        command, [](const auto&) {}, call, &erased);
    if (!answer) return answer;
    constexpr bool leaves_last = requires { Command::leaves_last; };
    if constexpr (leaves_last)
        if (*answer == 0) return answer;
    if constexpr (keeps_history) {
        const auto erased_by = sequence();
        if (auto saved = snapshot(); !saved) return saved.error();
        auto& journal = position_.journal();
        auto newest = journal.newest_snapshot(stream(), State::owner,
                                              journal::stream_position<journal_type>::newest);
        if (!newest) return newest.error();
        const auto below = *newest ? (*newest)->sequence : 0;
        // An older one, for want of one that can be read, may hold what is to be erased.
        if (below < erased_by)
            return error{error_code::storage_error,
                         "the snapshot of stream " + text::quoted(stream()) +
                             " behind the erasure cannot be read; erase it again"};
        auto last = below;
        if constexpr (leaves_last) {
            auto found = last_record(below, [&](const journal::record& each) {
                return scrub(each, erased).has_value();
            });
            if (!found) return found.error();
            last = *found > 0 ? *found - 1 : 0;
        }
        // What others recorded behind the snapshot came after the erasure.
        auto done = journal.rewrite(
            stream(),
            [&](const journal::record& each) -> std::optional<std::string> {
                if (each.sequence > last) return {};
                auto left = scrub(each, erased);
                return left ? left : without_answer(State::owner, each, erased);
            },
            journal::outdated_snapshots{State::owner, below});
        if (!done) return done.error();
    }
    return answer;
}

template <class State, class Policies>
template <class IsMeant>
result<std::uint64_t> replica<State, Policies>::last_record(std::uint64_t up_to,
                                                            IsMeant&& is_meant) {
    std::uint64_t last = 0;
    for (std::uint64_t from = 0;;) {
        auto read = position_.journal().read(stream(), from, [&](const journal::record& each) {
            if (each.sequence <= up_to && is_meant(each)) last = each.sequence;
        });
        if (!read) return read.error();
        // Somebody may compact it meanwhile.
        if (!read->compacted || read->oldest <= from) return last;
        from = read->oldest;
    }
}

template <class State, class Policies>
template <class Command>
result<std::optional<answer_of<Command>>> replica<State, Policies>::first_answer(
    const Command& command, const call_options& call) {
    using answer_type = answer_of<Command>;
    if (call.idempotency_key.empty()) return std::optional<answer_type>{};
    if (auto caught = catch_up(); !caught) return caught.error();
    const auto again = journal::keyed_call<call_type>(command, call);
    const read_lock lock{mutex_};
    const auto* const first = position_.calls().find(again.key);
    if (first == nullptr) return std::optional<answer_type>{};
    auto answer =
        read_answer(*first, again, call.idempotency_key, std::type_identity<answer_type>{});
    if (!answer) return answer.error();
    return std::optional<answer_type>{std::move(*answer)};
}

template <class State, class Policies>
template <class Command, class Done>
auto replica<State, Policies>::attempt_once(const Command& command, const identified& by,
                                            typename Command::decision& decided, Done&& done,
                                            std::optional<error>& problem, bool& lost,
                                            journal::stream_point& reached, call_type& first)
    -> outcome {
    const write_lock lock{mutex_};
    reached = position_.point();
    if (by.call)
        if (const auto* const known = position_.calls().find(by.call->key)) {
            first = *known;
            return outcome::repeated;
        }
    switch (state_.decide(command, decided)) {
        case verdict::refused: problem = std::move(decided.problem); return outcome::failed;
        case verdict::nothing: finish(done, decided.answer); return outcome::done;
        case verdict::change: break;
    }
    pending_type notice{delivery_};
    if constexpr (listens) state_.announce(decided, *notice.get());
    call_type kept;
    if (by.call) kept = answered(by, decided);
    if constexpr (records) {
        recording_.buffer.clear();
        const auto touches = state_.touches_to_record(true);
        write_touches(touches);
        const auto split = recording_.buffer.size();
        journal::write_change(recording_.buffer, decided.change, {by.actor, by.key}, kept,
                              by.erases);
        std::array<std::string_view, 2> lines;
        std::size_t count = 0;
        if (split != 0) lines[count++] = std::string_view{recording_.buffer}.substr(0, split);
        lines[count++] = std::string_view{recording_.buffer}.substr(split);
        auto recorded = position_.append(std::span{lines.data(), count}, lost);
        if (recorded.status != journal::append_status::recorded) {
            notice.cancel();  // foreign notices come first
            return after_refusal(recorded, problem);
        }
        state_.touches_recorded(touches);
        position_.advance(count - 1, split);
    }
    if constexpr (waits) next_record(position_.sequence() + 1);
    state_.apply(decided, notice.get());
    if (by.erases != nullptr) position_.calls().forget(*by.erases);
    if (by.call) position_.calls().keep(std::move(kept));
    if constexpr (records)
        position_.advance(1, recording_.buffer.size());
    else
        position_.advance();
    reached = position_.point();
    notice.publish(reached.sequence);
    finish(done, decided.answer);
    return outcome::done;
}

template <class State, class Policies>
auto replica<State, Policies>::after_refusal(journal::append_outcome& recorded,
                                             std::optional<error>& problem) -> outcome {
    if (recorded.status != journal::append_status::conflict) {
        problem = recorded.problem ? std::move(recorded.problem)
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

template <class State, class Policies>
template <class Done, class Answer>
void replica<State, Policies>::finish(Done& done, const Answer& answer) {
    if constexpr (std::is_invocable_v<Done&, const Answer&, State&>)
        done(answer, state_);
    else
        done(answer);
}

template <class State, class Policies>
template <class Touches>
void replica<State, Policies>::write_touches(const Touches& touches) {
    if (!touches.empty()) journal::write_change(recording_.buffer, touches.change(), plain_call);
}

template <class State, class Policies>
template <class Then>
result<void> replica<State, Policies>::when_flushed(Then&& then) {
    journal::contest<journal_type> race{position_, patience};
    while (race.next()) {
        journal::stream_point reached;
        {
            const write_lock lock{mutex_};
            recording_.buffer.clear();
            const auto touches = state_.touches_to_record(false);
            if (!touches.empty()) {
                write_touches(touches);
                const std::array<std::string_view, 1> lines{recording_.buffer};
                bool lost = false;
                auto recorded = position_.append(lines, lost);
                if (recorded.status != journal::append_status::recorded) {
                    std::optional<error> problem;
                    if (after_refusal(recorded, problem) == outcome::failed)
                        return std::move(*problem);
                    continue;
                }
                state_.touches_recorded(touches);
                position_.advance(1, recording_.buffer.size());
            }
            then(state_);
            reached = position_.point();
        }
        return make_durable(reached);
    }
    return crowded();
}

template <class State, class Policies>
result<void> replica<State, Policies>::catch_up_locked() {
    // What stands in another stream of the same name is nothing to go on with.
    if (auto same = position_.verify_incarnation(); !same) return same;
    // However far it comes, and even if it throws.
    struct reattaching {
        replica& owner;
        decltype(owner.state_.detach()) own = owner.state_.detach();
        std::uint64_t before = owner.position_.sequence();
        ~reattaching() {
            owner.state_.reattach(own, owner.position_.sequence() != before);
            owner.clock_.follow(owner.state_.time());
        }
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

template <class State, class Policies>
void replica<State, Policies>::rebuild() {
    const write_lock lock{mutex_};
    // As far as records stand that this state came from; what others recorded since is then
    // replayed as theirs. Even a part of what is durable is better than what never was.
    const auto stood = position_.last_standing();
    if (!position_.rebuild(state_, !stood, stood.value_or(position_.newest)))
        (void)position_.rebuild(state_, true);
    if constexpr (waits) durable_.cut(position_.sequence());
    if constexpr (listens) delivery_.drop_above(position_.sequence());
    if (stood) (void)catch_up_locked();
}

template <class State, class Policies>
result<void> replica<State, Policies>::make_durable(journal::stream_point reached) {
    if constexpr (records) {
        if (auto durable = journal::commit(position_.journal(), stream(), reached); !durable) {
            rebuild();
            return durable;
        }
        if constexpr (waits) durable_.note(reached.sequence);
        delivery_.deliver(reached.sequence);
    } else if constexpr (listens) {
        delivery_.deliver(reached.sequence);
    }
    return {};
}

template <class State, class Policies>
result<void> replica<State, Policies>::settle(journal::stream_point reached) {
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

template <class State, class Policies>
bool replica<State, Policies>::begins_snapshot() {
    {
        const read_lock lock{mutex_};
        if (!position_.snapshot_due()) return false;
    }
    const write_lock lock{mutex_};
    return position_.snapshot_due() && !std::exchange(recording_.is_snapshotting, true);
}

template <class State, class Policies>
error replica<State, Policies>::crowded() const {
    return {error_code::conflict, "other writers of stream " + text::quoted(stream()) +
                                      " were faster for " + std::to_string(patience.count()) +
                                      " ms; try again"};
}

}  // namespace workmem
