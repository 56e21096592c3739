#include "machines.hpp"
#include "simulated_entities.hpp"

#include <cstdint>

using namespace workmem_test;

namespace {

using entities = simulated_entities<simulated_machine::journal_type>;

// The first seed that finds something wrong with such a journal; 0: none does.
std::uint64_t finds(disk_promises promises, flaws with, std::uint64_t most) {
    simulation_counts ignored;
    for (std::uint64_t seed = 1; seed <= most; ++seed) {
        simulation<simulated_machine, entities> each{seed, simulated_machine{seed, promises, with},
                                                     ignored};
        if (!each.run().empty()) return seed;
    }
    return 0;
}

}  // namespace

TEST_CASE("whatever happens to a machine, its entity memory keeps what it acknowledged",
          "[simulation]") {
    survive_machines<entities>(false);
}

TEST_CASE("the simulation finds a journal that does not keep its promises", "[simulation]") {
    const auto without_sync = finds({.syncs_files = false}, {}, 100);
    const auto without_folder_sync = finds({.syncs_folders = false}, {}, 100);
    const auto without_checksums = finds({}, {.accepts_wrong_checksums = true}, 5'000);
    const auto with_early_names = finds({}, {.renames_before_syncing = true}, 5'000);
    CAPTURE(without_sync, without_folder_sync, without_checksums, with_early_names);
    CHECK(without_sync != 0);
    CHECK(without_folder_sync != 0);
    CHECK(without_checksums != 0);
    // A snapshot that has its name before its bytes is passed over.
    CHECK(with_early_names == 0);
}
