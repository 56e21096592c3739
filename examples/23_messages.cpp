// One loop for every API: messages go in as they come, whoever wrote them.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/messages/listen.hpp>
#include <workmem/messages/message_log.hpp>

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// The same question to four APIs; each answers with a call, and gets its result.
constexpr std::string_view openai = R"([
    {"role": "user", "content": "What is still open?"},
    {"role": "assistant", "content": null, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "list_orders", "arguments": "{\"status\": \"open\"}"}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "[{\"id\": \"o-1\", \"name\": \"Desk\"}, {\"id\": \"o-2\", \"name\": \"Lamp\"}]"}])";
constexpr std::string_view anthropic = R"([
    {"role": "user", "content": "What is still open?"},
    {"role": "assistant", "content": [
        {"type": "tool_use", "id": "toolu_1", "name": "list_orders", "input": {"status": "open"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": [
        {"type": "text", "text": "[{\"id\": \"o-1\", \"name\": \"Desk\"}, {\"id\": \"o-2\", \"name\": \"Lamp\"}]"}]}]}])";
constexpr std::string_view gemini = R"([
    {"role": "user", "parts": [{"text": "What is still open?"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "list_orders", "args": {"status": "open"}}}]},
    {"role": "user", "parts": [{"functionResponse": {"name": "list_orders", "response": {
        "output": [{"id": "o-1", "name": "Desk"}, {"id": "o-2", "name": "Lamp"}]}}}]}])";
constexpr std::string_view mcp = R"([
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_orders", "arguments": {}}},
    {"jsonrpc": "2.0", "id": 1, "result": {"content": [],
        "structuredContent": {"orders": [{"id": "o-1", "name": "Desk"}, {"id": "o-2", "name": "Lamp"}]}}}])";

// A program's own message, without JSON around it.
struct call {
    std::string name, arguments, id;
};
struct message {
    std::string role, content;
    std::vector<call> tool_calls{};
    std::string tool_call_id{};
};

struct order {
    std::string number, item;
};

}  // namespace

template <>
struct workmem::entity_traits<order> {
    static std::string_view type(const order&) { return "order"; }
    static std::string_view id(const order& o) { return o.number; }
    static std::string_view name(const order& o) { return o.item; }
};

int main() {
    for (const auto conversation : {openai, anthropic, gemini, mcp}) {
        workmem::entity_memory memory;
        workmem::pending_calls pending;
        hear_message_text(memory, pending, conversation);
        std::cout << memory.resolve("cancel the second one")->name << '\n';
    }

    workmem::entity_memory memory;
    workmem::pending_calls pending;
    hear_message(memory, pending,
                 message{"assistant", "I look.", {{"get_order", R"({"id": "o-7"})", "c"}}});
    hear_message(memory, pending, message{"tool", R"({"id": "o-7", "name": "Shelf"})", {}, "c"});
    std::cout << memory.resolve("cancel it")->name << '\n';

    // A call that failed touches nothing, whatever its result holds.
    const auto heard = hear_message_text(
        memory, pending,
        R"({"type": "tool", "status": "error", "content": "{\"id\": \"o-9\"}", "name": "get_order"})");
    std::cout << heard.failed << " failed, " << memory.size() << " known\n";

    // Values of the program's own are a result, too.
    memory.observe("list_orders", std::vector<order>{{"o-3", "Chair"}, {"o-4", "Rug"}});
    std::cout << memory.resolve("cancel the second one")->name << '\n';

    // A history within 160 tokens: the result alone would fit, but not without its call.
    workmem::message_log log;
    log.append_json(R"({"role": "system", "content": "You look after orders."})");
    log.append_json(R"({"role": "user", "content": "What is still open?"})");
    log.append_json(
        R"({"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "list_orders", "arguments": ""}}]})");
    log.append_json(R"({"role": "tool", "tool_call_id": "a", "content": "[]"})");
    log.append_json(R"({"role": "assistant", "content": "Nothing is open."})");
    for (const auto& left : log.trim(160))
        std::cout << left.message.number << ' ' << to_string(left.message.role) << ", "
                  << to_string(left.reason) << '\n';
    std::cout << (log.tokens() <= 160) << '\n';
}
