#include "catch.hpp"

#include <workmem/time/coarse_clock.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/system_clock.hpp>

#include <chrono>

using namespace std::chrono_literals;
using workmem::milliseconds;

TEST_CASE("a manual clock moves when it is told to", "[time]") {
    workmem::manual_clock clock;
    CHECK(workmem::to_iso8601(clock.now()) == "2024-01-01T00:00:00Z");
    const auto shared = clock;
    clock.advance(90s);
    CHECK(workmem::to_iso8601(shared.now()) == "2024-01-01T00:01:30Z");
    clock.advance(-1h);
    CHECK(workmem::to_iso8601(clock.now()) == "2024-01-01T00:01:30Z");
}

TEST_CASE("a jump of the wall clock is no elapsed time", "[time]") {
    workmem::manual_clock clock;
    const auto before = clock.now();
    clock.set_wall(before + 48h);
    CHECK(clock.now() == before);
    CHECK(clock.wall() == before + 48h);
    clock.advance(1min);
    CHECK(clock.wall() == before + 48h + 1min);
    clock.set_wall(before - 1h);
    CHECK(clock.now() == before + 1min);
    CHECK(clock.wall() == before - 1h);
}

TEMPLATE_TEST_CASE("real clocks never go back and are near the wall", "[time]",
                   workmem::system_clock, workmem::coarse_clock) {
    const TestType clock;
    auto last = clock.now();
    for (int i = 0; i < 10'000; ++i) {
        const auto next = clock.now();
        if (next < last) FAIL("it went back");
        last = next;
    }
    const auto away = clock.wall() - clock.now();
    CHECK(away < 10s);
    CHECK(away > -10s);
}
