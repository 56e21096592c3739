#include "catch.hpp"

#include <workmem/metrics/health.hpp>
#include <workmem/time/timestamp.hpp>

#include <string>
#include <vector>

using workmem::metrics_snapshot;

TEST_CASE("what a health report alerts to", "[metrics][health]") {
    using workmem::milliseconds;
    const auto alerts = [](const metrics_snapshot& seen, milliseconds drift = milliseconds{0}) {
        std::vector<std::string> out;
        for (const auto& each : workmem::examine(seen, drift, milliseconds{1'000}).alerts) {
            out.emplace_back(each.metric);
            CHECK_FALSE(each.message.empty());
        }
        return out;
    };
    using names = std::vector<std::string>;
    CHECK(alerts({}).empty());
    metrics_snapshot seen;
    seen.entities = 80;
    seen.capacity = 100;
    CHECK(alerts(seen).empty());
    seen.entities = 81;
    CHECK(alerts(seen) == names{"entities"});
    seen = {};
    seen.lookups = 20;
    seen.hits = 10;
    CHECK(alerts(seen).empty());
    seen.hits = 9;
    CHECK(alerts(seen) == names{"hit_rate"});
    seen.lookups = 19;
    CHECK(alerts(seen).empty());
    seen = {};
    seen.recent_additions = 100;
    seen.recent_evictions = 40;
    CHECK(alerts(seen).empty());
    seen.recent_evictions = 41;
    CHECK(alerts(seen) == names{"eviction_rate"});
    seen = {};
    seen.access_nanoseconds = 5'000'000;
    CHECK(alerts(seen).empty());
    seen.access_nanoseconds = 5'000'001;
    CHECK(alerts(seen) == names{"access_time"});
    seen = {};
    seen.snapshot_failures = 1;
    CHECK(alerts(seen) == names{"snapshots"});
    CHECK(alerts({}, milliseconds{1'000}).empty());
    CHECK(alerts({}, milliseconds{1'001}) == names{"clock"});
    CHECK(alerts({}, milliseconds{-1'001}) == names{"clock"});
}

TEST_CASE("a health report notes what was dropped", "[metrics][health]") {
    metrics_snapshot seen;
    const auto notes = [&] {
        std::vector<std::string> out;
        const auto report = workmem::examine(seen, {}, workmem::milliseconds{1'000});
        CHECK(report.ok());
        for (const auto& each : report.notes) out.push_back(each.message);
        return out;
    };
    CHECK(notes().empty());
    seen.observations = 8;
    CHECK(notes().empty());
    seen.omitted = 3;
    seen.empty_observations = 2;
    CHECK(notes() ==
          std::vector<std::string>{
              "3 entities of results were beyond a limit, and are not known; raise "
              "max_per_result, or ask for fewer at a time",
              "2 of 8 results held nothing that was found; extractor().explain() says why"});
}
