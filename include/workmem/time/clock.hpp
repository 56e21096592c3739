#pragma once

#include <workmem/time/timestamp.hpp>

#include <concepts>
#include <cstdint>

namespace workmem {

/// A clock is a handle; copies share. `now()` never goes back and measures elapsed time, so
/// ages survive a wall clock that jumps; `wall()` is what the machine says at this moment.
template <class Clock>
concept clock_source = std::copy_constructible<Clock> && requires(const Clock& clock) {
    { clock.now() }
    noexcept->std::same_as<timestamp>;
    { clock.wall() }
    noexcept->std::same_as<timestamp>;
};

/// A clock that says `is_of_machine`: it tells the machine's time, which may be wrong. A journal
/// that knows the time sets it right for a memory; other clocks tell the time that is meant.
template <class Clock>
concept machine_clock = clock_source<Clock> && requires {
    requires Clock::is_of_machine;
};

/// What happens to ages while nobody has a memory open.
enum class clock_gap : std::uint8_t {
    pause,  ///< they stand still: after a week off, everything is as fresh as it was
    elapse  ///< they grow: what is too old by now is gone
};

}  // namespace workmem
