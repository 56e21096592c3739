#include "catch.hpp"

#include <workmem/detail/capacity.hpp>

#include <cstddef>
#include <utility>
#include <vector>

using workmem::detail::grow_to;
using workmem::detail::spare_capacity;

TEST_CASE("room for one more each time costs a logarithm of growths", "[detail]") {
    std::vector<int> values;
    std::size_t growths = 0;
    for (int i = 0; i < 10'000; ++i) {
        const auto before = values.capacity();
        grow_to(values, values.size() + 1);
        growths += values.capacity() != before ? 1U : 0U;
        REQUIRE(values.capacity() > values.size());
        values.push_back(i);
    }
    CHECK(growths <= 15);
}

TEST_CASE("what was made room for moves with its container and is not copied", "[detail]") {
    spare_capacity room;
    room.count = 7;
    const spare_capacity copy = room;
    CHECK(copy.count == 0);
    CHECK(room.count == 7);
    spare_capacity moved = std::move(room);
    CHECK(moved.count == 7);
    CHECK(room.count == 0);  // what it promises where it was moved from
    moved = copy;
    CHECK(moved.count == 0);
}
