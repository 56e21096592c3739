#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/time/clock.hpp>

#include <chrono>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace workmem::journal {

/// A journal that can say what time it is where it keeps its streams: `now()`, or nothing while it
/// cannot.
template <class Journal>
concept keeps_time = requires(Journal& journal) {
    { journal.now() } -> std::same_as<std::optional<timestamp>>;
};

/// How far the clocks of a stream's writers may differ unless told otherwise.
inline constexpr milliseconds usual_clock_skew = std::chrono::minutes{5};

/// The clock of a memory: that of its bundle, set by the journal's where that is one of a machine
/// and they differ by more than `max_skew`. The journal is asked when the memory is opened; from
/// then on time passes as the clock measures it. So a writer whose clock is years away reads and
/// writes by the time of all.
/// As copyable, movable and thread-safe as the clock; `set_by` comes before anything else.
template <class Clock, class Journal>
class stream_clock {
    static constexpr bool is_set = machine_clock<Clock> && keeps_time<Journal>;

public:
    stream_clock(Clock own, milliseconds max_skew = usual_clock_skew)
        : own_{std::move(own)}, max_skew_{max_skew} {}

    [[nodiscard]] timestamp now() const noexcept {
        if constexpr (is_set) {
            // What has passed is small, whatever the clock says.
            if (set_.skew.count() != 0) return later(set_.at, own_.now() - set_.own);
        }
        return own_.now();
    }
    [[nodiscard]] const Clock& own() const noexcept { return own_; }
    /// How far wall time has drifted from elapsed time.
    [[nodiscard]] milliseconds drift() const noexcept { return own_.wall() - own_.now(); }
    /// How far the clock was ahead of the journal's when it was set; 0 where it was not.
    [[nodiscard]] milliseconds skew() const noexcept {
        if constexpr (is_set) return set_.skew;
        return {};
    }
    [[nodiscard]] milliseconds max_skew() const noexcept { return max_skew_; }

    void set_by([[maybe_unused]] Journal& journal) {
        if constexpr (is_set) {
            const auto at = journal.now();
            if (!at) return;
            const auto own = own_.now();
            const auto skew = to_moment(own) - to_moment(*at);
            if (skew > max_skew_ || skew < -max_skew_) set_ = {to_moment(*at), own, skew};
        }
    }

private:
    struct setting {
        timestamp at{}, own{};
        milliseconds skew{0};
    };
    struct nothing {};

    WORKMEM_NO_UNIQUE_ADDRESS Clock own_;
    milliseconds max_skew_;
    WORKMEM_NO_UNIQUE_ADDRESS std::conditional_t<is_set, setting, nothing> set_{};
};

}  // namespace workmem::journal
