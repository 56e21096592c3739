#include "catch.hpp"

#include <workmem/detail/fixed_point.hpp>

#include <cmath>
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

using workmem::detail::fixed_log2;
using workmem::detail::log_ratio_ppm;

static_assert(fixed_log2(1) == 0);
static_assert(fixed_log2(1'024) == std::uint64_t{10} << 24);
static_assert(log_ratio_ppm(7, 7) == 0);
static_assert(log_ratio_ppm(2, 1) == 693'147);

TEST_CASE("a logarithm in integers", "[detail]") {
    for (std::uint64_t number = 1; number < 5'000; number += 3) {
        const auto expected = std::log2(static_cast<double>(number)) * (1 << 24);
        CHECK(static_cast<double>(fixed_log2(number)) == workmem_test::Approx(expected).margin(2));
    }
    for (std::uint64_t number = 1; number < std::uint64_t{1} << 62; number = number * 5 + 1) {
        const auto expected = std::log2(static_cast<double>(number)) * (1 << 24);
        CHECK(static_cast<double>(fixed_log2(number)) == workmem_test::Approx(expected).margin(2));
        CHECK(fixed_log2(number + 1) >= fixed_log2(number));
    }
    CHECK(log_ratio_ppm(1'000'000, 3) == workmem_test::Approx(12.716898e6).margin(2));
}
