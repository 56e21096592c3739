#pragma once

#include <workmem/eviction/eviction.hpp>

namespace workmem::eviction {

/// What only came back in a list goes before anything that was named; within a segment the one
/// touched longest ago goes. The entries of a list push out named ones only while these hold more
/// than three quarters of the window, so that a fresh list finds room and cannot flush what the
/// conversation is about; beyond that only the list's newest does, and its last entries stay
/// outside. O(1). A bounded protected segment is that of segmented LRU (Karedla, Love, Wherry,
/// "Caching strategies to improve disk system performance", IEEE Computer 27(3), 1994).
struct two_segment : stateless {
    static constexpr bool prefers_returned = true;
    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) const noexcept {
        const auto returned = entries.least_recent_returned();
        if (returned != no_slot) return returned;
        const bool crowded = entries.named() * 4 > entries.capacity() * 3;
        if (entries.returned_newcomers() > 0 && !crowded) return no_slot;
        return entries.least_recent_named();
    }
};

}  // namespace workmem::eviction
