#pragma once

#include <workmem/entity/window.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/time/coarse_clock.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/system_clock.hpp>

#include <chrono>
#include <cstddef>
#include <type_traits>

namespace bench {

inline constexpr workmem::milliseconds five_minutes = std::chrono::minutes{5};

/// What is shipped (TTL, metrics, two segments), with time and ids that repeat.
template <class Clock>
struct policies : workmem::default_policies {
    using clock = Clock;
    using ids = workmem::sequential_ids;
};

template <class Clock>
using window = workmem::basic_entity_window<workmem::entity, policies<Clock>>;

template <class Window>
[[nodiscard]] Window make_window(std::size_t capacity) {
    if constexpr (requires { typename Window::policies; }) {
        workmem::entity_options options;
        options.capacity = capacity;
        options.ttl = five_minutes;
        return Window{options};
    } else {
        return Window{capacity, five_minutes, workmem::manual_clock{}};
    }
}

}  // namespace bench
