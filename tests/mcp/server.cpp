// The server's side of the Model Context Protocol, both eras, message by message and as lines.
#include "catch.hpp"
#include "eventually.hpp"
#include "session_bundles.hpp"

#include <workmem/mcp/server.hpp>
#include <workmem/mcp/session_resources.hpp>
#include <workmem/mcp/stdio.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/session_tools.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

using nlohmann::json;
namespace mcp = workmem::mcp;
using workmem_test::eventually;
using workmem_test::is_asleep;

namespace {

using store_type = workmem::basic_session_store<workmem_test::session_recorded>;
using server_type =
    mcp::server<workmem::tools::session_tools<store_type>, mcp::session_resources<store_type>>;

struct client {
    explicit client(mcp::server_options options = {.instructions = "Use it."})
        : server{options, workmem::tools::session_tools{store}, mcp::session_resources{store}} {}

    std::optional<json> send(const json& message) { return server.handle(message); }
    json request(const std::string& method, json params = nullptr) {
        json message{{"jsonrpc", "2.0"}, {"id", ++id}, {"method", method}};
        if (!params.is_null()) message["params"] = std::move(params);
        const auto answer = send(message);
        REQUIRE(answer);
        CHECK((*answer)["jsonrpc"] == "2.0");
        CHECK((*answer)["id"] == id);
        CHECK(answer->contains("result") != answer->contains("error"));
        return *answer;
    }
    json result(const std::string& method, json params = nullptr) {
        const auto answer = request(method, std::move(params));
        INFO(method << ' ' << answer.dump());
        REQUIRE(answer.contains("result"));
        return answer["result"];
    }
    int code(const std::string& method, json params = nullptr) {
        const auto answer = request(method, std::move(params));
        INFO(method << ' ' << answer.dump());
        REQUIRE(answer.contains("error"));
        CHECK(answer["error"]["message"].is_string());
        return answer["error"]["code"];
    }
    json initialize(const std::string& version = "2025-11-25") {
        return result("initialize", {{"protocolVersion", version},
                                     {"capabilities", json::object()},
                                     {"clientInfo", {{"name", "test"}, {"version", "1"}}}});
    }
    json call(const std::string& tool, const json& arguments) {
        return result("tools/call", {{"name", tool}, {"arguments", arguments}});
    }

    workmem::manual_clock clock{};
    store_type store{{}, {.clock = clock}};
    server_type server;
    int id = 0;
};

const json stateless{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientCapabilities", json::object()}};
json with_meta(json params = json::object()) {
    params["_meta"] = stateless;
    return params;
}
const json note{{"session_id", "chat"}, {"content", "hello"}, {"priority", "high"}};

}  // namespace

TEST_CASE("the handshake echoes a version it knows, else names the newest", "[mcp]") {
    client agent;
    for (const auto* const known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        CHECK(agent.initialize(known)["protocolVersion"] == known);
    for (const auto* const other : {"2023-01-01", "2026-07-28", "x"})
        CHECK(agent.initialize(other)["protocolVersion"] == "2025-11-25");
    const auto said = agent.initialize();
    CHECK(said["serverInfo"]["name"] == "workmem");
    CHECK(said["serverInfo"]["version"] == mcp::library_version());
    CHECK(said["instructions"] == "Use it.");
    CHECK(said["capabilities"] == json({{"tools", json::object()},
                                        {"resources", {{"subscribe", true}}},
                                        {"completions", json::object()},
                                        {"logging", json::object()}}));
    CHECK(agent.code("initialize", json::object()) == -32602);
    CHECK(agent.code("initialize", {{"protocolVersion", 1}}) == -32602);
}

TEST_CASE("an initialised client calls tools", "[mcp]") {
    client agent;
    agent.initialize();
    CHECK_FALSE(agent.send({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}));
    CHECK(agent.result("ping") == json::object());
    const auto tools = agent.result("tools/list")["tools"];
    CHECK(tools.size() == 15);
    for (const auto& each : tools) CHECK(each.contains("outputSchema"));
    const auto done = agent.call("working_memory_add", note);
    CHECK(done["structuredContent"]["content"] == "hello");
    REQUIRE(done["content"].size() == 1);
    CHECK(done["content"][0]["type"] == "text");
    CHECK(json::parse(done["content"][0]["text"].get<std::string>()) == done["structuredContent"]);
    CHECK_FALSE(done.contains("isError"));
    CHECK_FALSE(done.contains("resultType"));
}

TEST_CASE("what a tool refuses is a result that says so, without structure", "[mcp]") {
    client agent;
    agent.initialize();
    const auto refused =
        agent.call("working_memory_get", {{"session_id", "chat"}, {"memory_id", "x"}});
    CHECK(refused["isError"] == true);
    CHECK_FALSE(refused.contains("structuredContent"));
    const auto said = json::parse(refused["content"][0]["text"].get<std::string>());
    CHECK(said["code"] == "NOT_FOUND");
    CHECK(said["details"]["session_id"] == "chat");
    CHECK(agent.call("working_memory_add", json::object())["isError"] == true);
    CHECK(agent.code("tools/call", {{"name", "nothing"}}) == -32602);
    CHECK(agent.code("tools/call") == -32602);
    CHECK(agent.code("tools/call", {{"name", 1}}) == -32602);
    CHECK(agent.code("tools/call", {{"name", "working_memory_add"}, {"arguments", "x"}}) == -32602);
    // No arguments are none at all.
    CHECK(agent.result("tools/call", {{"name", "working_memory_list"}})["isError"] == true);
}

TEST_CASE("who listens hears of the calls of tools that there are", "[mcp]") {
    std::vector<std::string> heard;
    client agent{
        {.on_call = [&](std::string_view tool, bool succeeded, std::chrono::nanoseconds took) {
            heard.push_back(std::string{tool} + (succeeded ? " done" : " refused"));
            CHECK(took.count() >= 0);
        }}};
    agent.initialize();
    agent.call("working_memory_add", note);
    agent.call("working_memory_add", json::object());
    CHECK(agent.code("tools/call", {{"name", "nothing"}}) == -32602);
    agent.result("tools/list");
    CHECK(heard ==
          std::vector<std::string>{"working_memory_add done", "working_memory_add refused"});
}

TEST_CASE("a stateless request says who asks", "[mcp]") {
    client agent;
    const auto said = agent.result("server/discover", with_meta());
    CHECK(said["supportedVersions"] == json::array({"2026-07-28"}));
    CHECK(said["capabilities"] == json({{"tools", json::object()},
                                        {"resources", json::object()},
                                        {"completions", json::object()},
                                        {"logging", json::object()}}));
    CHECK(said["instructions"] == "Use it.");
    CHECK(said["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "workmem");
    for (const auto* const method :
         {"server/discover", "tools/list", "resources/list", "resources/templates/list"}) {
        const auto result = agent.result(method, with_meta());
        INFO(method);
        CHECK(result["resultType"] == "complete");
        CHECK(result["ttlMs"].is_number_unsigned());
        CHECK((result["cacheScope"] == "public" || result["cacheScope"] == "private"));
    }
    const auto read = agent.result("resources/read", with_meta({{"uri", "memory://chat/context"}}));
    CHECK(read["cacheScope"] == "private");
    CHECK(read["ttlMs"] == 0);
    const auto called = agent.result(
        "tools/call", with_meta({{"name", "working_memory_add"}, {"arguments", note}}));
    CHECK(called["resultType"] == "complete");
    CHECK_FALSE(called.contains("ttlMs"));
    for (const auto* const gone : {"ping", "initialize", "logging/setLevel", "resources/subscribe",
                                   "resources/unsubscribe", "subscriptions/listen", "nothing"})
        CHECK(agent.code(gone, with_meta()) == -32601);
}

TEST_CASE("a request that does not say who asks is no stateless one", "[mcp]") {
    client agent;
    CHECK(agent.code("tools/list") == -32602);
    CHECK(agent.code("server/discover") == -32602);
    CHECK(agent.code("tools/list", {{"_meta", 1}}) == -32602);
    auto meta = stateless;
    meta.erase("io.modelcontextprotocol/clientCapabilities");
    CHECK(agent.code("tools/list", {{"_meta", meta}}) == -32602);
    meta["io.modelcontextprotocol/clientCapabilities"] = "x";
    CHECK(agent.code("tools/list", {{"_meta", meta}}) == -32602);
    meta = stateless;
    meta["io.modelcontextprotocol/protocolVersion"] = 1;
    CHECK(agent.code("tools/list", {{"_meta", meta}}) == -32602);
    meta["io.modelcontextprotocol/protocolVersion"] = "2099-01-01";
    const auto refused = agent.request("tools/list", {{"_meta", meta}})["error"];
    CHECK(refused["code"] == -32022);
    CHECK(refused["data"] == json({{"supported", {"2026-07-28"}}, {"requested", "2099-01-01"}}));
    // After a handshake it is one of the older kind.
    agent.initialize();
    CHECK(agent.result("tools/list").contains("tools"));
    CHECK(agent.code("server/discover") == -32602);
    CHECK(agent.result("tools/list", with_meta())["resultType"] == "complete");
}

TEST_CASE("memory hangs on arguments, never on the connection", "[mcp]") {
    client agent;
    agent.result("tools/call", with_meta({{"name", "working_memory_add"}, {"arguments", note}}));
    server_type other{
        {}, workmem::tools::session_tools{agent.store}, mcp::session_resources{agent.store}};
    const auto seen = other.handle(json{
        {"jsonrpc", "2.0"},
        {"id", "a"},
        {"method", "tools/call"},
        {"params",
         with_meta({{"name", "working_memory_list"}, {"arguments", {{"session_id", "chat"}}}})}});
    CHECK((*seen)["result"]["structuredContent"]["count"] == 1);
}

TEST_CASE("a message that is none gets an error, with its id where that can be read", "[mcp]") {
    client agent;
    agent.initialize();
    const auto refused = [&](const char* message) {
        const auto answer = agent.send(json::parse(message));
        REQUIRE(answer);
        INFO(message << ' ' << answer->dump());
        REQUIRE(answer->contains("error"));
        return std::pair{(*answer)["error"]["code"].get<int>(), answer->contains("id")};
    };
    using answer = std::pair<int, bool>;
    for (const auto* const no_id :
         {"1", "null", "\"x\"", "[]", "{}", R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":{},"method":"ping"})", R"({"jsonrpc":"2.0"})"})
        CHECK(refused(no_id) == answer{-32600, false});
    for (const auto* const with_id :
         {R"({"id":90,"method":"ping"})", R"({"jsonrpc":"1.0","id":91,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":92})", R"({"jsonrpc":"2.0","id":93,"method":1})",
          R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"})
        CHECK(refused(with_id) == answer{-32600, true});
    CHECK(refused(R"({"jsonrpc":"2.0","id":94,"method":"ping","params":[]})") ==
          answer{-32602, true});
    CHECK(refused(R"({"jsonrpc":"2.0","id":95,"method":"prompts/list"})") == answer{-32601, true});
    CHECK(refused(R"({"jsonrpc":"2.0","id":96,"method":"tools/list","params":{"cursor":"x"}})") ==
          answer{-32602, true});
    // What is no request of the client's has no answer.
    CHECK_FALSE(agent.send(json::parse(R"({"jsonrpc":"2.0","id":1,"result":{}})")));
    CHECK_FALSE(agent.send(json::parse(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")));
    CHECK_FALSE(agent.send(json::parse(R"({"jsonrpc":"2.0","method":"nothing"})")));
}

TEST_CASE("a batch is answered where the agreed version has batches", "[mcp]") {
    client agent;
    const auto batch = json::parse(R"([{"jsonrpc":"2.0","id":"a","method":"ping"},
        {"jsonrpc":"2.0","method":"notifications/initialized"},
        {"jsonrpc":"2.0","id":"b","method":"nothing"}, 7,
        {"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"working_memory_list",
            "arguments":{"session_id":"s"}}}])");
    for (const auto* const version : {"2024-11-05", "2025-03-26"}) {
        agent.initialize(version);
        const auto answers = *agent.send(batch);
        REQUIRE(answers.size() == 4);
        CHECK(answers[0] == json({{"jsonrpc", "2.0"}, {"id", "a"}, {"result", json::object()}}));
        CHECK(answers[1]["id"] == "b");
        CHECK(answers[1]["error"]["code"] == -32601);
        CHECK(answers[2]["error"]["message"] == "a message must be an object");
        CHECK(answers[3]["id"] == "c");
        CHECK(answers[3]["result"]["structuredContent"]["count"] == 0);
        CHECK_FALSE(agent.send(json::array({batch[1]})));
        CHECK((*agent.send(json::array()))["error"]["message"] == "a batch must hold a message");
        CHECK((*agent.send(json::array({json::array({batch[0]})})))[0]["error"]["code"] == -32600);
        const auto refused = *agent.send(json(mcp::max_batch + 1, batch[0]));
        CHECK(refused.size() == mcp::max_batch + 1);
        CHECK(refused[0]["error"]["message"] == "a batch may hold 256 messages");
    }
}

TEST_CASE("elsewhere a batch is refused by the id of each request in it", "[mcp]") {
    client agent;
    const auto batch = json::parse(R"([{"jsonrpc":"2.0","id":90,"method":"ping"},
        {"jsonrpc":"2.0","method":"nothing"}, {"jsonrpc":"2.0","id":91,"result":{}},
        {"jsonrpc":"2.0","id":"b","method":"ping"}])");
    for (const auto* const version : {"", "2025-06-18", "2025-11-25"}) {
        if (*version != 0) agent.initialize(version);
        const auto answers = *agent.send(batch);
        REQUIRE(answers.size() == 2);
        CHECK(answers[0]["id"] == 90);
        CHECK(answers[1]["id"] == "b");
        for (const auto& each : answers) {
            CHECK(each["error"]["code"] == -32600);
            CHECK(each["error"]["message"] == "batches are not supported; send one message a line");
        }
        CHECK_FALSE((*agent.send(json::array({batch[1]}))).contains("id"));
    }
}

TEST_CASE("arguments may be missing, null, or the text of an object", "[mcp]") {
    client agent;
    agent.initialize();
    const auto listed = [&](json arguments) {
        return agent.call("working_memory_list", arguments)["structuredContent"];
    };
    CHECK(listed({{"session_id", "s"}, {"limit", "5"}})["read_from_text"] ==
          "limit: sent as text, read as JSON");
    CHECK(listed(R"({"session_id":"s"})")["read_from_text"] ==
          "arguments: sent as text, read as JSON");
    CHECK(agent.call("working_memory_list", nullptr)["isError"] == true);
}

TEST_CASE("an id is used once in a connection", "[mcp]") {
    client agent;
    agent.initialize();
    const json list{{"jsonrpc", "2.0"}, {"id", "x"}, {"method", "tools/list"}};
    CHECK(agent.send(list)->contains("result"));
    CHECK((*agent.send(list))["error"]["code"] == -32600);
    auto number = list;
    number["id"] = 7;
    auto text = list;
    text["id"] = "7";
    CHECK(agent.send(number)->contains("result"));
    CHECK(agent.send(text)->contains("result"));
    agent.initialize();
    CHECK(agent.send(list)->contains("result"));
}

TEST_CASE("a session is a resource, which tells when it changes", "[mcp]") {
    client agent;
    agent.initialize();
    const auto uri = "memory://a%20%22b%22/context";
    CHECK(agent.result("resources/list")["resources"].empty());
    const auto templates = agent.result("resources/templates/list")["resourceTemplates"];
    REQUIRE(templates.size() == 1);
    CHECK(templates[0]["uriTemplate"] == "memory://{session}/context");
    CHECK(agent.result("resources/read", {{"uri", uri}})["contents"][0]["text"] == "");
    CHECK(agent.result("resources/subscribe", {{"uri", uri}}) == json::object());
    CHECK(agent.server.notifications<json>().empty());
    auto other = note;
    agent.call("working_memory_add", other);
    CHECK(agent.server.notifications<json>().empty());
    other["session_id"] = "a \"b\"";
    agent.call("working_memory_add", other);
    const auto told = agent.server.notifications<json>();
    REQUIRE(told.size() == 1);
    CHECK(told[0] == json({{"jsonrpc", "2.0"},
                           {"method", "notifications/resources/updated"},
                           {"params", {{"uri", uri}}}}));
    CHECK(agent.server.notifications<json>().empty());
    const auto read = agent.result("resources/read", {{"uri", uri}})["contents"];
    REQUIRE(read.size() == 1);
    CHECK(read[0] == json({{"uri", uri}, {"mimeType", "text/plain"}, {"text", "- \"hello\""}}));
    const auto listed = agent.result("resources/list")["resources"];
    REQUIRE(listed.size() == 2);
    CHECK(listed[0]["uri"] == uri);
    CHECK(agent.result("resources/unsubscribe", {{"uri", uri}}) == json::object());
    agent.call("working_memory_add", other);
    CHECK(agent.server.notifications<json>().empty());
    for (const auto* const bad :
         {"", "memory://", "memory:///context", "memory://a/b/context", "file:///etc/passwd",
          "memory://%zz/context", "memory://a/other"}) {
        CHECK(agent.code("resources/read", {{"uri", bad}}) == -32602);
        CHECK(agent.code("resources/subscribe", {{"uri", bad}}) == -32602);
    }
    CHECK(agent.code("resources/read") == -32602);
    CHECK(agent.code("resources/subscribe", {{"uri", 1}}) == -32602);
}

TEST_CASE("who cannot be told of changes subscribes to none", "[mcp]") {
    client agent{{.notifies = false}};
    CHECK(agent.initialize()["capabilities"]["resources"] == json::object());
    for (const auto* const method : {"resources/subscribe", "resources/unsubscribe"})
        CHECK(agent.code(method, {{"uri", "memory://chat/context"}}) == -32601);
}

TEST_CASE("resources come in pages", "[mcp]") {
    client agent{{.page = 2}};
    agent.initialize();
    for (const auto* const session : {"a", "b", "c", "d", "e"})
        agent.store.add(session, {.content = "x"});
    std::vector<std::string> seen;
    json params = json::object();
    for (;;) {
        const auto page = agent.result("resources/list", params);
        for (const auto& each : page["resources"]) seen.push_back(each["name"]);
        if (!page.contains("nextCursor")) break;
        params["cursor"] = page["nextCursor"];
    }
    CHECK(seen == std::vector<std::string>{"a", "b", "c", "d", "e"});
    CHECK(agent.code("resources/list", {{"cursor", 1}}) == -32602);
}

TEST_CASE("what a user types is completed", "[mcp]") {
    client agent;
    agent.initialize();
    for (const auto* const session : {"team/a", "team/b", "other"})
        agent.store.add(session, {.content = "x"});
    const auto completed = [&](const json& ref, const std::string& name, const std::string& value) {
        return agent.result(
            "completion/complete",
            {{"ref", ref}, {"argument", {{"name", name}, {"value", value}}}})["completion"];
    };
    const json uri{{"type", "ref/resource"}, {"uri", "memory://{session}/context"}};
    CHECK(completed(uri, "session", "team/") ==
          json({{"values", {"team/a", "team/b"}}, {"total", 2}, {"hasMore", false}}));
    CHECK(completed(uri, "session", "x")["values"].empty());
    CHECK(completed(uri, "other", "team/")["values"].empty());
    CHECK(completed({{"type", "ref/prompt"}, {"name", "x"}}, "session", "")["values"].empty());
    for (int i = 0; i < 120; ++i) agent.store.add("many-" + std::to_string(i), {.content = "x"});
    const auto many = completed(uri, "session", "many-");
    CHECK(many["values"].size() == 100);
    CHECK(many["total"] == 120);
    CHECK(many["hasMore"] == true);
    const json argument{{"name", "session"}, {"value", ""}};
    for (const auto& wrong :
         {json::object(), json{{"ref", uri}}, json{{"ref", uri}, {"argument", 1}},
          json{{"ref", uri}, {"argument", {{"name", "session"}}}},
          json{{"ref", {{"type", "ref/other"}}}, {"argument", argument}},
          json{{"ref", {{"type", "ref/prompt"}}}, {"argument", argument}},
          json{{"ref", 1}, {"argument", argument}}})
        CHECK(agent.code("completion/complete", wrong) == -32602);
}

TEST_CASE("a prompt is a text with what was filled in", "[mcp]") {
    const mcp::prompt_texts texts{
        {{{"greet", "Says hello", {{"whom", "a name", true}, {"how", "a word", false}}},
          [](const auto& in) { return in.at("how") + " " + in.at("whom"); },
          [](std::string_view argument,
             std::string_view begins) -> workmem::result<std::vector<std::string>> {
              if (begins == "?") return workmem::error{workmem::error_code::storage_error, "gone"};
              return std::vector<std::string>{std::string{argument} + "=" + std::string{begins}};
          }},
         {{"wait", "Says nothing"}, [](const auto&) { return std::string{"..."}; }}}};
    mcp::server<mcp::prompt_texts> server{{}, texts};
    int id = 0;
    const auto ask = [&](const std::string& method, json params) {
        return *server.handle(json{
            {"jsonrpc", "2.0"}, {"id", ++id}, {"method", method}, {"params", std::move(params)}});
    };
    CHECK(ask("initialize", {{"protocolVersion", "2025-11-25"}})["result"]["capabilities"] ==
          json({{"completions", json::object()}, {"prompts", json::object()}}));
    const auto completed = [&](const char* name, const char* begins) {
        return ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", name}}},
                                           {"argument", {{"name", "whom"}, {"value", begins}}}});
    };
    CHECK(completed("greet", "A")["result"]["completion"]["values"] == json{"whom=A"});
    CHECK(completed("wait", "A")["result"]["completion"]["values"] == json::array());
    CHECK(completed("greet", "?")["error"]["message"] == "gone");
    const auto list = ask("prompts/list", json::object())["result"]["prompts"];
    REQUIRE(list.size() == 2);
    CHECK(list[0] == json::parse(R"({"name":"greet","description":"Says hello","arguments":[
        {"name":"whom","description":"a name","required":true},
        {"name":"how","description":"a word","required":false}]})"));
    const auto got = ask("prompts/get", {{"name", "greet"}, {"arguments", {{"whom", "Ann"}}}});
    CHECK(got["result"]["messages"] ==
          json::parse(R"([{"role":"user","content":{"type":"text","text":" Ann"}}])"));
    CHECK(ask("prompts/get", {{"name", "wait"}})["result"]["description"] == "Says nothing");
    for (const auto& wrong :
         {json::object(), json{{"name", 1}}, json{{"name", "x"}}, json{{"name", "greet"}},
          json{{"name", "greet"}, {"arguments", {{"how", "x"}}}},
          json{{"name", "greet"}, {"arguments", {{"whom", 1}}}},
          json{{"name", "wait"}, {"arguments", 1}}})
        CHECK(ask("prompts/get", wrong)["error"]["code"] == -32602);
    const auto modern = ask("prompts/list", with_meta())["result"];
    CHECK(modern["resultType"] == "complete");
    CHECK(modern["cacheScope"] == "public");
}

TEST_CASE("a read-only server offers what changes nothing", "[mcp]") {
    client agent{{.read_only = true, .output_schemas = false}};
    agent.initialize();
    const auto tools = agent.result("tools/list")["tools"];
    CHECK(tools.size() == 7);
    for (const auto& each : tools) {
        CHECK(each["annotations"]["readOnlyHint"] == true);
        CHECK_FALSE(each.contains("outputSchema"));
    }
    CHECK(agent.code("tools/call", {{"name", "working_memory_add"}, {"arguments", note}}) ==
          -32602);
    CHECK(agent.call("working_memory_list",
                     {{"session_id", "chat"}})["structuredContent"]["count"] == 0);
}

TEST_CASE("what has expired is removed before the next request", "[mcp]") {
    client agent;
    agent.initialize();
    agent.call("working_memory_add", note);
    agent.clock.advance(std::chrono::hours{13});
    const auto stats = [&] { return agent.store.stats("chat").total; };
    CHECK(stats() == 1);
    agent.result("ping");
    CHECK(stats() == 0);
}

TEST_CASE("a client is served over file descriptors until its input ends", "[mcp]") {
    client agent;
    std::array<int, 2> input{}, output{};
    REQUIRE(pipe(input.data()) == 0);
    REQUIRE(pipe(output.data()) == 0);
    std::string deep(70, '['), answers;
    std::thread reader{[&] {
        std::array<char, 4'096> chunk{};
        for (;;) {
            const auto got = read(output[0], chunk.data(), chunk.size());
            if (got <= 0) return;
            answers.append(chunk.data(), static_cast<std::size_t>(got));
        }
    }};
    std::thread writer{[&] {
        std::string text =
            R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}})"
            "\r\n\n"
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
            "\nnot JSON\n" +
            deep + "\n\"\xff\"\n" + std::string(5U << 20U, 'x') + '\n' +
            R"({"jsonrpc":"2.0","method":"ping","params":{"a":")" + std::string(5U << 20U, 'x') +
            R"("},"id":"long"})" + "\n" + R"({"jsonrpc":"2.0","id":"deep","params":)" + deep + '\n';
        for (int i = 0; i < 1'000; ++i)
            text += json{{"jsonrpc", "2.0"}, {"id", "p" + std::to_string(i)}, {"method", "ping"}}
                        .dump() +
                    '\n';
        text += R"({"jsonrpc":"2.0","id":"last","method":"ping"})";
        for (std::string_view rest = text; !rest.empty();) {
            const auto done =
                write(input[1], rest.data(), std::min<std::size_t>(rest.size(), 9'999));
            if (done <= 0) break;
            rest.remove_prefix(static_cast<std::size_t>(done));
        }
        close(input[1]);
    }};
    CHECK(mcp::serve<json>(agent.server, input[0], output[1]) == mcp::served::to_the_end);
    close(output[1]);
    writer.join();
    reader.join();
    close(input[0]);
    close(output[0]);

    std::vector<json> seen;
    for (std::size_t at = 0; at < answers.size();) {
        const auto end = answers.find('\n', at);
        REQUIRE(end != std::string::npos);
        seen.push_back(json::parse(answers.substr(at, end - at)));
        at = end + 1;
    }
    REQUIRE(seen.size() == 1 + 6 + 1'001);
    CHECK(seen[0]["result"]["protocolVersion"] == "2025-11-25");
    CHECK(seen[1]["error"]["code"] == -32700);
    CHECK(seen[2]["error"]["code"] == -32600);
    CHECK(seen[3]["error"]["code"] == -32700);
    CHECK(seen[4]["error"]["code"] == -32600);
    for (std::size_t i = 1; i <= 4; ++i) CHECK_FALSE(seen[i].contains("id"));
    CHECK(seen[5]["id"] == "long");
    CHECK(seen[5]["error"]["message"] == "a line may have 4194304 bytes");
    CHECK(seen[6]["id"] == "deep");
    CHECK(seen[6]["error"]["code"] == -32600);
    for (std::size_t i = 0; i < 1'000; ++i) CHECK(seen[7 + i]["id"] == "p" + std::to_string(i));
    CHECK(seen.back()["id"] == "last");
}

TEST_CASE("a client that does not listen any more ends the service", "[mcp]") {
    client agent;
    std::array<int, 2> input{};
    REQUIRE(pipe(input.data()) == 0);
    const std::string_view text = "{}\n";
    REQUIRE(write(input[1], text.data(), text.size()) == 3);
    // Nothing can be written to where one reads.
    CHECK(mcp::serve<json>(agent.server, input[0], input[0]) == mcp::served::output_failed);
    close(input[0]);
    close(input[1]);
    CHECK(mcp::serve<json>(agent.server, -1, -1) == mcp::served::input_failed);
}

TEST_CASE("a client that reads slowly from a pipe that does not block gets all", "[mcp]") {
    client agent;
    std::array<int, 2> input{}, output{};
    REQUIRE(pipe(input.data()) == 0);
    REQUIRE(pipe(output.data()) == 0);
    REQUIRE(fcntl(output[1], F_SETFL, O_NONBLOCK) == 0);
    std::thread writer{[&] {
        for (int i = 0; i < 3'000; ++i) {
            const auto line = json{{"jsonrpc", "2.0"}, {"id", i}, {"method", "x"}}.dump() + '\n';
            if (write(input[1], line.data(), line.size()) <= 0) break;
        }
        close(input[1]);
    }};
    std::size_t lines = 0;
    const auto is_full = [&] {
        pollfd at{output[1], POLLOUT, 0};
        return ::poll(&at, 1, 0) == 0;
    };
    std::atomic<bool> was_full{false};
    std::thread reader{[&] {
        std::array<char, 512> chunk{};
        was_full = eventually(is_full);
        for (;;) {
            const auto got = read(output[0], chunk.data(), chunk.size());
            if (got <= 0) return;
            lines += static_cast<std::size_t>(std::count(chunk.begin(), chunk.begin() + got, '\n'));
        }
    }};
    CHECK(mcp::serve<json>(agent.server, input[0], output[1]) == mcp::served::to_the_end);
    close(output[1]);
    writer.join();
    reader.join();
    close(input[0]);
    close(output[0]);
    CHECK(was_full);
    CHECK(lines == 3'000);
}

TEST_CASE("who is asked to stop ends as if the input had", "[mcp]") {
    client agent;
    std::array<int, 2> input{};
    REQUIRE(pipe(input.data()) == 0);
    const volatile std::sig_atomic_t stop = 1;
    CHECK(mcp::serve<json>(agent.server, input[0], input[1], &stop) == mcp::served::to_the_end);
    close(input[0]);
    close(input[1]);
}

TEST_CASE("who is asked to stop ends also while the client does not read", "[mcp][threads]") {
    client agent;
    agent.initialize();
    std::array<int, 2> input{}, output{};
    REQUIRE(pipe(input.data()) == 0);
    REQUIRE(pipe(output.data()) == 0);
    // Their answers are more than a pipe holds.
    std::string asked;
    for (int id = 100; id < 120; ++id)
        asked += json{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/list"}}.dump() + '\n';
    REQUIRE(write(input[1], asked.data(), asked.size()) == static_cast<ssize_t>(asked.size()));
    static volatile std::sig_atomic_t stop;
    stop = 0;
    std::signal(SIGUSR1, [](int) { stop = 1; });
    std::thread asks{[server = ::pthread_self(), id = ::gettid(), full = output[1]] {
        (void)eventually([&] {
            pollfd at{full, POLLOUT, 0};
            return ::poll(&at, 1, 0) == 0 && is_asleep(id);
        });
        ::pthread_kill(server, SIGUSR1);
    }};
    CHECK(mcp::serve<json>(agent.server, input[0], output[1], &stop) == mcp::served::to_the_end);
    asks.join();
    std::signal(SIGUSR1, SIG_DFL);
    for (const int each : {input[0], input[1], output[0], output[1]}) close(each);
}

TEST_CASE("nobody is answered about a notification, and subscriptions are limited", "[mcp]") {
    client agent;
    agent.initialize();
    CHECK_FALSE(agent.send({{"jsonrpc", "2.0"}, {"method", "x"}, {"params", json::array()}}));
    const auto uri = [](int i) { return "memory://s" + std::to_string(i) + "/context"; };
    for (int i = 0; i < 100; ++i) agent.result("resources/subscribe", {{"uri", uri(i)}});
    CHECK(agent.code("resources/subscribe", {{"uri", uri(100)}}) == -32602);
    agent.result("resources/subscribe", {{"uri", uri(0)}});  // known already
    // A new handshake begins without any.
    agent.initialize();
    auto other = note;
    other["session_id"] = "s1";
    agent.call("working_memory_add", other);
    CHECK(agent.server.notifications<json>().empty());
}
