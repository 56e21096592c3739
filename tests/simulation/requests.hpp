// Memories on a journal that loses answers, under several writers.
#pragma once

#include "catch.hpp"
#include "repetitions.hpp"
#include "simulation.hpp"
#include "unreliable_service.hpp"

#include <cstdint>

namespace workmem_test {

static_assert(workmem::journal::full_engine<unreliable_journal>);

template <class Subject>
void survive_requests() {
    simulation_counts counts;
    const auto seeds = repetitions(slowness > 1 ? 400 : 2'000, 1'000'000) / Subject::effort;
    REQUIRE(seeds >= 100);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        simulation<unreliable_service, Subject> each{seed, unreliable_service{}, counts};
        REQUIRE(each.run() == "");
    }
    CHECK(counts.least() >= seeds / 20);
}

}  // namespace workmem_test
