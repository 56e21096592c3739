// How the policies of bounded stores order items, apart from any store.
#include "catch.hpp"

#include <workmem/eviction/importance_guard.hpp>
#include <workmem/eviction/value_density.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem::eviction;

namespace {

struct items : items_archetype {
    std::map<std::uint32_t, item_facts> held;
    std::map<std::uint32_t, std::string> texts;
    std::set<std::uint32_t> spared;
    std::int64_t turn = 0;
    std::uint64_t decided = 1;
    bool soft = true;
    std::int64_t important = 0, important_size = 0;

    item_facts facts(std::uint32_t slot) const { return held.at(slot); }
    template <class Visit>
    void for_each_text(std::uint32_t slot, Visit&& visit) const {
        const auto found = texts.find(slot);
        visit(found == texts.end() ? std::string_view{"a b c d"} : std::string_view{found->second});
    }
    bool is_protected(std::uint32_t slot) const { return spared.count(slot) != 0; }
    std::int64_t step() const { return turn; }
    std::uint32_t low() const { return 300'000; }
    std::uint32_t high() const { return 700'000; }
    bool may_override() const { return soft; }
    std::int64_t important_items() const { return important; }
    std::int64_t important_tokens() const { return important_size; }
    std::int64_t max_items() const { return 10; }
    std::int64_t max_tokens() const { return 100; }
    std::int64_t half_life() const { return 64; }
    std::uint64_t decision() const { return decided; }

    template <class Policy>
    void add(Policy& policy, std::uint32_t slot, item_facts what) {
        what.number = held.size() + 1;
        held[slot] = what;
        policy.reserve(slot + 1);
        policy.on_insert(slot, 0);
    }
    // Who goes, one after the other.
    template <class Policy>
    std::vector<std::uint32_t> order(Policy& policy) {
        ++decided;
        std::vector<std::uint32_t> out;
        for (auto slot = policy.victim(*this); slot != no_slot; slot = policy.victim(*this))
            out.push_back(slot);
        return out;
    }
};

using list = std::vector<std::uint32_t>;

}  // namespace

static_assert(policy<importance_guard> && policy<value_density>);

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
