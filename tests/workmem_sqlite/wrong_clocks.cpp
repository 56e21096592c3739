// What a writer whose clock is wrong does to others, of a SQLite database.
#include "temporary_folder.hpp"

#include <workmem/journal/any.hpp>
#include <workmem_sqlite/sqlite.hpp>

namespace {

using namespace workmem::journal;

struct timed_in_sqlite {
    workmem_test::temporary_folder at;
    any open() const {
        return sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()}).value();
    }
};

}  // namespace

#define WORKMEM_TIMED_ENGINES timed_in_sqlite
#include "wrong_clocks.hpp"
