#include "catch.hpp"

#include <workmem/mcp/message_text.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <variant>

using nlohmann::json;
namespace mcp = workmem::mcp;
using workmem_test::contains;

namespace {

mcp::rpc_error<json> problem_of(const std::string& text) {
    const auto read = mcp::parse_message<json>(text);
    REQUIRE(std::holds_alternative<mcp::rpc_error<json>>(read));
    return std::get<mcp::rpc_error<json>>(read);
}
std::string nested(std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEST_CASE("a message is read as deep as one may be nested", "[mcp]") {
    const auto read = mcp::parse_message<json>(nested(mcp::max_message_depth));
    CHECK(std::holds_alternative<json>(read));
    const auto problem = problem_of(nested(mcp::max_message_depth + 1));
    CHECK(problem.code == mcp::rpc_code::invalid_request);
    CHECK_THAT(problem.message, contains("64 levels"));
}

TEST_CASE("half of a character that a client cut is none, and the message is read", "[mcp]") {
    const auto read = mcp::parse_message<json>(R"({"id":1,"cut":"ok \ud83d"})");
    REQUIRE(std::holds_alternative<json>(read));
    CHECK(std::get<json>(read)["cut"] == "ok \xEF\xBF\xBD");
}

TEST_CASE("what is no JSON text in UTF-8 is no message", "[mcp]") {
    for (const std::string& bad :
         {std::string{}, std::string{"{"}, std::string{"{} {}"}, std::string{"{\"a\":NaN}"},
          std::string{"\"\xff\""}, std::string{"{\"a\":\"\t\"}"}}) {
        INFO(bad);
        CHECK(problem_of(bad).code == mcp::rpc_code::parse_error);
    }
}

TEST_CASE("the id of a message that cannot be read is found", "[mcp]") {
    CHECK(*mcp::find_id<json>(R"({"jsonrpc":"2.0","id":7,"method":"a",)") == 7);
    CHECK(*mcp::find_id<json>(R"({"id":"a","params":)" + std::string(100, '[')) == "a");
    CHECK(*mcp::find_id<json>(R"({"id":1,"a":NaN}{"id":2})") == 1);
    for (const auto* const none : {"", "7", "{", R"({"id":null})", R"({"id":[1]})",
                                   R"({"a":{"id":1}})", R"([{"id":1}])", R"({"id":1)"})
        CHECK_FALSE(mcp::find_id<json>(none));
}
