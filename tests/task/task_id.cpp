#include "catch.hpp"

#include <workmem/task/task_id.hpp>

#include <sstream>
#include <string>
#include <utility>

using workmem::task_id;

TEST_CASE("a task's id is its text; where it was makes no difference", "[task]") {
    CHECK(task_id{"a"} == task_id(std::string{"a"}, 7));
    CHECK_FALSE(task_id{"a"} < task_id(std::string{"a"}, 7));
    CHECK(task_id{"a"} < task_id{"b"});
    CHECK(task_id{"a"} != "A");
    CHECK(task_id{}.empty());
    CHECK(task_id(std::string{"a"}, 7).place() == 7);
    CHECK(task_id{"a"}.place() != 7);
    task_id old{"id"};
    const task_id moved{std::move(old), 9};
    CHECK(moved.str() == "id");
    CHECK(moved.place() == 9);
    std::ostringstream out;
    out << moved;
    CHECK(out.str() == "id");
}
