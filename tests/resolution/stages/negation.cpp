#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/negation.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

const remembered at_gallery = sections().touch("s-2", strength::mentioned);
const remembered at_quillon = hotels().touch("h-1", strength::offered);

}  // namespace

TEST_CASE("what is not meant") {
    expect(restaurants(), {{"a Thai one, but not Gilt", "r-3"}});
    expect(hotels(), {{"not the Grand Quillon, the other one", "h-2"},
                      {"anything but the cheapest", "h-2"},
                      {"the other one instead of Tern House", "h-1"}});
    expect(sections(), {{"not the first one but the second", "s-2"},
                        {"not the first one, the third one", "s-3"},
                        {"the second, not the first", "s-2"}});
    expect(at_gallery, {{"the other one", "?"}});
    expect(at_quillon, {{"the other one", "h-2"},
                        {"a different one", "h-2"}});
    expect_all(sections(), {{"all except the first", "s-2 s-3 s-4"}});
    expect(two_pages(), {{"not this page, the other one", "pg-1"}, {"the other page", "pg-1"}});
}
