#include "catch.hpp"

#include <workmem/extraction/printed/python_literal.hpp>

namespace printed = workmem::extraction::printed;

TEST_CASE("rows as Python prints them are JSON", "[extraction][printed]") {
    CHECK(printed::read_python_literal(R"([{'id': 1, 'name': "it's", 'x': None, 'y': True}])") ==
          R"([{"id": 1, "name": "it's", "x": null, "y": true}])");
    CHECK(printed::read_python_literal(R"([{'p': Decimal('1.5'), 't': (1, 'a\n"b')}])") ==
          R"([{"p": "'1.5'", "t": [1, "a\n\"b"]}])");
    CHECK(printed::read_python_literal("[1, 2]").empty());
    CHECK(printed::read_python_literal("{'a': b}").empty());
    CHECK(printed::read_python_literal("[{'a': 'b").empty());
}
