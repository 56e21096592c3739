#include "catch.hpp"

#include <workmem/task/dependency.hpp>

#include <string>

using namespace workmem;

TEST_CASE("what a dependency is to its dependent: condition, status, policy", "[task]") {
    const auto row = [](dependency_condition condition, failure_policy policy) {
        std::string out;
        for (const auto status : task_statuses) switch (state_of(condition, status, policy)) {
                case dependency_state::open: out += '.'; break;
                case dependency_state::satisfied: out += '+'; break;
                case dependency_state::broken: out += '-'; break;
            }
        return out;
    };
    using enum dependency_condition;
    // Behind the open ones: completed, failed, cancelled, skipped.
    CHECK(row(success, failure_policy::block) == ".....+---");
    CHECK(row(failure, failure_policy::block) == ".....-+--");
    CHECK(row(any, failure_policy::block) == ".....++--");
    CHECK(row(always, failure_policy::block) == ".....++++");
    CHECK(row(success, failure_policy::skip_dependents) == ".....+---");
    CHECK(row(success, failure_policy::proceed) == ".....+++-");
    CHECK(row(failure, failure_policy::proceed) == ".....-+--");
    CHECK(row(any, failure_policy::proceed) == ".....+++-");
}

TEST_CASE("a join asks for no more than there are", "[task]") {
    CHECK(join::all().of(3) == 3);
    CHECK(join::all().of(0) == 0);
    CHECK(join::any().of(3) == 1);
    CHECK(join::any().of(0) == 0);
    CHECK(join::at_least(2).of(3) == 2);
    CHECK(join::at_least(5).of(3) == 3);
    CHECK(join{}.is_all());
    CHECK_FALSE(join::any().is_all());
    CHECK(join::any() == join::at_least(1));
}

TEST_CASE("conditions and policies are read as they are written", "[task]") {
    for (const auto each : dependency_conditions) {
        auto read = dependency_condition::success;
        CHECK(parse_name(to_string(each), read));
        CHECK(read == each);
    }
    auto policy = failure_policy::block;
    CHECK(parse_name("continue", policy));
    CHECK(policy == failure_policy::proceed);
    CHECK_FALSE(parse_name("proceed", policy));
}
