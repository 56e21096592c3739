// What a bounded store promises on an engine that keeps, of a PostgreSQL database.
#include "in_postgres.hpp"

namespace {

struct bounded_in_postgres {
    using journal_type = workmem::journal::postgres;
    workmem_test::in_postgres at;
    [[nodiscard]] journal_type open() const { return at.open(); }
};

}  // namespace

#define WORKMEM_KEEPING_ENGINES bounded_in_postgres
#include "bounded_engines.hpp"
