#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string listed(std::string_view text, const printed::reading& how = {}) {
    return told_by([&](auto& out) { return printed::read_listing(text, how, out); });
}

}  // namespace

TEST_CASE("paths are listed one a line", "[extraction][printed]") {
    CHECK(listed("./src/a.c\nsrc/api/\n") == "file src/a.c a.c\ndirectory src/api api");
    CHECK(listed("Found 2 files\n/x/a.c\n/x/b c.md\n(truncated)") ==
          "file /x/a.c a.c\nfile /x/b c.md b c.md");
    CHECK(listed("The file was saved.") == "none");
    CHECK(listed("src/a.c\nand more text here") == "none");
}

TEST_CASE("bare names are paths where a program lists them", "[extraction][printed]") {
    CHECK(listed("a.c\nsrc", {.base = "x", .names = true}) ==
          "file x/a.c a.c\ndirectory x/src src");
    CHECK(listed("Directory x is empty.", {.base = "x", .names = true}) == "none");
    CHECK(listed("a\nb", {.directories = true}) == "none");
    CHECK(listed("./a/b\n.\n..", {.directories = true}) == "directory a/b b");
}

TEST_CASE("marked and long forms say what is a directory", "[extraction][printed]") {
    CHECK(listed("[DIR] src\n[FILE] a.c") == "directory src src\nfile a.c a.c");
    CHECK(listed("total 8\n"
                 "drwxr-xr-x 2 a a 4096 May  2 10:00 .\n"
                 "drwxr-xr-x 2 a a 4096 May  2 10:00 my src\n"
                 "lrwxrwxrwx 1 a a    4 May  2 10:00 now -> then\n",
                 {.base = "x"}) == "directory x/my src my src\nfile x/now now");
}

TEST_CASE("a tree below a folder with a slash at its end begins there", "[extraction][printed]") {
    CHECK(listed("├── a.c\n", {.base = "x/"}) == "file x/a.c a.c");
    CHECK(listed("`-- a\n    `-- b.c\n", {.base = "src/"}) ==
          "directory src/a a\nfile src/a/b.c b.c");
}

TEST_CASE("trees are listed with where their leaves are", "[extraction][printed]") {
    CHECK(listed(".\n├── a.c\n└── src\n    └── b.c\n\n1 directory, 2 files\n") ==
          "file a.c a.c\ndirectory src src\nfile src/b.c b.c");
    const json tree = json::parse(
        R"([{"name":"src","type":"directory","children":[{"name":"b.c","type":"file"}]},
            {"name":"a.c","type":"file"}])");
    CHECK(told_by([&](auto& out) {
              return printed::read_tree(workmem::text::json_view{tree}, {.base = "x"}, out);
          }) == "directory x/src src\nfile x/a.c a.c\nfile x/src/b.c b.c");
    const json other = json::parse(R"([{"name":"a","type":"file","id":7}])");
    CHECK(told_by([&](auto& out) {
              return printed::read_tree(workmem::text::json_view{other}, {}, out);
          }) == "none");
}

TEST_CASE("of a long listing the first are kept and the rest is counted", "[extraction][printed]") {
    std::string text;
    for (int i = 0; i < 10'000; ++i) text += "src/" + std::to_string(i) + ".c\n";
    printed::things found{{}};
    REQUIRE(printed::read_listing(text, {}, found));
    CHECK(found.size() == 10);
    CHECK(found.found().front().id == "src/0.c");
    CHECK(found.omitted() == 9'990);
}
