#include "catch.hpp"

#include <workmem/journal/back_off.hpp>

using workmem::milliseconds;
using workmem::journal::back_off;

namespace {

constexpr milliseconds long_enough{60'000};

}  // namespace

TEST_CASE("who loses races goes on at once, then more slowly, until the patience is over",
          "[journal]") {
    back_off race{milliseconds{60}};
    CHECK(race.left() == milliseconds{60});
    int tries = 0;
    while (race.next()) ++tries;
    CHECK(race.left() == milliseconds{0});
    CHECK(tries < 2'000);  // it waited
    CHECK(race.lost() == tries);
    back_off patient{long_enough};
    for (tries = 0; tries <= 3 && patient.next();) ++tries;
    CHECK(tries > 3);
}

TEST_CASE("a first try is made without patience, and who has a turn does not wait", "[journal]") {
    back_off impatient{milliseconds{0}};
    CHECK(impatient.next());
    CHECK_FALSE(impatient.next());
    back_off with_turn{long_enough};
    int tries = 0;
    while (tries < 20'000 && with_turn.next(false)) ++tries;
    CHECK(tries == 20'000);  // with waits not even all of the patience were enough
}
