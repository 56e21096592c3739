#include "catch.hpp"

#include <workmem/mcp/prompts.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <variant>
#include <vector>

using nlohmann::json;
namespace mcp = workmem::mcp;

namespace {

const mcp::prompt_definition recall{
    "recall", "Look what is known", {{"what", "of what", true}, {"since", "from when on", false}}};

std::variant<mcp::prompt_values, mcp::rpc_error<json>> filled_in(const char* params) {
    const auto all = json::parse(params);
    mcp::request<json> asked;
    asked.params = &all;
    return mcp::read_values(asked, recall);
}
std::string problem_of(const char* params) {
    const auto read = filled_in(params);
    REQUIRE(read.index() == 1);
    CHECK(std::get<1>(read).code == mcp::rpc_code::invalid_params);
    return std::get<1>(read).message;
}

}  // namespace

TEST_CASE("a prompt is listed with what may be filled in", "[mcp]") {
    CHECK(mcp::to_json<json>(recall) == json::parse(R"({
        "name": "recall", "description": "Look what is known", "arguments": [
            {"name": "what", "description": "of what", "required": true},
            {"name": "since", "description": "from when on", "required": false}]})"));
}

TEST_CASE("what is filled in is found by its name, and absent is empty", "[mcp]") {
    const auto read = filled_in(R"({"arguments": {"what": "Ann", "unknown": 7}})");
    REQUIRE(read.index() == 0);
    const auto& values = std::get<0>(read);
    CHECK(values.at("what") == "Ann");
    CHECK(values.at("since").empty());
    CHECK(values.at("unknown").empty());
}

TEST_CASE("what is missing or no text is refused by its name", "[mcp]") {
    CHECK(problem_of("{}") == "the prompt recall needs what");
    CHECK(problem_of(R"({"arguments": {}})") == "the prompt recall needs what");
    CHECK(problem_of(R"({"arguments": {"what": 7}})") == "what must be a string");
    CHECK(problem_of(R"({"arguments": {"what": null}})") == "the prompt recall needs what");
    CHECK(problem_of(R"({"arguments": null})") == "the prompt recall needs what");
    CHECK(filled_in(R"({"arguments": {"what": "a", "since": null}})").index() == 0);
    CHECK(problem_of(R"({"arguments": ["what"]})") == "arguments must be an object");
}

TEST_CASE("a text becomes one message of the user's", "[mcp]") {
    const mcp::prompt_texts texts{
        {{recall, [](const mcp::prompt_values& in) { return "Recall " + in.at("what"); },
          [](std::string_view argument, std::string_view begins) {
              return workmem::result<std::vector<std::string>>{
                  {std::string{argument} + ' ' + std::string{begins}}};
          }},
         {{"other", "", {}}, [](const mcp::prompt_values&) { return std::string{}; }, {}}}};
    REQUIRE(texts.prompts().size() == 2);
    mcp::prompt_values values;
    values.set("what", "Ann");
    const auto made = texts.get_prompt("recall", values, mcp::request<json>{});
    REQUIRE(std::holds_alternative<json>(made));
    CHECK(std::get<json>(made) == json::parse(R"({
        "description": "Look what is known",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Recall Ann"}}]})"));
    using owner = mcp::completed_argument::owner;
    CHECK(*texts.complete({owner::prompt, "recall", "what", "An"}) ==
          std::vector<std::string>{"what An"});
    CHECK(texts.complete({owner::prompt, "other", "what", "An"})->empty());
    CHECK(texts.complete({owner::resource, "recall", "what", "An"})->empty());
}
