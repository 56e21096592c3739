#include "catch.hpp"

#include <workmem/time/manual_clock.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>

using namespace std::chrono_literals;

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
