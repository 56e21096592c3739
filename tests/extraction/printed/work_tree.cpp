#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string told(std::string_view text) {
    return told_by([&](auto& out) { return printed::read_work_tree(text, {}, out); });
}

}  // namespace

TEST_CASE("a working tree has a branch and changed files", "[extraction][printed]") {
    CHECK(told("On branch fix/x\n\nChanges not staged for commit:\n"
               "  (use \"git add <file>...\")\n\tmodified:   a.c\n\tdeleted:    b.c\n"
               "\trenamed:    c.c -> d.c\n\nUntracked files:\n  (use)\n\tnew dir/\n") ==
          "branch fix/x fix/x\nfile a.c a.c\nfile d.c d.c\ndirectory new dir new dir");
    CHECK(told("## main...origin/main\n M a.c\n?? b.c\n D c.c\nR  x.c -> y.c\n") ==
          "branch main main\nfile a.c a.c\nfile b.c b.c\nfile y.c y.c");
    CHECK(told("M\ta.c\nR100\tb.c\tc.c\n") == "file a.c a.c\nfile c.c c.c");
    CHECK(told("Everything is fine") == "none");
    CHECK(told("A tree stands here") == "none");
}

TEST_CASE("what one goes to is a branch", "[extraction][printed]") {
    CHECK(told("Switched to a new branch 'fix/x'") == "branch fix/x fix/x");
    CHECK(told("Already on 'main'\n") == "branch main main");
    CHECK(told("* item one\n* item two\n") == "none");
}
