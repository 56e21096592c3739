#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string matched(std::string_view text, const printed::reading& how = {}) {
    return told_by([&](auto& out) { return printed::read_matches(text, how, out); });
}

}  // namespace

TEST_CASE("lines with their places are in files", "[extraction][printed]") {
    CHECK(matched("src/a.c:3:int x;\nsrc/a.c:9:{\"id\": 7}\n./b.c:1:x\n") ==
          "file src/a.c a.c\nfile b.c b.c");
    CHECK(matched("a.c:3:x\na.c-4-y\n--\nb.c:1:z") == "file a.c a.c\nfile b.c b.c");
    CHECK(matched("a.c:3\nb.c:0\n") == "file a.c a.c\nfile b.c b.c");
    CHECK(matched("10:11:02 INFO started") == "none");
    CHECK(matched("http://x:80:y") == "none");
    CHECK(matched("a.c:3:x\nplain text") == "none");
}

TEST_CASE("numbered lines are in the only file that was searched", "[extraction][printed]") {
    CHECK(matched("3:int x;\n9:y", {.file = "src/a.c"}) == "file src/a.c a.c");
    CHECK(matched("3:int x;\n9:y") == "none");
}

TEST_CASE("lines stand below their files", "[extraction][printed]") {
    CHECK(matched("Found 2 matches:\n---\nFile: a.c\nL3: x\n---\nFile: b.c\nL4: src/c.c\n---",
                  {.base = "src", .searched = true}) == "file src/a.c a.c\nfile src/b.c b.c");
    CHECK(matched("/x/a.c\nReferences in File: 1\nAt: L3:C5\n\n3|f();\n") == "file /x/a.c a.c");
    CHECK(matched("src/a.c\nis where the fault is") == "none");
}

TEST_CASE("what was searched may have any paths", "[extraction][printed]") {
    CHECK(matched("src/My Docs/n.md:3:x\npackages/@acme/ui/i.ts:4:y\napp/(auth)/p.ts:5:z\n") ==
          "file src/My Docs/n.md n.md\nfile packages/@acme/ui/i.ts i.ts\n"
          "file app/(auth)/p.ts p.ts");
    CHECK(matched("a.c:3:x\nMy Docs:4:y\nb.c:5:z", {.searched = true}) ==
          "file a.c a.c\nfile b.c b.c");
    CHECK(matched("a.c:3:x\nplain text\nand more", {.searched = true}) == "none");
    CHECK(matched("error in src/a.c:3:x") == "none");
}
