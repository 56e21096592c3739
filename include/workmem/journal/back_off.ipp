#pragma once

#include <workmem/journal/back_off.hpp>

#include <algorithm>
#include <chrono>
#include <random>

#if WORKMEM_THREADS
#include <thread>
#endif

namespace workmem::journal {

WORKMEM_DECL std::int64_t back_off::now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

WORKMEM_DECL bool back_off::next(bool waits) {
    if (begun_++ == 0) return true;
    const auto at = now();
    if (lost() == 1) until_ = at + std::chrono::nanoseconds{patience_}.count();
    if (at >= until_) return false;
    if (!waits || lost() <= 2) return true;
    thread_local std::minstd_rand random{std::random_device{}()};
    const auto most = 50 << (std::min)(lost() - 3, 7);
    const std::chrono::microseconds pause{std::uniform_int_distribution<int>{0, most}(random)};
#if WORKMEM_THREADS
    std::this_thread::sleep_for(pause);
#else
    const auto until = std::chrono::steady_clock::now() + pause;
    while (std::chrono::steady_clock::now() < until) {
    }
#endif
    return true;
}

WORKMEM_DECL milliseconds back_off::left() const {
    if (until_ == 0) return patience_;
    return milliseconds{(std::max)(std::int64_t{0}, (until_ - now()) / 1'000'000)};
}

WORKMEM_DECL void yield() noexcept {
#if WORKMEM_THREADS
    std::this_thread::yield();
#endif
}

}  // namespace workmem::journal
