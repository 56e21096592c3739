#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/values/value_bounds.hpp>

#include <cstdint>

using namespace workmem_test;

TEST_CASE("bounds of an amount") {
    expect(products(), {{"the one over 100", "p-1"},
                        {"over 100", "p-1"},
                        {"something under 50", "p-2"},
                        {"the product that costs less than 50", "p-2"},
                        {"more than 100 dollars", "p-1"},
                        {"at least 129", "p-1"},
                        {"up to $60", "p-2"},
                        {"the one between 80 and 100", "p-3"},
                        {"anything over 500", ""},
                        {"the one under 100", "?"},
                        {"the one rated above 4.5", "?"},
                        {"the one rated below 4.5", "p-1"}});
}

TEST_CASE("with no amount of money the only number counts") {
    const auto sized = [](std::int64_t seats) {
        return attribute_list{attribute{"headcount", seats}};
    };
    const auto rooms =
        remembered{}.list({{"room", "r-1", "Elm", sized(4)}, {"room", "r-2", "Oak", sized(12)}});
    expect(rooms, {{"the room over 10", "r-2"}, {"anything below 10", "r-1"}});
}

TEST_CASE("bounds of a time") {
    expect(flights(), {{"the flight after 9 pm", "f-2"},
                       {"the one before 8 am", "f-3"},
                       {"the one before noon", "f-3"},
                       {"the flight between 11 am and 1 pm", "f-4"}});
}

TEST_CASE("parts of the day and months") {
    expect(flights(), {{"the morning flight", "f-3"},
                       {"the afternoon one", "f-4"},
                       {"the evening flight", "?"},
                       {"the midnight flight", ""},
                       {"the cheapest evening flight", "f-2"},
                       {"the flight in the morning", "f-3"}});
    expect(orders(), {{"the order from January", "o-3"},
                      {"the one placed in January", "o-3"},
                      {"the order placed in December", ""},
                      {"the one from February", "?"}});
}

TEST_CASE("first and last on a scale") {
    expect(flights(), {{"the one that leaves first", "f-2"}, {"the flight leaving last", "f-4"}});
    expect(orders(), {{"the order placed first", "o-3"}, {"the one placed last", "o-2"}});
}

namespace {

remembered builds() {
    const auto build = [](const char* id, std::int64_t seconds, std::int64_t tests,
                          const char* started) {
        return thing{"build",
                     id,
                     "",
                     {{"duration_seconds", seconds},
                      {"tests", tests},
                      {"created_at", workmem::scalar{std::string{started}}}}};
    };
    return remembered{}.list({build("b-1", 300, 9, "2031-10-10T07:00:00Z"),
                              build("b-2", 80, 700, "2031-10-09T15:00:00Z"),
                              build("b-3", 412, 8, "2031-08-01T09:30:00Z")});
}

remembered priced_hotels() {
    const auto hotel = [](const char* id, const char* name, std::int64_t price, double away,
                          std::int64_t stars) {
        return thing{
            "hotel", id, name, {{"price", price}, {"distance_km", away}, {"stars", stars}}};
    };
    return remembered{}.list(
        {hotel("h-1", "Casa Azul", 88, 0.4, 3), hotel("h-2", "Grand Douro", 210, 1.9, 5),
         hotel("h-3", "Vila Nova Inn", 64, 2.6, 2), hotel("h-4", "Bolhao Rooms", 71, 0.9, 3)});
}

}  // namespace

TEST_CASE("what is longer than a number is bounded by what has a length") {
    expect_all(builds(), {{"rerun all builds longer than 100", "b-1 b-3"},
                          {"rerun builds longer than 100 seconds", "b-1 b-3"},
                          {"rerun all builds that are not longer than 300", "b-1 b-2"},
                          {"rerun all builds no longer than 300", "b-1 b-2"},
                          {"which builds are shorter than 301?", "b-1 b-2"}});
    // The number itself is not in it.
    expect(builds(), {{"rerun the build longer than 300", "b-3"},
                      });
}

TEST_CASE("a bound may be said in another unit of the same measure") {
    expect_all(builds(), {{"rerun all builds longer than 2 minutes", "b-1 b-3"},
                          {"rerun all builds shorter than 6 min", "b-1 b-2"}});
    expect_all(priced_hotels(), {{"save the hotels closer than 2 km", "h-1 h-2 h-4"},
                                 {"save the hotels closer than 1000 meters", "h-1 h-4"},
                                 {"save the hotels closer than 1 mile", "h-1 h-4"}});
}

TEST_CASE("more and less of what an adjective means bound it, too") {
    expect_all(priced_hotels(),
               {{"save the ones less expensive than 80", "h-3 h-4"},
                {"save the hotels no more expensive than 71", "h-3 h-4"},
                {"save all hotels cheaper than 72 or more expensive than 200", "h-2 h-3 h-4"},
                {"save the hotels under 70 or over 200", "h-2 h-3"}});
}

TEST_CASE("days, months and times bound what is older, newer, earlier and later") {
    expect_all(builds(), {{"delete builds older than October 10", "b-2 b-3"},
                          {"delete the builds newer than august", "b-1 b-2"},
                          {"delete the builds no older than October 9", "b-1 b-2"}});
    expect(builds(), {{"delete builds older than September", "b-3"},
                      });
}

TEST_CASE("several bounds hold at once") {
    expect_all(priced_hotels(),
               {{"save the hotels cheaper than 200 but not cheaper than 70", "h-1 h-4"},
                {"save the hotels over 70 but under 200", "h-1 h-4"},
                {"save the hotels cheaper than 100 and better than 2 stars", "h-1 h-4"},
                {"save all hotels except those cheaper than 80", "h-1 h-2"}});
    expect(builds(), {{"rerun builds longer than 100 but shorter than 400", "b-1"}});
}

TEST_CASE("a comparison that nobody understands is never left out, nor turned around") {
    for (const char* text : {"save the hotels under 100, not under 70",
                             "save the hotels cheaper than 100, no cheaper than 70",
                             "save the hotels cheaper than 50 and with 5 stars",
                             "save a hotel cheaper than 100",
                             "save the hotels, just none over 100",
                             "the ones cheaper than 100, or with a pool",
                             "those larger than two of the others",
                             "the ones with more stars than Casa Azul",
                             "save the ones cheaper than 180 and direct"}) {
        INFO(text);
        const auto answer = priced_hotels().resolve(text);
        CHECK_FALSE(answer.together);
        CHECK(answer.status != workmem::resolution_status::resolved);
    }
    expect(builds(), {{"rerun all builds cheaper than 100", ""},
                      {"rerun all builds after Friday", ""}});
    expect(priced_hotels(), {{"is the Casa Azul cheaper than 100?", "h-1"}});
}

TEST_CASE("a number like a year is an amount behind words of amounts") {
    const auto at = [](std::int64_t price) { return attribute_list{{"price", price}}; };
    const auto cars = remembered{}.list({{"car", "c-1", "Alto", at(1500)},
                                         {"car", "c-2", "Brisa", at(1900)},
                                         {"car", "c-3", "Cimo", at(2400)}});
    expect_all(cars, {{"remove the cars below 2000", "c-1 c-2"},
                      {"remove the cars under 2000", "c-1 c-2"},
                      {"remove the cars below 2600", "c-1 c-2 c-3"}});
}
