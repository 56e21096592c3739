#include "catch.hpp"

#include <workmem/extraction/parse/marks.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem::extraction;

TEST_CASE("lines come without blanks around them until one is enough", "[extraction][marks]") {
    std::vector<std::string> lines;
    each_line(" a \r\n\n  b\nc\n", [&](std::string_view line) {
        lines.emplace_back(line);
        return line != "b";
    });
    CHECK(lines == std::vector<std::string>{"a", "", "b"});
}

TEST_CASE("the mark of a list or heading is taken off a line", "[extraction][marks]") {
    const auto [line, rest] =
        GENERATE(std::pair{"- milk", "milk"}, std::pair{"* milk", "milk"},
                 std::pair{"2. milk", "milk"}, std::pair{"## Milk", "Milk"},
                 std::pair{"[2] milk", "milk"}, std::pair{"\u2714 done", "done"});
    CAPTURE(line);
    std::string_view left = line;
    CHECK(take_mark(left));
    CHECK(left == rest);
}

TEST_CASE("a line without a mark keeps all of its text", "[extraction][marks]") {
    const auto* const line = GENERATE("", "milk", "-5 degrees", "2.5 litres", "#12 Fix", "a - b");
    CAPTURE(line);
    std::string_view left = line;
    CHECK_FALSE(take_mark(left));
    CHECK(left == line);
}

TEST_CASE("names of fields are written as identifiers", "[extraction][marks]") {
    CHECK(field_name_of("Order no.") == "order_no");
    CHECK(field_name_of("Net total") == "net_total");
    CHECK(field_name_of("one two three four five").empty());
    CHECK(field_name_of("").empty());
}

TEST_CASE("emphasis, code, quotes and links leave their text", "[extraction][marks]") {
    CHECK(unmarked("**bold**") == "bold");
    CHECK(unmarked("`code`") == "code");
    CHECK(unmarked("\"quoted\"") == "quoted");
    CHECK(unmarked("[Fix login](https://x.example/issues/12)") == "Fix login");
    CHECK(unmarked("a * b") == "a * b");
}
