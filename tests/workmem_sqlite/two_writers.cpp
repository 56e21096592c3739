// What two writers of one journal promise each other, of a SQLite database.
#include "temporary_folder.hpp"

#include <workmem/journal/any.hpp>
#include <workmem_sqlite/sqlite.hpp>

namespace {

using namespace workmem::journal;

struct shared_in_sqlite {
    static constexpr bool is_shared = true;
    workmem_test::temporary_folder at;
    any open() const {
        return sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()}).value();
    }
    std::string stored() const { return workmem_test::all_bytes_below(at); }
};

}  // namespace

#define WORKMEM_SHARED_ENGINES shared_in_sqlite
#include "two_writers.hpp"
