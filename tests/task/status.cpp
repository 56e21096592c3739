#include "catch.hpp"

#include <workmem/task/status.hpp>

#include <string>

using namespace workmem;

TEST_CASE("which status may follow which", "[task]") {
    std::string table;
    for (const auto from : task_statuses) {
        for (const auto to : task_statuses) table += may_become(from, to) ? 'x' : '.';
        table += '\n';
    }
    // pending, assigned, in_progress, blocked, review, completed, failed, cancelled, skipped
    CHECK(table ==
          ".x.....xx\n"
          "x.x....x.\n"
          "x..xxxxx.\n"
          "x.x....x.\n"
          "..x..xxx.\n"
          "x........\n"
          "x........\n"
          "x........\n"
          "x........\n");
}

TEST_CASE("a terminal status can only be reopened", "[task]") {
    for (const auto each : task_statuses) {
        INFO(to_string(each));
        for (const auto to : task_statuses)
            if (is_terminal(each)) CHECK(may_become(each, to) == (to == task_status::pending));
        CHECK(is_over(each) == (is_terminal(each) || each == task_status::failed));
        CHECK_FALSE((is_held(each) && is_over(each)));
    }
    CHECK(is_held(task_status::blocked));
    CHECK_FALSE(is_held(task_status::review));
    CHECK_FALSE(is_held(task_status::pending));
}

TEST_CASE("a status is read as it is written", "[task]") {
    for (const auto each : task_statuses) {
        auto read = task_status::pending;
        CHECK(parse_name(to_string(each), read));
        CHECK(read == each);
    }
    auto read = task_status::review;
    for (const auto* const bad : {"", "Pending", "done", "unknown"})
        CHECK_FALSE(parse_name(bad, read));
    CHECK(read == task_status::review);
}
