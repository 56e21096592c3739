#pragma once

#include <workmem/journal/turn.hpp>
#include <workmem/time/timestamp.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
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
    /// SQLite lets them; where this thread has it already; and where it would have to be waited for
    /// and `is_worth_it()` says no.
    template <class IsWorthIt>
    [[nodiscard]] turn take(milliseconds patience, IsWorthIt&& is_worth_it) {
        if (holder_ == std::this_thread::get_id()) return {};
        auto held = std::make_shared<held_turn>();
        if (!try_take() && (!is_worth_it() || !wait(patience))) return {};
        held->turns = shared_from_this();
        holder_ = std::this_thread::get_id();
        return held;
    }
    [[nodiscard]] turn take(milliseconds patience) {
        return take(patience, [] { return true; });
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

    [[nodiscard]] bool try_take() {
        if (!mutex_.try_lock()) return false;
        if (descriptor_ < 0) {
            descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
            // Whatever the umask.
            if (descriptor_ >= 0) (void)::fchmod(descriptor_, 0600);
            has_no_file_ = descriptor_ < 0;
        }
        if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return true;
        mutex_.unlock();
        return false;
    }
    // The longer somebody waits, the more there are who do, and looking keeps the holder from going
    // on.
    [[nodiscard]] bool wait(milliseconds patience) {
        const auto until = std::chrono::steady_clock::now() + patience;
        std::minstd_rand random{std::random_device{}()};
        for (int most = 200; !try_take(); most = (std::min)(most * 2, 20'000)) {
            if (has_no_file_ || std::chrono::steady_clock::now() >= until) return false;
            std::this_thread::sleep_for(std::chrono::microseconds{
                std::uniform_int_distribution<int>{most / 2, most}(random)});
        }
        return true;
    }

    const std::string path_;
    std::mutex mutex_;
    std::atomic<std::thread::id> holder_{};
    std::atomic<bool> has_no_file_{false};
    int descriptor_ = -1;  // under the mutex
};

}  // namespace workmem::journal
