#include "catch.hpp"
#include "real_clock.hpp"

#include <workmem/time/coarse_clock.hpp>

TEST_CASE("the coarse clock never goes back and is near the wall", "[time]") {
    workmem_test::check_near_the_wall_and_never_back<workmem::coarse_clock>();
}
