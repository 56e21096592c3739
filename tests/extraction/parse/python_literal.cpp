#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <string>

namespace {

std::string read(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_python_literal(text));
}

}  // namespace

TEST_CASE("rows as Python prints them are records", "[extraction][python]") {
    CHECK(read(R"([{'id': 1, 'name': "it's", 'x': None, 'y': True}])") ==
          R"([{"id":1,"name":"it's","x":null,"y":true}])");
    CHECK(read(R"([{'p': Decimal('1.5'), 't': (1, 'a\n"b')}])") ==
          R"([{"p":"1.5","t":[1,"a\n\"b"]}])");
    CHECK(read("[('a', datetime.date(2031, 5, 2)), ]") == R"([["a","2031, 5, 2"]])");
}

TEST_CASE("what Python would not print is not read", "[extraction][python]") {
    const auto* const text = GENERATE("", "[1, 2]", "{'a': b}", "[{'a': 'b", "[{'a': 'b'}",
                                      "{'a' 1}", "[{'a': 1}] and more", "{'a': 1, 2}", "[{'a': (]");
    CAPTURE(text);
    CHECK(read(text).empty());
    std::string deep = "{'a': ";
    for (int i = 0; i < 1000; ++i) deep += '[';
    CHECK(read(deep).empty());
}
