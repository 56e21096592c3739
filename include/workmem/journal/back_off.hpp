#pragma once

#include <workmem/config.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>

namespace workmem::journal {

/// How a writer that loses races goes on: at once for the first three times, then after a random
/// wait of up to 50 µs, twice as long each time, at most 6.4 ms, so that losers do not meet again;
/// until its patience is over. By the system's steady clock, whatever clock a memory has.
class back_off {
public:
    explicit back_off(milliseconds patience) noexcept : patience_{patience} {}

    /// Waits where that is due; false when the patience is over. `waits`: whether to wait at all.
    [[nodiscard]] bool next(bool waits = true);
    /// How many races were lost so far.
    [[nodiscard]] int lost() const noexcept { return begun_ - 1; }
    /// How much of the patience is left.
    [[nodiscard]] milliseconds left() const;

private:
    [[nodiscard]] static std::int64_t now();

    milliseconds patience_;
    int begun_ = 0;
    std::int64_t until_ = 0;  // in nanoseconds; from the first lost race on
};

/// Lets others run.
void yield() noexcept;

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/back_off.ipp>
#endif
