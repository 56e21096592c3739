// The server on a port of this machine, with clients in threads.
#include "catch.hpp"
#include "eventually.hpp"

#include <workmem_http/server.hpp>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace http = workmem::http;
using namespace std::chrono_literals;
using nlohmann::json;
using workmem_test::contains;
using workmem_test::deadline;
using workmem_test::eventually;

namespace {

/// A server, each of whose answers lets others run first.
struct serving {
    explicit serving(http::listener_options options = {.port = 0})
        : server{endpoint, counts, options, hear} {
        const auto bound = server.bind();
        REQUIRE(bound);
        port = *bound;
        thread = std::thread{[this] { is_good = server.serve(); }};
        httplib::Client client{"127.0.0.1", port};
        REQUIRE(eventually([&] { return static_cast<bool>(client.Get("/healthz")); }));
    }
    ~serving() { stop(); }
    void stop() {
        if (!thread.joinable()) return;
        server.stop_serving();
        thread.join();
    }

    std::atomic<int> answered{0};
    std::string problem = "broken";
    bool is_ours = false;
    std::mutex mutex;
    std::string heard;
    std::function<void(std::string_view)> hear = [this](std::string_view told) {
        const std::lock_guard lock{mutex};
        heard += told;
    };
    http::peer<json> connect() {
        return [this](const json& message, const auto&) -> std::optional<json> {
            if (message["method"] == "break" && is_ours)
                throw workmem::error{workmem::error_code::storage_error, problem};
            if (message["method"] == "break") throw std::runtime_error{problem};
            std::this_thread::yield();
            ++answered;
            if (!message.contains("id")) return std::nullopt;
            return json{{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", json::object()}};
        };
    }
    http::metrics counts;
    http::endpoint<json> endpoint{
        {.each_tenant = {1e6, 1e6}}, [this](const http::principal&) { return connect(); }, {}};
    http::server<json> server;
    int port = 0;
    bool is_good = false;
    std::thread thread;
};

/// A connection that sends what it is told to, byte for byte.
class raw_client {
public:
    raw_client() = default;
    raw_client(const raw_client&) = delete;
    raw_client& operator=(const raw_client&) = delete;
    ~raw_client() {
        if (socket_ >= 0) ::close(socket_);
    }
    bool connect(int port) {
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return ::connect(socket_, static_cast<sockaddr*>(static_cast<void*>(&to)), sizeof to) == 0;
    }
    /// What is answered until the server closes, or has nothing more to say to the last request.
    std::string ask(const std::string& request) {
        if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) < 0) return {};
        ::shutdown(socket_, SHUT_WR);
        std::string out;
        char piece[4'096];
        for (ssize_t got = 0; (got = ::recv(socket_, piece, sizeof piece, 0)) > 0;)
            out.append(piece, static_cast<std::size_t>(got));
        return out;
    }

private:
    int socket_ = -1;
};

std::string message(const std::string& method, int id = 1) {
    return json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}}.dump();
}
httplib::Result post(httplib::Client& client, const std::string& body,
                     const std::string& session = {}) {
    httplib::Headers headers;
    if (!session.empty()) headers.emplace("Mcp-Session-Id", session);
    return client.Post("/mcp", headers, body, "application/json");
}
std::string begin(httplib::Client& client) {
    const auto answer = post(client, message("initialize"));
    return answer ? answer->get_header_value("Mcp-Session-Id") : std::string{};
}

}  // namespace

TEST_CASE("clients are answered at once, each in its session", "[http][threads]") {
    serving with;
    std::atomic<int> good{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 8; ++i)
        clients.emplace_back([&] {
            httplib::Client client{"127.0.0.1", with.port};
            client.set_keep_alive(true);
            const auto session = begin(client);
            for (int k = 2; k < 40; ++k) {
                const auto answer = post(client, message("work", k), session);
                if (answer && answer->status == 200 && json::parse(answer->body)["id"] == k) ++good;
            }
        });
    for (auto& each : clients) each.join();
    CHECK(good == 8 * 38);
    httplib::Client client{"127.0.0.1", with.port};
    const auto counted = client.Get("/metrics");
    REQUIRE(counted);
    CHECK_THAT(counted->body, contains("workmem_sessions 8\n"));
    CHECK_THAT(counted->body, contains("workmem_http_requests_total{status=\"200\"}"));
}

TEST_CASE("what is acknowledged was done, also when the server is asked to end",
          "[http][threads]") {
    serving with;
    std::atomic<int> acknowledged{0}, lost{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 8; ++i)
        clients.emplace_back([&] {
            httplib::Client client{"127.0.0.1", with.port};
            client.set_keep_alive(true);
            const auto session = begin(client);
            if (session.empty()) return;
            ++acknowledged;
            for (int k = 2;; ++k) {
                const auto answer = post(client, message("work", k), session);
                if (!answer) break;
                if (answer->status == 200)
                    ++acknowledged;
                else
                    ++lost;
            }
        });
    CHECK(eventually([&] { return acknowledged > 16; }));
    with.stop();
    for (auto& each : clients) each.join();
    CHECK(with.is_good);
    CHECK(lost == 0);
    CHECK(acknowledged > 16);
    CHECK(with.answered >= acknowledged);
    // Beyond those, at most one each whose answer did not arrive.
    CHECK(with.answered <= acknowledged + 8);
}

TEST_CASE("a server may be asked to end before it has begun", "[http][threads]") {
    http::metrics counts;
    http::endpoint<json> endpoint{
        {}, [](const http::principal&) { return http::peer<json>{}; }, {}};
    http::server<json> server{endpoint, counts, {.port = 0}, {}};
    REQUIRE(server.bind());
    server.stop_serving();
    CHECK(server.serve());
}

TEST_CASE("what the library underneath answers is counted, too", "[http][threads]") {
    serving with;
    httplib::Client client{"127.0.0.1", with.port};
    const auto counted = [&](const std::string& status) {
        const auto all = client.Get("/metrics")->body;
        const auto at = all.find("workmem_http_requests_total{status=\"" + status + "\"} ");
        return at == std::string::npos ? 0 : std::stoi(all.substr(all.find("} ", at) + 2));
    };
    // Neither of them gets as far as the endpoint.
    CHECK(client.Get("/" + std::string(10'000, 'x'))->status == 414);
    CHECK(counted("414") == 1);
    const auto before = counted("400");
    (void)client.send(httplib::Request{[] {
        httplib::Request none;
        none.method = "BREW";
        none.path = "/";
        return none;
    }()});
    CHECK(counted("400") == before + 1);
    // Those that do are counted once.
    const auto good = counted("200");
    CHECK(client.Get("/healthz")->status == 200);
    CHECK(counted("200") == good + 2);
    CHECK(client.Get("/nothing")->status == 404);
    CHECK(counted("404") == 1);
}

TEST_CASE("a target with a host in it is its path", "[http]") {
    serving with;
    httplib::Client client{"127.0.0.1", with.port};
    const auto session = begin(client);
    for (const auto* const target : {"http://127.0.0.1/mcp", "HTTP://127.0.0.1:80/mcp"}) {
        const auto answer = client.Post(target, {{"Mcp-Session-Id", session}}, message("work", 2),
                                        "application/json");
        REQUIRE(answer);
        CHECK(answer->status == 200);
    }
    CHECK(client.Get("http://127.0.0.1")->status == 404);
}

TEST_CASE("half a body is not waited for when the server is asked to end", "[http][threads]") {
    serving with{{.port = 0, .request_time = 10min}};
    httplib::Client client{"127.0.0.1", with.port};
    std::atomic<bool> has_begun{false}, is_over{false};
    std::thread slow{[&] {
        (void)client.Post(
            "/mcp", {}, std::size_t{100},
            [&](std::size_t, std::size_t, httplib::DataSink& sink) {
                sink.write("{", 1);
                has_begun = true;
                (void)eventually([&] { return is_over.load(); });
                return false;
            },
            "application/json");
    }};
    CHECK(eventually([&] { return has_begun.load(); }));
    const deadline most;
    with.stop();
    CHECK_FALSE(most.has_passed());
    is_over = true;
    slow.join();
}

TEST_CASE("connections that never send shut nobody out", "[http][threads]") {
    serving with{{.port = 0, .max_connections = 8, .max_newcomers_each = 3, .newcomer_time = 0ms}};
    std::vector<raw_client> silent(40);
    for (auto& each : silent) REQUIRE(each.connect(with.port));
    httplib::Client client{"127.0.0.1", with.port};
    // The last ones may have taken the threads that the first ones still leave.
    REQUIRE(eventually([&] {
        const auto answer = client.Get("/healthz");
        return answer && answer->status == 200;
    }));
    std::string session;
    REQUIRE(eventually([&] { return !(session = begin(client)).empty(); }));
    // One that has shown who asks stays, whoever comes.
    client.set_keep_alive(true);
    CHECK(post(client, message("work", 2), session)->status == 200);
    std::vector<raw_client> more(10);
    for (auto& each : more) REQUIRE(each.connect(with.port));
    CHECK(post(client, message("work", 3), session)->status == 200);
}

TEST_CASE("a body that could be read in two ways is refused", "[http][threads]") {
    serving with;
    const std::string head =
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const auto status = [&](const std::string& request) {
        raw_client client;
        REQUIRE(client.connect(with.port));
        const auto answer = client.ask(request);
        return answer.substr(0, answer.find("\r\n"));
    };
    const auto body = message("initialize");
    const auto chunked = [&](const std::string& headers, const std::string& size) {
        return head + headers + "\r\n" + size + "\r\n" + body + "\r\n0\r\n\r\n";
    };
    constexpr auto* const coding = "Transfer-Encoding: chunked\r\n";
    std::string size;
    for (auto left = body.size(); left > 0; left /= 16)
        size.insert(size.begin(), "0123456789abcdef"[left % 16]);
    CHECK(status(chunked(coding, size)) == "HTTP/1.1 200 OK");
    CHECK(status(chunked(coding, size + ";a=b")) == "HTTP/1.1 200 OK");
    for (const auto& bad : {"+" + size, "0x" + size, " " + size, size + " ", std::string{"-1"},
                            std::string{}, std::string{"zz"}})
        CHECK(status(chunked(coding, bad)) == "HTTP/1.1 400 Bad Request");
    for (const std::string two : {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                                  "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
                                  "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                                  "Transfer-Encoding: chunked, chunked\r\n",
                                  "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"})
        CHECK(status(chunked(two, size)) == "HTTP/1.1 400 Bad Request");
}

TEST_CASE("a port that somebody has is an error", "[http]") {
    serving with;
    http::server<json> other{with.endpoint, with.counts, {.port = with.port}, {}};
    const auto refused = other.bind();
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains(std::to_string(with.port)));
}

TEST_CASE("what went wrong is told on one line, quoted once", "[http]") {
    serving with;
    httplib::Client client{"127.0.0.1", with.port};
    const auto session = begin(client);
    with.problem = "a \"b\"\nc";
    CHECK(post(client, message("break"), session)->status == 500);
    CHECK(with.heard == R"(a \"b\"\nc)");
    with.heard.clear();
    with.is_ours = true;
    with.problem = "cannot open " + workmem::text::quoted("b\n");
    CHECK(post(client, message("break", 2), session)->status == 500);
    CHECK(with.heard == R"(cannot open "b\n")");
}

TEST_CASE("what goes wrong inside is told to the owner, not to the client", "[http]") {
    serving with;
    httplib::Client client{"127.0.0.1", with.port};
    const auto session = begin(client);
    const auto answer = post(client, message("break"), session);
    REQUIRE(answer);
    CHECK(answer->status == 500);
    CHECK(answer->body.find("broken") == std::string::npos);
    CHECK(with.heard == "broken");
    CHECK(post(client, message("ping", 2), session)->status == 200);
}
