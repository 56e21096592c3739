#pragma once

#include <workmem/time/system_clock.hpp>
#include <workmem/time/timestamp.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace workmem::journal {

/// Remembers that a server said nothing in time, so that not every call waits for it anew: until it
/// answers a probe, calls fail at once. One caller at a time probes, at most once a second.
/// Thread-safe. Neither copyable nor movable.
class silence {
public:
    using time_source = std::function<timestamp()>;

    /// How long a probe may take: its caller has hardly waited.
    static constexpr milliseconds probe_limit{250};
    static constexpr milliseconds between_probes{1'000};

    /// `now` measures elapsed time, as the system's clock does where there is none.
    explicit silence(time_source now)
        : now_{now ? std::move(now)
                   : time_source{[clock = system_clock{}] { return clock.now(); }}} {}
    silence(const silence&) = delete;
    silence& operator=(const silence&) = delete;
    ~silence() = default;

    [[nodiscard]] bool lasts() const noexcept { return lasts_; }

    /// A call has waited in vain.
    void begin() {
        const std::lock_guard lock{mutex_};
        if (lasts_) return;
        since_ = now_();
        next_ = since_ + between_probes;
        lasts_ = true;
    }
    /// The server says something again, or is gone.
    void end() noexcept { lasts_ = false; }

    /// Whether the caller is to fail at once. Where a probe is due, it is to make one:
    /// `answers() -> bool`, within `probe_limit`.
    template <class Answers>
    [[nodiscard]] bool refuses(Answers&& answers) {
        if (!lasts_) return false;
        const std::unique_lock probing{probing_, std::try_to_lock};
        if (!probing.owns_lock()) return true;
        {
            const std::lock_guard lock{mutex_};
            if (!lasts_) return false;
            const auto now = now_();
            if (now < next_) return true;
            next_ = now + between_probes;
        }
        ++probes_;
        if (!answers()) return true;
        end();
        return false;
    }
    /// How often it was probed.
    [[nodiscard]] std::uint64_t probes() const noexcept { return probes_; }

    /// "has not answered for 12 s, and is asked again in 1 s"
    [[nodiscard]] std::string text() const {
        using std::chrono::seconds;
        const std::lock_guard lock{mutex_};
        const auto now = now_();
        const auto left = now < next_ ? std::chrono::ceil<seconds>(next_ - now) : seconds{0};
        return "has not answered for " +
               std::to_string(std::chrono::floor<seconds>(now - since_).count()) +
               " s, and is asked again in " + std::to_string(left.count()) + " s";
    }

private:
    const time_source now_;
    mutable std::mutex mutex_;
    timestamp since_{}, next_{};  // by `mutex_`
    std::atomic<bool> lasts_{false};
    std::mutex probing_;
    std::atomic<std::uint64_t> probes_{0};
};

}  // namespace workmem::journal
