// Where a thread stops until another one lets it go on.
#pragma once

#include <condition_variable>
#include <mutex>

namespace workmem_test {

class gate {
public:
    // By the thread that is stopped; all that come later pass.
    void pass() {
        std::unique_lock lock{mutex_};
        is_reached_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return is_open_; });
    }
    // Until somebody stands before it.
    void await() {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [this] { return is_reached_; });
    }
    void open() {
        const std::lock_guard lock{mutex_};
        is_open_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_reached_ = false;
    bool is_open_ = false;
};

}  // namespace workmem_test
