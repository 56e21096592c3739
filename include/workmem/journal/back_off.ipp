#pragma once

#include <workmem/journal/back_off.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

namespace workmem::journal {

WORKMEM_DECL void back_off(int lost) {
    if (lost <= 2) return;
    thread_local std::minstd_rand random{std::random_device{}()};
    const auto most = 50 << (std::min)(lost - 3, 7);
    std::this_thread::sleep_for(
        std::chrono::microseconds{std::uniform_int_distribution<int>{0, most}(random)});
}

WORKMEM_DECL void yield() noexcept {
    std::this_thread::yield();
}

}  // namespace workmem::journal
