#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/http_request.hpp>

#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

namespace {

// "list_routes {…}"; empty where the call sends no request.
std::string asked(std::string_view tool, std::string_view arguments) {
    const workmem::text::json_document given{arguments};
    const auto found = workmem::extraction::read_request(workmem::tool_name{tool}, given.root());
    return found.tool.empty() ? "" : found.tool + ' ' + found.arguments;
}

}  // namespace

TEST_CASE("a request is a call of what its path and its method say", "[extraction][http_request]") {
    CHECK(asked("http_get", R"({"path":"/depots"})") == "list_depots {}");
    CHECK(asked("http_get", R"({"path":"/depots/leeds-2/routes?open=1"})") == "list_routes {}");
    CHECK(asked("http_get", R"({"path":"/api/v2/depots/17"})") == R"(get_depot {"id":17})");
    CHECK(asked("http_get", R"({"path":"/depots/leeds-south"})") ==
          R"(get_depot {"id":"leeds-south"})");
    CHECK(asked("http_get", R"({"path":"/invoices/overdue"})") == "list_invoices {}");
    CHECK(asked("api_request", R"({"method":"POST","path":"/orders","body":{"sku":"A"}})") ==
          R"(create_order {"sku":"A"})");
    CHECK(asked("http_request", R"({"method":"patch","path":"/orders/5","body":{"total":3}})") ==
          R"(update_order {"id":5,"total":3})");
    CHECK(asked("http_delete", R"({"path":"/orders/5"})") == R"(delete_order {"id":5})");
    CHECK(asked("http_post", R"({"path":"/orders/bulk","body":{"n":2}})") ==
          R"(create_order {"n":2})");
}

TEST_CASE("a verb at the end of a path is what is done", "[extraction][http_request]") {
    CHECK(asked("http_post", R"({"path":"/orders/A-5/cancel"})") == R"(cancel_order {"id":"A-5"})");
    CHECK(asked("http_get", R"({"path":"/crm/orders/search"})") == "search_order {}");
    CHECK(asked("http_get", R"({"path":"/orders/5/schedule"})").empty());
    CHECK(asked("http_delete", R"({"path":"/orders/5/star"})").empty());
}

TEST_CASE("only tools that send any request are read so", "[extraction][http_request]") {
    CHECK(asked("read_file", R"({"path":"/etc/hosts"})").empty());
    CHECK(asked("get_order", R"({"path":"/orders/5"})").empty());
    CHECK(asked("create_pull_request_comment", R"({"path":"/src/main.cpp"})").empty());
    CHECK(asked("create_feature_request", R"({"path":"/ui"})").empty());
    CHECK(asked("delete", R"({"path":"/home/me/notes.txt"})").empty());
    CHECK(asked("http_get", R"({"path":"orders"})").empty());
    CHECK(asked("http_get", R"({"path":"/"})").empty());
    CHECK(asked("http_get", R"({"path":7})").empty());
    CHECK(asked("http_get", "[]").empty());
    CHECK(asked("http_get", R"({"path":"/17/18"})").empty());
}

TEST_CASE("an id is what stands in the path, whatever was sent", "[extraction][http_request]") {
    CHECK(asked("http_put", R"({"path":"/orders/A\"5","body":{"id":"B"}})") ==
          R"(update_order {"id":"A\"5"})");
    CHECK(asked("http_put", R"({"path":"/orders/{id}","body":{"id":5}})") ==
          R"(update_order {"id":5})");
    CHECK(asked("http_put", R"({"path":"/orders/007"})") == R"(update_order {"id":"007"})");
}

TEST_CASE("a tool that sends requests is called by what it asks for",
          "[extraction][http_request]") {
    const auto depots = json::parse(R"({"_embedded":{"depots":[{"id":"leeds","name":"Leeds"},)"
                                    R"({"id":"carlisle","name":"Carlisle"}]}})");
    const auto found = run("http_get", depots, json{{"path", "/depots"}});
    CHECK(told(found) == "depot leeds Leeds\ndepot carlisle Carlisle");
    CHECK(found.acted_on.empty());
    const auto gone =
        run("http_delete", json::parse(R"({"ok":true})"), json{{"path", "/depots/7"}});
    REQUIRE(gone.acted_on.size() == 1);
    CHECK(gone.acted_on[0].type == "depot");
    CHECK(gone.removal);
}
