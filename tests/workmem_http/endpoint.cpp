// What is answered to a request, without a socket: refusals, sessions, and stateless requests.
#include "catch.hpp"

#include <workmem_http/endpoint.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace http = workmem::http;
using namespace std::chrono_literals;
using nlohmann::json;
using workmem_test::contains;

namespace {

using endpoint_type = http::endpoint<json>;

/// Answers with the actor and how often it was asked.
http::peer<json> counting(const http::principal& who) {
    return [who, count = 0](const json& message, const auto&) mutable -> std::optional<json> {
        if (message.is_array()) return json::array({{{"id", message[0]["id"]}}});
        if (!message.contains("id")) return std::nullopt;
        json out{{"jsonrpc", "2.0"}, {"id", message["id"]}};
        if (message["method"] == "nothing")
            out["error"] = {{"code", -32601}, {"message", "no"}};
        else if (message["method"] == "wrong")
            out["error"] = {{"code", -32602}, {"message", "no"}};
        else
            out["result"] = {{"by", who.actor}, {"count", ++count}};
        return out;
    };
}

struct asked {
    std::optional<http::principal> find(std::string_view token) const {
        if (token == "ann") return http::principal{"ann", http::role::writer, "ann/1"};
        if (token == "bob") return http::principal{"bob", http::role::reader, "bob/1"};
        return std::nullopt;
    }
    http::response ask(const json& message, std::vector<http::header> more = {},
                       const std::string& token = "ann") {
        return ask("POST", message.dump(), std::move(more), token);
    }
    http::response ask(const std::string& method, const std::string& body,
                       std::vector<http::header> more = {}, const std::string& token = "ann") {
        http::request head{method,
                           "/mcp",
                           {{"Host", "localhost"},
                            {"Authorization", "Bearer " + token},
                            {"Content-Type", "application/json"},
                            {"Content-Length", std::to_string(body.size())}}};
        for (auto& each : more) {
            std::erase_if(head.headers,
                          [&](const auto& is) { return http::same_name(is.first, each.first); });
            head.headers.push_back(std::move(each));
        }
        auto admitted = endpoint.admit(head, now);
        if (auto* const refused = std::get_if<http::response>(&admitted)) return *refused;
        return endpoint.answer(std::get<http::principal>(admitted), head, body, now);
    }
    std::string begin(const std::string& token = "ann") {
        const auto out = ask({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "initialize"}}, {}, token);
        REQUIRE(out.status == 200);
        REQUIRE(out.headers.size() == 1);
        REQUIRE(out.headers[0].first == "Mcp-Session-Id");
        return out.headers[0].second;
    }

    int tidied = 0;
    endpoint_type::clock::time_point now{};
    endpoint_type endpoint{{.max_body_bytes = 1'000,
                            .each_tenant = {.per_second = 100, .at_once = 1'000},
                            .session_life = 60s,
                            .tidies = [this] { ++tidied; }},
                           counting,
                           [this](std::string_view token) { return find(token); }};
};

json work(int id = 2) { return {{"jsonrpc", "2.0"}, {"id", id}, {"method", "work"}}; }
json modern(const std::string& method, json params = json::object()) {
    params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                       {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    return {{"jsonrpc", "2.0"}, {"id", 2}, {"method", method}, {"params", params}};
}
std::vector<http::header> mirrors(const std::string& method) {
    return {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}};
}
int code(const http::response& of) { return json::parse(of.body)["error"]["code"]; }

}  // namespace

TEST_CASE("a session begins with initialize and ends with DELETE", "[http]") {
    asked with;
    const auto id = with.begin();
    for (int i = 2; i < 5; ++i) {
        const auto out = with.ask(work(), {{"Mcp-Session-Id", id}});
        CHECK(out.status == 200);
        CHECK(json::parse(out.body)["result"] == json({{"by", "ann/1"}, {"count", i}}));
    }
    CHECK(with.ask(work()).status == 400);
    CHECK(with.ask(work(), {{"Mcp-Session-Id", id + "0"}}).status == 404);
    CHECK(with.ask(work(), {{"Mcp-Session-Id", id}}, "bob").status == 404);
    CHECK(with.ask("DELETE", "", {{"Mcp-Session-Id", id}}, "bob").status == 404);
    CHECK(with.ask("DELETE", "").status == 400);
    CHECK(with.ask("DELETE", "", {{"Mcp-Session-Id", id}}).status == 204);
    CHECK(with.ask(work(), {{"Mcp-Session-Id", id}}).status == 404);
    CHECK(with.endpoint.sessions() == 0);
}

TEST_CASE("a session is over when it was not used", "[http]") {
    asked with;
    const auto id = with.begin();
    with.now += 60s;
    CHECK(with.ask(work(), {{"Mcp-Session-Id", id}}).status == 200);
    with.now += 61s;
    CHECK(with.ask(work(), {{"Mcp-Session-Id", id}}).status == 404);
}

TEST_CASE("there is nothing to say to a notification", "[http]") {
    asked with;
    const auto id = with.begin();
    const auto out = with.ask({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}},
                              {{"Mcp-Session-Id", id}});
    CHECK(out.status == 202);
    CHECK(out.body.empty());
}

TEST_CASE("a batch is answered in its session, each of its requests counted", "[http]") {
    asked with;
    const auto id = with.begin();
    const auto batch = [](std::size_t size) {
        json out = json::array();
        for (std::size_t i = 0; i < size; ++i)
            out.push_back({{"jsonrpc", "2.0"}, {"id", i}, {"method", "a"}});
        return out;
    };
    const std::vector<http::header> in{{"Mcp-Session-Id", id}};
    const auto done = with.ask(batch(2), in);
    CHECK(done.status == 200);
    CHECK(json::parse(done.body) == json::parse(R"([{"id":0}])"));
    CHECK(with.ask(batch(2)).status == 400);
    CHECK(with.ask(json::parse(R"([{"jsonrpc":"2.0","method":"notifications/initialized"},
                                   {"jsonrpc":"2.0","id":7,"result":{}}])"),
                   in)
              .status == 202);
    int answered = 0;
    while (with.ask(batch(20), in).status == 200) ++answered;
    CHECK(answered > 40);
    CHECK(answered <= 50);  // 1,000 requests at once
}

TEST_CASE("what cannot be read is answered with its id", "[http]") {
    asked with;
    const auto out = with.ask("POST", R"({"jsonrpc":"2.0","id":7,"method":)");
    CHECK(out.status == 400);
    CHECK(json::parse(out.body)["id"] == 7);
}

TEST_CASE("a version must be one that is spoken", "[http]") {
    asked with;
    const auto id = with.begin();
    const auto status = [&](const char* version) {
        return with.ask(work(), {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", version}}).status;
    };
    for (const auto* const known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        CHECK(status(known) == 200);
    for (const auto* const other : {"1900-01-01", "2099-01-01", "x"}) CHECK(status(other) == 400);
}

TEST_CASE("a stateless request needs no session, and its headers say it again", "[http]") {
    asked with;
    const auto out = with.ask(modern("tools/list"), mirrors("tools/list"));
    CHECK(out.status == 200);
    CHECK(out.headers.empty());
    CHECK(with.endpoint.sessions() == 0);
    CHECK(code(with.ask(modern("tools/list"), mirrors("tools/call"))) == -32020);
    CHECK(code(with.ask(modern("tools/list"), {{"Mcp-Method", "tools/list"}})) == -32020);
    CHECK(code(with.ask(work(), mirrors("work"))) == -32602);
    const auto call = modern("tools/call", {{"name", "add"}});
    auto headers = mirrors("tools/call");
    CHECK(code(with.ask(call, headers)) == -32020);
    headers.emplace_back("Mcp-Name", "=?base64?YWRk?=");
    CHECK(with.ask(call, headers).status == 200);
    headers.back().second = "other";
    CHECK(with.ask(call, headers).status == 400);
    // A method that is none has a status of its own; what a method finds wrong has not.
    CHECK(with.ask(modern("nothing"), mirrors("nothing")).status == 404);
    CHECK(with.ask(modern("wrong"), mirrors("wrong")).status == 200);
    CHECK(with.ask("DELETE", "", {{"MCP-Protocol-Version", "2026-07-28"}}).status == 405);
}

TEST_CASE("each client's stateless requests are answered as that client's", "[http]") {
    asked with;
    for (const auto* const token : {"ann", "bob", "ann", "bob"}) {
        const auto out = with.ask(modern("tools/list"), mirrors("tools/list"), token);
        CHECK(json::parse(out.body)["result"]["by"] == std::string{token} + "/1");
    }
}

TEST_CASE("what is not used for long is let go while others ask", "[http]") {
    asked with;
    const auto id = with.begin();
    (void)with.ask(modern("tools/list"), mirrors("tools/list"), "bob");
    CHECK(with.endpoint.spares() == 1);
    CHECK(with.endpoint.sessions() == 1);
    with.now += 61s;
    (void)with.ask(modern("tools/list"), mirrors("tools/list"));
    CHECK(with.endpoint.sessions() == 0);
    CHECK(with.endpoint.spares() == 2);
    with.now += 30s;
    (void)with.ask(modern("tools/list"), mirrors("tools/list"), "bob");
    CHECK(with.tidied == 2);
    with.now += 9min + 45s;
    (void)with.ask(modern("tools/list"), mirrors("tools/list"), "bob");
    CHECK(with.endpoint.spares() == 1);
    CHECK(with.tidied == 3);
    // Another one is made when it is needed.
    const auto out = with.ask(modern("tools/list"), mirrors("tools/list"));
    CHECK(json::parse(out.body)["result"] == json({{"by", "ann/1"}, {"count", 1}}));
}

TEST_CASE("a request is refused before its body is read", "[http]") {
    asked with;
    const auto status = [&](http::header changed) {
        return with.ask("POST", "{}", {std::move(changed)}).status;
    };
    CHECK(status({"Host", "evil.example"}) == 403);
    CHECK(status({"Origin", "https://evil.example"}) == 403);
    CHECK(status({"Authorization", "Bearer eve"}) == 401);
    CHECK(status({"Authorization", "Basic ann"}) == 401);
    CHECK(status({"Content-Type", "text/plain"}) == 415);
    CHECK(status({"Content-Encoding", "gzip"}) == 415);
    CHECK(status({"Accept", "text/event-stream"}) == 406);
    CHECK(status({"Content-Length", "1001"}) == 413);
    CHECK(status({"Content-Length", "99999999999999999999999999"}) == 413);
    CHECK(status({"Content-Length", "-1"}) == 400);
    CHECK(status({"Transfer-Encoding", "chunked"}) == 400);
    const auto out = with.ask("GET", "");
    CHECK(out.status == 405);
    CHECK(out.headers == std::vector<http::header>{{"Allow", "POST, DELETE"}});
    CHECK(with.ask("POST", "{", {}).status == 400);
    CHECK(code(with.ask("POST", "[]", {})) == -32600);
}

TEST_CASE("a tenant that asks too often waits, and no other", "[http]") {
    asked with;
    int refused = 0;
    for (int i = 0; i < 1'100; ++i) refused += with.ask("GET", "").status == 429 ? 1 : 0;
    CHECK(refused == 100);
    CHECK(with.ask("GET", "").headers == std::vector<http::header>{{"Retry-After", "1"}});
    CHECK(with.ask("GET", "", {}, "bob").status == 405);
    // Who has no token is told that alone.
    CHECK(with.ask("GET", "", {}, "eve").status == 401);
    with.now += 1s;
    CHECK(with.ask("GET", "").status == 405);
}

TEST_CASE("without tokens everybody is the same", "[http]") {
    endpoint_type open{{}, counting, {}, {"local", http::role::writer, "http"}};
    const http::request head{"POST", "/mcp", {{"Host", "[::1]:80"}}};
    CHECK(std::get<http::principal>(open.authenticate(head)).tenant == "local");
}
