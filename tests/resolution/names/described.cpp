#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/names/described.hpp>

using namespace workmem_test;
using ids = std::vector<std::string>;

TEST_CASE("the assistant describes what has no name") {
    CHECK(flights().named_in("There is one at 6:40 am for $980.") == ids{"f-3"});
    CHECK(flights().named_in("It leaves at 18:30 on March 3rd.") == ids{"f-1"});
    CHECK(apartments().named_in("It is at 8 Bay Rd, Hayward.") == ids{"a-2"});
}

TEST_CASE("what all share, what has a name and what users say describes nothing") {
    CHECK(flights().named_in("I found four for you.").empty());
    CHECK(restaurants().named_in("It serves Thai food.").empty());
    CHECK(flights().named_in("at 6:40 am", workmem::role::user).empty());
}

TEST_CASE("parts of a list may each describe another thing") {
    const auto both = flights().hear(workmem::role::assistant,
                                     "Would you rather leave at 6:30 pm, or at 6:40 am for $980?");
    expect(both, {{"the former", "f-1"}, {"the latter", "f-3"}});
}
