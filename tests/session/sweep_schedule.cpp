#include "catch.hpp"

#include <workmem/locking/lock.hpp>
#include <workmem/session/sweep_schedule.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using schedule = workmem::sweep_schedule<workmem::null_mutex>;
using place = workmem::sweep_place<workmem::null_mutex>;
using workmem::timestamp;

namespace {

constexpr timestamp start{};

std::vector<std::string> due(schedule& at, timestamp now) {
    auto out = at.take_due(now);
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

TEST_CASE("only sessions in which something is due are visited, each once", "[session]") {
    schedule all;
    const auto a = all.enter("a"), b = all.enter("b");
    (void)all.enter("c");
    CHECK(due(all, start + 24h).empty());
    all.set(a, start + 1min);
    all.set(b, start + 2min);
    CHECK(due(all, start + 59s).empty());
    CHECK(due(all, start + 1min) == std::vector<std::string>{"a"});
    CHECK(due(all, start + 1min).empty());
    all.set(a, start + 3min);
    CHECK(due(all, start + 1h) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("who leaves is not visited, and its place is another's", "[session]") {
    schedule all;
    const auto a = all.enter("a");
    all.set(a, start);
    all.leave(a);
    CHECK(due(all, start + 1h).empty());
    CHECK(all.enter("b") == a);
    CHECK(due(all, start + 1h).empty());
    all.set(a, start);
    CHECK(due(all, start) == std::vector<std::string>{"b"});
}

TEST_CASE("a session says itself when it is due earlier, and leaves at its end", "[session]") {
    const auto all = std::make_shared<schedule>();
    {
        place mine;
        mine.enter(all, "a");
        mine.set(start + 10min);
        mine.no_later_than(start + 20min);
        CHECK(due(*all, start + 9min).empty());
        mine.no_later_than(start + 5min);
        CHECK(due(*all, start + 5min) == std::vector<std::string>{"a"});
        mine.set(start);
        // A copy of the session is in no schedule, and one that takes over keeps its own place.
        place other = mine;
        other.set(start);
        CHECK(due(*all, start) == std::vector<std::string>{"a"});
        mine = std::as_const(other);
        CHECK(due(*all, start) == std::vector<std::string>{"a"});
        mine.set(start);
    }
    CHECK(due(*all, start).empty());
}
