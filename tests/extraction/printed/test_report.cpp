#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string reported(std::string_view text) {
    return told_by([&](auto& out) { return printed::read_test_report(text, out); });
}

}  // namespace

TEST_CASE("tests that failed come before those that passed", "[extraction][printed]") {
    CHECK(reported("t/a.py::test_x PASSED   [ 50%]\nt/a.py::C::test_y[1-b] FAILED [100%]\n"
                   "FAILED t/a.py::C::test_y[1-b] - assert 0\n") ==
          "test t/a.py::C::test_y[1-b] test_y[1-b]");
    CHECK(reported("t/a.py::test_x PASSED   [ 50%]\n") == "test t/a.py::test_x test_x");
    CHECK(reported("FAILED to open the file\n") == "none");
    CHECK(reported("4 passed in 0.05s") == "none");
}

TEST_CASE("runners of other languages are read", "[extraction][printed]") {
    CHECK(reported("test a::b ... ok\ntest a::c ... FAILED\n") == "test a::c c");
    CHECK(reported("--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/b (0.00s)\n") ==
          "test TestA TestA\ntest TestA/b TestA/b");
    CHECK(reported(
              "1/2 Test #1: one ...   Passed    0.1 sec\n2/2 Test #2: two ...***Failed 1 sec\n") ==
          "test two two");
    CHECK(reported("[  FAILED  ] Suite.Name (0 ms)\n") == "test Suite.Name Suite.Name");
    CHECK(reported("  \u2715 adds (3 ms)\n  \u25CF Sum \u203A adds\n") ==
          "test Sum \u203A adds adds");
    CHECK(reported("not ok 1 - adds\nok 2 - takes\n") == "test adds adds");
    CHECK(reported("FAIL: test_x (t.a.Case)\n") == "test test_x test_x");
}

TEST_CASE("what cannot be collected is an error", "[extraction][printed]") {
    CHECK(reported("t/a.py:3: in <module>\nERROR t/a.py - ImportError: no b\n") ==
          "error t/a.py:3 ImportError: no b");
}
