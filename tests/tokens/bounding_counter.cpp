#include "catch.hpp"

#include <workmem/tokens/bounding_counter.hpp>

#include <string>
#include <utility>

namespace {
constexpr workmem::bounding_counter at_most;
}

TEST_CASE("a bound is never above the bytes", "[tokens]") {
    CHECK(at_most("") == 0);
    for (const auto* text : {"a", "é", "語", "😀", "\xff\xff", " ", "\r\r\r", "x1", "Zzz"}) {
        INFO(text);
        CHECK(at_most(text) >= 1);
        CHECK(at_most(text) <= std::string{text}.size());
    }
    CHECK(at_most(std::string(1'000'000, 'q')) <= 1'000'000);
}

TEST_CASE("a bound is not below what the encodings make of a text", "[tokens]") {
    // The larger of the counts in o200k and cl100k.
    const std::pair<const char*, std::size_t> counted[]{
        {"The quick brown fox jumps over the lazy dog.", 10},
        {"don't you'd we'll", 6},
        {"6fa459ea-ee8a-3ca4-894e-db77e160355e", 21},
        {"{\"id\":\"p-1\",\"name\":\"Home\"}", 11},
        {"SGVsbG8sIFdvcmxkIQ==", 13},
        {"getElementById", 4},
        {"2026-01-08T13:03:59.531Z [ERROR]", 18},
        {"anomie plectrons", 6},
        {"qxzkvwpt", 4},
        {"!@#$%^&*", 6},
        {"\t\tx\n\n\n  y", 5},
        {"Привет, мир", 6},
        {"日本語のテキスト", 8},
        {"पृष्ठ", 7},
        {"🏴\u200D☠️", 8}};
    for (const auto& [text, tokens] : counted) {
        INFO(text);
        CHECK(at_most(text) >= tokens);
    }
}

TEST_CASE("common words in prose cost a token each", "[tokens]") {
    CHECK(at_most("please show the pages of this project to the customer") <= 12);
    CHECK(at_most(" the") < at_most(" thx tgq"));
}

TEST_CASE("a text has at most what its halves have together, and their chance", "[tokens]") {
    const std::string text = "order 66 (\"Ünïcode\") a1b2-c3d4\n  std::vector<int> HTTPServer";
    for (std::size_t i = 0; i <= text.size(); ++i)
        CHECK(at_most(text) <= at_most(text.substr(0, i)) + at_most(text.substr(i)) + 12);
}
