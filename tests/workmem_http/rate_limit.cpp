#include "catch.hpp"

#include <workmem_http/rate_limit.hpp>

#include <chrono>
#include <string>

namespace http = workmem::http;
using namespace std::chrono_literals;

TEST_CASE("who asks too often is told when to come again", "[http]") {
    http::rate_limit limit{{.per_second = 2, .at_once = 3}};
    auto now = http::rate_limit::clock::time_point{};
    for (int i = 0; i < 3; ++i) CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now) == 1s);
    // Another one waits for nobody.
    CHECK_FALSE(limit.try_take("bob", now));
    now += 500ms;
    CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now));
    // A long pause allows no more than what may come at once.
    now += 1h;
    for (int i = 0; i < 3; ++i) CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now));
    http::rate_limit slow{{.per_second = 0.1, .at_once = 1}};
    CHECK_FALSE(slow.try_take("ann", now));
    CHECK(slow.try_take("ann", now) == 10s);
}

TEST_CASE("who has not asked for long is forgotten", "[http]") {
    http::rate_limit limit{{.per_second = 10, .at_once = 10}};
    auto now = http::rate_limit::clock::time_point{};
    for (int i = 0; i < 10'000; ++i) {
        now += 5ms;
        CHECK_FALSE(limit.try_take(std::to_string(i), now));
    }
    // Those of the last second, and as many again until one looks.
    CHECK(limit.known() < 600);
    // Who has used up what he may stays known.
    for (int i = 0; i < 10; ++i) CHECK_FALSE(limit.try_take("ann", now));
    for (int i = 0; i < 1'000; ++i) (void)limit.try_take("x" + std::to_string(i), now);
    CHECK(limit.try_take("ann", now));
}
