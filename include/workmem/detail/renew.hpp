#pragma once

#include <workmem/detail/cxx20.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace workmem::detail {

/// Assigns by moving into the place of what was there: half the work of a member-wise assignment,
/// and assigning a thing to itself does nothing. Where moving throws, the program ends.
template <class T>
T& renew(T& to, T&& from) noexcept {
    // A member of a template that is instantiated as a whole comes here for what cannot move, too.
    if constexpr (std::is_move_constructible_v<T>) {
        if (&to == &from) return to;
        std::destroy_at(&to);
        std::construct_at(&to, std::move(from));
    }
    return to;
}

}  // namespace workmem::detail
