// Sets of slots, and an order in which they can be moved.
#include "catch.hpp"

#include <workmem/detail/order_list.hpp>
#include <workmem/detail/slot_set.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

using workmem::detail::no_slot;

TEST_CASE("a set of slots is as a plain set", "[slot_set]") {
    std::mt19937 random{7};
    for (const std::uint32_t most : {3U, 64U, 65U, 4'096U, 5'000U, 300'000U}) {
        workmem::detail::slot_set set;
        std::set<std::uint32_t> plain;
        std::uint32_t room = 0;
        for (int i = 0; i < 3'000; ++i) {
            const auto slot = static_cast<std::uint32_t>(random() % most);
            if (slot >= room) set.reserve(room = slot + 1);
            if (random() % 3 != 0) {
                set.insert(slot);
                plain.insert(slot);
            } else {
                set.erase(slot);
                plain.erase(slot);
            }
            REQUIRE(set.size() == plain.size());
            REQUIRE(set.contains(slot) == (plain.count(slot) != 0));
            const auto from = static_cast<std::uint32_t>(random() % most);
            const auto next = plain.lower_bound(from);
            REQUIRE(set.next(from) == (next == plain.end() ? no_slot : *next));
        }
        std::vector<std::uint32_t> seen;
        set.visit_while([&](std::uint32_t slot) {
            seen.push_back(slot);
            return true;
        });
        CHECK(std::equal(seen.begin(), seen.end(), plain.begin(), plain.end()));
        set.clear();
        CHECK(set.first() == no_slot);
    }
}

TEST_CASE("slots can be moved in their order, again and again to the same place", "[order_list]") {
    std::mt19937 random{7};
    workmem::detail::order_list order;
    std::vector<std::uint32_t> plain;
    constexpr std::uint32_t size = 300;
    order.reserve(size);
    for (std::uint32_t i = 0; i < size; ++i) {
        order.push_back();
        plain.push_back(i);
    }
    for (int i = 0; i < 30'000; ++i) {
        const auto slot = static_cast<std::uint32_t>(random() % size);
        const auto other = i % 3 == 0 ? static_cast<std::uint32_t>(random() % size) : 5U;
        if (slot == other) continue;
        plain.erase(std::find(plain.begin(), plain.end(), slot));
        const auto at = std::find(plain.begin(), plain.end(), other);
        if (random() % 2 == 0) {
            order.move_before(slot, other);
            plain.insert(at, slot);
        } else {
            order.move_after(slot, other);
            plain.insert(at + 1, slot);
        }
    }
    auto each = order.first();
    for (std::size_t i = 0; i < size; ++i, each = order.next(each)) {
        REQUIRE(each == plain[i]);
        if (i > 0) REQUIRE(order.before(plain[i - 1], plain[i]));
    }
    CHECK(each == no_slot);
}
