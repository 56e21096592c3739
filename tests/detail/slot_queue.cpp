#include "catch.hpp"

#include <workmem/detail/slot_queue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using queue_of_two = workmem::detail::slot_queue<2>;

TEST_CASE("a queue of slots gives the first of its classes, however they came", "[detail]") {
    constexpr std::uint32_t slot_count = 40;
    // Now and then one comes before others that are there.
    const auto late = GENERATE(1U, 3U, 10U);
    std::mt19937 random{late};
    std::vector<std::pair<std::size_t, unsigned>> ranks(slot_count);
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return ranks[a] < ranks[b]; };
    queue_of_two queue;
    queue.reserve(slot_count);
    std::vector<std::uint32_t> inside;
    unsigned next = 1'000'000;
    for (int i = 0; i < 20'000; ++i) {
        const auto slot = static_cast<std::uint32_t>(random() % slot_count);
        const auto at = std::find(inside.begin(), inside.end(), slot);
        REQUIRE(queue.contains(slot) == (at != inside.end()));
        if (at != inside.end() || random() % 4 == 0) {
            queue.erase(slot, ranks[slot].first, before);
            if (at != inside.end()) inside.erase(at);
        } else {
            // No two are alike.
            const auto place = ++next;
            ranks[slot] = {random() % 2,
                           random() % late == 0 && late > 1 ? 2'000'000 - place : place};
            queue.push(slot, ranks[slot].first, before);
            inside.push_back(slot);
        }
        const auto first = std::min_element(inside.begin(), inside.end(), before);
        REQUIRE(queue.top(before) == (first == inside.end() ? queue_of_two::none : *first));
    }
    queue.clear();
    CHECK(queue.top(before) == queue_of_two::none);
    CHECK_FALSE(queue.contains(0));
}

TEST_CASE("who comes in order needs no comparison but with the last one", "[detail]") {
    workmem::detail::slot_queue<> queue;
    queue.reserve(1'000);
    int comparisons = 0;
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        ++comparisons;
        return a < b;
    };
    for (std::uint32_t slot = 0; slot < 1'000; ++slot) queue.push(slot, 0, before);
    for (std::uint32_t slot = 0; slot < 1'000; ++slot) {
        REQUIRE(queue.top(before) == slot);
        queue.erase(slot, 0, before);
    }
    CHECK(comparisons == 999);
}
