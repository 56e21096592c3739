#pragma once

#include <workmem/detail/cxx20.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace workmem::journal {

/// Wakes those of this process who wait for records, whichever database they wait for.
/// Thread-safe.
class sqlite_arrivals {
public:
    [[nodiscard]] static sqlite_arrivals& of_process() {
        static sqlite_arrivals all;
        return all;
    }
    void announce() {
        {
            const std::lock_guard lock{mutex_};
            ++count_;
        }
        changed_.notify_all();
    }
    [[nodiscard]] std::uint64_t count() {
        const std::lock_guard lock{mutex_};
        return count_;
    }
    /// Returns once the count is another, or at `until`.
    void wait(std::uint64_t count, std::chrono::steady_clock::time_point until) {
        std::unique_lock lock{mutex_};
        changed_.wait_until(lock, until, [&] { return count_ != count; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t count_ = 0;
};

}  // namespace workmem::journal
