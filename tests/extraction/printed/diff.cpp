#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string changed(std::string_view text) {
    return told_by([&](auto& out) { return printed::read_diff(text, {}, out); });
}

}  // namespace

TEST_CASE("a difference names the files that it leaves", "[extraction][printed]") {
    CHECK(changed("diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-x\n+--- a/no.c\n"
                  "diff --git a/b.c b/b.c\ndeleted file mode 100644\n--- a/b.c\n+++ /dev/null\n"
                  "diff --git a/c.c b/d.c\nrename from c.c\nrename to d.c\n") ==
          "file a.c a.c\nfile d.c d.c");
    CHECK(changed("--- a/x y.c\t2024\n+++ b/x y.c\t2024\n@@ -1 +1 @@\n") == "file x y.c x y.c");
    CHECK(changed("+++ b/x.c\nno hunk") == "none");
}

TEST_CASE("statistics name files", "[extraction][printed]") {
    CHECK(changed(" src/a.c            |  4 ++--\n img.png            | Bin 0 -> 12 bytes\n"
                  " src/{b => c}/d.c   |  2 +-\n 3 files changed, 3 insertions(+)\n") ==
          "file src/a.c a.c\nfile img.png img.png\nfile src/c/d.c d.c");
    CHECK(changed("a | b\n1 | 2\n") == "none");
}
