#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/time/clock.hpp>

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
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
///
/// Where the stream is ahead all the same, because no journal knew better, time goes on from its
/// last change: what is to end ends after the time that it was given.
/// As copyable and movable as the clock. As thread-safe as it, too, once it is set.
template <class Clock, class Journal>
class stream_clock {
    static constexpr bool is_set = machine_clock<Clock> && keeps_time<Journal>;
    static constexpr bool follows_stream = Journal::records;

public:
    stream_clock(Clock own, milliseconds max_skew = usual_clock_skew)
        : own_{std::move(own)}, max_skew_{max_skew} {}

    [[nodiscard]] timestamp now() const noexcept {
        if constexpr (follows_stream) {
            const milliseconds ahead{lead_.by.load(std::memory_order_relaxed)};
            if (ahead.count() != 0) [[unlikely]]
                return later(set(), ahead);
        }
        return set();
    }
    [[nodiscard]] const Clock& own() const noexcept { return own_; }
    /// How far wall time has drifted from elapsed time.
    [[nodiscard]] milliseconds drift() const noexcept { return own_.wall() - own_.now(); }
    /// How far the clock was ahead of the journal's when it was set; 0 where it was not.
    [[nodiscard]] milliseconds skew() const noexcept {
        if constexpr (is_set) return set_.skew;
        return {};
    }
    /// How far the stream is ahead of the clock, as it was set.
    [[nodiscard]] milliseconds lead() const noexcept {
        if constexpr (follows_stream) return milliseconds{lead_.by.load(std::memory_order_relaxed)};
        return {};
    }
    [[nodiscard]] milliseconds max_skew() const noexcept { return max_skew_; }

    /// Before anything else.
    void set_by([[maybe_unused]] Journal& journal) {
        if constexpr (is_set) {
            const auto at = journal.now();
            if (!at) return;
            const auto own = own_.now();
            const auto skew = to_moment(own) - to_moment(*at);
            if (skew > max_skew_ || skew < -max_skew_) set_ = {to_moment(*at), own, skew};
        }
    }
    /// The stream has come to this time.
    void follow([[maybe_unused]] timestamp last) noexcept {
        if constexpr (follows_stream) {
            const auto ahead = (to_moment(last) - to_moment(set())).count();
            for (auto known = lead_.by.load(std::memory_order_relaxed); known < ahead;)
                if (lead_.by.compare_exchange_weak(known, ahead, std::memory_order_relaxed)) break;
        }
    }

private:
    [[nodiscard]] timestamp set() const noexcept {
        if constexpr (is_set) {
            // What has passed is little, whatever the clock says.
            if (set_.skew.count() != 0) return later(set_.at, own_.now() - set_.own);
        }
        return own_.now();
    }
    struct setting {
        timestamp at{}, own{};
        milliseconds skew{0};
    };
    struct distance {
        distance() = default;
        distance(const distance& from) noexcept : by{from.by.load(std::memory_order_relaxed)} {}
        distance& operator=(const distance& from) noexcept {
            by.store(from.by.load(std::memory_order_relaxed), std::memory_order_relaxed);
            return *this;
        }
        ~distance() = default;
        std::atomic<std::int64_t> by{0};
    };
    struct nothing {};

    WORKMEM_NO_UNIQUE_ADDRESS Clock own_;
    milliseconds max_skew_;
    WORKMEM_NO_UNIQUE_ADDRESS std::conditional_t<is_set, setting, nothing> set_{};
    WORKMEM_NO_UNIQUE_ADDRESS
    std::conditional_t<follows_stream, distance, std::type_identity<nothing>> lead_{};
};

}  // namespace workmem::journal
