// Blocks of README.md: a session, and sessions as tools of an agent.
#include <workmem/mcp/server.hpp>
#include <workmem/tools/session_tools.hpp>
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

#include "around.hpp"

using nlohmann::json;

namespace {

void keep() {
    // clang-format off
    // [session]
    workmem::basic_session<> session{{}, {.name = "chat-123"}};
    workmem::long_term_store kept;
    const auto fact = session.add({.content = "Ann prefers Python examples", .priority = workmem::priority::high});
    session.get(fact.id);                                // an access; often enough, and it is promoted
    const auto hits = session.search("python example");  // the words, or the text as it stands
    session.promote(fact.id);                            // or by hand
    session.deliver(kept);                               // into long-term memory; harmless to repeat
    // [session]
    // clang-format on
    expect(hits.size() == 1 && hits.front().value.id == fact.id, "words find the memory");
    expect(kept.search("Python").size() == 1, "what was promoted is in long-term memory");
}

void serve() {
    workmem::basic_session_store<> store;
    const json arguments{
        {"session_id", "chat-123"}, {"content", "The build is red"}, {"priority", "low"}};
    const json message{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "ping"}};
    // clang-format off
    // [tools]
    workmem::tools::session_tools tools{store};                       // <workmem/tools/session_tools.hpp>
    const auto answer = tools.call("working_memory_add", arguments);  // JSON, or {"error", "code", "details"}

    workmem::mcp::server server{{.name = "mine"}, tools};             // <workmem/mcp/server.hpp>
    const auto reply = server.handle(message);                        // JSON-RPC in, at most one out
    // [tools]
    // clang-format on
    expect(answer.at("content") == "The build is red", "a tool answers with what it added");
    expect(store.list("chat-123").total == 1, "what a tool adds is in the store");
    expect(reply && reply->contains("result"), "the server answers a request");
}

}  // namespace

int main() {
    keep();
    serve();
}
