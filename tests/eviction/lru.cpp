#include "catch.hpp"
#include "told_entries.hpp"

#include <workmem/eviction/lru.hpp>

using namespace workmem::eviction;

static_assert(policy<lru>);

TEST_CASE("lru: the one touched longest ago", "[eviction]") {
    workmem_test::told_entries all;
    CHECK(lru{}.victim(all) == no_slot);
    all.any = 7;
    CHECK(lru{}.victim(all) == 7);
}
