#pragma once

#include <workmem/eviction/eviction.hpp>

namespace workmem::eviction {

/// Least recently used: the one touched longest ago goes. O(1).
struct lru : stateless {
    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) const noexcept {
        return entries.least_recent();
    }
};

}  // namespace workmem::eviction
