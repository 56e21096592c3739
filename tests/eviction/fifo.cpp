#include "catch.hpp"
#include "told_entries.hpp"

#include <workmem/eviction/fifo.hpp>

#include <cstdint>

using namespace workmem::eviction;

static_assert(policy<fifo>);

TEST_CASE("fifo: in the order in which they came, whatever was touched", "[eviction]") {
    fifo policy;
    workmem_test::told_entries all;
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
