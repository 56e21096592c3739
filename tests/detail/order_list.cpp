#include "catch.hpp"

#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/order_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using workmem::detail::no_slot;
using workmem::detail::order_list;

namespace {

std::vector<std::uint32_t> walked(const order_list& list) {
    std::vector<std::uint32_t> out;
    for (auto at = list.first(); at != no_slot; at = list.next(at)) out.push_back(at);
    return out;
}
// All pairs of neighbours: the order is total, so that is enough.
bool ascends(const order_list& list) {
    const auto all = walked(list);
    for (std::size_t i = 1; i < all.size(); ++i)
        if (!list.before(all[i - 1], all[i]) || list.before(all[i], all[i - 1])) return false;
    return true;
}

}  // namespace

TEST_CASE("an order list stands as a vector would, wherever slots are moved", "[detail]") {
    constexpr std::uint32_t slots = 60;
    order_list list;
    list.reserve(slots);
    std::vector<std::uint32_t> model;
    for (std::uint32_t i = 0; i < slots; ++i) {
        list.push_back();
        model.push_back(i);
    }
    std::mt19937 random{5};
    for (int i = 0; i < 3'000; ++i) {
        const auto slot = static_cast<std::uint32_t>(random() % slots);
        const auto other = static_cast<std::uint32_t>(random() % slots);
        if (slot == other) {
            list.move_to_end(slot);
            model.erase(std::find(model.begin(), model.end(), slot));
            model.push_back(slot);
        } else {
            const bool after = random() % 2 == 0;
            after ? list.move_after(slot, other) : list.move_before(slot, other);
            model.erase(std::find(model.begin(), model.end(), slot));
            model.insert(std::find(model.begin(), model.end(), other) + (after ? 1 : 0), slot);
        }
        REQUIRE(walked(list) == model);
        REQUIRE(ascends(list));
    }
    list.clear();
    CHECK(list.first() == no_slot);
}

TEST_CASE("an order list finds new labels where there is no room between two", "[detail]") {
    constexpr std::uint32_t slots = 500;
    order_list list;
    list.reserve(slots);
    for (std::uint32_t i = 0; i < slots; ++i) list.push_back();
    // Each halves the gap behind the first, which has 30 bits at the start.
    for (std::uint32_t i = slots - 1; i > 1; --i) list.move_after(i, 0);
    CHECK(ascends(list));
    CHECK(walked(list)[1] == 2);
    CHECK(walked(list).back() == 1);
}
