// What a writer whose clock is wrong does to others, of a PostgreSQL database.
#include "in_postgres.hpp"

#include <workmem/journal/any.hpp>

namespace {

struct timed_in_postgres {
    workmem_test::in_postgres at;
    workmem::journal::any open() const { return at.open(); }
};

}  // namespace

#define WORKMEM_TIMED_ENGINES timed_in_postgres
#include "wrong_clocks.hpp"
