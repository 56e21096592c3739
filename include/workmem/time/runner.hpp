#pragma once

#include <workmem/detail/cxx20.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace workmem {

/// Does periodic work in a thread of its own, for programs that would otherwise be idle: the
/// `tick()` of a journal under `sync_mode::interval`, the `sweep()` of a memory with a real mutex.
/// Nothing in the library starts one.
///
/// The work is done for the first time after one interval, and once more when the runner goes;
/// what it captures must live until then. Results are ignored: the next call that writes tells
/// about a sync that failed. Exceptions are counted. Neither copyable nor movable.
class runner {
public:
    /// An interval below 1 ms is one of 1 ms. Errors: `std::system_error` where no thread can be
    /// started.
    template <class Work>
    runner(std::chrono::milliseconds every, Work work)
        : every_{every < shortest ? shortest : every},
          work_{[does = std::make_shared<Work>(std::move(work))] { (void)(*does)(); }},
          thread_{[this] { run(); }} {}
    runner(const runner&) = delete;
    runner& operator=(const runner&) = delete;
    /// Waits for work that is being done.
    ~runner() {
        {
            const std::lock_guard lock{mutex_};
            ends_ = true;
        }
        end_.notify_all();
        thread_.join();
    }

    /// How often the work has thrown.
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

private:
    static constexpr std::chrono::milliseconds shortest{1};
    // Longer waits overflow the clock.
    static constexpr std::chrono::milliseconds longest = std::chrono::hours{24 * 365};

    void run() {
        const auto pause = every_ < longest ? every_ : longest;
        for (bool ends = false; !ends;) {
            {
                std::unique_lock lock{mutex_};
                ends = end_.wait_for(lock, pause, [this] { return ends_; });
            }
            try {
                work_();
            } catch (...) {
                ++failures_;
            }
        }
    }

    const std::chrono::milliseconds every_;
    const std::function<void()> work_;
    std::mutex mutex_;
    std::condition_variable end_;
    bool ends_ = false;
    std::atomic<std::uint64_t> failures_{0};
    std::thread thread_;  // last: it uses the others
};

}  // namespace workmem
