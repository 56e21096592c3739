// Requests to a client, and who waits for its answers.
#include "catch.hpp"
#include "eventually.hpp"

#include <workmem/mcp/questions.hpp>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

using nlohmann::json;
using namespace std::chrono_literals;
namespace mcp = workmem::mcp;
using workmem_test::contains;
using workmem_test::eventually;
using workmem_test::is_asleep;

namespace {

/// Asks on another thread.
struct asker {
    explicit asker(json during = 1, std::chrono::milliseconds most = 30s)
        : thread{[this, during, most] {
              thread_id = ::gettid();
              said = of.ask(
                  during, "sampling/createMessage", {{"maxTokens", 1}}, most,
                  [this](const json& message) {
                      const std::lock_guard lock{mutex};
                      sent.push_back(message);
                      return arrives;
                  },
                  [this] {
                      const std::lock_guard lock{mutex};
                      return is_gone;
                  });
          }} {}
    ~asker() {
        of.end();
        if (thread.joinable()) thread.join();
    }
    /// The id of what was asked.
    json id() {
        const auto has_asked = [&] {
            const std::lock_guard lock{mutex};
            return !sent.empty();
        };
        REQUIRE(eventually(has_asked));
        const std::lock_guard lock{mutex};
        return sent[0]["id"];
    }
    std::string refused() {
        thread.join();
        return std::get<mcp::rpc_error<json>>(said).message;
    }

    mcp::questions<json> of{};
    std::mutex mutex{};
    std::vector<json> sent{};
    bool arrives = true, is_gone = false;
    std::atomic<::pid_t> thread_id{0};
    mcp::outcome<json> said{};
    std::thread thread;
};

json answer_to(const json& id, json result = json::object()) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

}  // namespace

TEST_CASE("an answer goes to who waits for it, once", "[mcp][threads]") {
    asker with;
    const auto id = with.id();
    CHECK(with.sent[0] == json{{"jsonrpc", "2.0"},
                               {"id", id},
                               {"method", "sampling/createMessage"},
                               {"params", {{"maxTokens", 1}}}});
    for (const json& other :
         {json("server-0"), json("server-99"), json(""), json(1), json(nullptr)})
        CHECK_FALSE(with.of.answer(answer_to(other)));
    CHECK_FALSE(with.of.answer(json{{"jsonrpc", "2.0"}, {"result", json::object()}}));
    CHECK(with.of.answer(answer_to(id, {{"model", "m"}})));
    CHECK_FALSE(with.of.answer(answer_to(id, {{"model", "second"}})));
    with.thread.join();
    CHECK(std::get<json>(with.said) == json{{"model", "m"}});
    CHECK_FALSE(with.of.answer(answer_to(id)));
    CHECK(with.sent.size() == 1);
}

TEST_CASE("a client may refuse, in whatever words", "[mcp][threads]") {
    for (const auto& [answer, why] : std::vector<std::pair<json, std::string>>{
             {{{"error", {{"code", -1}, {"message", "no \n"}}}}, R"(the client refused: "no \n")"},
             {{{"error", {{"message", std::string(1'000, 'x')}}}}, "xxxx\""},
             {{{"error", {{"message", 1}}}}, "refused"},
             {{{"error", "no"}}, "refused"},
             {{{"result", 1}}, "refused"},
             {{{"result", nullptr}}, "refused"}}) {
        asker with;
        auto message = answer;
        message["id"] = with.id();
        CHECK(with.of.answer(message));
        const auto said = with.refused();
        CHECK_THAT(said, contains(why));
        CHECK(said.size() < 120);
    }
}

TEST_CASE("who waits too long tells the client that it need not answer", "[mcp][threads]") {
    asker with{1, 20ms};
    CHECK(with.refused() == "the client did not answer in time");
    REQUIRE(with.sent.size() == 2);
    CHECK(with.sent[1]["method"] == "notifications/cancelled");
    CHECK(with.sent[1]["params"]["requestId"] == with.sent[0]["id"]);
    CHECK_FALSE(with.of.answer(answer_to(with.sent[0]["id"])));
}

TEST_CASE("nobody waits for a client that is gone", "[mcp][threads]") {
    asker with;
    (void)with.id();
    {
        const std::lock_guard lock{with.mutex};
        with.is_gone = true;
    }
    CHECK(with.refused() == "the client is gone");
    mcp::questions<json> other;
    const auto unheard = other.ask(
        1, "roots/list", json::object(), 30s, [](const json&) { return false; },
        [] { return false; });
    CHECK(std::get<mcp::rpc_error<json>>(unheard).message == "the client is gone");
}

TEST_CASE("who gives up a request is not asked during it any more", "[mcp][threads]") {
    asker with{"a"};
    const auto id = with.id();
    with.of.cancel("b");
    with.of.cancel(1);
    CHECK(eventually([&] { return is_asleep(with.thread_id); }));
    CHECK(with.of.answer(answer_to(id)));
    with.thread.join();
    CHECK(std::holds_alternative<json>(with.said));
    asker other{"a"};
    (void)other.id();
    other.of.cancel("a");
    CHECK(other.refused() == "the request was given up");
}

TEST_CASE("at the end nobody waits, nor asks", "[mcp][threads]") {
    asker with;
    const auto id = with.id();
    with.of.end();
    CHECK_FALSE(with.of.answer(answer_to(id)));
    CHECK(with.refused() == "the request was given up");
    bool was_told = false;
    const auto late = with.of.ask(
        1, "roots/list", json::object(), 30s, [&](const json&) { return was_told = true; },
        [] { return false; });
    CHECK(std::holds_alternative<mcp::rpc_error<json>>(late));
    CHECK_FALSE(was_told);
}
