#include "catch.hpp"

#include <workmem/session/importance.hpp>
#include <workmem/text/utf8.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

using namespace workmem;
using namespace std::chrono_literals;

namespace {

std::uint32_t ppm(const importance_facts& facts, const importance_weights& weights = {}) {
    return importance::weighted_sum{}(facts, weights).ppm();
}

// Nothing but what a test adds: no access, its whole time over, no content.
importance_facts facts(priority level = priority::low) {
    return {.access_count = 0, .age = 1h, .ttl = 1h, .priority = level, .content_length = 0};
}

constexpr auto most = (std::numeric_limits<std::int64_t>::max)();

static_assert(importance::policy<importance::weighted_sum>);

}  // namespace

TEST_CASE("a new memory of high priority with 34 code points scores 0.4534", "[session]") {
    const auto content = text::length("Meeting notes from today's standup");
    CHECK(ppm({.access_count = 0,
               .age = 0ms,
               .ttl = 12h,
               .priority = priority::high,
               .content_length = content}) == 453'400);
}

TEST_CASE("each access counts a tenth of four tenths, up to ten", "[session]") {
    for (std::uint64_t count = 0; count <= 10; ++count) {
        auto each = facts();
        each.access_count = count;
        CHECK(ppm(each) == 50'000 + 40'000 * count);
    }
    auto often = facts();
    often.access_count = (std::numeric_limits<std::uint64_t>::max)();
    CHECK(ppm(often) == 450'000);
}

TEST_CASE("three tenths fade with age until the time is over", "[session]") {
    auto each = facts();
    each.ttl = 4h;
    for (const auto& [age, share] : {std::pair{milliseconds{0}, 300'000U},
                                     {milliseconds{1h}, 225'000U},
                                     {milliseconds{2h}, 150'000U},
                                     {milliseconds{4h} - 1ms, 0U},
                                     {milliseconds{4h}, 0U},
                                     {milliseconds{400h}, 0U},
                                     {milliseconds{-1h}, 300'000U}}) {
        each.age = age;
        CHECK(ppm(each) == 50'000 + share);
    }
    each.age = 1ms;
    each.ttl = 3ms;
    CHECK(ppm(each) == 250'000);  // two thirds of 0.3, exactly
}

TEST_CASE("without a sane time to live nothing is left of it", "[session]") {
    auto each = facts();
    each.age = 0ms;
    for (const auto ttl : {milliseconds{0}, milliseconds{-1h}, milliseconds::min()}) {
        each.ttl = ttl;
        CHECK(ppm(each) == 50'000);
    }
    each.ttl = milliseconds{most};
    CHECK(ppm(each) == 350'000);
    each.age = milliseconds{most / 2};
    CHECK(ppm(each) == 200'000);
    each.age = milliseconds::min();
    CHECK(ppm(each) == 350'000);
}

TEST_CASE("priorities add 0.05, 0.1, 0.15 and 0.2", "[session]") {
    CHECK(ppm(facts(priority::low)) == 50'000);
    CHECK(ppm(facts(priority::medium)) == 100'000);
    CHECK(ppm(facts(priority::high)) == 150'000);
    CHECK(ppm(facts(priority::critical)) == 200'000);
}

TEST_CASE("length counts in code points, up to a thousand", "[session]") {
    auto each = facts();
    for (const auto& [length, share] : {std::pair{0U, 0U},
                                        {1U, 100U},
                                        {500U, 50'000U},
                                        {1'000U, 100'000U},
                                        {102'400U, 100'000U}}) {
        each.content_length = length;
        CHECK(ppm(each) == 50'000 + share);
    }
}

TEST_CASE("a score reaches 1 and never passes it", "[session]") {
    const importance_facts all{.access_count = 10,
                               .age = 0ms,
                               .ttl = 24h,
                               .priority = priority::critical,
                               .content_length = 1'000};
    CHECK(ppm(all) == 1'000'000);
    CHECK(ppm({.ttl = 0ms, .priority = priority::low}) == 50'000);
}

TEST_CASE("weights are options", "[session]") {
    const importance_weights only_access{
        .access = 1'000'000, .recency = 0, .priority = 0, .content_length = 0};
    auto each = facts(priority::critical);
    each.access_count = 5;
    CHECK(ppm(each, only_access) == 500'000);
    CHECK(ppm(each, {.full_access_count = 20}) == 300'000);
    CHECK(ppm(facts(priority::low), {.priorities = {.low = 0}}) == 0);
}

TEST_CASE("weights that make no sense are named", "[session]") {
    CHECK_FALSE(problem_of(importance_weights{}));
    CHECK(problem_of(importance_weights{.access = -1})->message() ==
          "importance_weights.access must be 0 to 1000000, is -1");
    CHECK(problem_of(importance_weights{.access = 400'001})->message() ==
          "the sum of importance_weights must be 0 to 1000000, is 1000001");
    CHECK(problem_of(importance_weights{.content_length = 1'000'001}));
    CHECK(problem_of(importance_weights{.full_access_count = 0}));
    CHECK(problem_of(importance_weights{.full_content_length = 0}));
    CHECK(problem_of(importance_weights{.priorities = {.high = 2'000'000}}));
}
