// What two writers of one journal promise each other, of a PostgreSQL database.
#include "in_postgres.hpp"

#include <workmem/journal/any.hpp>

#include <string>

namespace {

struct shared_in_postgres {
    static constexpr bool is_shared = true;
    workmem_test::in_postgres at;
    workmem::journal::any open() const { return at.open(); }
    // What a query can find.
    std::string stored() const {
        const auto& schema = at.schema.name;
        return workmem_test::postgres_server::shared().run(
            "SELECT encode(bytes, 'escape') FROM " + schema + ".records UNION ALL " +
            "SELECT encode(bytes, 'escape') FROM " + schema + ".snapshots UNION ALL " +
            "SELECT encode(name, 'escape') FROM " + schema + ".streams");
    }
};

}  // namespace

#define WORKMEM_SHARED_ENGINES shared_in_postgres
#include "two_writers.hpp"
