#include "catch.hpp"

#include <workmem/text/fold.hpp>

#include <string>

using namespace workmem::text;

TEST_CASE("case folds in the scripts that have it", "[text]") {
    CHECK(folded("Hello, WORLD 42") == "hello, world 42");
    CHECK(folded("ÀÉÎÕÜ Þ ×") == "àéîõü þ ×");
    CHECK(folded("ŽŠČĆĐ ŁĄĘ Ÿ") == "žščćđ łąę ÿ");
    CHECK(folded("ΑΒΓΔΩ ΣΟΦΟΣ") == folded("αβγδω σοφος"));
    CHECK(folded("ПРИВЕТ ЁЖ") == "привет ёж");
    CHECK(folded("ԲԱՐԵՎ") == "բարեվ");
    CHECK(folded("日本語 😀") == "日本語 😀");
    CHECK(folded("") == "");
}

TEST_CASE("folding twice is folding once, and nothing grows by more than half", "[text]") {
    for (char32_t c = 0; c < 0x20000; ++c) {
        if (c >= 0xD800 && c < 0xE000) continue;
        if (fold(fold(c)) != fold(c)) FAIL(std::to_string(c));
        std::string before, after;
        append(before, c);
        append(after, fold(c));
        if (after.size() > before.size() + before.size() / 2) FAIL(std::to_string(c));
    }
}

TEST_CASE("folded text is valid", "[text]") {
    CHECK(folded("A\xff"
                 "B") ==
          "a\uFFFD"
          "b");
}

TEST_CASE("what belongs to a word", "[text]") {
    for (const char32_t c : U"azAZ09éßΩЖ日한ª") {
        if (c == 0) break;
        CHECK(is_word(c));
    }
    for (const char32_t c : U" .,;:!?-_'\"()[]/\\\n×÷—…“”、。！") {
        if (c == 0) break;
        INFO(static_cast<unsigned>(c));
        CHECK_FALSE(is_word(c));
    }
    CHECK_FALSE(is_word(replacement_character));
}
