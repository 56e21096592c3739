#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <type_traits>

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

/// Whether a policy's mutex really locks.
template <class Mutex>
inline constexpr bool locks = !std::is_same_v<Mutex, null_mutex>;

/// Whether memories of a bundle are for one thread: only those are copied and moved.
template <class Policies>
concept unshared = !locks<typename Policies::mutex>;

/// What a memory needs of its mutex; `std::mutex` serves, a shared one lets reads run together.
template <class Mutex>
concept basic_lockable = std::default_initializable<Mutex> && requires(Mutex& mutex) {
    mutex.lock();
    mutex.unlock();
};

/// Holds a mutex for reading: shared where the mutex can, else exclusively.
template <class Mutex>
class [[nodiscard]] read_lock {
    static constexpr bool shared = requires(Mutex & mutex) { mutex.lock_shared(); };

public:
    explicit read_lock(Mutex& mutex) : mutex_{mutex} {
        if constexpr (shared)
            mutex_.lock_shared();
        else
            mutex_.lock();
    }
    ~read_lock() {
        if constexpr (shared)
            mutex_.unlock_shared();
        else
            mutex_.unlock();
    }
    read_lock(const read_lock&) = delete;
    read_lock& operator=(const read_lock&) = delete;

private:
    Mutex& mutex_;
};

/// Holds a mutex for writing.
template <class Mutex>
class [[nodiscard]] write_lock {
public:
    explicit write_lock(Mutex& mutex) : mutex_{mutex} { mutex_.lock(); }
    ~write_lock() { mutex_.unlock(); }
    write_lock(const write_lock&) = delete;
    write_lock& operator=(const write_lock&) = delete;

private:
    Mutex& mutex_;
};

}  // namespace workmem
