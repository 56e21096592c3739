// What all engines promise, of the one in a SQLite database.
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

namespace {

using namespace workmem::journal;

static_assert(full_engine<sqlite>);
static_assert(policy<sqlite>);

struct in_sqlite {
    workmem_test::temporary_folder at;
    sqlite journal = sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()}).value();
};

}  // namespace

#define WORKMEM_JOURNAL_ENGINES in_sqlite
#include "journal_engines.hpp"
