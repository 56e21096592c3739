// Agents that share one task memory through one SQLite database.
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <cstdint>

namespace {

struct claimed_in_sqlite {
    using journal_type = workmem::journal::sqlite;
    static constexpr std::uint64_t tasks = 1'000;
    workmem_test::temporary_folder at;
    [[nodiscard]] journal_type open() const {
        return journal_type::open(at.path() + "/j.db",
                                  {.sync = workmem::journal::sync_mode::never()})
            .value();
    }
};

}  // namespace

#define WORKMEM_CLAIMED_ENGINES claimed_in_sqlite
#include "claiming_agents.hpp"
