#pragma once

#include <workmem/journal/contest.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

namespace workmem::journal {

/// The turns of the writers of a database, without which a hundred of them starve each other: a
/// lock on a file of its own beside it, since SQLite's must not be touched. The threads that share
/// a handle take turns among themselves first. Thread-safe.
class sqlite_turns : public std::enable_shared_from_this<sqlite_turns> {
public:
    explicit sqlite_turns(std::string path) : path_{std::move(path)} {}
    sqlite_turns(const sqlite_turns&) = delete;
    sqlite_turns& operator=(const sqlite_turns&) = delete;
    ~sqlite_turns() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    /// None when somebody keeps it for too long, or the file cannot be made, and writers meet as
    /// SQLite lets them; and where this thread has it already.
    [[nodiscard]] turn take(milliseconds patience) {
        if (holder_ == std::this_thread::get_id()) return {};
        const auto until = std::chrono::steady_clock::now() + patience;
        auto held = std::make_shared<held_turn>();
        std::unique_lock threads{mutex_, until};
        if (!threads) return {};
        if (descriptor_ < 0)
            descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor_ < 0) return {};
        std::minstd_rand random{std::random_device{}()};
        while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK && errno != EINTR) return {};
            if (std::chrono::steady_clock::now() >= until) return {};
            std::this_thread::sleep_for(
                std::chrono::microseconds{std::uniform_int_distribution<int>{100, 1'000}(random)});
        }
        held->turns = shared_from_this();
        holder_ = std::this_thread::get_id();
        threads.release();
        return held;
    }

private:
    struct held_turn {
        held_turn() = default;
        held_turn(const held_turn&) = delete;
        held_turn& operator=(const held_turn&) = delete;
        ~held_turn() {
            if (!turns) return;
            turns->holder_ = std::thread::id{};
            ::flock(turns->descriptor_, LOCK_UN);
            turns->mutex_.unlock();
        }
        std::shared_ptr<sqlite_turns> turns;
    };

    const std::string path_;
    std::timed_mutex mutex_;
    std::atomic<std::thread::id> holder_{};
    int descriptor_ = -1;  // under the mutex
};

}  // namespace workmem::journal
