#include "catch.hpp"

#include <workmem/journal/back_off.hpp>

#include <chrono>

using workmem::milliseconds;
using workmem::journal::back_off;

TEST_CASE("who loses races goes on at once, then more slowly, until the patience is over",
          "[journal]") {
    using clock = std::chrono::steady_clock;
    back_off race{milliseconds{60}};
    CHECK(race.left() == milliseconds{60});
    const auto begin = clock::now();
    int tries = 0;
    while (race.next()) ++tries;
    const auto took = clock::now() - begin;
    CHECK(race.left() == milliseconds{0});
    CHECK(tries > 3);
    CHECK(tries < 2'000);  // it waited
    CHECK(took >= milliseconds{60});
    CHECK(race.lost() == tries);
}

TEST_CASE("a first try is made without patience, and who has a turn does not wait", "[journal]") {
    back_off impatient{milliseconds{0}};
    CHECK(impatient.next());
    CHECK_FALSE(impatient.next());
    back_off with_turn{milliseconds{1}};
    int tries = 0;
    while (with_turn.next(false)) ++tries;
    CHECK(tries > 20);
}
