#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/type.hpp>

#include <string_view>

using workmem_test::run;

TEST_CASE("the type is the tool's noun before anything else", "[extraction][type]") {
    const auto type = [](std::string_view tool, const char* result) {
        return run(tool, result).entities.at(0).type;
    };
    CHECK(type("get_ticket", R"({"id":1,"type":"bug"})") == "ticket");
    CHECK(type("get_pull_request", R"({"id":1})") == "pull_request");
    CHECK(type("fetch", R"({"id":1,"object":"ticket"})") == "ticket");
    CHECK(type("fetch", R"({"id":1,"__typename":"PullRequest"})") == "pull_request");
    CHECK(type("fetch", R"({"id":1,"kind":"Pod","type":"x"})") == "pod");
    CHECK(type("fetch", R"({"data":{"id":"1","type":"line-items","attributes":{}}})") ==
          "line_item");
    CHECK(type("fetch", R"({"id":1,"type":"Bug"})") == "bug");
    CHECK(type("fetch", R"({"tickets":[{"id":1}]})") == "ticket");
    CHECK(type("fetch", R"({"id":1})") == "resource");
    CHECK(type("query_database", R"([{"id":1,"object":"row_group"}])") == "row_group");
    CHECK(type("get_landing_page", R"({"id":1})") == "landing_page");
}

TEST_CASE("the type is in the result where the tool has none", "[extraction][type]") {
    const auto type = [](std::string_view tool, const char* result) {
        return run(tool, result).entities.at(0).type;
    };
    CHECK(type("shop_search", R"({"results":[{"type":"Brand","id":1}]})") == "brand");
    CHECK(type("search_everything", R"([{"type":"Brand","id":1}])") == "brand");
    CHECK(type("crm.search", R"({"searchRecords":[{"attributes":{"type":"Lead"},"Id":1}]})") ==
          "lead");
    CHECK(type("reply_ticket", R"({"id":141,"ticket_id":141})") == "ticket");
    CHECK(type("products_list", R"([{"id":1,"type":"simple","attributes":[]}])") == "product");
    CHECK(type("dns_record_create", R"({"id":1,"type":"A"})") == "record");
    CHECK(type("variable_create", R"({"created":{"id":1}})") == "variable");
}
