#pragma once

namespace workmem {

/// For a memory that one thread uses: locks nothing, costs nothing.
struct null_mutex {
    constexpr void lock() noexcept {}
    constexpr bool try_lock() noexcept { return true; }
    constexpr void unlock() noexcept {}
    constexpr void lock_shared() noexcept {}
    constexpr bool try_lock_shared() noexcept { return true; }
    constexpr void unlock_shared() noexcept {}
};

}  // namespace workmem
