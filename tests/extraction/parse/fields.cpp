#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

std::string read_fields(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_fields(text));
}

}  // namespace

TEST_CASE("names and values are a record", "[extraction][fields]") {
    CHECK(nlohmann::json::parse(read_fields(
              "Order no.:   SO-381\nOrdered on:  2031-02-27\nNet total:   8 412,00 EUR\n")) ==
          nlohmann::json::parse(
              R"({"order_no":"SO-381","ordered_on":"2031-02-27","net_total":"8 412,00 EUR"})"));
    CHECK(nlohmann::json::parse(
              read_fields("id: light.sofa\nstate: on\n\nid: light.desk\nstate: off\n")) ==
          nlohmann::json::parse(
              R"([{"id":"light.sofa","state":"on"},{"id":"light.desk","state":"off"}])"));
    CHECK(
        nlohmann::json::parse(read_fields("Server: a\n  Load: 1\nServer: b\n  Load: 2\n")).size() ==
        2);
}

TEST_CASE("errors, prose and lines of one name are no records", "[extraction][fields]") {
    const auto* const text =
        GENERATE("", "Order: 1", "Error: not found\nCode: 404\n", "Failed: 1\nHint: retry\n",
                 "Order no.: SO-1\nHTTP Error: 500\n", "Id: SO-1\nException: NotFound\n",
                 "Hello: world\nthis is a text\n", "at 12:30\nat 13:40\n",
                 "see http://a.example\nor http://b.example\n", "A: 1\nB: 2\nB: 3\n",
                 "one two three four five: 6\nB: 2\n");
    CAPTURE(text);
    CHECK(read_fields(text).empty());
}

TEST_CASE("fields stand below headings and items, and between other lines",
          "[extraction][fields]") {
    CHECK(
        read_fields("# Results\n\n## 1. [WEB-3](https://x.example/WEB-3)\n\n**Cannot read**\n\n"
                    "- **Status**: open\n\n## 2. [WEB-4](https://x.example/WEB-4)\n\n- **Status**: "
                    "new\n") ==
        R"([{"id":"WEB-3","title":"Cannot read","status":"open"},{"id":"WEB-4","status":"new"}])");
    CHECK(
        read_fields("## Issue 12: Fix\n- State: open\n\n## Issue 13: Add\n- State: closed\n") ==
        R"([{"id":"12","title":"Fix","state":"open"},{"id":"13","title":"Add","state":"closed"}])");
    CHECK(
        read_fields("- [ ] Renew passport\n  - ID: 6F1C\n  - Due: today\n- [x] Return books\n  - "
                    "ID: 0BB1\n") ==
        R"([{"title":"Renew passport","id":"6F1C","due":"today"},{"title":"Return books","id":"0BB1"}])");
    CHECK(read_fields("Meeting created!\n\n**Topic:** Demo\n**Meeting ID:** 823\n") ==
          R"({"topic":"Demo","meeting_id":"823"})");
    CHECK(read_fields("# A page\n\nAbout: something\n").empty());
}

TEST_CASE("the mark of a list opens a record", "[extraction][fields]") {
    CHECK(read_fields("Two tickets\n- id: T-1\n  title: Fix\n- id: T-2\n  title: Slow\n") ==
          R"([{"id":"T-1","title":"Fix"},{"id":"T-2","title":"Slow"}])");
    CHECK(read_fields("Tickets: - id: T-1\n  title: Fix\n  state: open\n- id: T-2\n  title: Slow\n"
                      "  state: new\n")
              .empty());
    CHECK(read_fields("<tickets>- id: T-1\n  title: Fix\n- id: T-2\n  title: Slow\n").empty());
    CHECK(read_fields("Name: x\n- Id: 7\n- State: open\n") ==
          R"({"name":"x","id":"7","state":"open"})");
}
