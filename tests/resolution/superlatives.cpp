#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/superlatives.hpp>

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
