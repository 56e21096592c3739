#include "catch.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace workmem::text;

TEST_CASE("quoted text stays inside its quotes and its line", "[text]") {
    CHECK(quoted("Home") == "\"Home\"");
    CHECK(quoted("") == "\"\"");
    CHECK(quoted("a\"b\\c") == R"("a\"b\\c")");
    CHECK(quoted("\b\f\n\r\t") == R"("\b\f\n\r\t")");
    CHECK(quoted(std::string_view("\0\x1f\x7f", 3)) == R"("\u0000\u001f\u007f")");
    CHECK(quoted("\u0080\u0085\u009f") == R"("\u0080\u0085\u009f")");
    CHECK(quoted("\u2028\u2029") == R"("\u2028\u2029")");
    CHECK(quoted("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") ==
          R"("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")");
    CHECK(quoted("café 日本 😀") == "\"café 日本 😀\"");
    CHECK(quoted("\xff") == "\"\uFFFD\"");
}

TEST_CASE("what is not drawn is seen in quoted text", "[text]") {
    CHECK(quoted("pass\u00adword") == R"("pass\u00adword")");
    CHECK(quoted("a\u200bb\ufeff\u2060") == R"("a\u200bb\ufeff\u2060")");
    // Beyond U+FFFF as JSON writes it, so that it can be read back.
    CHECK(quoted("x\U000E0041\U000E007F") == R"("x\udb40\udc41\udb40\udc7f")");
    CHECK(quoted("\u3164") == R"("\u3164")");
}

TEST_CASE("joiners and variation selectors stay where they are made for", "[text]") {
    for (const std::string text : {"❤\ufe0f", "❤\ufe0f\u200d🔥", "👩\u200d💻", "می\u200cخواهم",
                                   "क्\u200dष", "👩\U0001F3FD\u200d💻", "1\ufe0f\u20e3"})
        CHECK(quoted(std::string_view{text}) == '"' + text + '"');
    CHECK(quoted("\ufe0f") == R"("\ufe0f")");
    CHECK(quoted(" \u200d") == R"(" \u200d")");
    CHECK(quoted("a\n\u200d") == R"("a\n\u200d")");
    // One of them; more carry what nobody sees.
    CHECK(quoted("❤\ufe0f\ufe0e") == "\"❤\ufe0f\\ufe0e\"");
    CHECK(quoted("ش\u200d\u200c") == "\"ش\u200d\\u200c\"");
    CHECK(quoted("12345678\ufe0f") == "\"12345678\ufe0f\"");
    CHECK(quoted("1234567 \ufe0f") == R"("1234567 \ufe0f")");
    // Behind what needs none they carry what no person sees.
    for (const std::string letter : {"a", "1", "é", "я", "日", ".", "\u0301"}) {
        const auto non_joiner = letter + "\u200c", joiner = letter + "\u200d";
        CHECK(quoted(std::string_view{non_joiner}) == '"' + letter + R"(\u200c")");
        CHECK(quoted(std::string_view{joiner}) == '"' + letter + R"(\u200d")");
    }
    CHECK(quoted("a\ufe0f") == R"("a\ufe0f")");
    CHECK(quoted("❤\u200c") == "\"❤\\u200c\"");
    CHECK(quoted("a\u2800b") == R"("a\u2800b")");
    CHECK(quoted("⠓⠊") == "\"⠓⠊\"");
    // Selectors that are not for emoji never stay.
    CHECK(quoted("a\ufe00") == R"("a\ufe00")");
    CHECK(quoted("a\U000E0100") == R"("a\udb40\udd00")");
}

TEST_CASE("each byte is escaped wherever it stands in a word of eight", "[text]") {
    for (int c = 0; c < 256; ++c)
        for (std::size_t at = 0; at < 20; ++at) {
            std::string text(20, 'x');
            text[at] = static_cast<char>(c);
            const auto out = escaped(text);
            const bool plain = c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
            if (plain) {
                if (out != text) FAIL(c << " at " << at);
                continue;
            }
            const bool clean = std::none_of(out.begin(), out.end(), [](char each) {
                return static_cast<unsigned char>(each) < 0x20 || each == 0x7F;
            });
            if (!clean || out.size() <= text.size() || !out.starts_with(std::string(at, 'x')) ||
                !out.ends_with(std::string(19 - at, 'x')) || !is_valid(out))
                FAIL(c << " at " << at);
        }
}

TEST_CASE("escaping appends", "[text]") {
    std::string out = "before ";
    append_quoted(out, "x");
    append_escaped(out, "\n");
    CHECK(out == "before \"x\"\\n");
}
