#include "catch.hpp"

#include <workmem/task/validate.hpp>

#include <cstddef>
#include <string>
#include <vector>

using workmem::new_task;
using workmem::task_limits;
namespace detail = workmem::detail;

namespace {

std::string problem_of(new_task what) {
    const auto problem = detail::validate(what);
    return problem ? problem->message() : "nothing";
}

}  // namespace

TEST_CASE("a text is made valid, and as long as its field takes", "[task]") {
    std::string text = "a\xFF";
    CHECK_FALSE(detail::validate_text("summary", text, 1, 10));
    CHECK(text == "a\xEF\xBF\xBD");
    std::string empty;
    const auto problem = detail::validate_text("choice", empty, 1, 10);
    REQUIRE(problem);
    CHECK(problem->code() == workmem::error_code::validation_error);
    CHECK(problem->message() == "choice must have 1 to 10 bytes, has 0");
    std::string grown(8, '\xFF');
    CHECK(detail::validate_text("choice", grown, 1, 10)->message() ==
          "choice must have 1 to 10 bytes, has 24");
}

TEST_CASE("a title can be seen", "[task]") {
    CHECK(problem_of({.title = "Fix the login"}) == "nothing");
    CHECK_THAT(problem_of({}), workmem_test::contains("title must have 1 to 1024 bytes"));
    CHECK_THAT(problem_of({.title = " \xE2\x80\x8B\t"}),
               workmem_test::contains("title must have at least one visible character"));
    CHECK_THAT(problem_of({.title = std::string(task_limits::title + 1, 'x')}),
               workmem_test::contains("title must have 1 to 1024 bytes, has 1025"));
}

TEST_CASE("a list has no more entries than it may, and none is empty", "[task]") {
    CHECK(problem_of({.title = "a", .tags = std::vector<std::string>(task_limits::list, "t")}) ==
          "nothing");
    CHECK_THAT(
        problem_of({.title = "a", .tags = std::vector<std::string>(task_limits::list + 1, "t")}),
        workmem_test::contains("tags must have at most 1000 entries, has 1001"));
    CHECK_THAT(problem_of({.title = "a", .tags = {""}}),
               workmem_test::contains("tags must have 1 to 4096 bytes, has 0"));
}
