#pragma once

#include <workmem/detail/cxx20.hpp>

#include <atomic>
#include <cstdint>

namespace workmem::journal {

/// What became difficult for a handle and its copies since it was opened.
struct redis_counts {
    std::uint64_t conflicts = 0;  ///< appends that others were faster than
    std::uint64_t retries = 0;    ///< commands that were sent again
    /// Appends whose answer was lost, and of which it was found out whether they are recorded.
    std::uint64_t reconciled = 0;
    std::uint64_t connections = 0;  ///< that were opened
    std::uint64_t probes = 0;       ///< whether a server that said nothing answers again
};

/// The same while it is counted. Thread-safe.
struct redis_counters {
    std::atomic<std::uint64_t> conflicts{0}, retries{0}, reconciled{0}, connections{0};

    [[nodiscard]] redis_counts read() const noexcept {
        return {conflicts, retries, reconciled, connections, 0};
    }
};

}  // namespace workmem::journal
