#include "catch.hpp"
#include "told_items.hpp"

#include <workmem/eviction/value_density.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

using namespace workmem::eviction;
using items = workmem_test::told_items;
using list = std::vector<std::uint32_t>;

static_assert(policy<value_density>);

TEST_CASE("value density: worth for room, halved with age", "[eviction]") {
    value_density policy;
    items all;
    // The share is a tenth, or the tokens.
    all.add(policy, 0, {.tokens = 10});
    all.add(policy, 1, {.tokens = 40});
    all.add(policy, 2, {.tokens = 5});
    all.add(policy, 3, {.importance = 700'000, .tokens = 90});
    CHECK(all.order(policy) == list{1, 0, 2, 3});
    // 64 steps are worth a factor of two.
    all.add(policy, 4, {.step = 127, .tokens = 40});
    CHECK(all.order(policy) == list{1, 4, 0, 2, 3});
    all.held[4].step = 129;
    policy.on_change(4);
    CHECK(all.order(policy) == list{1, 0, 2, 4, 3});
}

TEST_CASE("value density: what a text is worth may be said", "[eviction]") {
    struct length {
        std::uint64_t operator()(std::string_view text) const { return text.size(); }
    };
    basic_value_density<length> policy;
    items all;
    all.texts = {{0, "a"}, {1, "abcd"}, {2, ""}};
    for (const std::uint32_t slot : {0u, 1u, 2u}) all.add(policy, slot, {.tokens = 10});
    CHECK(all.order(policy) == list{2, 0, 1});
    // Four times the worth in four times the room: the older one goes.
    all.held[1].tokens = 40;
    policy.on_change(1);
    CHECK(all.order(policy) == list{2, 0, 1});
    all.held[1].tokens = 41;
    policy.on_change(1);
    CHECK(all.order(policy) == list{2, 1, 0});
}

TEST_CASE("value density: importance counts, up to three times", "[eviction]") {
    value_density policy;
    items all;
    all.add(policy, 0, {.importance = 500'000, .tokens = 20});
    all.add(policy, 1, {.importance = 0, .tokens = 11});
    all.add(policy, 2, {.importance = 0, .tokens = 10});
    CHECK(all.order(policy) == list{1, 0, 2});
    all.held[0].importance = 0;
    policy.on_change(0);
    CHECK(all.order(policy) == list{0, 1, 2});
    all.held[0].importance = 699'999;
    policy.on_change(0);
    CHECK(all.order(policy) == list{1, 2, 0});
}

TEST_CASE("value density: of small texts the oldest goes, of old ones the largest", "[eviction]") {
    value_density policy;
    items all;
    for (const std::uint32_t slot : {0u, 1u, 2u, 3u})
        all.add(policy, slot, {.step = slot, .tokens = 9u - slot});
    CHECK(all.order(policy) == list{0, 1, 2, 3});
    all.add(policy, 4, {.step = 4, .tokens = 20});
    CHECK(all.order(policy) == list{4, 0, 1, 2, 3});
}

TEST_CASE("value density: what is important comes last, while it is little", "[eviction]") {
    value_density policy;
    items all;
    all.add(policy, 0, {.tokens = 10});
    all.add(policy, 1, {.importance = 700'000, .tokens = 40});
    all.add(policy, 2, {.importance = 900'000, .tokens = 20});
    all.add(policy, 3, {.importance = 699'999, .tokens = 30});
    // At most an eighth of 10 items and 100 tokens, one item in any case.
    all.important = 1;
    all.important_size = 12;
    CHECK(all.order(policy) == list{3, 0, 1, 2});
    all.important_size = 13;
    CHECK(all.order(policy) == list{1, 3, 0, 2});
    all.important = 2;
    all.important_size = 12;
    CHECK(all.order(policy) == list{1, 3, 0, 2});
    all.spared = {1};
    CHECK(all.order(policy) == list{3, 0, 2});
    // A strict guard lets none of them go.
    all.soft = false;
    CHECK(all.order(policy) == list{3, 0});
    // What was forgotten goes first, however important.
    all.held[2].forgotten = true;
    policy.on_change(2);
    CHECK(all.order(policy) == list{2, 3, 0});
}
