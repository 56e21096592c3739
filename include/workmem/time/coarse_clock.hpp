#pragma once

#include <workmem/time/system_clock.hpp>

#if defined(__linux__)
#include <ctime>
#endif

namespace workmem {

/// Like `system_clock`, from the kernel's tick (1–10 ms late, several times cheaper to read);
/// where there is no such tick it reads the steady clock.
/// Copyable, movable, thread-safe.
class coarse_clock {
public:
    static constexpr bool is_of_machine = true;

    coarse_clock() noexcept : base_{system_clock{}.wall()}, start_{tick()} {}

    [[nodiscard]] timestamp now() const noexcept { return base_ + (tick() - start_); }
    [[nodiscard]] timestamp wall() const noexcept { return system_clock{}.wall(); }

private:
    static milliseconds tick() noexcept {
#if defined(__linux__)
        std::timespec time{};
        ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
        return milliseconds{static_cast<std::int64_t>(time.tv_sec) * 1000 +
                            static_cast<std::int64_t>(time.tv_nsec) / 1'000'000};
#else
        return std::chrono::duration_cast<milliseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
#endif
    }
    timestamp base_;
    milliseconds start_;
};

}  // namespace workmem
