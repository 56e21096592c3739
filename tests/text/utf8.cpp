#include "catch.hpp"

#include <workmem/text/utf8.hpp>

#include <string>

using namespace workmem::text;

TEST_CASE("every code point is written and read again", "[text]") {
    for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 61) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        std::string out;
        append(out, c);
        const auto back = decode(out);
        if (!back.valid || back.value != c || back.bytes != out.size()) FAIL(std::to_string(c));
    }
}

TEST_CASE("what is no UTF-8 is found, and replaced by the book", "[text]") {
    struct {
        std::string text, valid;
    } const cases[]{
        {"abc", "abc"},
        {"\x80", "\uFFFD"},
        {"\xC0\x80", "\uFFFD\uFFFD"},                       // overlong
        {"\xE0\x80\x80", "\uFFFD\uFFFD\uFFFD"},
        {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},             // a surrogate
        {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},   // beyond U+10FFFF
        {"\xF5\x80", "\uFFFD\uFFFD"},
        {"\xC3", "\uFFFD"},                                 // cut
        {"\xE2\x82", "\uFFFD"},
        {"\xF0\x9F\x98", "\uFFFD"},
        {"a\xF0\x9F\x98z", "a\uFFFDz"},
        {"12345678\xFF" "12345678", "12345678\uFFFD" "12345678"},
        {"a\xC3\xA9\xFF", "aé\uFFFD"},
    };
    for (const auto& each : cases) {
        INFO(each.valid);
        CHECK(to_valid(each.text) == each.valid);
        CHECK(is_valid(each.text) == (each.text == each.valid));
        CHECK(is_valid(each.valid));
    }
    CHECK(find_invalid("0123456789\xFF") == 10);
    CHECK(find_invalid("") == 0);
    static_assert(is_valid("compile time é 0123456789"));
    static_assert(!is_valid("\xFF"));
}

TEST_CASE("a prefix never cuts a code point", "[text]") {
    const std::string text = "aé€😀z";
    for (std::size_t size = 0; size <= text.size() + 2; ++size) {
        const auto cut = prefix(text, size);
        CHECK(cut.size() <= size);
        CHECK(is_valid(cut));
        CHECK(text.starts_with(cut));
    }
    CHECK(prefix(text, 2) == "a");
    CHECK(prefix(text, 3) == "aé");
    CHECK(prefix("\x80\x80\x80\x80\x80\x80", 5).size() <= 5);
}

TEST_CASE("length counts code points", "[text]") {
    CHECK(length("") == 0);
    CHECK(length("aé€😀z") == 5);
    CHECK(length("\xFF\xFF") == 2);
}
