// Calls that wait for their results, within bounds.
#include <workmem/messages/pending_calls.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem::pending_call;
using workmem::pending_calls;
using workmem::tool_call;
using workmem::tool_result;

namespace {

std::string arguments(const pending_call* call) {
    return call == nullptr ? "none" : call->tool + call->arguments;
}

}  // namespace

TEST_CASE("a result finds its call by id", "[messages][pending]") {
    pending_calls pending;
    const json one{{"id", 1}}, two{{"id", 2}};
    pending.add(tool_call{"a", "get_order", one});
    pending.add(tool_call{"b", "get_order", two});
    CHECK(arguments(pending.find({.call_id = "b"})) == R"(get_order{"id":2})");
    CHECK(pending.find({.call_id = "c", .tool = "get_order"}) == nullptr);
    pending.remove(pending.find({.call_id = "b"}));
    CHECK(pending.find({.call_id = "b"}) == nullptr);
    CHECK(pending.size() == 1);
    pending.remove(nullptr);
    CHECK(pending.size() == 1);
    CHECK(pending.dropped() == 0);
}

TEST_CASE("of calls with one id the newest is meant, or that of the tool", "[messages][pending]") {
    pending_calls pending;
    const json one{{"id", 1}}, two{{"id", 2}}, three{{"id", 3}};
    pending.add(tool_call{"a", "f", one});
    pending.add(tool_call{"a", "g", two});
    pending.add(tool_call{"a", "f", three});
    CHECK(arguments(pending.find({.call_id = "a"})) == R"(f{"id":3})");
    CHECK(arguments(pending.find({.call_id = "a", .tool = "g"})) == R"(g{"id":2})");
}

TEST_CASE("without ids calls are answered in their order", "[messages][pending]") {
    pending_calls pending;
    const json one{{"id", 1}}, two{{"id", 2}}, three{{"id", 3}};
    pending.add(tool_call{{}, "f", one});
    pending.add(tool_call{{}, "f", two});
    const tool_result answer{.call_id = {}, .tool = "f"};
    CHECK(arguments(pending.find(answer)) == R"(f{"id":1})");
    CHECK(arguments(pending.find({})) == R"(f{"id":1})");
    CHECK(arguments(pending.find({.call_id = "x", .tool = "f"})) == R"(f{"id":1})");
    pending.remove(pending.find(answer));
    CHECK(arguments(pending.find(answer)) == R"(f{"id":2})");
    // The next turn: what was not answered is not answered any more.
    pending.add(tool_call{{}, "f", three});
    CHECK(arguments(pending.find(answer)) == R"(f{"id":3})");
    CHECK(pending.dropped() == 1);
    // A result that only knows the tool.
    pending_calls named;
    named.add(tool_call{"a", "g", one});
    CHECK(arguments(named.find({.call_id = {}, .tool = "g"})) == R"(g{"id":1})");
    CHECK(named.find({}) == nullptr);
}

TEST_CASE("beyond the bounds the oldest go", "[messages][pending]") {
    pending_calls pending{{.calls = 3, .bytes = 1'000}};
    for (const char* id : {"a", "b", "c", "d"}) pending.add(tool_call{id, "f"});
    CHECK(pending.size() == 3);
    CHECK(pending.find({.call_id = "a"}) == nullptr);
    CHECK(pending.dropped() == 1);
    const json large{{"text", std::string(900, 'x')}};
    pending.add(tool_call{"e", "f", large});
    CHECK(pending.size() == 3);
    const json larger{{"text", std::string(990, 'x')}};
    pending.add(tool_call{"g", "f", larger});
    CHECK(arguments(pending.find({.call_id = "g"})) == "f");
    const std::string name(2'000, 'x');
    pending.add(tool_call{"h", name});
    CHECK(pending.find({.call_id = "h"}) == nullptr);
    pending_calls none{{.calls = 0}};
    none.add(tool_call{"a", "f"});
    CHECK(none.empty());
    CHECK(none.dropped() == 1);
}

TEST_CASE("arguments that nest too deeply are not kept", "[messages][pending]") {
    const auto deep = json::parse(std::string(10'000, '[') + std::string(10'000, ']'));
    pending_calls pending;
    pending.add(tool_call{"a", "f", deep});
    CHECK(arguments(pending.find({.call_id = "a"})) == "f");
    CHECK(pending.dropped() == 1);
    pending.add(tool_call{"b", "f", workmem::text::json_view::of_text("{\"id\":")});
    CHECK(arguments(pending.find({.call_id = "b"})) == R"(f"{\"id\":")");
    pending.clear();
    CHECK(pending.empty());
}
