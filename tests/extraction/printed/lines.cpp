#include "catch.hpp"

#include <workmem/extraction/printed/lines.hpp>

#include <string>
#include <string_view>

namespace printed = workmem::extraction::printed;

TEST_CASE("lines come without their ends", "[extraction][printed]") {
    printed::line_reader lines{"a\r\n\nb"};
    std::string_view line;
    REQUIRE(lines.next(line));
    CHECK(line == "a");
    REQUIRE(lines.next(line));
    CHECK(line.empty());
    REQUIRE(lines.next(line));
    CHECK(line == "b");
    CHECK_FALSE(lines.next(line));
}

TEST_CASE("escapes of terminals are no part of a text", "[extraction][printed]") {
    std::string storage;
    CHECK(printed::without_escapes("plain", storage) == "plain");
    CHECK(printed::without_escapes("\x1b[1;31mred\x1b[0m", storage) == "red");
    CHECK(printed::without_escapes("\x1b]0;title\a$ ls", storage) == "$ ls");
    CHECK(printed::without_escapes("cut \x1b[31", storage) == "cut ");
    CHECK(printed::without_escapes("end \x1b", storage) == "end ");
}

TEST_CASE("names are kept without what nobody sees", "[extraction][printed]") {
    CHECK(printed::clean("a\x1b[31mb\nc\x07", 100) == "abc");
    CHECK(printed::clean("safe\u202Etxt.exe", 100) == "safetxt.exe");
    CHECK(printed::clean("\u2066x\u2069\u200E", 100) == "x");
    CHECK(printed::clean("\u00E4\u00F6\u00FC", 4) == "\u00E4\u00F6");
    CHECK(printed::clean("bad \xFF byte", 100) == "bad \uFFFD byte");
}

TEST_CASE("a hash has figures and letters up to f", "[extraction][printed]") {
    CHECK(printed::is_hash("1f22623"));
    CHECK_FALSE(printed::is_hash("1f2262"));
    CHECK_FALSE(printed::is_hash("decade"));
    CHECK_FALSE(printed::is_hash("acceded"));
    CHECK_FALSE(printed::is_hash("1f2262g"));
}
