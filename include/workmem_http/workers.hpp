#pragma once

#include <workmem/detail/cxx20.hpp>

#include <httplib.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace workmem::http {

/// A thread for each connection that is open, started when it is needed. Some that have nothing to
/// do are kept, the others end. Where there are as many as there may be, `enqueue` runs the job
/// itself, which is told so.
class workers final : public httplib::TaskQueue {
public:
    explicit workers(std::size_t most, std::size_t most_idle = 16)
        : most_{most}, most_idle_{most_idle} {}

    // Newer releases of cpp-httplib want to know whether there was room.
    using enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue(nullptr));
    enqueued enqueue(std::function<void()> job) override {
        if (try_enqueue(job)) {
            wakes_.notify_one();
        } else {
            has_no_room() = true;
            job();
            has_no_room() = false;
        }
        return enqueued(true);
    }
    void shutdown() override {
        {
            const std::lock_guard lock{mutex_};
            is_over_ = true;
        }
        wakes_.notify_all();
        // None ends by itself any more.
        for (auto* const some : {&threads_, &ended_})
            for (auto& each : *some) each.join();
    }
    [[nodiscard]] std::size_t threads() const {
        const std::lock_guard lock{mutex_};
        return threads_.size();
    }
    /// Whether the job that this thread runs should only say that there is no room.
    [[nodiscard]] static bool& has_no_room() noexcept {
        thread_local bool has_none = false;
        return has_none;
    }

private:
    [[nodiscard]] bool try_enqueue(std::function<void()>& job) {
        const std::lock_guard lock{mutex_};
        // They have let go of the mutex, and need it no more.
        for (auto& each : ended_) each.join();
        ended_.clear();
        if (jobs_.size() >= idle_ && threads_.size() >= most_) return false;
        jobs_.push_back(std::move(job));
        if (jobs_.size() <= idle_) return true;
        const auto place = threads_.emplace(threads_.end());
        try {
            *place = std::thread{[this, place] { work(place); }};
            return true;
        } catch (const std::system_error&) {  // the system has no thread left
            threads_.erase(place);
            job = std::move(jobs_.back());
            jobs_.pop_back();
            return false;
        }
    }
    void work(std::list<std::thread>::iterator self) {
        std::unique_lock lock{mutex_};
        for (;;) {
            if (jobs_.empty() && idle_ >= most_idle_ && !is_over_)
                return ended_.splice(ended_.end(), threads_, self);
            ++idle_;
            wakes_.wait(lock, [&] { return is_over_ || !jobs_.empty(); });
            --idle_;
            if (jobs_.empty()) return;
            auto job = std::move(jobs_.front());
            jobs_.pop_front();
            lock.unlock();
            job();
            lock.lock();
        }
    }

    std::size_t most_;
    std::size_t most_idle_;
    mutable std::mutex mutex_;
    std::condition_variable wakes_;
    std::deque<std::function<void()>> jobs_;
    std::list<std::thread> threads_;
    std::list<std::thread> ended_;  // to be joined
    std::size_t idle_ = 0;
    bool is_over_ = false;
};

}  // namespace workmem::http
