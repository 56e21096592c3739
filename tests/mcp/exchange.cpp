// What a client is told and asked while its request is answered.
#include "catch.hpp"

#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/server.hpp>
#include <workmem/mcp/stdio.hpp>
#include <workmem/tools/tool.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <unistd.h>

using nlohmann::json;
namespace mcp = workmem::mcp;

namespace {

const workmem::tools::definition tells{
    "tells", "Tells what happens", {}, {}, workmem::tools::effect::reads};

/// One tool, which logs at two levels, reports progress and answers what of that was told.
struct telling {
    static constexpr bool writes_log = true;

    [[nodiscard]] static std::vector<workmem::tools::definition> definitions() { return {tells}; }
    [[nodiscard]] static const workmem::tools::definition* find(std::string_view name) {
        return name == tells.name ? &tells : nullptr;
    }
    [[nodiscard]] static workmem::result<json> try_call(std::string_view, const json&,
                                                        mcp::exchange<json>& with) {
        json told = json::array();
        told.push_back(with.log("debug", "details"));
        told.push_back(with.log("warning", {{"what", "bad"}}, "tool"));
        told.push_back(with.log("loud", "no level"));
        for (const std::uint64_t done : {0U, 50U, 50U, 20U, 100U})
            told.push_back(with.progress(done, 100));
        told.push_back(with.progress(101, std::nullopt, "more"));
        return json{{"told", told}, {"samples", with.client_can("sampling")}};
    }
};

constexpr workmem::tools::property story{"story", {}, true};
const workmem::tools::definition reads{"reads",     "Reads what there is",         {},
                                       {&story, 1}, workmem::tools::effect::reads, true};

/// One tool, which answers a text, or an error.
struct reading {
    workmem::result<json> answers{json{{"story", "Once."}}};

    [[nodiscard]] static std::vector<workmem::tools::definition> definitions() { return {reads}; }
    [[nodiscard]] static const workmem::tools::definition* find(std::string_view name) {
        return name == reads.name ? &reads : nullptr;
    }
    [[nodiscard]] workmem::result<json> try_call(std::string_view, const json&) const {
        return answers;
    }
};

/// One tool, which does three things one after the other.
struct working {
    [[nodiscard]] static std::vector<workmem::tools::definition> definitions() { return {tells}; }
    [[nodiscard]] static const workmem::tools::definition* find(std::string_view name) {
        return telling::find(name);
    }
    [[nodiscard]] static workmem::result<json> try_call(std::string_view, const json&,
                                                        const workmem::tools::progress& told) {
        for (const std::uint64_t done : {1U, 2U, 3U}) told.tell(done, 3);
        return json::object();
    }
};

/// One that asks, and whose result is what the client says.
struct asking {
    static constexpr bool makes_results = true;

    [[nodiscard]] static std::vector<workmem::tools::definition> definitions() { return {tells}; }
    [[nodiscard]] static const workmem::tools::definition* find(std::string_view name) {
        return telling::find(name);
    }
    template <class Json>
    [[nodiscard]] mcp::outcome<Json> call_tool(std::string_view, mcp::exchange<Json>& with) const {
        return with.ask("elicitation/create", {{"message", "who?"}});
    }
};

template <class Provider>
struct client {
    Provider provider{};
    mcp::server_options options{};
    mcp::server<Provider> server{options, provider};
    std::vector<json> heard{};
    std::vector<std::string> questions{};
    bool listens = true;
    mcp::channel<json> to{[this](const json& message) {
                              heard.push_back(message);
                              return listens;
                          },
                          [this](std::string_view method, json params) -> mcp::outcome<json> {
                              questions.push_back(std::string{method} + params.dump());
                              return json{{"action", "accept"}};
                          }};
    int id = 0;

    json request(const std::string& method, json params = json::object()) {
        return *server.handle(
            json{{"jsonrpc", "2.0"}, {"id", ++id}, {"method", method}, {"params", params}}, to);
    }
    json initialize(json capabilities = json::object()) {
        return request("initialize",
                       {{"protocolVersion", "2025-11-25"}, {"capabilities", capabilities}});
    }
    json call(json params = json::object(), const char* tool = "tells") {
        params["name"] = tool;
        return request("tools/call", params);
    }
    json told(json params = json::object()) {
        return call(std::move(params))["result"]["structuredContent"]["told"];
    }
};

json modern(json more = json::object()) {
    json about{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
               {"io.modelcontextprotocol/clientCapabilities", {{"elicitation", json::object()}}}};
    about.update(more);
    return {{"_meta", about}};
}

}  // namespace

TEST_CASE("a log tells what is as bad as the client wants to hear of", "[mcp]") {
    client<telling> agent;
    CHECK(agent.initialize()["result"]["capabilities"].contains("logging"));
    CHECK(agent.told() == json{false, true, false, false, false, false, false, false, false});
    REQUIRE(agent.heard.size() == 1);
    CHECK(
        agent.heard[0] ==
        json{{"jsonrpc", "2.0"},
             {"method", "notifications/message"},
             {"params", {{"level", "warning"}, {"logger", "tool"}, {"data", {{"what", "bad"}}}}}});
    agent.request("logging/setLevel", {{"level", "debug"}});
    CHECK(agent.told()[0] == true);
    agent.request("logging/setLevel", {{"level", "error"}});
    CHECK(agent.told()[1] == false);
    CHECK(agent.request("logging/setLevel", {{"level", "loud"}})["error"]["code"] == -32602);
    CHECK(agent.told()[1] == false);
    // Another one begins, who has said nothing of it.
    agent.initialize();
    CHECK(agent.told()[1] == true);
}

TEST_CASE("an answer that is a text for a model comes as that text alone", "[mcp]") {
    client<reading> agent;
    agent.initialize();
    CHECK_FALSE(agent.request("tools/list")["result"]["tools"][0].contains("outputSchema"));
    const auto text = [](std::string_view is) {
        return json{{"content", {{{"type", "text"}, {"text", is}}}}};
    };
    CHECK(agent.call(json::object(), "reads")["result"] == text("Once."));
    // Models' interfaces refuse a text that is empty.
    client<reading> blank{.provider = {json{{"story", ""}}}};
    blank.initialize();
    CHECK(blank.call(json::object(), "reads")["result"] == text("(nothing)"));
}

TEST_CASE("a client hears of a store that fails, and of each call where it asks for that",
          "[mcp]") {
    using workmem::error;
    using workmem::error_code;
    client<reading> broken{.provider = {error{error_code::storage_error, "the disk is full"}}};
    broken.initialize();
    CHECK(broken.call(json::object(), "reads")["result"]["isError"] == true);
    REQUIRE(broken.heard.size() == 1);
    const auto& said = broken.heard[0]["params"];
    CHECK(said["level"] == "error");
    CHECK(said["logger"] == "workmem");
    CHECK(said["data"]["tool"] == "reads");
    CHECK(said["data"]["error"]["error"] == "the disk is full");
    // What was wrong with a call the answer says.
    client<reading> refusing{.provider = {error{error_code::validation_error, "no"}}};
    refusing.initialize();
    refusing.call(json::object(), "reads");
    CHECK(refusing.heard.empty());
    refusing.request("logging/setLevel", {{"level", "debug"}});
    refusing.call(json::object(), "reads");
    REQUIRE(refusing.heard.size() == 1);
    CHECK(refusing.heard[0]["params"]["level"] == "debug");
    CHECK(refusing.heard[0]["params"]["data"]["took_ms"].is_number());
}

TEST_CASE("a stateless request says by itself whether it wants a log", "[mcp]") {
    client<telling> agent;
    CHECK(agent.told(modern())[1] == false);
    CHECK(agent.heard.empty());
    const std::string level = "io.modelcontextprotocol/logLevel";
    CHECK(agent.told(modern({{level, "debug"}}))[0] == true);
    // What the tool tells, and that it was called.
    CHECK(agent.heard.size() == 3);
    for (const json& wrong : {json("loud"), json(1), json(nullptr), json::array()})
        CHECK(agent.told(modern({{level, wrong}}))[1] == false);
    CHECK(agent.told(modern())[1] == false);
}

TEST_CASE("progress is told to who asks for it, and only forwards", "[mcp]") {
    client<telling> agent;
    agent.initialize();
    const auto told = agent.told({{"_meta", {{"progressToken", "t"}}}});
    CHECK(told == json{false, true, false, true, true, false, false, true, true});
    REQUIRE(agent.heard.size() == 5);
    CHECK(agent.heard[1] ==
          json{{"jsonrpc", "2.0"},
               {"method", "notifications/progress"},
               {"params", {{"progressToken", "t"}, {"progress", 0}, {"total", 100}}}});
    CHECK(agent.heard[4]["params"] ==
          json({{"progressToken", "t"}, {"progress", 101}, {"message", "more"}}));
    CHECK(agent.told({{"_meta", {{"progressToken", 7}}}})[3] == true);
    for (const json& wrong : {json(nullptr), json(1.5), json::object(), json(true)})
        CHECK(agent.told({{"_meta", {{"progressToken", wrong}}}})[3] == false);
    CHECK(agent.told({{"_meta", "progressToken"}})[3] == false);
    CHECK(agent.told(modern({{"progressToken", 1}}))[3] == true);
}

TEST_CASE("a call that takes long says how far it has come, where the client asks for that",
          "[mcp]") {
    client<working> quick;
    quick.initialize();
    quick.call({{"_meta", {{"progressToken", "t"}}}});
    CHECK(quick.heard.empty());
    client<working> slow{.options = {.slow_after = std::chrono::milliseconds{0}}};
    slow.initialize();
    slow.request("logging/setLevel", {{"level", "error"}});
    slow.call();
    CHECK(slow.heard.empty());
    slow.call({{"_meta", {{"progressToken", "t"}}}});
    REQUIRE(slow.heard.size() == 3);
    CHECK(slow.heard[0]["params"] == json({{"progressToken", "t"}, {"progress", 1}, {"total", 3}}));
    CHECK(slow.heard[2]["params"]["progress"] == 3);
    // One that was slow is logged, too.
    slow.request("logging/setLevel", {{"level", "warning"}});
    slow.call();
    REQUIRE(slow.heard.size() == 4);
    CHECK(slow.heard[3]["params"]["level"] == "warning");
}

TEST_CASE("who is not heard is told so, and the call goes on", "[mcp]") {
    client<telling> agent;
    agent.initialize();
    agent.listens = false;
    CHECK(agent.told({{"_meta", {{"progressToken", "t"}}}}) ==
          json{false, false, false, false, false, false, false, false, false});
    agent.to = {};
    CHECK(agent.told({{"_meta", {{"progressToken", "t"}}}})[1] == false);
}

TEST_CASE("a client is asked what it offers to answer", "[mcp]") {
    client<asking> agent;
    agent.initialize({{"elicitation", json::object()}, {"sampling", true}});
    CHECK(agent.call()["result"] == json{{"action", "accept"}});
    CHECK(agent.questions == std::vector<std::string>{R"(elicitation/create{"message":"who?"})"});
    // It may have begun again as somebody else.
    for (const json& capabilities :
         {json::object(), json{{"sampling", json::object()}}, json("elicitation"), json(nullptr)}) {
        agent.initialize(capabilities);
        CHECK(agent.call()["error"]["code"] == -32021);
    }
    // A stateless one is not asked during its requests.
    CHECK(agent.call(modern())["error"]["code"] == -32021);
    agent.initialize({{"elicitation", json::object()}});
    agent.to.ask = {};
    CHECK(agent.call()["error"]["code"] == -32021);
    CHECK(agent.questions.size() == 1);
    client<telling> other;
    other.initialize({{"sampling", json::object()}});
    CHECK(other.call()["result"]["structuredContent"]["samples"] == true);
}

TEST_CASE("over file descriptors what is told comes before the result", "[mcp]") {
    client<telling> agent;
    agent.initialize();
    std::array<int, 2> input{}, output{};
    REQUIRE(pipe(input.data()) == 0);
    REQUIRE(pipe(output.data()) == 0);
    const auto line = json{{"jsonrpc", "2.0"},
                           {"id", "a"},
                           {"method", "tools/call"},
                           {"params", {{"name", "tells"}, {"_meta", {{"progressToken", 1}}}}}}
                          .dump() +
                      '\n' + R"({"jsonrpc":"2.0","id":"b","method":"ping"})";
    REQUIRE(write(input[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
    close(input[1]);
    CHECK(mcp::serve<json>(agent.server, input[0], output[1]) == mcp::served::to_the_end);
    close(output[1]);
    std::string said(8'192, '\0');
    said.resize(static_cast<std::size_t>(read(output[0], said.data(), said.size())));
    close(input[0]);
    close(output[0]);
    std::vector<std::string> seen;
    for (std::size_t at = 0; at < said.size(); at = said.find('\n', at) + 1) {
        const auto each = json::parse(said.substr(at, said.find('\n', at) - at));
        seen.push_back(each.value("method", each.value("id", "")));
    }
    const std::string progress = "notifications/progress";
    CHECK(seen == std::vector<std::string>{"notifications/message", progress, progress, progress,
                                           progress, "a", "b"});
}
