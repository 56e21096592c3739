#include "catch.hpp"

#include <workmem/metrics/metrics.hpp>

#include <chrono>

using workmem::metrics_snapshot;

TEST_CASE("rates of nothing are nothing", "[metrics]") {
    const metrics_snapshot seen;
    CHECK(seen.hit_rate() == 0.0);
    CHECK(seen.eviction_rate() == 0.0);
    CHECK(seen.fill() == 0.0);
}

TEST_CASE("the eviction rate is that of the last 1,000 additions", "[metrics]") {
    workmem::metrics::counters counters;
    for (int i = 0; i < 1'000; ++i) counters.on_addition(true);
    CHECK(counters.totals.eviction_rate() == 1.0);
    for (int i = 0; i < 500; ++i) counters.on_addition(false);
    CHECK(counters.totals.eviction_rate() == 0.5);
    for (int i = 0; i < 500; ++i) counters.on_addition(false);
    CHECK(counters.totals.eviction_rate() == 0.0);
    CHECK(counters.totals.additions == 2'000);
    CHECK(counters.totals.evictions == 1'000);
    CHECK(counters.totals.recent_additions == 1'000);
}

TEST_CASE("one lookup in 1,024 has its time taken; the mean is told", "[metrics]") {
    workmem::metrics::counters counters;
    int sampled = 0;
    for (int i = 0; i < 4 * 1'024; ++i) {
        sampled += counters.samples();
        counters.on_lookup(true);
    }
    CHECK(sampled == 4);
    counters.on_access_time(std::chrono::nanoseconds{100});
    counters.on_access_time(std::chrono::nanoseconds{300});
    CHECK(counters.totals.access_nanoseconds == 200);
}
