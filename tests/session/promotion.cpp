#include "catch.hpp"

#include <workmem/session/promotion.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

using namespace workmem;
using namespace std::chrono_literals;

namespace {

constexpr auto unimportant = importance_score::from_ppm(799'999);
constexpr auto important = importance_score::from_ppm(800'000);

std::optional<promotion_reason> rule(std::uint64_t count, priority level,
                                     importance_score importance = unimportant,
                                     milliseconds age = 0ms, const promotion_limits& limits = {}) {
    return promotion::any_rule{}(
        {.access_count = count, .importance = importance, .priority = level, .age = age}, limits);
}

static_assert(promotion::policy<promotion::any_rule>);
static_assert(promotion::policy<promotion::by_hand>);

}  // namespace

TEST_CASE("a memory read often enough for its priority is promoted", "[session]") {
    for (const auto& [level, count] :
         {std::pair{priority::low, 10U}, {priority::medium, 15U}, {priority::high, 20U}}) {
        CHECK_FALSE(rule(count - 1, level));
        CHECK(rule(count, level) == promotion_reason::access_count);
        CHECK(rule(count + 1, level) == promotion_reason::access_count);
    }
    CHECK(rule(9, priority::critical) == promotion_reason::critical_access);
    CHECK(rule(10, priority::critical) == promotion_reason::access_count);
}

TEST_CASE("so is one of importance 0.8", "[session]") {
    CHECK_FALSE(rule(0, priority::low, unimportant));
    CHECK(rule(0, priority::low, important) == promotion_reason::importance);
    CHECK(rule(0, priority::low, importance_score::from_ppm(1'000'000)) ==
          promotion_reason::importance);
}

TEST_CASE("so is a critical one that was read once", "[session]") {
    CHECK_FALSE(rule(0, priority::critical));
    CHECK(rule(1, priority::critical) == promotion_reason::critical_access);
    CHECK_FALSE(rule(1, priority::high));
}

TEST_CASE("so is one older than six hours that was read five times", "[session]") {
    const auto aged = [](std::uint64_t count, milliseconds age) {
        return rule(count, priority::medium, unimportant, age);
    };
    CHECK_FALSE(aged(5, 6h));
    CHECK(aged(5, 6h + 1ms) == promotion_reason::sustained_access);
    CHECK_FALSE(aged(4, 6h + 1ms));
    CHECK_FALSE(aged(4, 600h));
}

TEST_CASE("limits are options, and a policy may promote nothing", "[session]") {
    CHECK(rule(2, priority::low, unimportant, 0ms, {.access_counts = {.low = 2}}) ==
          promotion_reason::access_count);
    CHECK(rule(0, priority::low, unimportant, 0ms, {.importance = unimportant}) ==
          promotion_reason::importance);
    CHECK_FALSE(rule(1, priority::critical, unimportant, 0ms, {.critical_access_count = 2}));
    CHECK(rule(1, priority::low, unimportant, 2h,
               {.sustained_age = 1h, .sustained_access_count = 1}) ==
          promotion_reason::sustained_access);
    CHECK_FALSE(promotion::by_hand{}(
        {.access_count = 99, .importance = important, .priority = priority::critical, .age = 99h},
        {}));
}

TEST_CASE("limits that make no sense are named", "[session]") {
    CHECK_FALSE(problem_of(promotion_limits{}));
    CHECK(problem_of(promotion_limits{.access_counts = {.high = 0}})
              ->message()
              .starts_with("promotion_limits.access_counts.high must be 1 to "));
    CHECK(problem_of(promotion_limits{.critical_access_count = 0}));
    CHECK(problem_of(promotion_limits{.sustained_age = -1ms}));
    CHECK(problem_of(promotion_limits{.sustained_access_count = -5}));
}

TEST_CASE("a reason can be told with its numbers", "[session]") {
    const promotion_facts facts{
        .access_count = 15, .importance = important, .priority = priority::medium, .age = 7h};
    const auto told = [&](promotion_reason reason) { return explain(reason, facts, {}); };
    CHECK(told(promotion_reason::access_count) == "access count 15 >= 15 for priority medium");
    CHECK(told(promotion_reason::importance) == "importance 0.8 >= 0.8");
    CHECK(told(promotion_reason::critical_access) == "priority critical and access count 15 >= 1");
    CHECK(told(promotion_reason::sustained_access) ==
          "age 25200000 ms > 21600000 ms and access count 15 >= 5");
    CHECK(told(promotion_reason::manual) == "promoted by hand");
    CHECK(to_string(promotion_reason::sustained_access) == "sustained_access");
    CHECK(is_automatic(promotion_reason::importance));
    CHECK_FALSE(is_automatic(promotion_reason::manual));
}
