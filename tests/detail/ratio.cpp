#include "catch.hpp"

#include <workmem/detail/fixed_point.hpp>

#include <cstdint>
#include <limits>

using namespace workmem::detail;

TEST_CASE("a ratio is rounded to the nearest part per million", "[detail]") {
    CHECK(ratio_ppm(1, 3) == 333'333);
    CHECK(ratio_ppm(2, 3) == 666'667);
    CHECK(ratio_ppm(0, 7) == 0);
    CHECK(ratio_ppm(7, 7) == million);
    CHECK(ratio_ppm(8, 7) == million);
    CHECK(ratio_ppm(5, 0) == 0);
}

TEST_CASE("a ratio of any two numbers is as good", "[detail]") {
    constexpr auto most = (std::numeric_limits<std::uint64_t>::max)();
    CHECK(ratio_ppm(most, most) == million);
    CHECK(ratio_ppm(most - 1, most) == million);
    CHECK(ratio_ppm(most / 4, most) == 250'000);
    CHECK(ratio_ppm(1, most) == 0);
    CHECK(ratio_ppm((1ULL << 43) / 2, 1ULL << 43) == 500'000);
    CHECK(ratio_ppm((1ULL << 43) - 1, (1ULL << 43) + 1) == million);
}

TEST_CASE("weighted shares are rounded once and never pass the whole", "[detail]") {
    CHECK(round_ppm(0) == 0);
    CHECK(round_ppm(499'999) == 0);
    CHECK(round_ppm(500'000) == 1);
    CHECK(round_ppm(million * million) == million);
    CHECK(round_ppm(2 * million * million) == million);
}
