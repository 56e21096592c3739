// Agents that share one task memory through one PostgreSQL database.
#include "in_postgres.hpp"

#include <cstdint>

namespace {

struct claimed_in_postgres {
    using journal_type = workmem::journal::postgres;
    static constexpr std::uint64_t tasks = 60;
    workmem_test::in_postgres at;
    [[nodiscard]] journal_type open() const { return at.open(); }
};

}  // namespace

#define WORKMEM_CLAIMED_ENGINES claimed_in_postgres
#include "claiming_agents.hpp"
