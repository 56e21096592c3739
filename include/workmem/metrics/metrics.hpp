#pragma once

#include <workmem/locking/lock.hpp>

#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace workmem {

/// What a memory counted since it was made; a copy, as of one moment.
struct metrics_snapshot {
    std::uint64_t entities = 0;             ///< held now; items of a bounded store
    std::uint64_t capacity = 0;             ///< allowed now
    std::uint64_t lookups = 0;              ///< `get`, `resolve` and `remember` calls
    std::uint64_t hits = 0;                 ///< of these, how many found something
    std::uint64_t additions = 0;            ///< entities that came in
    std::uint64_t evictions = 0;            ///< entities that had to go for others or the limits
    std::uint64_t recent_additions = 0;     ///< of the last 1,000 additions …
    std::uint64_t recent_evictions = 0;     ///< … how many pushed somebody out
    std::uint64_t expirations = 0;          ///< whose time was over when they left
    std::uint64_t observations = 0;         ///< tool results seen
    std::uint64_t empty_observations = 0;   ///< of these, how many held nothing
    std::uint64_t unread_observations = 0;  ///< of these, in how many nothing was understood
    std::uint64_t failed_observations = 0;  ///< of these, how many were errors
    std::uint64_t omitted = 0;              ///< entities beyond the limit per result
    std::uint64_t observer_failures = 0;    ///< exceptions that observers threw
    std::uint64_t lost_races = 0;           ///< appends that came after another writer's
    std::uint64_t snapshot_failures = 0;    ///< snapshots that could not be saved
    std::uint64_t access_nanoseconds = 0;   ///< mean of the sampled `get` calls

    [[nodiscard]] double hit_rate() const noexcept { return ratio(hits, lookups); }
    /// Evictions per addition over the last 1,000 additions.
    [[nodiscard]] double eviction_rate() const noexcept {
        return ratio(recent_evictions, recent_additions);
    }
    [[nodiscard]] double fill() const noexcept { return ratio(entities, capacity); }

private:
    static double ratio(std::uint64_t part, std::uint64_t whole) noexcept {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    }
};

namespace metrics {

/// Counts nothing and costs nothing.
struct none {
    static constexpr bool counts = false;
};

/// Counts what `metrics_snapshot` shows. Written under the memory's lock only.
struct counters {
    static constexpr bool counts = true;
    static constexpr std::size_t window = 1'000;

    void on_lookup(bool hit) noexcept {
        ++totals.lookups;
        totals.hits += hit;
    }
    void on_addition(bool evicted) noexcept {
        const auto at = totals.additions++ % window;
        totals.recent_evictions -= evicted_[at];
        totals.recent_evictions += evicted;
        evicted_[at] = evicted;
        totals.evictions += evicted;
        if (totals.recent_additions < window) ++totals.recent_additions;
    }
    /// One change: `added` came in, `evicted` had to go for them or for the limits, `expired`
    /// because their time was over.
    void on_change(std::size_t added, std::size_t evicted, std::size_t expired) noexcept {
        for (std::size_t i = 0; i < added; ++i) on_addition(i < evicted);
        // One may need the places of several, or grow.
        if (evicted > added) totals.evictions += evicted - added;
        totals.expirations += expired;
    }
    /// Whether the next lookup is one of the few whose time is taken.
    [[nodiscard]] bool samples() const noexcept { return (totals.lookups & 1023U) == 1023U; }
    void on_access_time(std::chrono::nanoseconds taken) noexcept {
        sampled_ += static_cast<std::uint64_t>(taken.count());
        totals.access_nanoseconds = sampled_ / ++samples_;
    }
    /// `look_up()`, with its time taken.
    template <class LookUp>
    auto timed(LookUp&& look_up) {
        const auto start = std::chrono::steady_clock::now();
        auto found = look_up();
        on_access_time(std::chrono::steady_clock::now() - start);
        return found;
    }

    metrics_snapshot totals;

private:
    std::bitset<window> evicted_;
    std::uint64_t sampled_ = 0;
    std::uint64_t samples_ = 0;
};

}  // namespace metrics
}  // namespace workmem
