// The global operators that `survives` lets fail; for one file of an executable.
#pragma once

#include "failing_new.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

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
