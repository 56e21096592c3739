// What a session's health says: the document's hints, and what every memory alerts to.
#include "catch.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::milliseconds;
using workmem::priority;
using workmem::session_stats;

namespace {

using names = std::vector<std::string>;

names metrics_of(const std::vector<workmem::health_alert>& alerts) {
    names out;
    for (const auto& each : alerts) {
        out.emplace_back(each.metric);
        CHECK_FALSE(each.message.empty());
    }
    return out;
}
names alerts(const session_stats& seen, const workmem::session_vitals& vitals = {}) {
    return metrics_of(examine(seen, vitals, {}).alerts);
}

using store = workmem::basic_session_store<session_recorded>;

}  // namespace

TEST_CASE("a session's health report has a limit for each hint", "[session][health]") {
    const session_stats ordinary{.total = 100, .accesses = 100, .importance_ppm = 40'000'000};
    CHECK(alerts({}).empty());
    CHECK(alerts(ordinary).empty());
    auto seen = ordinary;
    SECTION("fewer than 1,000 memories") {
        seen.total = 999;
        seen.importance_ppm = 999 * 400'000;
        CHECK(alerts(seen).empty());
        seen.total = 1'000;
        CHECK(alerts(seen) == names{"total_count"});
    }
    SECTION("many to promote") {
        seen.pending_promotion = 20;
        CHECK(alerts(seen).empty());
        seen.pending_promotion = 21;
        CHECK(alerts(seen) == names{"pending_promotion"});
        CHECK(alerts({.total = 19, .pending_promotion = 19, .importance_ppm = 19'000'000}).empty());
    }
    SECTION("many expired") {
        seen.expired = 20;
        CHECK(alerts(seen).empty());
        seen.expired = 21;
        CHECK(alerts(seen) == names{"expired_count"});
    }
    SECTION("one expired for longer than a sweep takes to come") {
        seen.expired = 1;
        seen.first_expiry = workmem::timestamp{hours{1}};
        CHECK(alerts(seen, {.now = workmem::timestamp{minutes{65}}}).empty());
        CHECK(alerts(seen, {.now = workmem::timestamp{minutes{65} + milliseconds{1}}}) ==
              names{"expired_count"});
        seen.expired = 0;
        CHECK(alerts(seen, {.now = workmem::timestamp{hours{9}}}).empty());
    }
    SECTION("little importance") {
        seen.importance_ppm = 25'000'000;
        CHECK(alerts(seen).empty());
        --seen.importance_ppm;
        CHECK(alerts(seen) == names{"avg_importance"});
    }
    SECTION("good reuse is a note, and no alert") {
        seen.accesses = 499;
        CHECK(examine(seen, {}, {}).notes.empty());
        seen.accesses = 500;
        const auto report = examine(seen, {}, {});
        CHECK(metrics_of(report.notes) == names{"avg_access_count"});
        CHECK(report.ok());
    }
    SECTION("what every memory alerts to") {
        seen.undelivered = 1;
        CHECK(alerts(seen, {.drift = hours{1} + milliseconds{1}, .snapshot_failures = 1}) ==
              names{"undelivered", "clock", "snapshots"});
        CHECK(alerts(ordinary, {.drift = -hours{1}}).empty());
    }
}

TEST_CASE("a store tells of a session's health, and of all that are open", "[session][health]") {
    workmem::manual_clock clock;
    store all{{}, {.clock = clock}};
    CHECK(all.health("nobody").ok());
    CHECK(all.health().ok());
    for (int i = 0; i < 20; ++i) all.add("full", {.content = "x", .priority = priority::critical});
    all.add("calm", {.content = "x", .priority = priority::low});
    CHECK(metrics_of(all.health("full").alerts) == names{"pending_promotion"});
    CHECK(all.health("calm").ok());
    CHECK_THAT(std::string{all.health().alerts.at(0).message},
               contains("session \"full\": 20 of 20 memories are to be promoted"));
    clock.advance(hours{1} + minutes{6});
    CHECK(metrics_of(all.health("calm").alerts) == names{"expired_count"});
    CHECK(metrics_of(all.health().alerts) == names{"expired_count", "pending_promotion"});
    all.sweep();
    CHECK(metrics_of(all.health().alerts) == names{"pending_promotion"});
    clock.set_wall(clock.now() + hours{2});
    CHECK(metrics_of(all.health("full").alerts) == names{"pending_promotion", "clock"});
}
