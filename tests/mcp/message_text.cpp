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

TEST_CASE("a message is sent as one line of JSON", "[mcp]") {
    const auto message = json::parse(R"({"id":1,"result":{"text":"a\nb","more":[1,2.5,null]}})");
    std::string out = "before ";
    mcp::append_message(out, message);
    CHECK(out.find('\n') == std::string::npos);
    CHECK(json::parse(out.substr(7)) == message);
}

TEST_CASE("what a tool answers is the same as JSON and as a text", "[mcp]") {
    const json answer{{"found", 2}, {"name", "ü\"\\"}};
    const json message{{"jsonrpc", "2.0"},
                       {"id", "a"},
                       {"result",
                        {{"content", {{{"type", "text"}, {"text", answer.dump()}}}},
                         {"isError", false},
                         {"structuredContent", answer}}}};
    std::string out;
    mcp::append_message(out, message);
    CHECK(json::parse(out) == message);
}

TEST_CASE("a message is read as deep as one may be nested", "[mcp]") {
    const auto read = mcp::parse_message<json>(nested(mcp::max_message_depth));
    CHECK(std::holds_alternative<json>(read));
    const auto problem = problem_of(nested(mcp::max_message_depth + 1));
    CHECK(problem.code == mcp::rpc_code::invalid_request);
    CHECK_THAT(problem.message, contains("64 levels"));
}

TEST_CASE("what is no JSON text in UTF-8 is no message", "[mcp]") {
    for (const std::string& bad :
         {std::string{}, std::string{"{"}, std::string{"{} {}"}, std::string{"{\"a\":NaN}"},
          std::string{"\"\xff\""}, std::string{"{\"a\":\"\t\"}"}}) {
        INFO(bad);
        CHECK(problem_of(bad).code == mcp::rpc_code::parse_error);
    }
}
