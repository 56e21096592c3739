#include "catch.hpp"

#include <workmem/detail/fixed_point.hpp>

#include <cmath>
#include <cstdint>

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
