// Threads that call, and when they wait.
#pragma once

#include "eventually.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

namespace workmem_test {

class callers {
public:
    // In a thread, before its call.
    void begin() {
        const std::lock_guard lock{mutex_};
        ids_.push_back(::gettid());
    }
    // Whether so many have begun and all of them are stopped.
    [[nodiscard]] bool are_waiting(std::size_t count) {
        const std::lock_guard lock{mutex_};
        return ids_.size() == count && std::all_of(ids_.begin(), ids_.end(), is_asleep);
    }
    // Until they are.
    [[nodiscard]] bool wait(std::size_t count) {
        return eventually([&] { return are_waiting(count); });
    }

private:
    std::mutex mutex_;
    std::vector<::pid_t> ids_;
};

}  // namespace workmem_test
