#include "catch.hpp"

#include <workmem/error.hpp>

#include <set>
#include <string>
#include <type_traits>

using workmem::error;
using workmem::error_code;

TEST_CASE("an error says its code, its sentence and its details", "[error]") {
    const error problem{error_code::not_found, "no page \"p-1\"", {{"id", "p-1"}}};
    CHECK(problem.code() == error_code::not_found);
    CHECK(problem.message() == "no page \"p-1\"");
    CHECK(std::string{problem.what()} == problem.message());
    REQUIRE(problem.details().size() == 1);
    CHECK(problem.details()[0].name == "id");
    CHECK(problem.details()[0].value == "p-1");
}

TEST_CASE("an error copies without throwing, as exceptions must", "[error]") {
    static_assert(std::is_nothrow_copy_constructible_v<error>);
    static_assert(std::is_base_of_v<std::exception, error>);
    const error problem{error_code::conflict, "text"};
    const auto copy = problem;
    CHECK(&copy.message() == &problem.message());
}

TEST_CASE("every code has a name of its own", "[error]") {
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(error_code::cycle); ++i)
        names.insert(to_string(static_cast<error_code>(i)));
    CHECK(names.size() == 10);
    CHECK(names.count("unknown") == 0);
    CHECK(to_string(error_code::validation_error) == "validation_error");
    CHECK(to_string(error_code::storage_error) == "storage_error");
}

TEST_CASE("raise throws what it is given", "[error]") {
    try {
        workmem::raise({error_code::cycle, "a → b → a"});
    } catch (const std::exception& problem) {
        CHECK(std::string{problem.what()} == "a → b → a");
        return;
    }
    FAIL("nothing was thrown");
}
