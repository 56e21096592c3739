#pragma once

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

namespace workmem::journal {

/// Lets a writer that lost `lost` races in a row wait before the next: not after the first two,
/// then at random up to 50 µs, twice as long each time, at most 6.4 ms. Random, so that losers do
/// not meet again.
inline void back_off(int lost) {
    if (lost <= 2) return;
    thread_local std::minstd_rand random{std::random_device{}()};
    const auto most = 50 << (std::min)(lost - 3, 7);
    std::this_thread::sleep_for(
        std::chrono::microseconds{std::uniform_int_distribution<int>{0, most}(random)});
}

}  // namespace workmem::journal
