#include "catch.hpp"
#include "told_entries.hpp"

#include <workmem/eviction/two_segment.hpp>

using namespace workmem::eviction;

static_assert(policy<two_segment>);

TEST_CASE("two segments: returned first", "[eviction]") {
    workmem_test::told_entries all;
    const two_segment policy;
    CHECK(policy.victim(all) == no_slot);
    all.named_one = 3;
    all.how_many_named = 5;
    CHECK(policy.victim(all) == 3);
    all.returned = 9;
    CHECK(policy.victim(all) == 9);
    all.own = 4;
    CHECK(policy.victim(all) == 9);
    // A list's own entries stay outside rather than push out a named one …
    all.returned = no_slot;
    CHECK(policy.victim(all) == no_slot);
    // … while named ones hold no more than three quarters.
    all.how_many_named = 15;
    CHECK(policy.victim(all) == no_slot);
    all.how_many_named = 16;
    CHECK(policy.victim(all) == 3);
}
