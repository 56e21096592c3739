#pragma once

#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replica.ipp>

namespace workmem {

template <class State, class Policies>
recorded_memory<State, Policies>::recorded_memory(State state, typename Policies::journal journal,
                                                  typename Policies::observer observer,
                                                  std::string stream, retention keep,
                                                  stream_clock clock)
    : replica_{std::move(state), std::move(journal), std::move(observer), std::move(stream), keep,
               std::move(clock)} {}

template <class State, class Policies>
health_report recorded_memory<State, Policies>::health() {
    metrics_snapshot counts;
    replica_.count(counts);
    health_report report;
    detail::examine_clock(report, replica_.clock().drift(), std::chrono::hours{1});
    examine_skew(report);
    detail::examine_snapshots(report, counts.snapshot_failures);
    return report;
}

template <class State, class Policies>
void recorded_memory<State, Policies>::examine_skew(health_report& into) const {
    const auto& clock = replica_.clock();
    detail::examine_skew(into, clock.skew(), clock.lead(), clock.max_skew());
}

template <class State, class Policies>
result<void> recorded_memory<State, Policies>::try_flush() {
    return replica_.flush();
}

template <class State, class Policies>
result<void> recorded_memory<State, Policies>::try_catch_up() {
    return replica_.catch_up();
}

template <class State, class Policies>
result<void> recorded_memory<State, Policies>::try_follow() {
    return replica_.follow();
}

template <class State, class Policies>
std::uint64_t recorded_memory<State, Policies>::sequence() const {
    return replica_.sequence();
}

template <class State, class Policies>
result<void> recorded_memory<State, Policies>::take_snapshot() {
    if constexpr (keeps_history) return replica_.snapshot();
    return {};
}

template <class State, class Policies>
cursor recorded_memory<State, Policies>::read_position() const {
    if constexpr (keeps_history) return replica_.position();
    return {};
}

template <class State, class Policies>
result<changes> recorded_memory<State, Policies>::read_changes([[maybe_unused]] const cursor& from,
                                                               [[maybe_unused]] std::size_t limit) {
    if constexpr (keeps_history) return replica_.changes_since(from, limit);
    return changes{};
}

template <class State, class Policies>
bool recorded_memory<State, Policies>::await_changes([[maybe_unused]] const cursor& from,
                                                     [[maybe_unused]] milliseconds timeout) {
    if constexpr (keeps_history) return replica_.wait_for_changes(from, timeout);
    return false;
}

template <class State, class Policies>
bool recorded_memory<State, Policies>::equals(const recorded_memory& other) const {
    return replica_.read([&](const State& x) {
        return this == &other || other.replica_.read([&](const State& y) { return x == y; });
    });
}

template <class State, class Policies>
template <class Fill>
metrics_snapshot recorded_memory<State, Policies>::counted(Fill&& fill) {
    auto counts = replica_.update([&](State& state) {
        metrics_snapshot out;
        if constexpr (metrics_type::counts) out = counters_.totals;
        fill(out, state);
        return out;
    });
    counts.observer_failures = replica_.observer_failures();
    replica_.count(counts);
    return counts;
}

}  // namespace workmem
