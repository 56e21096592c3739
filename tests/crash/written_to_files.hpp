// The file journal as an engine under SIGKILL.
#pragma once

#include <workmem/journal/file.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace workmem_test {

struct written_to_files {
    using journal_type = workmem::journal::file;
    static workmem::result<journal_type> open(const std::string& folder, std::uint64_t cycle) {
        using workmem::journal::sync_mode;
        return journal_type::open(
            folder, {.sync = cycle % 4 == 0 ? sync_mode::always() : sync_mode::never(),
                     .lock_wait = std::chrono::milliseconds{0}});
    }
};

}  // namespace workmem_test
