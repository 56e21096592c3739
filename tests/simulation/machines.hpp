// Memories on a machine that fails in every way.
#pragma once

#include "catch.hpp"
#include "repetitions.hpp"
#include "simulated_machine.hpp"
#include "simulation.hpp"

#include <cstdint>

namespace workmem_test {

template <class Subject>
void survive_machines(bool others_are_refused) {
    simulation_counts counts;
    const auto seeds = repetitions(slowness > 1 ? 400 : 2'000, 1'000'000) / Subject::effort;
    REQUIRE(seeds >= 100);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        simulation<simulated_machine, Subject> each{seed, simulated_machine{seed}, counts};
        REQUIRE(each.run() == "");
    }
    CHECK(counts.least() >= seeds / 20);
    CHECK((counts.refused > seeds / 20) == others_are_refused);
}

}  // namespace workmem_test
