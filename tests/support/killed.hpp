// A writer that is killed at any moment loses nothing that it acknowledged, and a promotion that is
// killed between any two steps neither loses nor doubles a memory. Define WORKMEM_KILLED_ENGINES, a
// list of types as `killed_writer` takes them, then include this in a source file.
#pragma once

#include "catch.hpp"
#include "killed_promoter.hpp"
#include "killed_writer.hpp"
#include "repetitions.hpp"

namespace workmem_test {

template <class Engine, template <class> class Memory>
void kill_writers() {
    killed_writer<Engine, Memory> writer;
    const auto cycles = repetitions(500, 20'000);
    for (std::uint64_t cycle = 1; cycle <= cycles; ++cycle) {
        INFO("cycle " << cycle);
        REQUIRE(writer.cycle(cycle) == "");
    }
    std::string counts;
    for (std::size_t i = 0; i < writer.killed.size(); ++i) {
        counts += std::string{", "} + phase_names[i] + ' ' + std::to_string(writer.killed[i]);
        INFO(phase_names[i]);
        CHECK(writer.killed[i] > 0);
    }
    WARN("acknowledged " << writer.acknowledged() << "; killed" << counts.substr(1));
}

}  // namespace workmem_test

TEMPLATE_TEST_CASE("a writer that is killed loses nothing that it acknowledged", "[crash]",
                   WORKMEM_KILLED_ENGINES) {
    SECTION("entities") { workmem_test::kill_writers<TestType, workmem_test::written_entities>(); }
    SECTION("tasks and claims") {
        workmem_test::kill_writers<TestType, workmem_test::written_tasks>();
    }
}

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
