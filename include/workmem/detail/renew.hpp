#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace workmem::detail {

/// Assigns by moving into the place of what was there, where that moves without throwing: half the
/// work of a member-wise assignment, and assigning a thing to itself does nothing.
template <class T>
T& renew(T& to, T&& from) noexcept {
    if constexpr (std::is_nothrow_move_constructible_v<T>) {
        if (&to == &from) return to;
        std::destroy_at(&to);
        std::construct_at(&to, std::move(from));
    }
    return to;
}

}  // namespace workmem::detail
