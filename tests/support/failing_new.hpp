// Makes the n-th allocation of this thread fail. One file of an executable includes
// failing_new_operators.hpp, too.
#pragma once

#include <cstddef>
#include <cstdint>
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
