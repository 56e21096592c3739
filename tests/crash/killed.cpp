// A writer that is killed at any moment loses nothing that it acknowledged.
#include "catch.hpp"
#include "killed_writer.hpp"
#include "repetitions.hpp"

#include <workmem/journal/file.hpp>

using namespace workmem_test;

namespace {

struct in_files {
    using journal_type = workmem::journal::file;
    static workmem::result<journal_type> open(const std::string& folder, std::uint64_t cycle) {
        using workmem::journal::sync_mode;
        return journal_type::open(
            folder, {.sync = cycle % 4 == 0 ? sync_mode::always() : sync_mode::never(),
                     .lock_wait = std::chrono::milliseconds{0}});
    }
};

}  // namespace

TEMPLATE_TEST_CASE("a writer that is killed loses nothing that it acknowledged", "[crash]",
                   in_files) {
    killed_writer<TestType> writer;
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
