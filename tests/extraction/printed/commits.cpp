#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string logged(std::string_view text, std::string_view made = {}) {
    return told_by([&](auto& out) { return printed::read_commits(text, made, out); });
}

}  // namespace

TEST_CASE("a log names commits by hash and subject", "[extraction][printed]") {
    CHECK(logged("commit 1f22623a (HEAD -> main)\nAuthor: A\nDate:   now\n\n    Sum\n\n    More\n\n"
                 "commit e7b4407b\nAuthor: B\n\n    Read\n") ==
          "commit 1f22623a Sum\ncommit e7b4407b Read");
    CHECK(logged("commit messages are short") == "none");
}

TEST_CASE("commits stand in lines of their own", "[extraction][printed]") {
    CHECK(logged("* 1f22623 (HEAD -> main) Sum\n|\\\n| * e7b4407 Read\n|/\n") ==
          "commit 1f22623 Sum\ncommit e7b4407 Read");
    CHECK(logged("d41d8cd98f00b204e9800998ecf8427e  a.txt\n") == "none");
    CHECK(logged("1f22623 Sum\nplain\n") == "none");
}

TEST_CASE("a commit that was made is one", "[extraction][printed]") {
    CHECK(logged("[main 1f22623] Sum\n 1 file changed\n") == "commit 1f22623 Sum");
    CHECK(logged("[main (root-commit) 1f22623] Start\n") == "commit 1f22623 Start");
    CHECK(logged("Committed with hash 1f22623.", "Sum\n\nMore") == "commit 1f22623 Sum");
    CHECK(logged("[INFO] ready") == "none");
}
