// The entries of a cache as a policy sees them, each answer set by the test.
#pragma once

#include <workmem/eviction/eviction.hpp>

#include <cstddef>
#include <cstdint>
#include <set>

namespace workmem_test {

struct told_entries : workmem::eviction::entries_archetype {
    std::uint32_t returned = workmem::eviction::no_slot, named_one = workmem::eviction::no_slot,
                  any = workmem::eviction::no_slot;
    std::size_t how_many_named = 0, own = 0;
    std::set<std::uint32_t> spared;

    std::uint32_t least_recent_returned() const noexcept { return returned; }
    std::uint32_t least_recent_named() const noexcept { return named_one; }
    std::uint32_t least_recent() const noexcept { return any; }
    bool is_protected(std::uint32_t slot) const noexcept { return spared.count(slot) != 0; }
    std::size_t named() const noexcept { return how_many_named; }
    std::size_t capacity() const noexcept { return 20; }
    std::size_t returned_newcomers() const noexcept { return own; }
};

}  // namespace workmem_test
