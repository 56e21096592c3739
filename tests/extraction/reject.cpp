#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/reject.hpp>

#include <nlohmann/json.hpp>

#include <utility>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("errors touch nothing", "[extraction][reject]") {
    const auto result = GENERATE(
        json{{"error", "no such ticket"}}, json{{"error", {{"code", 5}, {"message", "no"}}}},
        json{{"errors", {"no"}}}, json{{"success", false}, {"message", "no"}}, json{{"ok", false}},
        json{{"status", "error"}, {"message", "no"}}, json{{"status", 404}, {"title", "Not Found"}},
        json{{"object", "error"}, {"message", "no"}}, json{{"message", "Ticket not found"}},
        json{{"code", "bad_request"}, {"message", "no"}},
        json{{"content", {{{"type", "text"}, {"text", "no"}}}}, {"isError", true}},
        json{{"data", {{"ticket", nullptr}}}, {"errors", {{{"message", "no"}}}}},
        json{{"jsonrpc", "2.0"}, {"id", 1}, {"error", {{"code", -32600}}}},
        json("Error: no such ticket"), json(R"({"error":"no such ticket"})"));
    CAPTURE(result.dump());
    const auto found = run("get_ticket", result, json{{"ticket_id", 7}});
    CHECK(found.failed);
    CHECK(found.entities.empty());
    CHECK(found.acted_on.empty());
}

TEST_CASE("acknowledgements, counts and settings are about no thing", "[extraction][reject]") {
    const auto [tool, result] = GENERATE(
        std::pair{"delete_ticket", json{{"deleted", true}}},
        std::pair{"send_mail", json{{"ok", true}}}, std::pair{"count_tickets", json{{"count", 2}}},
        std::pair{"tickets.count", json{{"id", 2}}},
        std::pair{"list_currencies", json::parse(R"([{"currency":"EUR","enabled":true}])")},
        std::pair{"get_settings", json::parse(R"({"theme":"dark","beta":false})")},
        std::pair{"list_stock", json::parse(R"([{"article_id":1,"shop_id":2,"pieces":3}])")},
        std::pair{"list_tags", json::parse(R"({"tags":["a","b"]})")},
        std::pair{"get_ticket", json(nullptr)}, std::pair{"get_ticket", json(42)},
        std::pair{"get_ticket", json(true)}, std::pair{"get_ticket", json("all is well")},
        std::pair{"get_ticket", json::object()}, std::pair{"list_tickets", json::array()});
    CAPTURE(tool, result.dump());
    const auto found = run(tool, result);
    CHECK(found.entities.empty());
    CHECK_FALSE(found.failed);
}

TEST_CASE("a thing is not lost for a field called status, message or error",
          "[extraction][reject]") {
    CHECK(
        told(run("get_commit", R"({"sha":"ab12","message":"Fix the build","status":"failed"})")) ==
        "commit ab12 Fix the build");
    CHECK(
        told(run("get_job", R"({"id":3,"name":"nightly","error":"disk full","success":false})")) ==
        "job 3 nightly");
}

TEST_CASE("an error with a request's id is an error, a failed job is not", "[extraction][reject]") {
    CHECK(run("get_page", R"({"status":404,"message":"Not found","id":"req-1"})").failed);
    CHECK(run("get_page", R"({"statusCode":"503","error_code":9,"message":"busy"})").failed);
    CHECK(told(run("get_job", R"({"status":500,"id":"j-1","name":"Import","message":"broke"})")) ==
          "job j-1 Import");
    CHECK(told(run("get_check", R"({"id":"c-1","status":"ok","message":"fine"})")) ==
          "check c-1 fine");
}

TEST_CASE("errors may look like things", "[extraction][reject]") {
    for (const char* result :
         {R"({"name":"NOT_FOUND","message":"It does not exist.","debug_id":"b1"})",
          R"({"id":"not_found","message":"It could not be found.","request_id":"1"})",
          R"({"sys":{"type":"Error","id":"NotFound"},"message":"No such entry"})"}) {
        CAPTURE(result);
        CHECK(run("get_entry", result).failed);
    }
    CHECK_FALSE(run("get_entry", R"({"id":"e-1","message":"Not found what I sought"})").failed);
}
