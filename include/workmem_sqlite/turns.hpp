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
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

namespace workmem::journal {

/// The turns of the writers of a database, without which a hundred of them starve each other: a
/// lock on a file of its own beside it, since SQLite's must not be touched. The threads that share
/// a handle take turns among themselves first, in the order in which they come. Thread-safe.
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
            turns->queue_.leave();
        }
        std::shared_ptr<sqlite_turns> turns;
    };

    /// Threads in a row. Neither copyable nor movable; thread-safe.
    class queue {
    public:
        /// False where somebody is in front.
        [[nodiscard]] bool try_enter() {
            const std::lock_guard lock{mutex_};
            return !is_taken_ && (is_taken_ = true);
        }
        /// False where it took too long.
        [[nodiscard]] bool enter(std::chrono::steady_clock::time_point until) {
            std::unique_lock lock{mutex_};
            if (!is_taken_) return is_taken_ = true;
            waiter me;
            const auto place = waiting_.insert(waiting_.end(), &me);
            if (me.wakes.wait_until(lock, until, [&] { return me.is_next; })) return true;
            waiting_.erase(place);
            return false;
        }
        void leave() {
            const std::lock_guard lock{mutex_};
            is_taken_ = !waiting_.empty();
            if (!is_taken_) return;
            auto& next = *waiting_.front();
            waiting_.pop_front();
            next.is_next = true;
            // Under the lock: who wakes up takes the condition with him.
            next.wakes.notify_one();
        }

    private:
        struct waiter {
            std::condition_variable wakes{};
            bool is_next = false;
        };
        std::mutex mutex_;
        bool is_taken_ = false;
        std::list<waiter*> waiting_;
    };

    [[nodiscard]] bool try_take() {
        if (!queue_.try_enter()) return false;
        if (try_lock_file()) return true;
        queue_.leave();
        return false;
    }
    // The longer somebody waits, the more there are who do, and looking keeps the holder from going
    // on.
    [[nodiscard]] bool wait(milliseconds patience) {
        const auto until = std::chrono::steady_clock::now() + patience;
        if (has_no_file_ || !queue_.enter(until)) return false;
        std::minstd_rand random{std::random_device{}()};
        for (int most = 200; !try_lock_file(); most = (std::min)(most * 2, 20'000)) {
            if (has_no_file_ || std::chrono::steady_clock::now() >= until)
                return queue_.leave(), false;
            std::this_thread::sleep_for(std::chrono::microseconds{
                std::uniform_int_distribution<int>{most / 2, most}(random)});
        }
        return true;
    }
    [[nodiscard]] bool try_lock_file() {
        if (descriptor_ < 0) {
            descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
            // Whatever the umask.
            if (descriptor_ >= 0) (void)::fchmod(descriptor_, 0600);
            has_no_file_ = descriptor_ < 0;
        }
        return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
    }

    const std::string path_;
    queue queue_;
    std::atomic<std::thread::id> holder_{};
    std::atomic<bool> has_no_file_{false};
    int descriptor_ = -1;  // of who has the turn
};

}  // namespace workmem::journal
