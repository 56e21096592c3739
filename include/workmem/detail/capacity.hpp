#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <cstddef>

namespace workmem::detail {

/// Room in a vector for `size` elements; where there is none it doubles, so that making room before
/// every single insertion costs O(1) on average.
template <class Vector>
void grow_to(Vector& what, std::size_t size) {
    if (size > what.capacity()) what.reserve((std::max)(size, 2 * what.capacity()));
}

/// For how many there is room. A copy of a container has no spare room, so a copy of this has none.
struct spare_capacity {
    std::size_t count = 0;

    spare_capacity() = default;
    spare_capacity(const spare_capacity&) noexcept {}
    spare_capacity(spare_capacity&& other) noexcept : count{other.count} { other.count = 0; }
    spare_capacity& operator=(const spare_capacity&) noexcept {
        count = 0;
        return *this;
    }
    spare_capacity& operator=(spare_capacity&& other) noexcept {
        const auto taken = other.count;
        other.count = 0;
        count = taken;
        return *this;
    }
    ~spare_capacity() = default;
};

}  // namespace workmem::detail
