// What all engines promise, of the one in a PostgreSQL database.
#include "in_postgres.hpp"

#include <workmem_postgres/postgres.hpp>

namespace {

using namespace workmem::journal;

static_assert(full_engine<postgres>);
static_assert(policy<postgres>);

const bool is_installed = workmem_test::needs_postgres();

struct postgres_engine {
    workmem_test::in_postgres at;
    postgres journal = at.open();
};

}  // namespace

#define WORKMEM_JOURNAL_ENGINES postgres_engine
#include "journal_engines.hpp"
