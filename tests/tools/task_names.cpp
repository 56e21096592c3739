// The task tools, called by those who say a title or the beginning of an id, and of agents that
// nobody knows.
#include "catch.hpp"
#include "task_store_bundle.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/task_tools.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;

namespace {

using store_type = workmem_test::recorded_task_store;

struct named_plan {
    json call(const std::string& tool, const json& arguments) {
        auto done = tools.find("task_" + tool) != nullptr ? tools.call("task_" + tool, arguments)
                                                          : all.call("task_" + tool, arguments);
        INFO(tool << ' ' << arguments.dump() << ' ' << done.dump());
        CHECK_FALSE(done.contains("error"));
        return done;
    }
    named_plan() {
        const auto memory = store.try_create({.name = "plan"}).value();
        memory->add_tasks({{.title = "Design", .id = "aaaa-1"},
                           {.title = "Build", .depends_on = {"aaaa-1"}, .id = "bbbb-2"},
                           {.title = "Test", .id = "cccc-3"},
                           {.title = "Test", .id = "cccc-4"}});
        plan = memory;
    }

    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    store_type store{{}, {.clock = clock, .journal = journal}};
    workmem::tools::task_tools<store_type> tools{store};
    workmem::tools::task_operation_tools<store_type> all{store};
    std::shared_ptr<store_type::memory_type> plan{};
};

}  // namespace

TEST_CASE("a tool takes a title or the beginning of an id for a task", "[tools][identify]") {
    named_plan of;
    CHECK_THAT(of.call("context", {{"task", "Build"}})["context"].get<std::string>(),
               Catch::Contains("task: \"Build\" (bbbb-2)"));
    CHECK(of.call("update", {{"task", "Build"}, {"status", "cancelled"}})["task"] == "bbbb-2");
    CHECK(of.call("update", {{"task", "aaaa"}, {"status", "skipped"}})["task"] == "aaaa-1");
    CHECK(of.call("next", {{"task", "cccc-3"}, {"agent", "ann"}})["task"] == "cccc-3");
    of.call("note", {{"kind", "discovery"}, {"content", "x"}, {"tasks", {"Build", "aaaa"}}});
    CHECK(of.plan->discoveries().back().affects_tasks ==
          std::vector<workmem::task_id>{"bbbb-2", "aaaa-1"});
    of.call("memory_record_artifact", {{"path", "a"}, {"associated_task", "Design"}});
    CHECK(of.plan->artifacts().back().associated_task == "aaaa-1");
    of.call("memory_record_decision",
            {{"question", "?"}, {"choice", "!"}, {"affects_tasks", {"bbbb"}}});
    CHECK(of.plan->decisions().back().affects_tasks == std::vector<workmem::task_id>{"bbbb-2"});
    CHECK(of.call("memory_assign_task", {{"task", "cccc-4"}, {"agent", "ben"}})["task"] ==
          "cccc-4");
    for (const auto* tool : {"task_next", "task_context"}) {
        const auto refused = of.tools.call(tool, json{{"task", "Test"}, {"agent", "ann"}});
        CHECK(refused["code"] == "VALIDATION_ERROR");
        CHECK(refused["error"] ==
              "\"Test\" may mean 2 tasks: \"Test\" (cccc-3), \"Test\" "
              "(cccc-4); say the id, or more of it");
    }
    CHECK(of.tools.call("task_context", json{{"task", "aaa"}})["code"] == "NOT_FOUND");
}

TEST_CASE("planned tasks depend on those of the plan by title, and on each other first",
          "[tools][identify]") {
    named_plan of;
    const auto added =
        of.call("plan", {{"tasks",
                          {{{"title", "Build"}},
                           {{"title", "Ship"}, {"depends_on", {"Build", "Design", "cccc-4"}}}}}});
    const auto ship = of.plan->get(added["tasks"][1]["id"].get<std::string>());
    REQUIRE(ship.depends_on.size() == 3);
    CHECK(ship.depends_on[0].task == added["tasks"][0]["id"].get<std::string>());
    CHECK(ship.depends_on[1].task == "aaaa-1");
    const auto size = of.plan->size();
    const auto refused = of.tools.call(
        "task_plan", json{{"tasks", {{{"title", "More"}, {"depends_on", {"Test"}}}}}});
    CHECK(refused["code"] == "VALIDATION_ERROR");
    CHECK_THAT(refused["error"].get<std::string>(), Catch::Contains("may mean 2 tasks"));
    // Two of one title are no problem as long as nobody means one of them by it.
    of.call("plan", {{"tasks", {{{"title", "Same"}}, {{"title", "Same"}}}}});
    CHECK(of.plan->size() == size + 2);
}

TEST_CASE("dependencies come and go by tools", "[tools][undepend]") {
    named_plan of;
    CHECK(of.plan->ready(9).size() == 3);
    const json both{{"task", "Build"}, {"depends_on", "Design"}};
    const auto gone = of.call("memory_remove_dependency", both);
    CHECK(gone ==
          json{{"id", "bbbb-2"}, {"title", "Build"}, {"state", "ready"}, {"removed", true}});
    CHECK(of.plan->ready(9).size() == 4);
    CHECK(of.call("memory_remove_dependency", both)["removed"] == false);
    const auto back = of.call("memory_add_dependency", both);
    CHECK((back["added"] == true && back["state"] == "waiting"));
    CHECK(of.call("memory_add_dependency", both)["added"] == false);
    const auto refused = of.all.call("task_memory_remove_dependency",
                                     json{{"task", "Build"}, {"depends_on", "nobody"}});
    CHECK(refused["code"] == "NOT_FOUND");
}

TEST_CASE("who tells somebody whom nobody knows hears so", "[tools][identify]") {
    named_plan of;
    const auto note = [&](const char* to) {
        return of.call("note", {{"kind", "nudge"}, {"content", "Stop"}, {"to", to}});
    };
    CHECK(note("ann")["unknown_agent"] ==
          "no agent \"ann\" is known yet; the message waits for one of that name");
    CHECK(of.call("memory_inject_nudge", {{"target", "ann"}, {"message", "Stop"}})
              .contains("unknown_agent"));
    of.plan->claim("aaaa-1", "ann");
    CHECK_FALSE(note("ann").contains("unknown_agent"));
    CHECK_FALSE(note("all").contains("unknown_agent"));
    CHECK_FALSE(note("orchestrator").contains("unknown_agent"));
    CHECK_FALSE(of.call("memory_inject_nudge", {{"target", "ann"}, {"message", "Stop"}})
                    .contains("unknown_agent"));
    CHECK(of.plan->inbox("ann").size() == 5);
}

TEST_CASE("tasks are listed by tag and by who has them", "[tools][filter]") {
    named_plan of;
    of.call("plan", {{"tasks",
                      {{{"title", "Page"}, {"tags", {"ui"}}},
                       {{"title", "Form"}, {"tags", {"ui", "late"}}, {"depends_on", {"Page"}}}}}});
    const auto listed = [&](const json& arguments) {
        std::string out;
        const auto answer = of.call("list", arguments);
        for (const auto& each : answer["tasks"]) out += each["title"].get<std::string>() + ' ';
        CHECK(answer["total"] == answer["tasks"].size());
        return out;
    };
    of.call("next", {{"task", "Page"}, {"agent", "ann"}});
    of.call("next", {{"task", "Design"}, {"agent", "ann"}});
    CHECK(listed({{"tag", "ui"}}) == "Page Form ");
    CHECK(listed({{"tag", "late"}}) == "Form ");
    CHECK(listed({{"tag", "ui"}, {"state", "blocked"}}) == "Form ");
    CHECK(listed({{"assigned_to", "ann"}}) == "Design Page ");
    CHECK(listed({{"assigned_to", "ann"}, {"tag", "ui"}, {"state", "in_progress"}}) == "Page ");
    CHECK(listed({{"assigned_to", "nobody"}}).empty());
    CHECK(of.call("list", {{"tag", "late"}})["tasks"][0]["tags"] == json{"ui", "late"});
}

TEST_CASE("a plan is named by how its name alone begins", "[tools][identify]") {
    named_plan of;
    CHECK(of.store.try_create({.name = "release-12"}).has_value());
    CHECK(of.call("list", {{"plan", "rele"}})["tasks"].empty());
    CHECK(of.call("list", {{"plan", "plan"}})["tasks"].size() == 4);
    for (const auto* const none : {"rel", "release-1"})
        CHECK(of.tools.call("task_list", json{{"plan", none}})["code"] == "NOT_FOUND");
    CHECK(of.store.try_create({.name = "release-13"}).has_value());
    CHECK(of.tools.call("task_list", json{{"plan", "rele"}})["error"] ==
          "\"rele\" may mean 2 plans: \"release-12\", \"release-13\"; say the id, or more of it");
}
