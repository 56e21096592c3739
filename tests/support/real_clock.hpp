// What every clock of the machine promises.
#pragma once

#include "catch.hpp"

#include <chrono>

namespace workmem_test {

template <class Clock>
void check_near_the_wall_and_never_back() {
    using namespace std::chrono_literals;
    const Clock clock;
    auto last = clock.now();
    for (int i = 0; i < 10'000; ++i) {
        const auto next = clock.now();
        if (next < last) FAIL("it went back");
        last = next;
    }
    const auto away = clock.wall() - clock.now();
    CHECK(away < 10s);
    CHECK(away > -10s);
}

}  // namespace workmem_test
