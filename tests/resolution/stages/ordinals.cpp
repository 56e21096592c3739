#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/ordinals.hpp>

using namespace workmem_test;

TEST_CASE("the noun before a number says what is numbered") {
    expect(remembered{}.list({{"issue", "7", "A"}, {"issue", "9", "B"}, {"issue", "4", "C"}}),
           {{"close issue 3", ""}, {"close issue 9", "9"}});
    expect(sections(), {{"section 3", "s-3"},
                        {"section number two", "s-2"},
                        {"delete the last of those sections", "s-4"},
                        {"the first of them", "s-1"},
                        {"section number nine", ""},
                        {"the ninth of them", ""},
                        {"invoice number two", ""}});
}

TEST_CASE("what one result holds stands in its order, whatever was spoken of since") {
    auto trip = remembered{}.parts(
        {{"leg", "g-1", "Oslo"}, {"leg", "g-2", "Kiel"}, {"leg", "g-3", "Ghent"}});
    expect(trip, {{"the second leg", "g-2"}, {"the last leg", "g-3"}, {"the fourth leg", ""}});
    trip.touch("g-1", workmem::strength::chosen);
    expect(trip, {{"the second leg", "g-2"}, {"the last leg", "g-3"}});
    expect_all(trip, {{"the first two legs", "g-1 g-2"}, {"the last two legs", "g-2 g-3"}});
}

TEST_CASE("a place in the list needs no article") {
    expect(sections(), {{"third in the list, what is it called?", "s-3"}});
}

TEST_CASE("what came one by one has no second") {
    const auto tins = remembered{}.single({"tin", "t-1", "Soup"}).single({"tin", "t-2", "Beans"});
    expect(tins, {{"the second tin", ""}});
}
