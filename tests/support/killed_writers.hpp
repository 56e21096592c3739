// A writer that is killed at any moment loses nothing that it acknowledged. Define
// WORKMEM_KILLED_ENGINES, a list of types as `killed_writer` takes them, then include this in a
// source file.
#pragma once

#include "catch.hpp"
#include "killed_writer.hpp"
#include "repetitions.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace workmem_test {

template <class Engine, template <class> class Memory>
void kill_writers() {
    killed_writer<Engine, Memory> writer;
    const auto cycles = repetitions(slowness > 1 ? 60 : 100, 20'000);
    for (std::uint64_t cycle = 1; cycle <= cycles; ++cycle) {
        INFO("cycle " << cycle);
        REQUIRE(writer.cycle(cycle) == "");
    }
    // Some phases are short: what chance has not hit is aimed at.
    const auto missed = [&] { return std::find(writer.killed.begin(), writer.killed.end(), 0U); };
    for (auto cycle = cycles + 1;
         slowness == 1 && missed() != writer.killed.end() && cycle <= 2 * cycles; ++cycle) {
        INFO("cycle " << cycle);
        const auto wanted = static_cast<phase>(missed() - writer.killed.begin());
        REQUIRE(writer.cycle(cycle, wanted) == "");
    }
    std::string counts;
    for (std::size_t i = 0; i < writer.killed.size(); ++i) {
        counts += std::string{", "} + phase_names[i] + ' ' + std::to_string(writer.killed[i]);
        INFO(phase_names[i]);
        CHECK((slowness > 1 || writer.killed[i] > 0));
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
    SECTION("all that an agent knows") {
        workmem_test::kill_writers<TestType, workmem_test::written_agents>();
    }
}
