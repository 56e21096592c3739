#include "catch.hpp"

#include <workmem/tokens/estimate_counter.hpp>

#include <string>

namespace {
constexpr workmem::estimate_counter tokens;
}

TEST_CASE("an estimate of tokens", "[tokens]") {
    CHECK(tokens("") == 0);
    CHECK(tokens("word") == 1);
    CHECK(tokens("two words") == 2);
    CHECK(tokens("123456") == 2);
    static_assert(tokens("at compile time") >= 3);
    // Eight tokens in o200k.
    const auto prose = tokens("The quick brown fox jumps over a dog");
    CHECK(prose >= 6);
    CHECK(prose <= 10);
    CHECK(tokens("日本語のテキスト") >= 4);
}

TEST_CASE("an estimate is for an encoding", "[tokens]") {
    using workmem::token_encoding;
    constexpr workmem::estimate_counter older{token_encoding::cl100k};
    CHECK(tokens.encoding() == token_encoding::o200k);
    CHECK(older.encoding() == token_encoding::cl100k);
    // 15 and 28 tokens.
    const std::string russian = "Каждый человек имеет право на жизнь, на свободу и на личную";
    CHECK(tokens(russian) >= 13);
    CHECK(tokens(russian) <= 17);
    CHECK(older(russian) >= 25);
    CHECK(older(russian) <= 31);
}

TEST_CASE("ids are not cheap", "[tokens]") {
    // 21 tokens.
    CHECK(tokens("6fa459ea-ee8a-3ca4-894e-db77e160355e") >= 18);
    CHECK(tokens("6fa459ea-ee8a-3ca4-894e-db77e160355e") <= 24);
}

TEST_CASE("longer text never has fewer tokens", "[tokens]") {
    std::string text;
    std::size_t before = 0;
    for (const char c : std::string{"Hello, world! 12345 internationalisation \n\t (x) "
                                    "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 end"}) {
        text += c;
        if (static_cast<unsigned char>(c) >= 0x80) continue;
        const auto now = tokens(text);
        CHECK(now >= before);
        before = now;
    }
    CHECK(tokens(std::string(1'000'000, 'x')) > 1'000);
}

TEST_CASE("bytes that are no text count as well", "[tokens]") {
    CHECK(tokens("\xff\xfe\xc3") > 0);
    CHECK(tokens(std::string(4, '\0')) > 0);
}

TEST_CASE("long runs of blanks are not one token", "[tokens]") {
    // 79, 625 and 502 tokens.
    CHECK(tokens(std::string(10'000, ' ')) >= 60);
    CHECK(tokens(std::string(10'000, ' ')) <= 100);
    CHECK(tokens(std::string(10'000, '\n')) >= 500);
    CHECK(tokens(std::string(10'000, '\n')) <= 750);
    std::string indented;
    for (int i = 0; i < 2'000; ++i) indented += "\n    ";
    CHECK(tokens(indented) >= 400);
    CHECK(tokens(indented) <= 700);
}
