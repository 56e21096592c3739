#include "catch.hpp"

#include <workmem/eviction/fifo.hpp>
#include <workmem/eviction/lru.hpp>
#include <workmem/eviction/two_segment.hpp>

#include <cstdint>
#include <set>

using namespace workmem::eviction;

namespace {

struct entries : entries_archetype {
    std::uint32_t returned = no_slot, named_one = no_slot, any = no_slot;
    std::size_t how_many_named = 0, own = 0;
    std::set<std::uint32_t> spared;

    std::uint32_t least_recent_returned() const noexcept { return returned; }
    std::uint32_t least_recent_named() const noexcept { return named_one; }
    std::uint32_t least_recent() const noexcept { return any; }
    bool is_protected(std::uint32_t slot) const noexcept { return spared.count(slot) != 0; }
    std::size_t named() const noexcept { return how_many_named; }
    std::size_t capacity() const noexcept { return 20; }
    std::size_t returned_newcomers() const noexcept { return own; }
};

}  // namespace

static_assert(policy<lru> && policy<fifo> && policy<two_segment>);
static_assert(!policy<int>);

TEST_CASE("lru: the one touched longest ago", "[eviction]") {
    entries all;
    CHECK(lru{}.victim(all) == no_slot);
    all.any = 7;
    CHECK(lru{}.victim(all) == 7);
}

TEST_CASE("two segments: returned first", "[eviction]") {
    entries all;
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

TEST_CASE("fifo: in the order in which they came, whatever was touched", "[eviction]") {
    fifo policy;
    entries all;
    CHECK(policy.victim(all) == no_slot);
    policy.reserve(4);
    for (const std::uint32_t slot : {2U, 0U, 3U, 1U}) policy.on_insert(slot, 0);
    policy.on_access(2, 0);
    CHECK(policy.victim(all) == 2);
    all.spared = {2, 0};
    CHECK(policy.victim(all) == 3);
    policy.on_erase(3, 0);
    CHECK(policy.victim(all) == 1);
    all.spared.clear();
    policy.on_erase(2, 0);
    policy.on_insert(2, 0);
    CHECK(policy.victim(all) == 0);
    policy.on_erase(0, 0);
    policy.on_erase(1, 0);
    CHECK(policy.victim(all) == 2);
    policy.clear();
    CHECK(policy.victim(all) == no_slot);
    policy.on_insert(3, 0);
    CHECK(policy.victim(all) == 3);
}
