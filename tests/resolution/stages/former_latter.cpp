#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/former_latter.hpp>

using namespace workmem_test;
using workmem::role;

namespace {

const remembered offered_restaurants =
    restaurants().hear(role::assistant, "How about Juniper Row or Gilt?");

}  // namespace

TEST_CASE("the former and the latter of exactly two") {
    expect(flights(), {{"the former", ""}, {"the latter flight", ""}});
    expect(hotels(), {{"the former", "h-1"},
                      {"I prefer the latter", "h-2"},
                      {"the latter hotel", "h-2"},
                      {"the former restaurant", ""}});
    expect(offered_restaurants,
           {{"the former", "r-3"}, {"the latter", "r-2"}, {"the cheaper one", "r-2"}});
    expect(two_pages(), {{"the former page", "pg-1"}, {"the latter", "pg-2"}});
}
