#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/absence/agreement.hpp>

using namespace workmem_test;
using workmem::resolution::asked_number;

namespace {

asked_number number(std::string_view text) {
    return workmem::resolution::number_asked_for({text, workmem::text::lexicon::english()});
}

remembered claims() {
    return remembered{}.list({{"claim", "c-1", "Roof", {attribute{"state", text("open")}}},
                              {"claim", "c-2", "Car", {attribute{"state", text("open")}}},
                              {"claim", "c-3", "Bike", {attribute{"state", text("paid")}}}});
}

}  // namespace

TEST_CASE("a text says how many things it asks for") {
    for (const auto* const several :
         {"close the two that are due", "message both", "the other two", "the 3 with a note"})
        CHECK(number(several) == asked_number::several);
    for (const auto* const one : {"the one whose contract ends", "ring the one in Oslo"})
        CHECK(number(one) == asked_number::one);
    for (const auto* const unsaid :
         {"", "close it", "the older of the two", "all but the one in Oslo", "the two rooms",
          "the 9:40", "which is cheaper between the two?",
          "compare the two and open the cheaper one", "not both", "two nights, both adults"}) {
        INFO(unsaid);
        CHECK(number(unsaid) == asked_number::unsaid);
    }
}

TEST_CASE("one is no answer to several, and several are none to one") {
    expect_all(claims(),
               {{"close the two that are open", "c-1 c-2"}, {"the open ones", "c-1 c-2"}});
    expect(claims(), {{"the two that are paid", ""},
                      {"close the one that is open", "?"},
                      {"close the one that is paid", "c-3"}});
}
