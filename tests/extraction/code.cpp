#include "catch.hpp"

#include <workmem/extraction/code.hpp>

#include <string>

using workmem::extraction::is_code;

TEST_CASE("a code is what one thing is called by", "[extraction][code]") {
    const auto* const text = GENERATE("DF-31", "ph-4471", "PX40118", "insp_a7", "WO#12",
                                      "5d1f7a90-93be-4d0e-8a6b-61f2c7e4b305");
    CAPTURE(text);
    CHECK(is_code(text));
}

TEST_CASE("amounts, times, sizes, words and addresses are no codes", "[extraction][code]") {
    const auto* const text =
        GENERATE("", "A1", "500g", "9am", "2031", "2031-06", "2031-06-01", "300x200", "p95",
                 "sha256", "PO", "v1.2", "A 1", "a/b-1", "12:40", "P-1\n");
    CAPTURE(text);
    CHECK_FALSE(is_code(text));
    CHECK_FALSE(is_code(std::string(65, 'A') + "1"));
}
