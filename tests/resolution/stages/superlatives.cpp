#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/superlatives.hpp>

using namespace workmem_test;
using workmem::strength;

TEST_CASE("the end of a scale, over the newest list or the kind that is named") {
    expect(restaurants(), {{"book the cheapest one", "r-2"},
                           {"the least expensive restaurant", "r-2"},
                           {"What about the most expensive place?", "r-1"},
                           {"I'll take the highest rated", "r-2"},
                           {"the best rated one please", "r-2"},
                           {"which one has the best rating?", "r-2"},
                           {"the lowest rated restaurant", "r-3"},
                           {"the worst one", "r-3"},
                           {"reserve the one with the highest rating", "r-2"},
                           {"Which is the cheapest?", "r-2"},
                           {"Cheapest, please", "r-2"},
                           {"the cheapest Thai one", "r-2"},
                           {"the highest rated restaurant in Oakland", "r-1"},
                           {"the second cheapest", "r-3"},
                           {"the best Thai restaurant", "r-2"}});
    expect(flights(), {{"book the cheapest flight", "f-2"},
                       {"the earliest flight", "f-2"},
                       {"the latest one", "f-4"},
                       {"the shortest flight", "f-1"},
                       {"the fastest one", "f-1"},
                       {"the longest flight", "f-2"},
                       {"the flight with the most stops", "f-2"},
                       {"the one with the fewest stops", "?"},
                       {"the most expensive", "f-1"},
                       {"which one costs the least?", "f-2"},
                       {"the lowest fare", "f-2"},
                       {"the one with the lowest price", "f-2"},
                       {"the soonest departure", "f-2"},
                       {"the cheapest invoice", ""},
                       {"the cheaper one", "?"}});
    expect(hotels(), {{"the cheaper one", "h-1"},
                      {"the nicer hotel please, I mean the better one", "h-2"},
                      {"the closest hotel", "h-2"},
                      {"the nearer of the two", "h-2"},
                      {"the more expensive hotel", "h-2"},
                      {"the less expensive one", "h-1"},
                      {"which one is cheaper?", "h-1"},
                      {"which hotel has more stars?", "h-2"},
                      {"the farthest one", "h-1"}});
    expect(sections(), {{"the best one", "?"}});
    expect(issues(), {{"the newest issue", "i-3"},
                      {"the oldest one", "i-2"},
                      {"the most recent issue", "i-3"},
                      {"the issue with the most comments", "i-2"},
                      {"the cheapest one", "?"}});
}

TEST_CASE("superlatives in other domains and words") {
    expect(products(), {{"Add the cheapest one to my cart", "p-2"},
                        {"show me the most affordable product", "p-2"},
                        {"I want the priciest", "p-1"},
                        {"the lightest one", "p-3"},
                        {"the heaviest product", "p-1"},
                        {"the one with the most reviews", "p-3"},
                        {"the most reviewed one", "p-3"},
                        {"the best rated product", "?"},
                        {"the most popular one", "p-3"},
                        {"order the third cheapest", "p-1"},
                        {"the worst rated", "p-1"},
                        {"which of these is the cheapest?", "p-2"},
                        {"what's the cheapest?", "p-2"},
                        {"is the cheapest one in stock?", "p-2"},
                        {"the lowest priced one", "p-2"},
                        {"the highest priced product", "p-1"},
                        {"The least heavy", "p-3"}});
    expect(apartments(), {{"the smallest one", "a-2"},
                          {"the largest", "a-3"},
                          {"the place with the lowest rent", "a-2"},
                          {"the cheapest apartment in Fremont", "a-1"},
                          {"the one with the most bedrooms", "a-3"},
                          {"schedule a visit to the most expensive apartment", "a-3"}});
    expect(movies(), {{"the shortest movie", "m-2"},
                      {"the longest film", "m-1"},
                      {"the newest movie", "m-2"},
                      {"the oldest one", "m-1"},
                      {"the latest showing", "m-3"},
                      {"the earliest one", "m-1"}});
    expect(two_pages(), {{"the newest page", "pg-2"},
                         {"the oldest page", "pg-1"},
                         {"the most recent page", "pg-2"}});
    expect(orders(), {{"refund the smallest order", "o-3"},
                      {"the largest order", "o-2"},
                      {"my most recent order", "o-2"},
                      {"the oldest order", "o-3"}});
}

TEST_CASE("a clause around the comparison says what is compared") {
    expect(restaurants(), {{"I like the one that is cheapest", "r-2"},
                           {"the one that costs the most looks nice", "r-1"},
                           {"the restaurant that's rated highest", "r-2"}});
    expect(flights(), {{"the one that leaves earliest", "f-2"},
                       {"the flight which departs latest is fine", "f-4"}});
    expect(hotels(), {{"is the one that is cheaper any good?", "h-1"},
                      {"the hotel that is better rated", "h-2"},
                      {"the invoice that is cheaper", ""}});
}

TEST_CASE("a hyphen keeps words together, and a noun may have two words") {
    expect(products(),
           {{"the lowest-priced of all", "p-2"}, {"the highest-priced of them", "p-1"}});
    expect(restaurants(),
           {{"the top-rated one", "r-2"}, {"the lowest rated fish restaurant", "r-3"}});
}

TEST_CASE("of two that were named") {
    auto named = products();
    named.touch("p-1", strength::offered).touch("p-2", strength::offered);
    expect(named, {{"the cheapest of these two", "p-2"},
                   {"the best rated of the two", "p-2"},
                   {"the heavier of those two", "p-1"},
                   {"the cheapest product", "p-2"}});
}

TEST_CASE("the noun behind an adjective of size is what is compared") {
    const auto with = [](std::int64_t delay, std::int64_t humidity, double temperature) {
        return attribute_list{attribute{"departure_delay", delay}, attribute{"humidity", humidity},
                              attribute{"temperature", temperature}};
    };
    const auto flights = remembered{}.list({{"flight", "f-1", "", with(300, 40, 17.5)},
                                            {"flight", "f-2", "", with(9600, 71, 16.0)},
                                            {"flight", "f-3", "", with(0, 52, 22.5)}});
    expect(flights, {{"the one with the biggest delay", "f-2"}, {"which is the warmest?", "f-3"}});
}

namespace {

remembered couriers() {
    const auto with = [](std::int64_t deliveries, std::int64_t wage, const char* joined) {
        return attribute_list{
            {"delivery_count", deliveries}, {"hourly_wage", wage}, {"joined_on", text(joined)}};
    };
    return remembered{}.list({{"courier", "c-1", "Ola", with(31, 19, "2027-05-01")},
                              {"courier", "c-2", "Pim", with(87, 17, "2029-02-11")},
                              {"courier", "c-3", "Quy", with(54, 22, "2021-09-30")}});
}

}  // namespace

TEST_CASE("a question may ask for the end of a scale by a verb alone") {
    expect(couriers(), {{"who delivers the most?", "c-2"},
                        {"which courier delivers least?", "c-1"},
                        {"which of them has delivered most?", "c-2"}});
}

TEST_CASE("a question may ask for the first or the last by age") {
    expect(couriers(), {{"who joined last?", "c-2"},
                        {"which one came in first?", "c-3"},
                        {"which of these joined last?", "c-2"}});
}

TEST_CASE("an attribute may have the compared word inside, or one of its beginning") {
    const auto with = [](std::int64_t members, std::int64_t humidity) {
        return attribute_list{{"numberofmembers", members}, {"humidity", humidity}};
    };
    const auto clubs = remembered{}.list(
        {{"club", "k-1", "Rowing", with(40, 80)}, {"club", "k-2", "Chess", with(9, 30)}});
    expect(clubs, {{"the club with the fewest members", "k-2"}, {"air the most humid one", "k-1"}});
}

TEST_CASE("what lasts longest, where nothing has a length, began first") {
    const auto since = [](const char* day) {
        return attribute_list{{"opened_at", text(day)}, {"state", text("open")}};
    };
    const auto outages = remembered{}.list({{"outage", "o-1", "North", since("2031-04-04")},
                                            {"outage", "o-2", "South", since("2031-03-02")}});
    expect(outages, {{"the longest outage", "o-2"}});
}

TEST_CASE("of things that a phrase restricts, the end of a scale") {
    const auto of = [](const char* day) { return attribute_list{{"saved_at", text(day)}}; };
    const auto drafts = remembered{}.list({{"draft", "d-1", "Speech one", of("2031-01-05")},
                                           {"draft", "d-2", "Menu", of("2031-01-01")},
                                           {"draft", "d-3", "Speech two", of("2031-01-03")}});
    expect(drafts,
           {{"open the newest of the speeches", "d-1"}, {"the older of the three speeches", "?"}});
}

TEST_CASE("what somebody has may be compared") {
    const auto of = [](const char* day) { return attribute_list{{"created_at", text(day)}}; };
    const auto wishes = remembered{}.list(
        {{"wish", "w-1", "Kite", of("2031-02-05")}, {"wish", "w-2", "Drum", of("2030-12-01")}});
    expect(wishes, {{"grant her oldest wish", "w-2"}});
}

TEST_CASE("of several dates that which the text speaks of decides") {
    const auto with = [](const char* licence, const char* rest, std::int64_t minutes) {
        return attribute_list{attribute{"licence.expires", text(licence)},
                              attribute{"hoursOfService.restDue", text(rest)},
                              attribute{"driveMinutes", minutes}};
    };
    const auto drivers =
        remembered{}.list({{"driver", "d-1", "Ann", with("2027-02-11", "2025-06-07", 310)},
                           {"driver", "d-2", "Dan", with("2025-08-30", "2025-06-09", 540)},
                           {"driver", "d-3", "Eve", with("2026-11-02", "2025-06-05", 45)}});
    expect(drivers, {{"whose licence expires soonest", "d-2"},
                     {"which licence expires first?", "d-2"},
                     {"who has the least drive time", "d-3"}});
}

namespace {

remembered videos() {
    const auto with = [](std::int64_t views, std::int64_t likes, const char* day, double depth) {
        return attribute_list{{"viewCount", views},
                              {"likeCount", likes},
                              {"publishedAt", text(day)},
                              {"discountPct", likes / 10},
                              {"depthCm", depth}};
    };
    return remembered{}.list({{"video", "v-1", "Bread", with(900, 10, "2031-01-04", 30.0)},
                              {"video", "v-2", "Ramen", with(40, 80, "2031-02-01", 60.0)},
                              {"video", "v-3", "Tart", with(70, 50, "2031-03-09", 20.0)},
                              {"video", "v-4", "Knives", with(300, 20, "2031-01-18", 45.0)}});
}

}  // namespace

TEST_CASE("several ends of a scale are asked for by their number") {
    expect_all(videos(), {{"delete the two oldest", "v-1 v-4"},
                          {"the oldest two", "v-1 v-4"},
                          {"the three newest", "v-3 v-2 v-4"},
                          {"the two with the fewest views", "v-2 v-3"},
                          {"which two have the most likes?", "v-2 v-3"}});
    expect(videos(), {{"the five oldest", ""}, {"the older of the two", "?"}});
}

TEST_CASE("a plural names the attribute that counts, and an adjective its scale") {
    expect(videos(), {{"pin the one with the most likes", "v-2"},
                      {"which has the fewest views?", "v-2"},
                      {"the most viewed one", "v-1"},
                      {"who gets the biggest discount?", "v-2"},
                      {"the deepest one", "v-2"},
                      {"the shallowest", "v-3"}});
}

TEST_CASE("what the newest list cannot be compared by, an earlier one may") {
    auto both = videos();
    both.list({{"crew", "k-1", "Teo", {}}, {"crew", "k-2", "Ida", {}}});
    expect(both, {{"the cheapest", "?"}});
}

TEST_CASE("a comparative is of the two that were spoken of last") {
    auto memory = issues();
    memory.touch("i-1", workmem::strength::chosen)
        .touch("i-2", workmem::strength::chosen)
        .touch("i-3", workmem::strength::chosen);
    expect(memory, {{"close the older one", "i-2"}, {"open the newer one", "i-3"}});
}

TEST_CASE("the kind that a question chooses from is compared") {
    const auto stops = [](std::int64_t count) { return attribute_list{{"stops", count}}; };
    const auto memory =
        remembered{}
            .list({{"route", "r-1", "Fens", stops(9)}, {"route", "r-2", "Coast", stops(4)}})
            .list({{"driver", "d-1", "Ben", stops(2)}, {"driver", "d-2", "Kasia", stops(3)}});
    expect(memory, {{"which route has the most stops?", "r-1"},
                    {"which driver has the most stops?", "d-2"},
                    {"which has the most stops?", "d-2"}});
}

TEST_CASE("who is older tells the day of birth, and how big a place is its seats") {
    const auto memory =
        remembered{}
            .list({{"room", "o-1", "", {{"slots", std::int64_t{4}}}},
                   {"room", "o-2", "", {{"slots", std::int64_t{9}}}}})
            .list({{"driver", "d-1", "Ben", {{"birth_date", text("1990-04-02")}}},
                   {"driver", "d-2", "Kasia", {{"birth_date", text("2001-09-30")}}}});
    expect(memory, {{"who is the youngest driver?", "d-2"},
                    {"the oldest driver", "d-1"},
                    {"which room is the biggest?", "o-2"}});
}

TEST_CASE("what is cheaper than the rest is the cheapest") {
    expect(flights(), {{"the one cheaper than the rest", "f-2"},
                       {"the flight cheaper than all the others", "f-2"},
                       {"the one that is cheaper than any of the others", "f-2"}});
}

TEST_CASE("neither several nor what is denied is the end of a scale") {
    for (const char* text : {"the ones cheaper than the rest", "which isn't cheaper than the rest?",
                             "those are cheaper than the rest", "is it cheaper than the rest?",
                             "cheaper than the other two"})
        CHECK(flights().means(text) != "f-2");
}

TEST_CASE("as many as are asked for, whatever stands before the number") {
    expect_all(flights(), {{"two cheapest flights", "f-2 f-4"},
                           {"my two cheapest flights", "f-2 f-4"},
                           {"show me our two cheapest", "f-2 f-4"}});
}
