#include "catch.hpp"

#include <workmem/value/priority.hpp>

#include <chrono>
#include <string>

using namespace workmem;
using namespace workmem_test;
using namespace std::chrono_literals;

TEST_CASE("priorities are ordered and have names", "[session]") {
    CHECK(priority::low < priority::medium);
    CHECK(priority::high < priority::critical);
    for (const auto level : priorities)
        CHECK(try_parse_priority(to_string(level)).value() == level);
}

TEST_CASE("a name that is no priority is refused with those that are", "[session]") {
    for (const std::string name : {"", "High", "urgent", "high ", "lo"}) {
        const auto read = try_parse_priority(name);
        REQUIRE_FALSE(read);
        CHECK(read.error().code() == error_code::validation_error);
        CHECK(read.error().message() ==
              "priority must be \"low\", \"medium\", \"high\" or \"critical\", is \"" + name + '"');
        CHECK(read.error().details()[0].name == "field");
        CHECK(read.error().details()[0].value == "priority");
    }
    CHECK(try_parse_priority(std::string(100'000, 'x')).error().message().size() < 200);
}

TEST_CASE("a memory lives 1, 4, 12 or 24 hours by its priority", "[session]") {
    const priority_ttl ttl;
    CHECK(ttl.of(priority::low) == 1h);
    CHECK(ttl.of(priority::medium) == 4h);
    CHECK(ttl.of(priority::high) == 12h);
    CHECK(ttl.of(priority::critical) == 24h);
    CHECK_FALSE(problem_of(ttl));
}

TEST_CASE("one time to live can be changed, to any that is positive and sane", "[session]") {
    CHECK(priority_ttl{.low = 30min}.of(priority::low) == 30min);
    CHECK(priority_ttl{.low = 30min}.of(priority::critical) == 24h);
    CHECK_FALSE(problem_of(priority_ttl{.high = 1ms}));
    const auto none = problem_of(priority_ttl{.high = 0ms});
    REQUIRE(none);
    CHECK(none->code() == error_code::validation_error);
    CHECK(none->message() == "ttl.high must be 1 to 3155760000000 ms, is 0 ms");
    CHECK(problem_of(priority_ttl{.low = -1h}));
    CHECK(problem_of(priority_ttl{.critical = milliseconds::max()}));
}

TEST_CASE("priorities weigh a quarter to all", "[session]") {
    const priority_weights weights;
    CHECK(weights.of(priority::low) == 250'000);
    CHECK(weights.of(priority::medium) == 500'000);
    CHECK(weights.of(priority::high) == 750'000);
    CHECK(weights.of(priority::critical) == 1'000'000);
    CHECK_FALSE(problem_of(weights));
    CHECK(problem_of(priority_weights{.medium = -1}));
    CHECK(problem_of(priority_weights{.critical = 1'000'001})->message() ==
          "priority_weights.critical must be 0 to 1000000, is 1000001");
}
