// The SQLite journal as an engine under SIGKILL.
#pragma once

#include <workmem_sqlite/sqlite.hpp>

#include <cstdint>
#include <string>

namespace workmem_test {

struct written_to_sqlite {
    using journal_type = workmem::journal::sqlite;
    static workmem::result<journal_type> open(const std::string& folder, std::uint64_t cycle) {
        using workmem::journal::sync_mode;
        auto opened = journal_type::open(
            folder + "/j.db", {.sync = cycle % 4 == 0 ? sync_mode::always() : sync_mode::never()});
        if (!opened) return opened;
        const auto found = opened->examine();
        if (!found) return found.error();
        if (!found->sound())
            return workmem::error{workmem::error_code::storage_error, "the database is damaged"};
        return opened;
    }
};

}  // namespace workmem_test
