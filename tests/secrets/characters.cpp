#include "catch.hpp"

#include <workmem/secrets/characters.hpp>

namespace secrets = workmem::secrets;
using secrets::alphabet;
using secrets::front_of;

TEST_CASE("the front of a text is what one alphabet holds", "[secrets]") {
    CHECK(front_of(alphabet::hexadecimal, "9f3bG1", 10) == "9f3b");
    CHECK(front_of(alphabet::upper, "AB1c", 10) == "AB1");
    CHECK(front_of(alphabet::word, "a_b-c", 10) == "a_b");
    CHECK(front_of(alphabet::dashed, "a_b-c.d", 10) == "a_b-c");
    CHECK(front_of(alphabet::dotted, "a_b-c.d/e", 10) == "a_b-c.d");
    CHECK(front_of(alphabet::base64, "a+/=.", 10) == "a+/=");
    CHECK(front_of(alphabet::bearer, "a~b.c ", 10) == "a~b.c");
    CHECK(front_of(alphabet::word, "abcdef", 3) == "abc");
    CHECK(front_of(alphabet::word, "größe", 10) == "gr");
}

TEST_CASE("neighbours are odd in random text, and seldom in words", "[secrets]") {
    const auto random = secrets::count_neighbours("q7Xk2Z9fB3wPz8Ld");
    CHECK(random.odd * 3 >= random.telling * 2);
    const auto words = secrets::count_neighbours("the meeting was moved to thursday afternoon");
    CHECK(words.telling > 20);
    CHECK(words.odd * 5 <= words.telling);
    const auto digits = secrets::count_neighbours("2025");
    CHECK(digits.telling == 0);
}
