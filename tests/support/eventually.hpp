// Waiting for what other threads, processes and servers do, and counting what work costs. No test
// waits for a fixed time, and none measures time that passes beside other programs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace workmem_test {

// What has not happened a minute later never will.
class deadline {
public:
    [[nodiscard]] bool has_passed() const { return std::chrono::steady_clock::now() >= at_; }

private:
    std::chrono::steady_clock::time_point at_ =
        std::chrono::steady_clock::now() + std::chrono::minutes{1};
};

// Waits for the condition; false if it does not come true before the deadline.
template <class Condition>
[[nodiscard]] bool eventually(Condition&& holds) {
    const deadline most;
    while (!holds()) {
        if (most.has_passed()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

// Whether a thread, or the first thread of a process, waits: for a lock, an answer, or time. Linux
// tells.
[[nodiscard]] inline bool is_asleep(::pid_t thread) {
    std::ifstream file{"/proc/" + std::to_string(thread) + "/stat"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    // The state stands behind the name of the program, which may hold anything.
    const auto name = text.rfind(") ");
    return name != std::string::npos && name + 2 < text.size() && text[name + 2] == 'S';
}

// What this process has spent of the processor's time.
[[nodiscard]] inline std::chrono::microseconds processor_time() {
    return std::chrono::microseconds{static_cast<long long>(std::clock()) * 1'000'000 /
                                     CLOCKS_PER_SEC};
}

}  // namespace workmem_test
