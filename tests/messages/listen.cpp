// What messages tell a memory, from the first call to "the second one".
#include <workmem/messages/listen.hpp>

#include "catch.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/text/json_writer.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
using workmem::entity_memory;
using workmem::hear_message;
using workmem::hear_message_text;
using workmem::message_role;
using workmem::pending_calls;
using workmem::try_hear_message;
using workmem_test::contains;

namespace {

// Events as lines.
struct listener {
    std::string heard{};
    int patience = 1'000;

    bool said(message_role speaker, std::string_view text) {
        heard += std::string{to_string(speaker)} + ": " + std::string{text} + '\n';
        return --patience > 0;
    }
    bool observed(std::string_view tool, const workmem::text::json_view& arguments,
                  const workmem::text::json_view& result) {
        heard += std::string{tool} + (arguments ? to_json_text(arguments) : "") + " -> " +
                 (result ? to_json_text(result) : "") + '\n';
        return --patience > 0;
    }
};
struct listener_to_errors : listener {
    void failed(std::string_view tool, const workmem::text::json_view&,
                const workmem::text::json_view& result) {
        heard += std::string{tool} + " failed: " + to_json_text(result) + '\n';
    }
};

template <class Listener = listener>
std::string events(std::string_view text, pending_calls& pending, Listener sink = {}) {
    const auto read = workmem::read_message_text(text);
    REQUIRE(read);
    for_each_event(*read, pending, sink);
    return sink.heard;
}

// A message as llama.cpp has it.
struct chat_call {
    std::string name, arguments, id;
};
struct chat_part {
    std::string type, text;
};
struct chat_message {
    std::string role, content{};
    std::vector<chat_part> content_parts{};
    std::vector<chat_call> tool_calls{};
    std::string reasoning_content{}, tool_name{}, tool_call_id{};
};
struct shortest_message {
    std::string_view role, content;
};
static_assert(workmem::message_like<chat_message> && workmem::message_like<shortest_message>);
static_assert(!workmem::message_like<json>);

struct conversation {
    const char* api;
    std::string_view messages;
};

// Two orders are listed, the first is looked at in vain, and something is said.
const std::vector<conversation> conversations{
    {"OpenAI, chat completions", R"([
        {"role":"system","content":"You look after orders."},
        {"role":"user","content":"Show my orders"},
        {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"list_orders","arguments":"{\"status\":\"open\"}"}}]},
        {"role":"tool","tool_call_id":"call_1","content":"[{\"id\":\"o-1\",\"name\":\"Desk\"},{\"id\":\"o-2\",\"name\":\"Lamp\"},{\"id\":\"o-3\",\"name\":\"Chair\"}]"},
        {"role":"assistant","content":null,"tool_calls":[{"id":"call_2","type":"function","function":{"name":"get_order","arguments":{"order_id":"o-9"}}}]},
        {"role":"tool","tool_call_id":"call_2","content":"{\"error\":\"order o-9 not found\"}"},
        {"role":"assistant","content":"There are three."}])"},
    {"OpenAI, responses", R"([
        {"type":"message","role":"user","content":[{"type":"input_text","text":"Show my orders"}]},
        {"id":"rs_1","type":"reasoning","summary":[]},
        {"id":"fc_1","type":"function_call","call_id":"call_1","name":"list_orders","arguments":"{\"status\":\"open\"}"},
        {"id":"fco_1","type":"function_call_output","call_id":"call_1","output":[{"type":"input_text","text":"[{\"id\":\"o-1\",\"name\":\"Desk\"},{\"id\":\"o-2\",\"name\":\"Lamp\"},{\"id\":\"o-3\",\"name\":\"Chair\"}]"}]},
        {"id":"mcp_1","type":"mcp_call","name":"get_order","arguments":"{\"order_id\":\"o-9\"}","output":null,"error":"no such order"},
        {"id":"msg_1","type":"message","role":"assistant","content":[{"type":"output_text","text":"There are three."}]}])"},
    {"Anthropic", R"([
        {"role":"user","content":"Show my orders"},
        {"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"list_orders","input":{"status":"open"}},{"type":"tool_use","id":"toolu_2","name":"get_order","input":{"order_id":"o-9"}}]},
        {"role":"user","content":[
            {"type":"tool_result","tool_use_id":"toolu_2","is_error":true,"content":"{\"id\":\"o-9\",\"name\":\"Gone\"}"},
            {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"[{\"id\":\"o-1\",\"name\":\"Desk\"},{\"id\":\"o-2\",\"name\":\"Lamp\"},{\"id\":\"o-3\",\"name\":\"Chair\"}]"}]}]},
        {"role":"assistant","content":[{"type":"text","text":"There are three."}]}])"},
    {"Gemini", R"([
        {"role":"user","parts":[{"text":"Show my orders"}]},
        {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"list_orders","args":{"status":"open"}}},{"functionCall":{"name":"get_order","args":{"order_id":"o-9"}}}]}}]},
        {"role":"user","parts":[
            {"functionResponse":{"name":"list_orders","response":{"output":[{"id":"o-1","name":"Desk"},{"id":"o-2","name":"Lamp"},{"id":"o-3","name":"Chair"}]}}},
            {"functionResponse":{"name":"get_order","response":{"error":"no such order"}}}]},
        {"role":"model","parts":[{"text":"There are three."}]}])"},
    {"MCP", R"([
        {"role":"user","content":{"type":"text","text":"Show my orders"}},
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_orders","arguments":{"status":"open"}}},
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_order","arguments":{"order_id":"o-9"}}},
        {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"id\":\"o-9\"}"}],"isError":true}},
        {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"three"}],"structuredContent":{"orders":[{"id":"o-1","name":"Desk"},{"id":"o-2","name":"Lamp"},{"id":"o-3","name":"Chair"}]}}},
        {"role":"assistant","content":{"type":"text","text":"There are three."}}])"},
    {"LangChain", R"([
        {"type":"human","data":{"content":"Show my orders"}},
        {"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","id":"run-1","tool_calls":[{"name":"list_orders","args":{"status":"open"},"id":"call_1","type":"tool_call"},{"name":"get_order","args":{"order_id":"o-9"},"id":"call_2","type":"tool_call"}]}},
        {"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"[{\"id\":\"o-1\",\"name\":\"Desk\"},{\"id\":\"o-2\",\"name\":\"Lamp\"},{\"id\":\"o-3\",\"name\":\"Chair\"}]","tool_call_id":"call_1","id":"tm_1","name":"list_orders"}},
        {"type":"tool","content":"{\"id\":\"o-9\",\"name\":\"Gone\"}","tool_call_id":"call_2","status":"error","id":"tm_2","name":"get_order"},
        {"type":"ai","content":"There are three.","id":"run-2"}])"},
};

std::string ids(const entity_memory& memory) {
    std::string out;
    for (const auto& each : memory.all()) out += each.type + ' ' + each.id.text() + ", ";
    return out;
}

}  // namespace

TEST_CASE("after each API's conversation the second one is the same", "[messages][listen]") {
    for (const auto& each : conversations) {
        INFO(each.api);
        entity_memory memory;
        pending_calls pending;
        // Message by message, as an agent gets them.
        const auto messages = ordered_json::parse(each.messages);
        std::size_t failed = 0, texts = 0, results = 0;
        for (const auto& message : messages) {
            const auto heard = hear_message(memory, pending, message);
            failed += heard.failed;
            texts += heard.texts;
            results += heard.results;
            CHECK(heard.unread_count == 0);
        }
        CHECK(texts >= 2);
        CHECK(results == 2);
        CHECK(failed == 1);
        CHECK(pending.empty());
        CHECK(ids(memory) == "order o-1, order o-2, order o-3, ");
        const auto found = memory.resolve("cancel the second one");
        REQUIRE(found);
        CHECK(found->id == "o-2");
        CHECK(found->name == "Lamp");

        // All at once, as text.
        entity_memory again;
        pending_calls fresh;
        hear_message_text(again, fresh, each.messages);
        CHECK(again.resolve("cancel the second one")->id == "o-2");
        CHECK(again.size() == 3);
    }
}

TEST_CASE("events come in the order of the message", "[messages][listen]") {
    pending_calls pending;
    CHECK(
        events(
            R"([{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"id\":1}"}},
                     {"id":"b","function":{"name":"g","arguments":"not JSON"}}]}])",
            pending) == "assistant: I look.\n");
    CHECK(pending.size() == 2);
    CHECK(
        events(
            R"([{"role":"tool","tool_call_id":"b","content":"done"},{"role":"tool","tool_call_id":"a","content":"{\"id\":1}"}])",
            pending) == "g\"not JSON\" -> \"done\"\nf{\"id\":1} -> {\"id\":1}\n");
    CHECK(pending.empty());
}

TEST_CASE("a result without its call is observed by its own name, or by none",
          "[messages][listen]") {
    pending_calls pending;
    CHECK(
        events(
            R"([{"role":"tool","tool_call_id":"a","name":"f","content":"[1]"},{"role":"tool","tool_call_id":"b","content":"[2]"}])",
            pending) == "f -> [1]\n -> [2]\n");
    // Its call comes too late.
    CHECK(
        events(
            R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]})",
            pending)
            .empty());
    CHECK(pending.size() == 1);
}

TEST_CASE("errors are passed over, or told to who asks", "[messages][listen]") {
    constexpr std::string_view text =
        R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"broken"}]}])";
    pending_calls pending;
    CHECK(events(text, pending).empty());
    CHECK(pending.empty());
    CHECK(events<listener_to_errors>(text, pending) == "f failed: \"broken\"\n");
}

TEST_CASE("who answers false hears no more, and the call waits still", "[messages][listen]") {
    pending_calls pending;
    events(
        R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]})",
        pending);
    constexpr std::string_view text =
        R"([{"role":"tool","tool_call_id":"a","content":"[1]"},{"role":"user","content":"Hi"}])";
    listener impatient;
    impatient.patience = 1;
    CHECK(events(text, pending, impatient) == "f{} -> [1]\n");
    CHECK(pending.size() == 1);
    CHECK(events(text, pending) == "f{} -> [1]\nuser: Hi\n");
}

TEST_CASE("envelopes and failed calls never become entities", "[messages][listen]") {
    for (
        const std::string_view text :
        {R"({"type":"function_call_output","id":"fco_1","call_id":"call_1","output":"ok"})",
         R"({"role":"tool","tool_call_id":"call_1","id":"msg_1","name":"get_page","content":"ok"})",
         R"({"type":"tool","id":"tm_1","name":"get_page","tool_call_id":"c","content":"ok","status":"success"})",
         R"({"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"id":"tm_1","name":"get_page","content":"","tool_call_id":"c"}})",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":"{\"id\":1,\"name\":\"A\"}"}]})",
         R"({"content":[{"type":"text","text":"{\"id\":1,\"name\":\"A\"}"}],"isError":true})",
         R"([{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"get_page","arguments":"{\"page_id\": 7"}}]},
              {"role":"tool","tool_call_id":"c","content":"ok"}])"}) {
        INFO(text);
        entity_memory memory;
        pending_calls pending;
        hear_message_text(memory, pending, text);
        CHECK(ids(memory).empty());
    }
}

TEST_CASE("arguments as text count as arguments", "[messages][listen]") {
    for (const std::string_view arguments :
         {R"({"page_id":7,"title":"New"})", R"("{\"page_id\":7,\"title\":\"New\"}")"}) {
        entity_memory memory;
        pending_calls pending;
        hear_message_text(
            memory, pending,
            R"([{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"update_page","arguments":)" +
                std::string{arguments} +
                R"(}}]},{"role":"tool","tool_call_id":"c","content":"ok"}])");
        CHECK(ids(memory) == "page 7, ");
    }
}

TEST_CASE("what instructs an agent is not heard", "[messages][listen]") {
    entity_memory memory;
    memory.add({.type = "page", .id = "p-1", .name = "Home"});
    pending_calls pending;
    const auto system =
        hear_message(memory, pending, json{{"role", "system"}, {"content", "Home"}});
    CHECK(system.texts == 0);
    const auto user = hear_message(memory, pending, json{{"role", "user"}, {"content", "Home"}});
    CHECK(user.texts == 1);
    const auto refused = try_hear_message(memory, pending, json{{"foo", 1}});
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains("a message must be"));
    CHECK_THROWS_AS(hear_message(memory, pending, json{{"foo", 1}}), workmem::error);
}

TEST_CASE("C++ messages are heard without JSON", "[messages][listen]") {
    entity_memory memory;
    pending_calls pending;
    const chat_message asks{.role = "assistant",
                            .content = "I look.",
                            .tool_calls = {{"list_orders", R"({"status":"open"})", "c1"}}};
    const chat_message answers{
        .role = "tool",
        .content = R"([{"id":"o-1","name":"Desk"},{"id":"o-2","name":"Lamp"}])",
        .tool_call_id = "c1"};
    CHECK(hear_message(memory, pending, asks).texts == 1);
    CHECK(hear_message(memory, pending, answers).results == 1);
    CHECK(memory.resolve("cancel the second one")->id == "o-2");

    const chat_message in_parts{.role = "tool",
                                .content_parts = {{"text", "Found:"}, {"text", R"({"id":"o-3"})"}},
                                .tool_name = "get_order"};
    CHECK(hear_message(memory, pending, in_parts).results == 1);
    CHECK(memory.contains("order", "o-3"));
    const chat_message seen{.role = "user", .content_parts = {{"text", "Hi"}, {"hologram", "x"}}};
    const auto heard = hear_message(memory, pending, seen);
    CHECK(heard.texts == 1);
    CHECK(heard.unread == std::vector<std::string>{"user: hologram"});
    CHECK(hear_message(memory, pending, shortest_message{"user", "the desk"}).texts == 1);
    CHECK_THAT(try_hear_message(memory, pending, shortest_message{"critic", ""}).error().message(),
               contains(R"(is "critic")"));
}

TEST_CASE("what a file holds is no thing that a tool has returned", "[messages][listen]") {
    const std::string held = R"({"id":"p-1","name":"Home"})";
    const auto tool = GENERATE("read_file", "get_page");
    const json parts = json::array({{{"type", "text"}, {"text", held}}});
    const auto content =
        GENERATE_COPY(json(held), parts, json{{"content", parts}},
                      json{{"content", parts}, {"structuredContent", {{"content", held}}}});
    CAPTURE(tool, content);
    entity_memory memory;
    pending_calls pending;
    hear_message(memory, pending,
                 json{{"role", "assistant"},
                      {"tool_calls",
                       {{{"id", "c"},
                         {"function",
                          {{"name", tool}, {"arguments", R"({"path":"data/page.json"})"}}}}}}});
    hear_message(memory, pending,
                 json{{"role", "tool"}, {"tool_call_id", "c"}, {"content", content}});
    const bool reads_a_file = std::string_view{tool} == "read_file";
    CHECK(memory.contains("file", "data/page.json") == reads_a_file);
    CHECK(memory.contains("page", "p-1") != reads_a_file);
}

TEST_CASE("hostile messages change nothing they should not", "[messages][listen]") {
    entity_memory memory;
    pending_calls pending;
    const auto deep = std::string(10'000, '[') + std::string(10'000, ']');
    const auto call = json::parse(
        R"({"role":"assistant","tool_calls":[{"id":"c","function":{"name":"get_page","arguments":)" +
        deep + "}}]}");
    hear_message(memory, pending, call);
    const auto answer = json::parse(R"({"role":"tool","tool_call_id":"c","content":)" + deep + "}");
    hear_message(memory, pending, answer);
    hear_message(memory, pending, json{{"role", "tool"}, {"tool_call_id", "c"}, {"content", deep}});
    CHECK(memory.empty());
    for (int i = 0; i < 1'000; ++i)
        hear_message(memory, pending,
                     json{{"type", "function_call"},
                          {"call_id", std::to_string(i)},
                          {"name", "get_page"},
                          {"arguments", std::string(10'000, 'x')}});
    CHECK(pending.size() <= pending.limits().calls);
    CHECK(pending.dropped() >= 900);
}
