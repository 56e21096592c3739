#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/given_id.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;
namespace extraction = workmem::extraction;
using workmem::text::json_document;

TEST_CASE("the only code of a text that was not given is told", "[extraction][given_id]") {
    const json_document given{R"({"mission":"M-14","of":["M-15"]})"};
    CHECK(extraction::told_code("Created ticket T-88.", given.root()) == "T-88");
    CHECK(extraction::told_code("Moved M-14 and M-15 to (S-2).", given.root()) == "S-2");
    CHECK(extraction::told_code("Moved M-14.", given.root()).empty());
    CHECK(extraction::told_code("Created T-1 and T-2", given.root()).empty());
    CHECK(extraction::told_code("", given.root()).empty());
    CHECK(extraction::told_code("Could not create the ticket, see KB-12.", given.root()).empty());
    CHECK(extraction::told_code("Quota for EU-1 exceeded.", given.root()).empty());
}

TEST_CASE("a noun may be of a verb", "[extraction][given_id]") {
    CHECK(extraction::begins_like("booking", "book"));
    CHECK(extraction::begins_like("registration", "register"));
    CHECK_FALSE(extraction::begins_like("room", "book"));
    CHECK_FALSE(extraction::begins_like("go", "go"));
}

TEST_CASE("a list that a reading tool gives comes before the id it was given",
          "[extraction][given_id]") {
    CHECK(told(run("get_airport_departures",
                   json::parse(
                       R"({"id":"ARN","departures":[{"flight_id":"f1"},{"flight_id":"f2"}]})"),
                   json{{"id", "ARN"}}))
              .find("f2") != std::string::npos);
}
