// Answers that are streams of events, and questions to a client on them.
#include "catch.hpp"
#include "eventually.hpp"

#include <workmem/mcp/server.hpp>
#include <workmem_http/endpoint.hpp>
#include <workmem_http/events.hpp>
#include <workmem_http/server.hpp>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace http = workmem::http;
namespace mcp = workmem::mcp;
using namespace std::chrono_literals;
using nlohmann::json;
using workmem_test::contains;
using workmem_test::deadline;
using workmem_test::eventually;

namespace {

json message(const std::string& method, const json& id = 2, json params = json::object()) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}
json result(const json& id, json is) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(is)}};
}

/// Tells as often as it is told to, asks, or breaks. Where nobody listens, it counts that.
struct talker {
    std::atomic<int> unheard{0}, asked{0};

    http::peer<json> connect() {
        return [this](const json& is, const mcp::channel<json>& to) -> std::optional<json> {
            const auto method = is["method"].get<std::string>();
            const auto size = is["params"].value("size", std::size_t{1});
            for (int i = 0; i < is["params"].value("times", 0); ++i)
                if (!to.tell || !to.tell(mcp::notification<json>(
                                    "notifications/message", {{"data", std::string(size, 'x')}})))
                    ++unheard;
            if (method == "break") throw std::runtime_error{"broken"};
            if (method != "ask") return result(is["id"], {{"unheard", unheard.load()}});
            if (!to.ask) return result(is["id"], {{"cannot", true}});
            ++asked;
            const auto said = to.ask("elicitation/create", {{"message", "who?"}});
            if (const auto* const problem = std::get_if<mcp::rpc_error<json>>(&said))
                return mcp::error_message<json>(&is["id"], *problem);
            return result(is["id"], std::get<json>(said));
        };
    }
};

/// The events of a stream that has no connection.
struct kept_events final : http::event_sink {
    bool send(std::string_view text) override {
        messages.push_back(json::parse(text));
        return arrives;
    }
    [[nodiscard]] bool has_begun() const override { return !messages.empty(); }
    [[nodiscard]] bool is_over() override { return !arrives; }

    std::vector<json> messages{};
    bool arrives = true;
};

struct asked {
    talker talks{};
    http::endpoint<json> endpoint{
        {.answer_time = 50ms}, [this](const http::principal&) { return talks.connect(); }, {}};
    http::endpoint<json>::clock::time_point now{};
    std::string session{};

    asked() { session = ask(message("initialize", 1), nullptr, nullptr).headers[0].second; }

    http::response ask(const json& body, const char* accept, http::event_sink* events,
                       std::vector<http::header> more = {}, const http::principal& who = {}) {
        http::request head{"POST", "/mcp", std::move(more)};
        if (accept != nullptr) head.headers.emplace_back("Accept", accept);
        if (!session.empty()) head.headers.emplace_back("Mcp-Session-Id", session);
        return endpoint.answer(who, head, body.dump(), now, events);
    }
};
constexpr const char* both = "application/json, text/event-stream";

/// A server of talkers on a port.
struct serving {
    talker talks{};
    std::mutex mutex{};
    std::string heard{};
    http::metrics counts{};
    http::endpoint<json> endpoint{
        {.each_tenant = {1e6, 1e6}, .answer_time = 10min},
        [this](const http::principal&) { return talks.connect(); },
        [](std::string_view token) -> std::optional<http::principal> {
            return http::principal{std::string{token}, http::role::writer, "x"};
        }};
    http::server<json> server;
    int port = 0;
    bool is_good = false;
    std::thread thread{};

    explicit serving(std::chrono::milliseconds request_time = 10min)
        : server{endpoint,
                 counts,
                 {.port = 0, .request_time = request_time},
                 [this](std::string_view problem) {
                     const std::lock_guard lock{mutex};
                     heard += problem;
                 }} {
        const auto bound = server.bind();
        REQUIRE(bound);
        port = *bound;
        thread = std::thread{[this] { is_good = server.serve(); }};
        REQUIRE(eventually([&] {
            return static_cast<bool>(httplib::Client{"127.0.0.1", port}.Get("/healthz"));
        }));
    }
    ~serving() { stop(); }
    void stop() {
        if (!thread.joinable()) return;
        server.stop_serving();
        thread.join();
    }
    /// The answer to one message, and what is in its stream.
    httplib::Response post(const json& body, const std::string& session,
                           const char* token = "ann") {
        httplib::Client client{"127.0.0.1", port};
        client.set_read_timeout(60s);
        const auto answer = client.Post("/mcp",
                                        {{"Accept", both},
                                         {"Authorization", std::string{"Bearer "} + token},
                                         {"Mcp-Session-Id", session}},
                                        body.dump(), "application/json");
        REQUIRE(answer);
        return *answer;
    }
    std::string begin(const char* token = "ann") {
        return post(message("initialize", 1), "", token).get_header_value("Mcp-Session-Id");
    }
};

/// A client that reads what it wants to, when it wants to.
struct raw {
    explicit raw(int port, int receives = 0) : socket{::socket(AF_INET, SOCK_STREAM, 0)} {
        if (receives > 0) setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receives, sizeof receives);
        const timeval most{60, 0};
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        void* const address = &to;
        REQUIRE(connect(socket, static_cast<sockaddr*>(address), sizeof to) == 0);
    }
    ~raw() { end(); }
    void end() {
        if (socket >= 0) close(socket);
        socket = -1;
    }
    void post(const json& body, const std::string& session, const char* version = "1.1") const {
        const auto text = body.dump();
        const auto all = std::string{"POST /mcp HTTP/"} + version +
                         "\r\nHost: localhost\r\nAuthorization: Bearer ann\r\nAccept: " + both +
                         "\r\nContent-Type: application/json\r\nMcp-Session-Id: " + session +
                         "\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
        REQUIRE(send(socket, all.data(), all.size(), 0) == static_cast<ssize_t>(all.size()));
    }
    /// Reads until a text has come; all that has come by then. The rest is kept.
    std::string until(const std::string& end) {
        std::array<char, 4'096> chunk{};
        for (;;) {
            const auto at = came.find(end);
            if (at != std::string::npos) {
                auto out = came.substr(0, at + end.size());
                came.erase(0, at + end.size());
                return out;
            }
            const auto got = recv(socket, chunk.data(), chunk.size(), 0);
            if (got <= 0) return "only: " + came;
            came.append(chunk.data(), static_cast<std::size_t>(got));
        }
    }
    /// The id of what the client is asked on the stream.
    std::string question() {
        const auto event = until("\n\n");
        const auto at = event.find("data: ");
        return at == std::string::npos ? event
                                       : json::parse(event.substr(at + 6)).value("id", event);
    }

    int socket;
    std::string came{};
};

/// One that is whatever it is said to be.
struct changing_resource {
    static constexpr std::string_view uri_template = "a", template_name = "a",
                                      template_description = "a";
    std::shared_ptr<std::uint64_t> state = std::make_shared<std::uint64_t>(0);
    [[nodiscard]] static workmem::result<mcp::resource_page> list(std::string_view, std::size_t) {
        return mcp::resource_page{};
    }
    [[nodiscard]] static workmem::result<mcp::resource_content> read(std::string_view) {
        return mcp::resource_content{};
    }
    [[nodiscard]] workmem::result<std::uint64_t> state_of(std::string_view) const {
        return std::uint64_t{*state};
    }
};

}  // namespace

TEST_CASE("what is told comes first, in a stream, where the client takes that", "[http]") {
    asked with;
    kept_events events;
    const auto out = with.ask(message("tell", 2, {{"times", 2}}), both, &events);
    CHECK(out.is_sent);
    REQUIRE(events.messages.size() == 3);
    CHECK(events.messages[0]["method"] == "notifications/message");
    CHECK(events.messages[2] == result(2, {{"unheard", 0}}));
    for (const auto* const accept : {"application/json", "*/*", "text/event-stream;q=0, */*"}) {
        kept_events none;
        const auto plain = with.ask(message("tell", 2, {{"times", 1}}), accept, &none);
        CHECK_FALSE(plain.is_sent);
        CHECK(none.messages.empty());
        CHECK(json::parse(plain.body)["result"]["unheard"] == with.talks.unheard.load());
    }
    CHECK(with.talks.unheard == 3);
    CHECK_FALSE(with.ask(message("tell", 2, {{"times", 1}}), nullptr, &events).is_sent);
    CHECK_FALSE(with.ask(message("tell", 2, {{"times", 1}}), both, nullptr).is_sent);
}

TEST_CASE("what has nothing to tell before is answered as it was", "[http]") {
    asked with;
    kept_events events;
    const auto out = with.ask(message("tell"), both, &events);
    CHECK(out.status == 200);
    CHECK(out.type == "application/json");
    CHECK(json::parse(out.body) == result(2, {{"unheard", 0}}));
    CHECK_FALSE(events.has_begun());
}

TEST_CASE("a stateless request is told things, too, and asked nothing", "[http]") {
    asked with;
    with.session.clear();
    const json about{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    const auto ask = [&](const char* method, http::event_sink* events) {
        return with.ask(message(method, 2, {{"times", 1}, {"_meta", about}}), both, events,
                        {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}});
    };
    kept_events events;
    CHECK(ask("tell", &events).is_sent);
    CHECK(events.messages.size() == 2);
    CHECK(ask("ask", &events).is_sent);
    CHECK(events.messages.back()["result"] == json{{"cannot", true}});
}

TEST_CASE("a client that does not answer is not waited for for ever", "[http]") {
    asked with;
    kept_events events;
    CHECK(with.ask(message("ask"), both, &events).is_sent);
    REQUIRE(events.messages.size() == 3);
    CHECK(events.messages[0]["method"] == "elicitation/create");
    CHECK(events.messages[1]["method"] == "notifications/cancelled");
    CHECK(events.messages[2]["error"]["message"] == "the client did not answer in time");
    kept_events gone;
    gone.arrives = false;
    with.ask(message("ask"), both, &gone);
    CHECK(gone.messages.back()["error"]["message"] == "the client is gone");
    // It cannot be asked where it takes no stream.
    CHECK(json::parse(with.ask(message("ask"), "*/*", nullptr).body)["result"]["cannot"] == true);
}

TEST_CASE("an answer to nothing is refused", "[http]") {
    asked with;
    for (const json& id : {json("server-1"), json(1), json("")})
        CHECK(with.ask(result(id, json::object()), both, nullptr).status == 400);
    with.session = std::string(32, '0');
    CHECK(with.ask(result("server-1", json::object()), both, nullptr).status == 404);
    with.session.clear();
    CHECK(with.ask(result("server-1", json::object()), both, nullptr).status == 400);
}

TEST_CASE("who subscribed hears of changes before the next answer", "[http]") {
    const changing_resource changing;
    const auto answers = http::peer_of<json>(
        std::make_shared<mcp::server<changing_resource>>(mcp::server_options{}, changing));
    std::vector<json> told;
    const mcp::channel<json> to{[&](const json& is) { return told.push_back(is), true; }, {}};
    (void)answers(message("initialize", 1, {{"protocolVersion", "2025-11-25"}}), to);
    (void)answers(message("resources/subscribe", 2, {{"uri", "a"}}), to);
    (void)answers(message("ping", 3), to);
    CHECK(told.empty());
    ++*changing.state;
    // Who takes no stream hears of it later.
    (void)answers(message("ping", 4), {});
    CHECK(answers(message("ping", 5), to));
    REQUIRE(told.size() == 1);
    CHECK(told[0]["method"] == "notifications/resources/updated");
    CHECK(told[0]["params"]["uri"] == "a");
    (void)answers(message("ping", 6), to);
    CHECK(told.size() == 1);
}

TEST_CASE("a stream arrives as it is made, and its connection goes on", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    for (int i = 2; i < 5; ++i) {
        client.post(message("tell", i, {{"times", 2}}), session);
        const auto head = client.until("\r\n\r\n");
        CHECK_THAT(head, contains("HTTP/1.1 200 OK\r\n"));
        CHECK_THAT(head, contains("Content-Type: text/event-stream\r\n"));
        CHECK_THAT(head, contains("Cache-Control: no-store\r\n"));
        const auto body = client.until("\r\n0\r\n\r\n");
        CHECK(std::count(body.begin(), body.end(), '{') > 3);
        CHECK_THAT(body, contains("\r\nevent: message\ndata: {"));
        CHECK_THAT(body, contains("\"id\":" + std::to_string(i)));
        client.post(message("tell", i + 10), session);
        const auto next = client.until("}}");
        CHECK_THAT(next, contains("application/json"));
        // There is no other answer between the two.
        CHECK(next.rfind("HTTP/1.1 200") == 0);
    }
    CHECK(client.came.empty());
    // cpp-httplib understands it, too.
    const auto answer = with.post(message("tell", 2, {{"times", 3}, {"size", 100'000}}), session);
    CHECK(answer.status == 200);
    CHECK(answer.body.size() > 300'000);
    httplib::Client asks{"127.0.0.1", with.port};
    const auto counted = asks.Get("/metrics", {{"Authorization", "Bearer ann"}});
    REQUIRE(counted);
    CHECK_THAT(counted->body, contains("workmem_http_requests_total{status=\"200\"} 9\n"));
}

TEST_CASE("there is no stream for who could not read it", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    client.post(message("tell", 2, {{"times", 2}}), session, "1.0");
    const auto all = client.until("}}");
    CHECK_THAT(all, contains("application/json"));
    CHECK_THAT(all, contains("\"unheard\":2"));
}

TEST_CASE("an answer is taken from the session that was asked alone, once", "[http][threads]") {
    serving with;
    const auto session = with.begin(), other = with.begin(), bobs = with.begin("bob");
    raw client{with.port};
    client.post(message("ask", "mine"), session);
    const auto id = client.question();
    CHECK(id == "server-1");
    const auto status = [&](const json& body, const std::string& in, const char* token = "ann") {
        return with.post(body, in, token).status;
    };
    const auto said = result(id, {{"action", "accept"}, {"content", {{"name", "Ann"}}}});
    CHECK(status(said, other) == 400);
    CHECK(status(said, bobs, "bob") == 400);
    CHECK(status(said, session, "bob") == 404);
    CHECK(status(result("server-2", json::object()), session) == 400);
    CHECK(status(result(1, json::object()), session) == 400);
    // What a client says meanwhile does not wait.
    CHECK(status({{"jsonrpc", "2.0"}, {"method", "notifications/progress"}}, session) == 202);
    CHECK(status(said, session) == 202);
    const auto rest = client.until("\r\n0\r\n\r\n");
    CHECK_THAT(rest, contains(R"("name":"Ann")"));
    CHECK_THAT(rest, contains(R"("id":"mine")"));
    CHECK(status(said, session) == 400);
    CHECK(with.talks.asked == 1);
}

TEST_CASE("who gives up is asked no longer", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    const auto given_up = [&](json id) {
        const json says{{"jsonrpc", "2.0"},
                        {"method", "notifications/cancelled"},
                        {"params", {{"requestId", std::move(id)}}}};
        return with.post(says, session).status;
    };
    client.post(message("ask", 7), session);
    (void)client.question();
    CHECK(given_up("7") == 202);
    CHECK(given_up(7) == 202);
    // Who gave it up wants no answer.
    CHECK_THAT(client.until("0\r\n\r\n"), !contains("\"id\":7"));
    // So is a session that ends.
    client.post(message("ask", 8), session);
    (void)client.question();
    httplib::Client ends{"127.0.0.1", with.port};
    CHECK(ends.Delete("/mcp", {{"Authorization", "Bearer ann"}, {"Mcp-Session-Id", session}})
              ->status == 204);
    CHECK_THAT(client.until("\r\n0\r\n\r\n"), contains("the request was given up"));
}

TEST_CASE("while a client is asked, it hears that the server is there", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    client.post(message("ask", 7), session);
    const auto id = client.question();
    const auto alive = with.post(message("ping", 8), session);
    CHECK(json::parse(alive.body) == result(8, json::object()));
    CHECK(with.post(result(id, json::object()), session).status == 202);
}

TEST_CASE("one session does not take all connections", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    client.post(message("ask", 7), session);
    const auto id = client.question();
    const auto most = with.endpoint.options().max_waiting_each;
    std::vector<std::unique_ptr<raw>> waiting;
    for (std::size_t i = 0; i < most; ++i) {
        waiting.push_back(std::make_unique<raw>(with.port));
        waiting.back()->post(message("tell", 100 + i), session);
    }
    const auto refused = [&] {
        return std::count_if(waiting.begin(), waiting.end(), [](const auto& each) {
            char byte = 0;
            return recv(each->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
        });
    };
    CHECK(eventually([&] { return refused() == 1; }));
    CHECK(with.post(message("tell", 1), with.begin()).status == 200);
    CHECK(refused() == 1);
    CHECK(with.post(result(id, json::object()), session).status == 202);
    std::string statuses;
    for (const auto& each : waiting) statuses += each->until("\r\n");
    CHECK_THAT(statuses, contains("HTTP/1.1 429 "));
    CHECK(std::count(statuses.begin(), statuses.end(), '\n') == static_cast<std::ptrdiff_t>(most));
}

TEST_CASE("a client that goes away in the middle keeps nobody busy", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    for (const bool sends_more : {false, true}) {
        raw client{with.port};
        client.post(message("ask", 7), session);
        (void)client.question();
        if (sends_more) client.post(message("tell", 6), session);
    }
    // The next one in the session waits for the first.
    const auto after = with.post(message("tell", 8), session);
    CHECK(after.status == 200);
    {
        raw client{with.port};
        client.post(message("tell", 9, {{"times", 2'000}, {"size", 10'000}}), session);
        (void)client.until("\n\n");
    }
    CHECK(eventually([&] { return with.talks.unheard > 0; }));
    CHECK(with.post(message("tell", 10), session).status == 200);
}

TEST_CASE("a client that reads too slowly is told nothing more", "[http][threads]") {
    serving with{1s};
    const auto session = with.begin();
    raw client{with.port, 4'096};
    client.post(message("tell", 9, {{"times", 200}, {"size", 100'000}}), session);
    CHECK(eventually([&] { return with.talks.unheard > 0; }));
    // It is waited for once, not with each event.
    const deadline most;
    CHECK(with.post(message("tell", 10), session).status == 200);
    CHECK_FALSE(most.has_passed());
    CHECK(with.talks.unheard > 10);
}

TEST_CASE("a stream that is open when the server is asked to end comes to its end",
          "[http][threads]") {
    serving with;
    const auto session = with.begin();
    raw client{with.port};
    client.post(message("ask", 7), session);
    (void)client.question();
    const deadline most;
    with.stop();
    CHECK(with.is_good);
    CHECK_FALSE(most.has_passed());
    const auto rest = client.until("\r\n0\r\n\r\n");
    CHECK_THAT(rest, contains("\"id\":7"));
    CHECK_THAT(rest, contains("\"error\""));
    char more = 0;
    CHECK(recv(client.socket, &more, 1, 0) == 0);
}

TEST_CASE("what goes wrong during a stream ends it with an error", "[http][threads]") {
    serving with;
    const auto session = with.begin();
    const auto answer = with.post(message("break", 7, {{"times", 1}}), session);
    CHECK(answer.status == 200);
    CHECK_THAT(answer.body, contains("internal error"));
    CHECK(answer.body.find("broken") == std::string::npos);
    CHECK(with.heard == "broken");
    CHECK(with.post(message("tell", 8), session).status == 200);
}
