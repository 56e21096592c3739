#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/ordinals.hpp>

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
