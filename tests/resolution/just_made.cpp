#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/just_made.hpp>

using namespace workmem_test;

namespace {

const remembered made = remembered{}
                            .single({"page", "p-1", "Old"})
                            .single({"page", "p-2", "Draft"})
                            .list({{"page", "p-3", "A"}, {"page", "p-4", "B"}});

}  // namespace

TEST_CASE("the thing made last") {
    expect(made, {
        {"the page I just created", "p-2"},
        {"publish the one we just made", "p-2"}});
    expect(two_pages(), {
        {"the last page I created", "pg-2"}});
    expect(sections(), {{"the section I just created", "s-1"}});
}
