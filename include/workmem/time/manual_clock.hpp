#pragma once

#include <workmem/detail/pointers.hpp>
#include <workmem/time/clock.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

namespace workmem {

/// Time that moves when it is told to: for tests, replays and simulations.
/// A handle; copies share one time. Thread-safe.
class manual_clock {
public:
    /// Starts at 2024-01-01T00:00:00Z unless told otherwise.
    explicit manual_clock(timestamp start = timestamp{milliseconds{1'704'067'200'000}})
        : state_{std::in_place, start} {}

    [[nodiscard]] timestamp now() const noexcept {
        return timestamp{milliseconds{state_->now.load(std::memory_order_relaxed)}};
    }
    [[nodiscard]] timestamp wall() const noexcept {
        return timestamp{milliseconds{state_->now.load(std::memory_order_relaxed) +
                                      state_->jump.load(std::memory_order_relaxed)}};
    }
    /// Lets time pass: ages grow, things expire. A negative `elapsed` counts as none.
    void advance(milliseconds elapsed) noexcept {
        if (elapsed.count() > 0) state_->now.fetch_add(elapsed.count(), std::memory_order_relaxed);
    }
    /// The wall clock jumps; no age changes.
    void set_wall(timestamp wall) noexcept {
        state_->jump.store((wall - now()).count(), std::memory_order_relaxed);
    }

private:
    struct state {
        explicit state(timestamp start) : now{start.time_since_epoch().count()} {}
        std::atomic<std::int64_t> now;
        std::atomic<std::int64_t> jump{0};
    };
    detail::shared<state> state_;
};

}  // namespace workmem
