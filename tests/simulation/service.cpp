// A journal that loses answers, under several writers.
#include "catch.hpp"
#include "repetitions.hpp"
#include "simulated_entities.hpp"
#include "simulated_tasks.hpp"
#include "simulation.hpp"
#include "unreliable_service.hpp"

using namespace workmem_test;

static_assert(workmem::journal::full_engine<unreliable_journal>);

TEMPLATE_TEST_CASE("whatever becomes of requests, memories keep what they acknowledged",
                   "[simulation]", simulated_entities<unreliable_journal>,
                   simulated_tasks<unreliable_journal>) {
    simulation_counts counts;
    const auto seeds = repetitions(10'000 / slowness, 1'000'000) / TestType::effort;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        simulation<unreliable_service, TestType> each{seed, unreliable_service{}, counts};
        REQUIRE(each.run() == "");
    }
    CHECK(counts.least() >= seeds / 20);
}
