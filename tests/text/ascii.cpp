#include "catch.hpp"

#include <workmem/text/ascii.hpp>

using namespace workmem::text;

TEST_CASE("letters, digits and blanks are those of ASCII", "[text][ascii]") {
    CHECK(is_letter('a'));
    CHECK(is_letter('Z'));
    CHECK_FALSE(is_letter('1'));
    CHECK_FALSE(is_letter('\xc3'));
    CHECK(is_blank('\r'));
    CHECK_FALSE(is_blank('_'));
    CHECK(trimmed(" \t a b\r\n") == "a b");
    CHECK(trimmed(" \n ").empty());
    CHECK(has_digit("a1"));
    CHECK_FALSE(has_digit("a"));
    CHECK(is_digits("007"));
    CHECK_FALSE(is_digits(""));
    CHECK_FALSE(is_digits("1a"));
}

TEST_CASE("a number is one that nothing is lost of", "[text][ascii]") {
    const auto* const number = GENERATE("0", "12", "-3", "0.5", "-12.25", "123456789012345");
    CAPTURE(number);
    CHECK(is_number(number));
}

TEST_CASE("what would not be written back the same is a text", "[text][ascii]") {
    const auto* const text = GENERATE("", "-", "+1", "007", "-01", ".5", "1.", "1.2.3", "1e3",
                                      "1234567890123456", "1718023456.001200", "1 ");
    CAPTURE(text);
    CHECK_FALSE(is_number(text));
}
