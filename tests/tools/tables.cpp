// What every tool of every table says of itself.
#include "catch.hpp"
#include "session_bundles.hpp"
#include "task_store_bundle.hpp"

#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/long_term_tools.hpp>
#include <workmem/tools/reference.hpp>
#include <workmem/tools/session_tools.hpp>
#include <workmem/tools/task_tools.hpp>

#include <nlohmann/json.hpp>

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;
using workmem::tools::definition;

namespace {

using agents = workmem::tools::one_agent<workmem::agent_memory>;
using sessions = workmem::basic_session_store<workmem_test::session_recorded>;
using kept = workmem::basic_long_term_store<workmem_test::session_recorded>;
using plans = workmem_test::recorded_task_store;

std::vector<definition> every_tool() {
    std::vector<definition> out;
    const auto add = [&out](std::span<const definition> table) {
        out.insert(out.end(), table.begin(), table.end());
    };
    add(workmem::tools::agent_tools<agents>::definitions());
    add(workmem::tools::session_tools<sessions>::definitions());
    add(workmem::tools::long_term_tools<kept>::definitions());
    add(workmem::tools::task_tools<plans>::definitions());
    add(workmem::tools::task_operation_tools<plans>::definitions());
    return out;
}

// Some clients drop a tool of which one property lacks either.
void check_properties(const json& schema, bool is_described, const std::string& at) {
    if (schema.contains("items")) check_properties(schema["items"], is_described, at + "[]");
    if (!schema.contains("properties")) return;
    for (const auto& [name, value] : schema["properties"].items()) {
        INFO(at << '.' << name << ' ' << value.dump());
        CHECK(value.contains("type"));
        CHECK((value.value("description", "").size() > 2) == is_described);
        check_properties(value, is_described, at + '.' + name);
    }
}

// What is answered is described in the tables, not to clients.
void check_descriptions(std::span<const workmem::tools::property> all, const std::string& at) {
    for (const auto& each : all) {
        INFO(at << '.' << each.name);
        CHECK((each.description.size() > 2 || each.value.description.size() > 2));
        check_descriptions(each.value.members, at + '.' + std::string{each.name});
        if (each.value.each != nullptr)
            check_descriptions(each.value.each->members, at + '.' + std::string{each.name} + "[]");
    }
}

}  // namespace

TEST_CASE("every property of every tool has a type and a description", "[tools]") {
    const auto all = every_tool();
    CHECK(all.size() == 11 + 15 + 4 + 10 + 20);
    for (const auto& tool : all) {
        const auto shown = to_json<json>(tool, true);
        const std::string name{tool.name};
        check_properties(shown["inputSchema"], true, name);
        CHECK(shown.contains("outputSchema") != tool.is_text);
        if (!tool.is_text) check_properties(shown["outputSchema"], false, name + " answers");
        check_descriptions(tool.output, name + " answers");
    }
}

TEST_CASE("every tool that changes something takes a key to retry it by", "[tools]") {
    // Reading counts, and being seen renews: each time anew.
    // Hearing and resolving touch.
    const std::set<std::string_view> exempt{"working_memory_get", "task_changes", "memory_hear",
                                            "memory_resolve"};
    for (const auto& tool : every_tool()) {
        CAPTURE(tool.name);
        const auto takes = to_json<json>(tool, false)["inputSchema"]["properties"];
        CHECK(takes.contains("idempotency_key") ==
              (tool.does != workmem::tools::effect::reads && exempt.count(tool.name) == 0));
    }
}

TEST_CASE("every tool has a name of its own, says what it does, and stays at home", "[tools]") {
    std::set<std::string_view> names;
    for (const auto& tool : every_tool()) {
        CAPTURE(tool.name);
        CHECK(names.insert(tool.name).second);
        CHECK(tool.description.size() > 10);
        const auto hints = to_json<json>(tool, false)["annotations"];
        CHECK(hints["openWorldHint"] == false);
        CHECK((hints.contains("readOnlyHint") || hints.contains("destructiveHint")));
    }
}

TEST_CASE("the reference has a row for every tool, with what it takes and answers", "[tools]") {
    using workmem::tools::property;
    const std::vector<property> takes{property{.name = "query", .is_required = true}, property{.name = "limit"}};
    const std::vector<property> answers{property{.name = "found", .is_required = true}};
    const definition search{
        .name = "search", .description = "Find notes.", .input = takes, .output = answers};
    CHECK(workmem::tools::reference({&search, 1}) ==
          "| tool | takes | answers |\n| --- | --- | --- |\n"
          "| `search`: Find notes. | `query`, [`limit`] | `found` |\n");
    const auto all = every_tool();
    const auto table = workmem::tools::reference(all);
    for (const auto& tool : all) CHECK_THAT(table, workmem_test::contains("\n| `" + std::string{tool.name} + "`: "));
}
