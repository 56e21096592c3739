#pragma once

#include <algorithm>
#include <cstddef>

namespace workmem::detail {

/// Room in a vector for `size` elements; where there is none it doubles, so that making room before
/// every single insertion costs O(1) on average.
template <class Vector>
void grow_to(Vector& what, std::size_t size) {
    if (size > what.capacity()) what.reserve((std::max)(size, 2 * what.capacity()));
}

}  // namespace workmem::detail
