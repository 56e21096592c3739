#pragma once

#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replica.ipp>

namespace workmem {

template <class State, class Policies>
recorded_memory<State, Policies>::recorded_memory(State state, typename Policies::journal journal,
                                                  typename Policies::observer observer,
                                                  std::string stream, retention keep)
    : replica_{std::move(state), std::move(journal), std::move(observer), std::move(stream), keep} {
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
