#include "catch.hpp"

#include <workmem/detail/slot_heap.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

using workmem::detail::slot_heap;

TEST_CASE("the top of a slot heap is the least of what is in it, whoever comes and goes",
          "[detail]") {
    constexpr std::uint32_t slots = 40;
    std::mt19937 random{3};
    std::array<std::uint32_t, slots> keys{};
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return std::pair{keys[a], a} < std::pair{keys[b], b};
    };
    slot_heap heap;
    heap.reserve(slots);
    std::set<std::pair<std::uint32_t, std::uint32_t>> held;
    for (int i = 0; i < 5'000; ++i) {
        const auto slot = static_cast<std::uint32_t>(random() % slots);
        if (heap.contains(slot)) {
            heap.erase(slot, before);
            held.erase({keys[slot], slot});
        } else {
            keys[slot] = static_cast<std::uint32_t>(random() % 10);
            heap.push(slot, before);
            held.emplace(keys[slot], slot);
        }
        REQUIRE(heap.empty() == held.empty());
        if (!held.empty()) REQUIRE(heap.top() == held.begin()->second);
    }
    std::vector<std::uint32_t> early;
    heap.visit_early([&](std::uint32_t slot) { return keys[slot] < 5; },
                     [&](std::uint32_t slot) { early.push_back(slot); });
    CHECK(early.size() ==
          static_cast<std::size_t>(
              std::count_if(held.begin(), held.end(), [](auto& each) { return each.first < 5; })));
    CHECK(std::all_of(early.begin(), early.end(), [&](auto slot) { return keys[slot] < 5; }));
    heap.clear();
    CHECK(heap.empty());
    CHECK_FALSE(heap.contains(early.at(0)));
    heap.erase(7, before);
    CHECK(heap.empty());
}
