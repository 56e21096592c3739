#include "catch.hpp"

#include <workmem/detail/inline_vector.hpp>

#include <cstddef>

using namespace workmem::detail;

TEST_CASE("an inline vector grows out of its object and back", "[detail]") {
    inline_vector<int, 2> values;
    CHECK(values.empty());
    for (int i = 0; i < 100; ++i) {
        values.push_back(i);
        REQUIRE(values.size() == static_cast<std::size_t>(i) + 1);
    }
    for (int i = 0; i < 100; ++i) CHECK(values[static_cast<std::size_t>(i)] == i);
    CHECK(values.view().size() == 100);
    values.shrink(3);
    CHECK(values.size() == 3);
    int sum = 0;
    for (const int each : values) sum += each;
    CHECK(sum == 3);
    values.clear();
    values.reserve(1'000);
    CHECK(values.empty());
    values.push_back(7);
    CHECK(values[0] == 7);
}
