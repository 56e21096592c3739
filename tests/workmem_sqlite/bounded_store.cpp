// What a bounded store promises on an engine that keeps, of a SQLite database and of files.
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <workmem/journal/file.hpp>

namespace {

using workmem::journal::sync_mode;

struct bounded_in_sqlite {
    using journal_type = workmem::journal::sqlite;
    workmem_test::temporary_folder at;
    [[nodiscard]] journal_type open() const {
        return journal_type::open(at.path() + "/j.db", {.sync = sync_mode::never()}).value();
    }
};

// A folder of files belongs to one handle and its copies.
struct bounded_in_files {
    using journal_type = workmem::journal::file;
    workmem_test::temporary_folder at;
    journal_type journal =
        journal_type::open(at.path() + "/journal", {.sync = sync_mode::never()}).value();
    [[nodiscard]] journal_type open() const { return journal; }
};

}  // namespace

#define WORKMEM_KEEPING_ENGINES bounded_in_sqlite, bounded_in_files
#include "bounded_engines.hpp"
