#pragma once

#include <workmem/time/clock.hpp>

namespace workmem {

/// Reads wall time once when it is made and then adds elapsed time.
/// Copyable, movable, thread-safe.
class system_clock {
public:
    static constexpr bool is_of_machine = true;

    system_clock() noexcept : base_{wall_now()}, start_{std::chrono::steady_clock::now()} {}

    [[nodiscard]] timestamp now() const noexcept {
        return base_ +
               std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start_);
    }
    [[nodiscard]] timestamp wall() const noexcept { return wall_now(); }

private:
    static timestamp wall_now() noexcept {
        return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
    }
    timestamp base_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace workmem
