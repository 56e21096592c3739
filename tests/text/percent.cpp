// Any text as a segment of a URI, and back.
#include "catch.hpp"

#include <workmem/text/percent.hpp>

#include <string>

using workmem::text::percent_decoded;
using workmem::text::percent_encoded;

TEST_CASE("every text comes back from a segment", "[text]") {
    CHECK(percent_encoded("a-b_c.d~9") == "a-b_c.d~9");
    CHECK(percent_encoded("a b/ö") == "a%20b%2F%C3%B6");
    for (const std::string text : {"", "chat", "a b/c?d#e%", "日本", "\n\"\x01"})
        CHECK(percent_decoded(percent_encoded(text)) == text);
    CHECK(percent_decoded("%c3%B6") == "ö");
}

TEST_CASE("what is no segment has no text", "[text]") {
    for (const auto* const bad : {"a/b", "%", "%2", "a%2", "%zz", "%2g", "%FF", "\xff"})
        CHECK_FALSE(percent_decoded(bad));
}
