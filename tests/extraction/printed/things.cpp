#include "catch.hpp"
#include "told.hpp"

#include <workmem/extraction/printed/things.hpp>

#include <cstddef>
#include <string>

using workmem::extraction::printed::things;
using workmem_test::told;

TEST_CASE("what a text names comes once, where it came first", "[extraction][printed_things]") {
    things found{things::limits{}};
    CHECK(found.empty());
    found.add("commit", "1f2e", "Fix the login");
    found.add_file("src/main.cpp");
    found.add_directory("tests");
    found.add("commit", "1f2e", "Again");
    CHECK(found.size() == 3);
    CHECK(told(found) ==
          "commit 1f2e Fix the login\nfile src/main.cpp main.cpp\ndirectory tests tests");
}

TEST_CASE("of each type no more than a number is kept, and the rest counted",
          "[extraction][printed_things]") {
    things found{things::limits{.of_a_type = 2}};
    for (std::size_t i = 0; i < 5; ++i) found.add("commit", std::to_string(i), "A change");
    CHECK(found.size() == 2);
    CHECK(found.omitted() == 3);
    found.omit(4);
    CHECK(found.omitted() == 7);
}

TEST_CASE("what is said is said of the last one that came in", "[extraction][printed_things]") {
    things found{things::limits{}};
    found.add("commit", "1f2e", "Fix the login");
    found.add("commit", "3a4b", "Add a page");
    found.describe("author", "Ada");
    REQUIRE(found.found().size() == 2);
    CHECK(found.found()[0].attributes.empty());
    REQUIRE(found.found()[1].attributes.size() == 1);
    CHECK(found.found()[1].attributes[0] == workmem::attribute{"author", std::string{"Ada"}});
}
