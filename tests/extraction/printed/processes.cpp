#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <string>

using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

TEST_CASE("processes are rows with a number and a command", "[extraction][printed]") {
    const auto told = [](std::string_view text) {
        return told_by([&](auto& out) { return printed::read_processes(text, out); });
    };
    CHECK(told("  PID TTY      TIME     CMD\n   12 pts/0 00:00:01 node a.js\n") ==
          "process 12 node a.js");
    CHECK(told("COMMAND PID USER NAME\nnode     12 ann  *:80 (LISTEN)\n") == "process 12 node");
    CHECK(told("ann  12  0.1  1.0 9120 8800 ?  Sl  09:10  1:01 node a.js\n") ==
          "process 12 node a.js");
    CHECK(told("NAME READY\nweb 1/1\n") == "none");
    CHECK(told("one two three") == "none");
}
