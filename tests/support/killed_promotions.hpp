// A promotion that is killed between any two steps neither loses nor doubles a memory. Define
// WORKMEM_KILLED_ENGINES, a list of types as `killed_promoter` takes them, then include this in a
// source file.
#pragma once

#include "catch.hpp"
#include "killed_promoter.hpp"

TEMPLATE_TEST_CASE("a promotion that is killed loses nothing and doubles nothing",
                   "[crash][promotion]", WORKMEM_KILLED_ENGINES) {
    using namespace workmem_test;
    killed_promoter<TestType> promoter;
    std::uint64_t steps = 0;
    while (!promoter.survived) {
        INFO("step " << ++steps);
        REQUIRE(promoter.cycle(steps) == "");
    }
    // Six facts, six times into long-term memory, before and after each.
    CHECK(steps > 4 * 6);
    WARN("killed at " << steps - 1 << " steps");
}
