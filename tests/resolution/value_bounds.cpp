#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/value_bounds.hpp>

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
