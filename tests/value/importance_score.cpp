#include "catch.hpp"

#include <workmem/value/importance_score.hpp>

#include <limits>
#include <string>

using workmem::importance_score;

TEST_CASE("an importance is the nearest millionth", "[bounded]") {
    CHECK(importance_score{}.ppm() == 500'000);
    CHECK(importance_score::from(0.0)->ppm() == 0);
    CHECK(importance_score::from(1.0)->ppm() == 1'000'000);
    CHECK(importance_score::from(0.1 + 0.2)->ppm() == 300'000);
    CHECK(importance_score::from(0.123'456'7)->ppm() == 123'457);
    CHECK(importance_score::from(0.7) == importance_score::from_ppm(700'000));
    CHECK(*importance_score::from(0.3) < *importance_score::from(0.300'001));
    for (const double bad : {-0.000'1, 1.000'1, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()})
        CHECK_FALSE(importance_score::from(bad));
}

TEST_CASE("an importance is written in exact decimal digits", "[bounded]") {
    CHECK(to_string(importance_score{}) == "0.5");
    CHECK(to_string(importance_score::from_ppm(0)) == "0.0");
    CHECK(to_string(importance_score::from_ppm(1'000'000)) == "1.0");
    CHECK(to_string(importance_score::from_ppm(1)) == "0.000001");
    CHECK(to_string(importance_score::from_ppm(650'000)) == "0.65");
}
