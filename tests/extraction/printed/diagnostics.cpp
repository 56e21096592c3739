#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string faults(std::string_view text, const printed::reading& how = {}) {
    return told_by([&](auto& out) { return printed::read_diagnostics(text, how, out); });
}

}  // namespace

TEST_CASE("an error is at its place, in its file", "[extraction][printed]") {
    CHECK(faults("a.c:3:5: error: no x [-Werror=x]\n    3 | x\na.c:4:1: warning: y\n"
                 "b.c:1: fatal error: z.h: No such file\n") ==
          "error a.c:3:5 no x\nfile a.c a.c\n"
          "error b.c:1 z.h: No such file\nfile b.c b.c");
    CHECK(faults("src/a.ts(3,5): error TS1005: ';' expected.\n") ==
          "error src/a.ts:3:5 ';' expected.\nfile src/a.ts a.ts");
    CHECK(faults("src/a.ts:3:5 - error TS1005: ';' expected.\n") ==
          "error src/a.ts:3:5 ';' expected.\nfile src/a.ts a.ts");
    CHECK(faults("error[E0382]: moved\n  --> src/a.rs:3:5\nwarning: unused\n --> src/b.rs:1:1\n") ==
          "error src/a.rs:3:5 moved\nfile src/a.rs a.rs");
    CHECK(faults("# pkg\na/b.go:3:5: undefined: x\n") ==
          "error a/b.go:3:5 undefined: x\nfile a/b.go b.go");
    CHECK(faults("a.py:3:1: E501 line too long\n") ==
          "error a.py:3:1 line too long\nfile a.py a.py");
    CHECK(faults("a.c:3:5: looked for\n", {.searched = true}) == "none");
}

TEST_CASE("errors stand below their file", "[extraction][printed]") {
    CHECK(faults("\n/x/a.js\n  3:7  error    no x  no-x\n  9:1  warning  y  no-y\n") ==
          "error /x/a.js:3:7 no x\nfile /x/a.js a.js");
    CHECK(faults("/x/a.go\nDiagnostics in File: 1\nERROR at L3:C5: no x (Source: go, Code: X)\n") ==
          "error /x/a.go:3:5 no x\nfile /x/a.go a.go");
}

TEST_CASE("what a program ended by is where it happened", "[extraction][printed]") {
    CHECK(
        faults("Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\n"
               "  File \"b.py\", line 9, in f\n    x\nNameError: no x\n") ==
        "error b.py:9 NameError: no x\nfile b.py b.py");
    CHECK(faults(
              "/x/a.js:3\n  x.y\n\nTypeError: no y\n    at f (/x/a.js:3:5)\n    at node:x:1:1\n") ==
          "error /x/a.js:3:5 TypeError: no y\nfile /x/a.js a.js");
    CHECK(
        faults("panic: out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/a.go:9 +0x1d\n") ==
        "error /x/a.go:9 out of range\nfile /x/a.go a.go");
    CHECK(faults("thread 'main' panicked at src/a.rs:3:5:\nno x\n") ==
          "error src/a.rs:3:5 no x\nfile src/a.rs a.rs");
}

TEST_CASE("other text has no errors", "[extraction][printed]") {
    CHECK(faults("2024-05-02 10:11:03 ERROR order failed\nThe error: none\nerror: nothing\n") ==
          "none");
}
