#include "catch.hpp"

#include <workmem/mcp/message.hpp>

#include <nlohmann/json.hpp>

using nlohmann::json;
namespace mcp = workmem::mcp;

TEST_CASE("a request's parameters are found by name, with what it says of itself", "[mcp]") {
    const auto params = json::parse(R"({"name":"get","limit":3,"_meta":{"progressToken":7}})");
    mcp::request<json> asked;
    asked.params = &params;
    REQUIRE(asked.param("limit") != nullptr);
    CHECK(*asked.param("limit") == 3);
    REQUIRE(asked.text("name") != nullptr);
    CHECK(*asked.text("name") == "get");
    CHECK(asked.text("limit") == nullptr);
    CHECK(asked.param("other") == nullptr);
    REQUIRE(asked.meta("progressToken") != nullptr);
    CHECK(*asked.meta("progressToken") == 7);
    CHECK(asked.meta("other") == nullptr);
}

TEST_CASE("of a request without parameters there is nothing to find", "[mcp]") {
    const mcp::request<json> asked;
    CHECK(asked.param("name") == nullptr);
    CHECK(asked.meta("progressToken") == nullptr);
    const auto odd = json::parse(R"({"_meta":[]})");
    mcp::request<json> with_odd_meta;
    with_odd_meta.params = &odd;
    CHECK(with_odd_meta.meta("progressToken") == nullptr);
}

TEST_CASE("an error without a readable id says none", "[mcp]") {
    const json id = "a-1";
    const auto problem = mcp::invalid_params<json>("limit must be a number");
    CHECK(mcp::error_message<json>(&id, problem) == json::parse(R"({"jsonrpc":"2.0","id":"a-1",
                          "error":{"code":-32602,"message":"limit must be a number"}})"));
    CHECK_FALSE(mcp::error_message<json>(nullptr, problem).contains("id"));
}

TEST_CASE("a result answers its request, and a notification nobody", "[mcp]") {
    const json id = "a-1";
    CHECK(mcp::result_message<json>(id, json{{"ok", true}}) ==
          json::parse(R"({"jsonrpc":"2.0","id":"a-1","result":{"ok":true}})"));
    CHECK(mcp::notification<json>("notifications/progress", json{{"progress", 1}}) ==
          json::parse(
              R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}})"));
}

TEST_CASE("of a message that is wrong the id is read all the same", "[mcp]") {
    const auto problem_of = [](const char* text, mcp::request<json>& into, json& keep) {
        keep = json::parse(text);
        const auto problem = mcp::read_message(keep, into);
        return problem ? problem->message : "nothing";
    };
    json keep;
    mcp::request<json> asked;
    CHECK(problem_of(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{}})", asked, keep) ==
          "nothing");
    CHECK(asked.method == "ping");
    CHECK(asked.params != nullptr);
    mcp::request<json> wrong;
    CHECK(problem_of(R"({"id":7,"method":"ping"})", wrong, keep) == "jsonrpc must be \"2.0\"");
    REQUIRE(wrong.id != nullptr);
    CHECK(*wrong.id == 7);
    mcp::request<json> other;
    CHECK(problem_of("[]", other, keep) == "batches are not supported; send one message a line");
    CHECK(problem_of("7", other, keep) == "a message must be an object");
    CHECK(problem_of(R"({"jsonrpc":"2.0","id":1.5,"method":"a"})", other, keep) ==
          "id must be a string or an integer");
    CHECK(*other.id == 1.5);
    CHECK(problem_of(R"({"jsonrpc":"2.0","method":7})", other, keep) == "method must be a string");
    CHECK(problem_of(R"({"jsonrpc":"2.0"})", other, keep) == "method is missing");
    CHECK(problem_of(R"({"jsonrpc":"2.0","method":"a","params":[]})", other, keep) ==
          "params must be an object");
    mcp::request<json> answer;
    CHECK(problem_of(R"({"jsonrpc":"2.0","id":1,"result":{}})", answer, keep) == "nothing");
    CHECK(answer.is_answer);
}
