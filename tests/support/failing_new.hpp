// Makes the n-th allocation of this thread fail. The one file of an executable that defines
// WORKMEM_TEST_DEFINES_NEW before including this brings the global operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace workmem_test {

// 0: no allocation fails; n: the n-th from now.
inline thread_local std::size_t allocations_until_failure = 0;

// Lets `call` run with the n-th allocation failing; true if it got through.
template <class Call>
bool survives(std::size_t n, Call&& call) {
    struct disarm {
        ~disarm() { allocations_until_failure = 0; }
    } const off;
    allocations_until_failure = n;
    try {
        call();
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

inline bool allocation_fails() noexcept {
    return allocations_until_failure != 0 && --allocations_until_failure == 0;
}

}  // namespace workmem_test

#ifdef WORKMEM_TEST_DEFINES_NEW
void* operator new(std::size_t size) {
    if (workmem_test::allocation_fails()) throw std::bad_alloc{};
    if (void* const at = std::malloc(size == 0 ? 1 : size)) return at;
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (workmem_test::allocation_fails()) throw std::bad_alloc{};
    const auto step = static_cast<std::size_t>(alignment);
    if (void* const at = std::aligned_alloc(step, (size + step - 1) / step * step)) return at;
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return workmem_test::allocation_fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
}
// Inlined, g++ takes them for a free() of what another function allocated.
[[gnu::noinline]] void operator delete(void* at, const std::nothrow_t&) noexcept { std::free(at); }
[[gnu::noinline]] void operator delete(void* at) noexcept { std::free(at); }
[[gnu::noinline]] void operator delete(void* at, std::size_t) noexcept { std::free(at); }
[[gnu::noinline]] void operator delete(void* at, std::align_val_t) noexcept { std::free(at); }
[[gnu::noinline]] void operator delete(void* at, std::size_t, std::align_val_t) noexcept {
    std::free(at);
}
#endif
