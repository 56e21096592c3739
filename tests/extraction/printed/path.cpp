#include "catch.hpp"

#include <workmem/extraction/printed/path.hpp>

namespace printed = workmem::extraction::printed;

TEST_CASE("a path is called by its last part", "[extraction][printed]") {
    CHECK(printed::base_name("src/a.c") == "a.c");
    CHECK(printed::base_name("src/") == "src");
    CHECK(printed::base_name("/") == "/");
    CHECK(printed::base_name("C:\\work\\a.c") == "a.c");
}

TEST_CASE("paths are seen from where they were listed", "[extraction][printed]") {
    CHECK(printed::join("src", "a.c") == "src/a.c");
    CHECK(printed::join("src/", "./a.c") == "src/a.c");
    CHECK(printed::join("src", "src/a.c") == "src/a.c");
    CHECK(printed::join("src", "/etc/a.c") == "/etc/a.c");
    CHECK(printed::join(".", "a.c") == "a.c");
    CHECK(printed::join("", "./src/") == "src");
    CHECK(printed::join("src", "../../etc/passwd") ==
          "src/../../etc/passwd");  // data, as it stands
}

TEST_CASE("a line is a path or is not", "[extraction][printed]") {
    CHECK(printed::is_path_line("src/a.c"));
    CHECK(printed::is_path_line("/home/ann/shopping list.txt"));
    CHECK(printed::is_path_line("a.c"));
    CHECK_FALSE(printed::is_path_line("shopping list.txt"));
    CHECK_FALSE(printed::is_path_line("https://example.com/a"));
    CHECK_FALSE(printed::is_path_line("It works."));
    CHECK_FALSE(printed::is_path_line(std::string(5'000, 'a') + ".c"));
}

TEST_CASE("quotes and percent signs in paths are read", "[extraction][printed]") {
    CHECK(printed::unquoted(R"("a\303\244.txt")") == "a\u00E4.txt");
    CHECK(printed::unquoted("a.txt") == "a.txt");
    CHECK(printed::path_of_uri("file:///home/a%20b.c") == "/home/a b.c");
    CHECK(printed::path_of_uri("src/a.c") == "src/a.c");
}

TEST_CASE("pages are called by the end of their address", "[extraction][printed]") {
    CHECK(printed::name_of_url("https://example.com/a/b.html?x=1#y") == "b.html");
    CHECK(printed::name_of_url("https://example.com/") == "example.com");
    CHECK(printed::is_url("http://localhost:8080/x"));
    CHECK_FALSE(printed::is_url("https://"));
    CHECK_FALSE(printed::is_url("see https://example.com"));
}
