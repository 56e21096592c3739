#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/verb.hpp>

#include <nlohmann/json.hpp>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("what undoes or repeats a verb is a verb", "[extraction][verb]") {
    const auto page = json::parse(R"({"id":1,"title":"Home"})");
    const auto found = run("undelete_page", page, {{"page_id", 1}});
    CHECK(told(found) == "page 1 Home");
    CHECK_FALSE(found.removal);
    REQUIRE(found.acted_on.size() == 1);
    CHECK(found.acted_on[0].type == "page");
    CHECK(told(run("resend_invoice", page)) == "invoice 1 Home");
    CHECK(told(run("get_review", page)) == "review 1 Home");
}
