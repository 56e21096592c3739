#include "catch.hpp"

#include <workmem/mcp/completion.hpp>
#include <workmem/mcp/message.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <variant>
#include <vector>

using nlohmann::json;
namespace mcp = workmem::mcp;

namespace {

// Why a completion is refused; "nothing" where it is not.
std::string problem_of(const char* params) {
    const auto given = json::parse(params);
    mcp::request<json> asked;
    asked.params = &given;
    const auto read = mcp::read_completed(asked);
    const auto* const problem = std::get_if<mcp::rpc_error<json>>(&read);
    return problem ? problem->message : "nothing";
}

}  // namespace

TEST_CASE("a client names what it wants to be completed", "[mcp]") {
    const auto given = json::parse(
        R"({"ref":{"type":"ref/prompt","name":"recall"},"argument":{"name":"about","value":"pa"}})");
    mcp::request<json> asked;
    asked.params = &given;
    const auto read = mcp::read_completed(asked);
    const auto* const wanted = std::get_if<mcp::completed_argument>(&read);
    REQUIRE(wanted != nullptr);
    CHECK(wanted->of == mcp::completed_argument::owner::prompt);
    CHECK(wanted->name == "recall");
    CHECK(wanted->argument == "about");
    CHECK(wanted->value == "pa");
}

TEST_CASE("a variable of a resource's address may be completed", "[mcp]") {
    const auto given =
        json::parse(R"({"ref":{"type":"ref/resource","uri":"memory://{session}/context"},)"
                    R"("argument":{"name":"session","value":""}})");
    mcp::request<json> asked;
    asked.params = &given;
    const auto read = mcp::read_completed(asked);
    const auto* const wanted = std::get_if<mcp::completed_argument>(&read);
    REQUIRE(wanted != nullptr);
    CHECK(wanted->of == mcp::completed_argument::owner::resource);
    CHECK(wanted->name == "memory://{session}/context");
}

TEST_CASE("what is missing or wrong in it is said", "[mcp]") {
    CHECK(problem_of("{}") == "ref.type must be ref/prompt or ref/resource");
    CHECK(problem_of(R"({"ref":{"type":"ref/tool"}})") ==
          "ref.type must be ref/prompt or ref/resource");
    CHECK(problem_of(R"({"ref":{"type":"ref/prompt"}})") == "ref.name must be a string");
    CHECK(problem_of(R"({"ref":{"type":"ref/resource","uri":7}})") == "ref.uri must be a string");
    CHECK(problem_of(R"({"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b"}})") ==
          "argument.name and argument.value must be strings");
}

TEST_CASE("no more values are offered than the protocol allows", "[mcp]") {
    const auto few = mcp::completion_of<json>({"a", "b"});
    CHECK(few == json::parse(R"({"completion":{"values":["a","b"],"total":2,"hasMore":false}})"));
    const auto many = mcp::completion_of<json>(std::vector<std::string>(101, "a"));
    CHECK(many["completion"]["values"].size() == 100);
    CHECK(many["completion"]["total"] == 101);
    CHECK(many["completion"]["hasMore"] == true);
}
