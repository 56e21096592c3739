#include "catch.hpp"
#include "told_items.hpp"

#include <workmem/eviction/importance_guard.hpp>

#include <cstdint>
#include <vector>

using namespace workmem::eviction;
using items = workmem_test::told_items;
using list = std::vector<std::uint32_t>;

static_assert(policy<importance_guard>);

TEST_CASE("importance guard: class by class, in each the oldest", "[eviction]") {
    importance_guard policy;
    items all;
    CHECK(policy.victim(all) == no_slot);
    all.add(policy, 4, {.importance = 900'000});
    all.add(policy, 3, {.importance = 700'000});
    all.add(policy, 0, {.importance = 500'000});
    all.add(policy, 1, {.importance = 299'999});
    all.add(policy, 2, {.importance = 0, .pinned = true});
    all.add(policy, 6, {.importance = 300'000});
    CHECK(all.order(policy) == list{1, 0, 6, 3, 4});
    // A decision that comes to nothing leaves the order as it was.
    CHECK(all.order(policy) == list{1, 0, 6, 3, 4});
    all.soft = false;
    CHECK(all.order(policy) == list{1, 0, 6});
    all.spared = {1};
    CHECK(all.order(policy) == list{0, 6});
    all.spared.clear();
    all.held[0].forgotten = true;
    policy.on_change(0);
    CHECK(all.order(policy) == list{0, 1, 6});
    policy.on_erase(1, 0);
    CHECK(all.order(policy) == list{0, 6});
    policy.clear();
    CHECK(all.order(policy).empty());
}

TEST_CASE("importance guard: what expires moves forward", "[eviction]") {
    importance_guard policy;
    items all;
    all.add(policy, 0, {.importance = 100'000});
    all.add(policy, 1, {.importance = 500'000, .last_step = 3});
    all.add(policy, 2, {.importance = 800'000, .last_step = 5});
    all.add(policy, 3, {.importance = 500'000});
    CHECK(all.order(policy) == list{0, 1, 3, 2});
    all.turn = 3;
    CHECK(all.order(policy) == list{0, 1, 3, 2});
    all.turn = 4;
    CHECK(all.order(policy) == list{1, 0, 3, 2});
    all.turn = 9;
    all.soft = false;
    CHECK(all.order(policy) == list{1, 0, 3, 2});
}
