#include "catch.hpp"

#include <workmem/resolution/reference.hpp>

using namespace workmem;

TEST_CASE("a resolved reference reads like a pointer to what was found") {
    resolved_reference<std::string> found;
    CHECK_FALSE(found);
    CHECK(found.status == resolution_status::unresolved);
    found.candidates.push_back({"home"});
    CHECK_FALSE(found);
    found.status = resolution_status::resolved;
    REQUIRE(found);
    CHECK(*found == "home");
    CHECK(found->size() == 4);
}

TEST_CASE("what nothing was resolved to is not handed out") {
    resolved_reference<std::string> found;
    found.message = "it may mean two";
    for (const auto status : {resolution_status::unresolved, resolution_status::ambiguous}) {
        found.status = status;
        CHECK_THROWS_WITH(*found, "it may mean two");
        CHECK_THROWS_WITH(found->size(), "it may mean two");
        found.candidates.push_back({"home"});
    }
}

TEST_CASE("of a set no first one is handed out") {
    resolved_reference<std::string> found;
    found.status = resolution_status::resolved;
    found.candidates.push_back({"home"});
    found.candidates.push_back({"pricing"});
    found.message = "it means 2";
    CHECK(found);
    found.together = true;
    CHECK(found.is_set());
    CHECK_FALSE(found);
    CHECK_THROWS_WITH(*found, "it means 2");
}

TEST_CASE("statuses have names") {
    CHECK(to_string(resolution_status::resolved) == "resolved");
    CHECK(to_string(resolution_status::ambiguous) == "ambiguous");
    CHECK(to_string(resolution_status::unresolved) == "unresolved");
}

TEST_CASE("messages name the text and the type") {
    CHECK(resolution::unresolved_message("this page", "page") ==
          "Could not resolve \"this page\" to a page");
    CHECK(resolution::unresolved_message("it") == "Could not resolve \"it\" to anything in memory");
    CHECK(resolution::ambiguous_message("that") == "\"that\" could mean several things in memory");
    CHECK(resolution::set_message("both", 2) == "\"both\" means 2 things in memory, not one");
}

TEST_CASE("a message is cut on a code point and stays on one line") {
    std::string text(119, 'x');
    text += "\xE2\x82\xAC\n";
    const auto message = resolution::unresolved_message(text);
    CHECK_THAT(message, workmem_test::contains("x…\""));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(resolution::unresolved_message("a", std::string(1'000, 't')).size() < 200);
}

TEST_CASE("an outcome holds five candidates at most") {
    std::vector<pick> many(9);
    CHECK(resolution::resolved(many).candidates.size() == outcome::most_candidates);
    CHECK(resolution::ambiguous("it", many).candidates.size() == outcome::most_candidates);
}
