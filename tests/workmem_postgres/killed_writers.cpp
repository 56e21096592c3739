// Memories in PostgreSQL whose process is killed at any moment: nothing that it acknowledged is
// lost, nothing is there twice.
#include "catch.hpp"
#include "in_postgres.hpp"
#include "killed_writer.hpp"
#include "repetitions.hpp"

#include <cstdint>
#include <string>

namespace {

struct killed_in_postgres {
    using journal_type = workmem::journal::postgres;
    // The schema of a folder. What a killed process had sent may still be on its way to the disk.
    static workmem::result<journal_type> open(const std::string& folder, std::uint64_t) {
        auto& server = workmem_test::postgres_server::shared();
        const auto name =
            "killed_" + std::to_string(workmem::journal::postgres_watch("killed", folder));
        (void)server.comes_to_say(
            "0\n", "SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + name + "'");
        return journal_type::open(server.trusted_url(server.port()) + "?application_name=" + name,
                                  {.schema = name});
    }
};

template <template <class> class Memory>
void kill_writers() {
    workmem_test::killed_writer<killed_in_postgres, Memory> writer;
    const auto cycles = workmem_test::repetitions(workmem_test::slowness > 1 ? 15 : 20, 1'000);
    for (std::uint64_t cycle = 1; cycle <= cycles; ++cycle) {
        INFO("cycle " << cycle);
        REQUIRE(writer.cycle(cycle) == "");
    }
    CHECK(writer.acknowledged() > 0);
    WARN("killed " << cycles << " times, acknowledged " << writer.acknowledged());
}

}  // namespace

TEST_CASE("a process that is killed loses nothing that it acknowledged to PostgreSQL",
          "[postgres][crash]") {
    SECTION("entities") { kill_writers<workmem_test::written_entities>(); }
    SECTION("tasks and claims") { kill_writers<workmem_test::written_tasks>(); }
    SECTION("all that an agent knows") { kill_writers<workmem_test::written_agents>(); }
}
