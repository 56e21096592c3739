#include "catch.hpp"

#include <workmem/mcp/envelope.hpp>
#include <workmem/mcp/message.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
namespace mcp = workmem::mcp;

namespace {

std::string problem_of(const char* params) {
    const auto given = json::parse(params);
    mcp::request<json> asked;
    asked.params = &given;
    const auto problem = mcp::envelope<json>{asked}.problem();
    return problem ? problem->message : "nothing";
}

}  // namespace

TEST_CASE("a stateless request says its revision and what its client can do", "[mcp]") {
    CHECK(problem_of(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                                  "io.modelcontextprotocol/clientCapabilities":{}}})") ==
          "nothing");
}

TEST_CASE("what a request leaves out or has wrong is named", "[mcp]") {
    for (const auto* const params : {"{}", R"({"_meta":[]})", R"({"_meta":{}})"})
        CHECK(problem_of(params) ==
              "params._meta must hold \"io.modelcontextprotocol/protocolVersion\", a string; or "
              "begin with initialize");
    CHECK(problem_of(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})") ==
          "params._meta must hold \"io.modelcontextprotocol/clientCapabilities\", an object");
}

TEST_CASE("a revision that is not spoken here is answered with those that are", "[mcp]") {
    const auto problem = mcp::unsupported_version<json>("1999-01-01");
    CHECK(problem.code == mcp::rpc_code::unsupported_protocol_version);
    REQUIRE(problem.data);
    CHECK((*problem.data)["supported"] == json::parse(R"(["2026-07-28"])"));
    CHECK((*problem.data)["requested"] == "1999-01-01");
    CHECK(problem_of(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}})") ==
          problem.message);
}
