// Any bytes as lines of an MCP client.
#include "fuzz.hpp"

#include <workmem/mcp/server.hpp>
#include <workmem/mcp/session_resources.hpp>
#include <workmem/mcp/stdio.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/session_tools.hpp>

#include <nlohmann/json.hpp>

namespace workmem_test {

namespace {

using nlohmann::json;

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
};

// A call of each tool, with something for each of its parameters.
std::string calls() {
    std::string out;
    int id = 10;
    using tools = workmem::tools::session_tools<workmem::basic_session_store<policies>>;
    for (const auto& tool : tools::definitions()) {
        json arguments = json::object();
        for (const auto& each : tool.input) {
            auto& value = arguments[std::string{each.name}];
            switch (each.value.kind) {
                case workmem::tools::value_kind::text:
                    value = each.value.choices.empty() ? "a" : std::string{each.value.choices[0]};
                    break;
                case workmem::tools::value_kind::list: value = json::array({"a"}); break;
                case workmem::tools::value_kind::object: value = json{{"a", 1}}; break;
                case workmem::tools::value_kind::boolean: value = true; break;
                default: value = 1;
            }
        }
        arguments.erase("cursor");
        out += json{{"jsonrpc", "2.0"},
                    {"id", ++id},
                    {"method", "tools/call"},
                    {"params", {{"name", tool.name}, {"arguments", arguments}}}}
                   .dump() +
               '\n';
    }
    return out;
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
    const json meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                    {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    std::string stateless;
    for (const auto* const method :
         {"server/discover", "tools/list", "resources/list", "resources/templates/list"})
        stateless +=
            json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", {{"_meta", meta}}}}
                .dump() +
            '\n';
    return {
        calls(), stateless,
        R"({"jsonrpc":"2.0","id":5,"method":"resources/subscribe","params":{"uri":"memory://a/context"}})",
        R"({"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"memory://a%20b/context"}})",
        "[]\n{}\r\n\n\"\\ud800\"\n"};
}

// Each line has at most one answer, on one line.
void fuzz(std::string_view bytes) {
    workmem::basic_session_store<policies> store;
    workmem::mcp::server server{workmem::mcp::server_options{},
                                workmem::tools::session_tools{store},
                                workmem::mcp::session_resources{store}};
    const auto send = [&](std::string_view line) {
        const auto answer = workmem::mcp::answer_line<json>(server, line);
        if (answer.empty()) return;
        insist(answer.find('\n') == answer.size() - 1);
        const auto read = json::parse(answer);
        insist(read.contains("result") != read.contains("error"));
        for (const auto& each : server.notifications<json>())
            insist(each["method"] == "notifications/resources/updated");
    };
    send(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    workmem::mcp::line_reader lines;
    lines.feed(bytes);
    while (const auto line = lines.next()) send(line->text);
    if (const auto last = lines.finish()) send(last->text);
}

}  // namespace workmem_test
