#include "catch.hpp"

#include <workmem/session/reports.hpp>

#include <string>

using workmem::priority;
using workmem::session_filter;

namespace {

constexpr session_filter::facts fresh{priority::medium, false, false, true};
constexpr session_filter::facts expired{priority::medium, true, false, false};
constexpr session_filter::facts promoted{priority::high, false, true, false};

bool accepts(const session_filter& filter, const session_filter::facts& of) {
    return filter.accepts(of, [](const std::string& tag) { return tag == "home"; });
}

}  // namespace

TEST_CASE("a filter leaves out what is expired or promoted, unless it is asked for", "[session]") {
    CHECK(accepts({}, fresh));
    CHECK_FALSE(accepts({}, expired));
    CHECK_FALSE(accepts({}, promoted));
    CHECK(accepts({.include_expired = true}, expired));
    CHECK(accepts({.include_promoted = true}, promoted));
    CHECK_FALSE(accepts({.include_expired = true}, promoted));
}

TEST_CASE("only one kind may be meant, whatever is left out otherwise", "[session]") {
    using kind = session_filter::kind;
    CHECK(accepts({.only = kind::expired}, expired));
    CHECK(accepts({.only = kind::promoted}, promoted));
    CHECK(accepts({.only = kind::pending}, fresh));
    CHECK_FALSE(accepts({.only = kind::pending, .include_expired = true}, expired));
    CHECK_FALSE(accepts({.only = kind::expired}, fresh));
}

TEST_CASE("priority and any of the tags narrow it", "[session]") {
    CHECK(accepts({.priority = priority::medium}, fresh));
    CHECK_FALSE(accepts({.priority = priority::high}, fresh));
    CHECK(accepts({.tags = {"work", "home"}}, fresh));
    CHECK_FALSE(accepts({.tags = {"work"}}, fresh));
}
