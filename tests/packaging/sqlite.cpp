// The component sqlite, from the header to the library it is linked with.
#include <workmem_sqlite/sqlite.hpp>

int main() {
    const auto refused = workmem::journal::sqlite::open(
        "/no/such/folder/journal.db", {.sync = workmem::journal::sync_mode::never()});
    return refused ? 1 : 0;
}
