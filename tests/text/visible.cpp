#include "catch.hpp"

#include <workmem/text/visible.hpp>

#include <string_view>

using workmem::text::has_visible;
using workmem::text::is_visible;

TEST_CASE("a code point is visible unless it is white space, a control or not drawn",
          "[text][visible]") {
    for (const char32_t each : {U'a', U'!', U'\u00E9', U'\u4E2D', U'\uFFFD', U'\U0001F680'}) {
        CAPTURE(static_cast<unsigned>(each));
        CHECK(is_visible(each));
    }
    for (const char32_t each : {U' ', U'\t', U'\u00A0', U'\u00AD', U'\u200B', U'\u202E', U'\u2800',
                                U'\u3000', U'\uFE0F', U'\uFEFF', U'\U0001D173', U'\U000E0041'}) {
        CAPTURE(static_cast<unsigned>(each));
        CHECK_FALSE(is_visible(each));
    }
    // Beside the ranges.
    CHECK(is_visible(0x21));
    CHECK_FALSE(is_visible(0x7F));
    CHECK(is_visible(0xA1));
    CHECK(is_visible(0x1FFF));
    CHECK_FALSE(is_visible(0x2000));
    CHECK(is_visible(0x2010));
    CHECK(is_visible(0xE1000));
}

TEST_CASE("a text shows something if one of its code points does", "[text][visible]") {
    using namespace std::string_view_literals;
    CHECK_FALSE(has_visible(""));
    CHECK_FALSE(has_visible(" \t\0\xE2\x80\x8B"sv));
    CHECK(has_visible("\xE2\x80\x8B."));
}
