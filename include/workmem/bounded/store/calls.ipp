#pragma once

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/state.ipp>
#include <workmem/journal/recorded_memory.ipp>

namespace workmem {

template <class Policies>
bounded_options basic_bounded_store<Policies>::options() const {
    return replica_.read([](const state_type& state) { return state.options(); });
}

template <class Policies>
basic_bounded_store<Policies>::basic_bounded_store(unopened_t, bounded_options options, parts with)
    : recorded{state_type{std::move(options), std::move(with.ranking)},
               std::move(with.journal),
               std::move(with.observer),
               std::move(with.stream),
               with.keep,
               {std::move(with.clock), with.max_clock_skew}},
      ids_{std::move(with.ids)},
      tokens_{std::move(with.tokens)} {}

template <class Policies>
template <class Command>
auto basic_bounded_store<Policies>::execute(const Command& command, const call_options& call)
    -> result<answer_of<Command>> {
    auto done = replica_.execute(
        command, [this](const auto& answer) { this->count(answer); }, call);
    if (!done) note_refusal(done.error(), command.time);
    return done;
}

template <class Policies>
void basic_bounded_store<Policies>::note_refusal(const error& why, timestamp now) {
    if (why.code() != error_code::capacity) return;
    audit_event event;
    event.time = now;
    event.kind = audit_kind::refused;
    event.detail = why.message();
    replica_.read([&](const state_type& state) {
        event.step = state.step();
        event.before = event.after = state.usage();
    });
    note(std::move(event), "bounded.refused");
}

template <class Policies>
void basic_bounded_store<Policies>::note(audit_event event, std::string_view kind) noexcept {
#if WORKMEM_EXCEPTIONS
    try {
        note_or_throw(event, kind);
    } catch (...) {
    }
#else
    note_or_throw(event, kind);
#endif
}

template <class Policies>
template <class Answer>
void basic_bounded_store<Policies>::count(const Answer& answer) noexcept {
    if constexpr (metrics_type::counts) {
        if constexpr (requires { answer.added; })
            count_in_and_out(answer.added, answer.evicted);
        else if constexpr (requires { answer.removed; })
            count_in_and_out(0, answer.removed);
    }
}

template <class Policies>
void basic_bounded_store<Policies>::note_or_throw(const audit_event& event, std::string_view kind) {
    replica_.update([&](state_type& state) { state.note(audit_event{event}); });
    replica_.tell([&](notice_type& notice) {
        notice.kind = kind;
        notice.time = event.time;
        notice.events.push_back(event);
    });
}

template <class Policies>
void basic_bounded_store<Policies>::count_in_and_out(
    std::size_t added, const std::vector<removed_item>& gone) noexcept {
    std::size_t expired = 0;
    for (const auto& each : gone) expired += is_expiration(each.reason);
    counters_.on_change(added, gone.size() - expired, expired);
}

}  // namespace workmem
