#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/plurals.hpp>

using namespace workmem_test;
using workmem::role;

namespace {

const remembered offered_restaurants =
    restaurants().hear(role::assistant, "How about Juniper Row or Gilt?");

}  // namespace

TEST_CASE("several at once are answered part by part") {
    expect_all(hotels(), {{"book both", "h-1 h-2"},
                          {"both of them", "h-1 h-2"},
                          {"both hotels", "h-1 h-2"},
                          {"these two", "h-1 h-2"},
                          {"compare the two hotels", "h-1 h-2"}});
    expect_all(sections(), {{"delete all of them", "s-1 s-2 s-3 s-4"},
                            {"the first three", "s-1 s-2 s-3"},
                            {"the last two sections", "s-3 s-4"},
                            {"hide those sections", "s-1 s-2 s-3 s-4"},
                            {"the first two sections", "s-1 s-2"},
                            {"publish them all", "s-1 s-2 s-3 s-4"},
                            {"each of them", "s-1 s-2 s-3 s-4"}});
    expect_all(issues(), {{"all three issues", "i-1 i-2 i-3"},
                          {"close all the issues", "i-1 i-2 i-3"},
                          {"all of these", "i-1 i-2 i-3"}});
    expect_all(offered_restaurants, {{"book both", "r-3 r-2"}});
    expect_all(two_pages(), {{"publish both pages", "pg-1 pg-2"},
                             {"archive both of these", "pg-1 pg-2"},
                             {"delete the two pages", "pg-1 pg-2"}});
    expect_all(orders(), {{"the last two orders", "o-2 o-3"}, {"all three", "o-1 o-2 o-3"}});
}

TEST_CASE("a number that does not fit is refused") {
    expect(hotels(), {{"the first three", ""}});
    expect(sections(), {{"both", "?"}});
    expect(issues(), {{"all four of them", ""}});
}

TEST_CASE("of more than two both are those that were spoken of together last") {
    auto memory = issues();
    memory.touch("i-1", workmem::strength::chosen)
        .single({"page", "p-1", "Home"})
        .single({"page", "p-2", "Contact"})
        .touch("i-2", workmem::strength::offered)
        .touch("i-3", workmem::strength::offered);
    expect_all(memory, {{"close both", "i-2 i-3"}, {"close both issues", "i-2 i-3"}});
    // What is said of them nobody has understood.
    expect(memory, {{"close both frosted issues", "?"}});
    memory.touch("i-1", workmem::strength::chosen);
    expect(memory, {{"close both", "?"}});
}

TEST_CASE("one that is chosen from all is no set") {
    expect(hotels(), {{"which is the cheapest of them all?", "h-1"}});
}

TEST_CASE("all of what nobody knows is not all of them") {
    const auto jobs =
        remembered{}.list({{"cronjob", "nightly", "nightly"}, {"cronjob", "hourly", "hourly"}});
    expect_all(jobs, {{"suspend all the cron jobs", "nightly hourly"}});
    CHECK_FALSE(jobs.resolve("suspend all the stale jobs").together);
}
