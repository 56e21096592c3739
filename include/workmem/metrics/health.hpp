#pragma once

#include <workmem/metrics/metrics.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// One thing that is not as it should be.
struct health_alert {
    std::string_view metric;  ///< what was looked at: `hit_rate`, `clock`, `pending_promotion`, …
    std::string message;      ///< with the value and the limit
};

/// Alerts of a memory; none: all is well.
struct health_report {
    std::vector<health_alert> alerts{};
    std::vector<health_alert> notes{};  ///< good to know, and nothing is wrong

    [[nodiscard]] bool ok() const noexcept { return alerts.empty(); }
};

namespace detail {

// What every memory alerts to.

inline void examine_clock(health_report& report, milliseconds drift, milliseconds max_gap) {
    if (drift <= max_gap && drift >= -max_gap) return;
    report.alerts.push_back({"clock", "wall time is " + std::to_string(drift.count()) +
                                          " ms away from elapsed time, more than " +
                                          std::to_string(max_gap.count()) + " ms"});
}
// `skew`: how far the clock was ahead of the journal's; `behind`: how far it is behind the last
// change of the stream.
inline void examine_skew(health_report& report, milliseconds skew, milliseconds behind,
                         milliseconds most) {
    const auto alert = [&](milliseconds by, const std::string& what) {
        const auto away = by.count() < 0 ? -by : by;
        report.alerts.push_back({"clock", "the clock is " + std::to_string(away.count()) + " ms " +
                                              (by.count() < 0 ? "behind " : "ahead of ") + what +
                                              ", more than " + std::to_string(most.count()) +
                                              " ms"});
    };
    if (skew.count() != 0) alert(skew, "the journal's, by which it was set");
    if (behind > most) alert(-behind, "the last change of the stream");
}
inline void examine_snapshots(health_report& report, std::uint64_t failures) {
    if (failures == 0) return;
    report.alerts.push_back({"snapshots", std::to_string(failures) +
                                              " snapshots could not be saved; the log only grows"});
}

}  // namespace detail

/// Where a memory should be looked at (`entities`, `hit_rate`, `eviction_rate`, `access_time`,
/// `clock`, `snapshots`): more than 80 % full, fewer than 50 % of lookups found,
/// more than 40 % of additions evicting, more than 5 ms an access, wall time drifted from elapsed
/// time by more than `max_gap`, a snapshot that could not be saved. Rates are judged from 20 calls
/// on. Noted is what was dropped: `omitted` entities, and `empty_observations`.
[[nodiscard]] inline health_report examine(const metrics_snapshot& seen, milliseconds drift,
                                           milliseconds max_gap) {
    constexpr std::uint64_t enough = 20;
    health_report report;
    const auto percent = [](double rate) {
        return std::to_string(static_cast<int>(rate * 100.0)) + " %";
    };
    const auto alert = [&](std::string_view metric, std::string message) {
        report.alerts.push_back({metric, std::move(message)});
    };
    if (seen.entities * 5 > seen.capacity * 4)
        alert("entities", std::to_string(seen.entities) + " of " + std::to_string(seen.capacity) +
                              " places are taken, more than 80 %");
    if (seen.lookups >= enough && seen.hits * 2 < seen.lookups)
        alert("hit_rate", percent(seen.hit_rate()) + " of lookups found something, less than 50 %");
    if (seen.recent_additions >= enough && seen.recent_evictions * 5 > seen.recent_additions * 2)
        alert("eviction_rate",
              percent(seen.eviction_rate()) + " of additions evicted somebody, more than 40 %");
    if (seen.access_nanoseconds > 5'000'000)
        alert("access_time", "an access takes " +
                                 std::to_string(seen.access_nanoseconds / 1'000'000) +
                                 " ms, more than 5 ms");
    detail::examine_clock(report, drift, max_gap);
    detail::examine_snapshots(report, seen.snapshot_failures);
    const auto note = [&](std::string_view metric, std::string message) {
        report.notes.push_back({metric, std::move(message)});
    };
    if (seen.omitted != 0)
        note("omitted", std::to_string(seen.omitted) +
                            " entities of results were beyond a limit, and are not known; raise "
                            "max_per_result, or ask for fewer at a time");
    if (seen.empty_observations != 0)
        note("empty_observations",
             std::to_string(seen.empty_observations) + " of " + std::to_string(seen.observations) +
                 " results held nothing that was found; extractor().explain() says why");
    return report;
}

}  // namespace workmem
