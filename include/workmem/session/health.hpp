#pragma once

#include <workmem/metrics/health.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/options.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

/// What `examine` is told of a session beside its counts.
struct session_vitals {
    timestamp now{};
    milliseconds drift{0};  ///< of wall time from elapsed time
    std::uint64_t snapshot_failures = 0;
};

/// Where a session should be looked at:
/// - `total_count`: 1,000 memories or more;
/// - `pending_promotion`: more than 20 % are pending, promote them together;
/// - `expired_count`: more than 20 % have expired, or one for longer than a sweep should take;
/// - `avg_importance`: below 0.25, other priorities may fit better;
/// - `undelivered`: long-term memory could not be reached;
/// - `clock`, `snapshots`: as for every memory.
/// It notes `avg_access_count` from 5 on: memories are well used. Shares and averages are judged
/// from 20 memories on. O(1).
[[nodiscard]] inline health_report examine(const session_stats& seen, const session_vitals& vitals,
                                           const session_options& options) {
    constexpr std::size_t enough = 20;
    constexpr std::uint64_t low_importance_ppm = 250'000, high_access_count = 5;
    health_report report;
    const auto alert = [&](std::string_view metric, std::string message) {
        report.alerts.push_back({metric, std::move(message)});
    };
    const auto share = [&](std::size_t count) {
        return std::to_string(count) + " of " + std::to_string(seen.total) + " memories";
    };
    const bool is_judged = seen.total >= enough;
    const auto is_high = [&](std::size_t count) { return is_judged && count * 5 > seen.total; };
    if (seen.total >= session_limits::recommended_memories)
        alert("total_count", std::to_string(seen.total) + " memories, fewer than " +
                                 std::to_string(session_limits::recommended_memories) +
                                 " are recommended");
    if (is_high(seen.pending_promotion))
        alert("pending_promotion", share(seen.pending_promotion) +
                                       " are to be promoted, more than 20 %; consider "
                                       "promoting them together");
    const auto waiting = seen.first_expiry && *seen.first_expiry < vitals.now
                             ? vitals.now - *seen.first_expiry
                             : milliseconds{0};
    if (is_high(seen.expired) || (seen.expired > 0 && waiting > options.sweep_every))
        alert("expired_count", share(seen.expired) + " have expired, the first " +
                                   std::to_string(waiting.count()) +
                                   " ms ago; a sweep is due every " +
                                   std::to_string(options.sweep_every.count()) + " ms");
    if (is_judged && seen.importance_ppm < low_importance_ppm * seen.total)
        alert("avg_importance", to_string(importance_score::from_ppm(
                                    static_cast<std::uint32_t>(seen.importance_ppm / seen.total))) +
                                    " on average, less than 0.25; consider other priorities");
    if (seen.undelivered > 0)
        alert("undelivered", std::to_string(seen.undelivered) +
                                 " promoted memories are not in long-term memory yet");
    detail::examine_clock(report, vitals.drift, options.max_clock_gap);
    detail::examine_snapshots(report, vitals.snapshot_failures);
    if (is_judged && seen.accesses >= high_access_count * seen.total)
        report.notes.push_back({"avg_access_count", std::to_string(seen.accesses / seen.total) +
                                                        " on average: memories are well used"});
    return report;
}

}  // namespace workmem
