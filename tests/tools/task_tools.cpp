// The task tools, as coding agents that share a plan call them.
#include "catch.hpp"
#include "task_store_bundle.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/task_tools.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <set>
#include <string>
#include <vector>

using nlohmann::json;
using std::chrono::minutes;

namespace {

using store_type = workmem_test::recorded_task_store;

struct team {
    json call(const std::string& tool, const json& arguments = json::object()) {
        auto done = tools.try_call("task_" + tool, arguments);
        INFO(tool << ' ' << arguments.dump());
        if (!done) FAIL(done.error().what());
        for (const auto& each : tools.find("task_" + tool)->output)
            if (each.is_required) CHECK(done->contains(each.name));
        return *done;
    }
    std::string refused(const std::string& tool, const json& arguments = json::object()) {
        const auto done = tools.call("task_" + tool, arguments);
        INFO(tool << ' ' << arguments.dump() << ' ' << done.dump());
        REQUIRE(done.contains("code"));
        said = done["error"];
        return done["code"];
    }
    json plan() {
        return call("plan",
                    {{"goal", "Add JWT authentication"},
                     {"constraints", {"No breaking changes"}},
                     {"tasks",
                      {{{"title", "Design"}},
                       {{"title", "Build"}, {"depends_on", {"Design"}}, {"needs_review", true}}}}});
    }

    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    store_type store{{}, {.clock = clock, .journal = journal}};
    workmem::tools::task_tools<store_type> tools{store};
    std::string said{};
};

}  // namespace

TEST_CASE("a plan is made at first use, and worked through", "[tools]") {
    team of;
    CHECK(of.refused("list") == "NOT_FOUND");
    const auto planned = of.plan();
    CHECK(planned["plan"] == "plan-1");
    REQUIRE(planned["tasks"].size() == 2);
    CHECK(planned["tasks"][0]["state"] == "ready");
    CHECK(planned["tasks"][1]["state"] == "waiting");

    const auto design = of.call("next", {{"agent", "ann"}});
    CHECK(design["title"] == "Design");
    CHECK_THAT(design["context"].get<std::string>(), Catch::Contains("Add JWT authentication"));
    CHECK_THAT(design["context"].get<std::string>(), Catch::Contains("No breaking changes"));
    const auto nothing = of.call("next", {{"agent", "ben"}});
    CHECK_FALSE(nothing.contains("claim"));
    CHECK_THAT(nothing["nothing_ready"].get<std::string>(), Catch::Contains("1 waiting"));
    CHECK(of.refused("next", {{"agent", "ben"}, {"task", design["task"]}}) == "CONFLICT");

    for (const auto& note :
         {json{{"kind", "decision"}, {"content", "Use jose"}, {"question", "Which library?"}},
          json{{"kind", "discovery"}, {"content", "No refresh_token column"}},
          json{{"kind", "artifact"}, {"content", "The schema"}, {"path", "schema.sql"}}}) {
        auto noted = note;
        noted["claim"] = design["claim"];
        CHECK(of.call("note", noted)["id"].is_string());
    }
    const auto finished = of.call("finish", {{"claim", design["claim"]},
                                             {"outcome", "completed"},
                                             {"summary", "Claims fixed"},
                                             {"next_steps", {"Write the migration"}}});
    CHECK(finished["status"] == "completed");
    CHECK(finished["ready"] == json::array({planned["tasks"][1]["id"]}));

    const auto build = of.call("next", {{"agent", "ben"}});
    for (const auto* const known : {"Claims fixed", "Write the migration", "schema.sql"})
        CHECK_THAT(build["context"].get<std::string>(), Catch::Contains(known));
    CHECK(of.call("finish", {{"claim", build["claim"]}, {"outcome", "completed"}})["status"] ==
          "review");
    const json review{{"task", build["task"]}, {"verdict", "approved"}};
    CHECK(of.refused("review", review) == "VALIDATION_ERROR");  // who says it?
    auto own = review, others = review;
    own["agent"] = "ben";
    others["agent"] = "ann";
    CHECK(of.refused("review", own) == "FORBIDDEN");
    CHECK(of.call("review", others)["status"] == "completed");
    const auto listed = of.call("list", {{"state", "done"}});
    CHECK(listed["total"] == 2);
    CHECK(listed["outcome"] == "completed");
}

TEST_CASE("tasks are planned all or none", "[tools]") {
    team of;
    of.plan();
    CHECK(of.refused("plan", {{"tasks",
                               {{{"title", "x"}, {"depends_on", {"y"}}},
                                {{"title", "y"}, {"depends_on", {"x"}}}}}}) == "CYCLE");
    CHECK(
        of.refused("plan",
                   {{"tasks", {{{"title", "x"}}, {{"title", "y"}, {"depends_on", {"nobody"}}}}}}) ==
        "NOT_FOUND");
    CHECK(of.refused("plan", {{"tasks", {{{"title", ""}}}}}) == "VALIDATION_ERROR");
    CHECK(of.said == "tasks[0].title must be 1 to 1024 bytes long, is \"\"");
    CHECK(of.refused("plan", {{"tasks", {{{"titel", "x"}}}}}) == "VALIDATION_ERROR");
    CHECK(of.call("list")["total"] == 2);
    // A goal is never changed by the way.
    CHECK(of.refused("plan", {{"goal", "other"}, {"tasks", json::array()}}) == "VALIDATION_ERROR");
}

TEST_CASE("a plan that cannot be made leaves nothing", "[tools]") {
    team of;
    CHECK(of.refused("plan",
                     {{"goal", "A"}, {"tasks", {{{"title", "x"}, {"depends_on", {"nope"}}}}}}) ==
          "NOT_FOUND");
    CHECK(
        of.refused("plan", {{"goal", "A"}, {"constraints", {""}}, {"tasks", {{{"title", "x"}}}}}) ==
        "VALIDATION_ERROR");
    CHECK(of.store.list().empty());
    CHECK(of.journal.streams()->empty());
    CHECK(of.call("plan", {{"goal", "B"}, {"tasks", {{{"title", "x"}}}}})["plan"] == "plan-1");
    CHECK((*of.store.find("plan-1"))->info().goal == "B");
}

TEST_CASE("what a plan is for is said once, at any time", "[tools]") {
    team of;
    of.call("plan", {{"tasks", {{{"title", "x"}}}}});
    const json purpose{{"goal", "g"}, {"constraints", {"c", "d"}}, {"tasks", json::array()}};
    auto refused = purpose;
    refused["tasks"] = {{{"title", "y"}, {"depends_on", {"nope"}}}};
    CHECK(of.refused("plan", refused) == "NOT_FOUND");
    const auto info = [&] { return (*of.store.find("plan-1"))->info(); };
    CHECK(info().goal.empty());
    for (int time = 0; time < 2; ++time) {
        of.call("plan", purpose);
        CHECK(info().goal == "g");
        CHECK(info().constraints == std::vector<std::string>{"c", "d"});
    }
    CHECK(of.refused("plan", {{"constraints", {"e"}}, {"tasks", {{{"title", "y"}}}}}) ==
          "VALIDATION_ERROR");
    CHECK_THAT(of.said, Catch::Contains("the plan's [\"c\", \"d\"]"));
    CHECK(of.call("list")["total"] == 1);
    workmem::tools::task_operation_tools all{of.store};
    const auto create = [&](const json& arguments) {
        return all.call("task_memory_create", arguments).value("code", "");
    };
    CHECK(create({{"name", "plan-1"}, {"constraints", {"e"}}}) == "VALIDATION_ERROR");
    CHECK(create({{"name", "plan-1"}, {"goal", "other"}}) == "VALIDATION_ERROR");
    CHECK(create({{"name", "plan-1"}, {"goal", "g"}, {"memory_cores", {"m"}}}).empty());
    CHECK(info().memory_core_refs == std::vector<std::string>{"m"});
    CHECK(create({{"name", "plan-1"}, {"memory_cores", {"n"}}}) == "VALIDATION_ERROR");
}

TEST_CASE("an agent's name has no blanks at its ends", "[tools]") {
    team of;
    of.plan();
    for (const auto* const name : {"w ", " w", "\tw"})
        CHECK(of.refused("next", {{"agent", name}}) == "VALIDATION_ERROR");
    CHECK_THAT(of.said, Catch::Contains("without blanks at its ends"));
    CHECK(of.call("next", {{"agent", "w w"}}).contains("claim"));
}

TEST_CASE("where no plan is active, one of several has to be named", "[tools]") {
    team of;
    for (const auto* const goal : {"first", "second"}) {
        of.call("plan", {{"goal", goal}, {"tasks", {{{"title", goal}}}}});
        const auto claim = of.call("next", {{"agent", "ann"}})["claim"];
        of.call("finish", {{"claim", claim}, {"outcome", "completed"}});
    }
    CHECK(of.refused("list") == "VALIDATION_ERROR");
    CHECK_THAT(of.said, Catch::Contains("\"plan-1\", \"plan-2\""));
}

TEST_CASE("a cursor belongs to a plan", "[tools]") {
    team of;
    of.call("plan", {{"tasks", {{{"title", "a"}}}}});
    const auto cursor = of.call("changes")["next_cursor"];
    const auto claim = of.call("next", {{"agent", "ann"}})["claim"];
    of.call("finish", {{"claim", claim}, {"outcome", "completed"}});
    CHECK(of.call("changes", {{"cursor", cursor}})["changes"].size() == 3);
    of.call("plan", {{"tasks", {{{"title", "b"}}}}});
    CHECK(of.refused("changes", {{"cursor", cursor}}) == "VALIDATION_ERROR");
    CHECK(of.said == "cursor must be one of plan \"plan-2\", is one of plan \"plan-1\"");
    CHECK(of.call("changes", {{"cursor", cursor}, {"plan", "plan-1"}})["changes"].size() == 3);
}

TEST_CASE("who notes something is its author", "[tools]") {
    team of;
    of.plan();
    const auto task = of.call("next", {{"agent", "ann"}});
    const json about{{"tasks", {task["task"]}}, {"content", "x"}};
    for (const auto* const kind : {"decision", "discovery", "artifact"}) {
        auto by_name = about, by_claim = about;
        by_name["kind"] = by_claim["kind"] = kind;
        by_name["path"] = by_claim["path"] = "a.sql";
        by_name["agent"] = "eve";
        by_claim["claim"] = task["claim"];
        of.call("note", by_name);
        of.call("note", by_claim);
    }
    const auto memory = *of.store.find("plan-1");
    const auto decided = memory->decisions();
    const auto found = memory->discoveries();
    const auto made = memory->artifacts();
    REQUIRE((decided.size() == 2 && found.size() == 2 && made.size() == 2));
    CHECK((decided[0].made_by == "eve" && decided[1].made_by == "ann"));
    CHECK((found[0].discovered_by == "eve" && found[1].discovered_by == "ann"));
    CHECK((made[0].created_by == "eve" && made[1].created_by == "ann"));
    workmem::tools::task_operation_tools all{of.store};
    CHECK(all.call("task_memory_record_discovery", json{{"content", "y"}, {"agent", "ben"}})
              .contains("id"));
    CHECK(memory->discoveries().back().discovered_by == "ben");
}

TEST_CASE("what is too long to note is said by the name that the tool has for it", "[tools]") {
    team of;
    of.plan();
    for (const auto* const kind : {"decision", "nudge"}) {
        CHECK(of.refused("note", {{"kind", kind}, {"content", std::string(4'097, 'x')}}) ==
              "VALIDATION_ERROR");
        CHECK(of.said == "content must be 1 to 4096 bytes long for a " + std::string{kind} +
                             ", is 4097 bytes long");
    }
    CHECK(of.call("note", {{"kind", "discovery"}, {"content", std::string(4'097, 'x')}})
              .contains("id"));
}

TEST_CASE("who names no plan means the only active one", "[tools]") {
    team of;
    of.plan();
    of.call("plan", {{"plan", "second"}, {"goal", "b"}, {"tasks", {{{"title", "x"}}}}});
    for (const auto* const tool : {"list", "changes"}) {
        CHECK(of.refused(tool) == "VALIDATION_ERROR");
        CHECK_THAT(of.said, Catch::Contains("\"plan-1\", \"second\""));
    }
    const auto next = of.call("next", {{"agent", "ann"}, {"plan", "second"}});
    CHECK(of.call("finish", {{"claim", next["claim"]}, {"outcome", "completed"}})["status"] ==
          "completed");
    CHECK(of.call("list")["total"] == 2);  // of plan-1
    CHECK(of.refused("list", {{"plan", "third"}}) == "NOT_FOUND");
}

TEST_CASE("what a dead agent had in hand goes to the next, and its claim is fenced", "[tools]") {
    team of;
    of.plan();
    const auto dead = of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    of.clock.advance(minutes{9});
    CHECK(of.call("next", {{"agent", "ben"}}).contains("nothing_ready"));
    of.clock.advance(minutes{2});
    const auto alive = of.call("next", {{"agent", "ben"}});
    CHECK(alive["task"] == dead["task"]);
    CHECK(of.refused("finish", {{"claim", dead["claim"]}, {"outcome", "completed"}}) == "FENCED");
    CHECK(of.refused("note", {{"claim", dead["claim"]}, {"kind", "discovery"}, {"content", "x"}}) ==
          "FENCED");
    CHECK(of.call("finish", {{"claim", alive["claim"]}, {"outcome", "released"}})["status"] ==
          "pending");
}

TEST_CASE("an agent that was restarted takes up its task by name", "[tools]") {
    team of;
    of.plan();
    const auto before = of.call("next", {{"agent", "ann"}});
    const auto after = of.call("next", {{"agent", "ann"}, {"task", before["task"]}});
    CHECK(after["claim"] != before["claim"]);
    CHECK(of.refused("finish", {{"claim", before["claim"]}, {"outcome", "completed"}}) == "FENCED");
    CHECK(of.call("finish", {{"claim", after["claim"]}, {"outcome", "failed"}})["status"] ==
          "failed");
    CHECK(of.call("list", {{"state", "failed"}})["total"] == 1);
}

TEST_CASE("an agent that was restarted goes on with its own work first", "[tools]") {
    team of;
    of.call("plan", {{"tasks", {{{"title", "First"}}, {{"title", "Second"}}}}});
    const auto before = of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    of.clock.advance(minutes{9});
    const auto after = of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    CHECK(after["title"] == "First");
    CHECK(after["claim"] != before["claim"]);
    CHECK_FALSE(after.contains("happened"));
    CHECK(of.refused("finish", {{"claim", before["claim"]}, {"outcome", "completed"}}) == "FENCED");
    // Its lease can be renewed for a while after it has ended.
    of.clock.advance(minutes{10} + std::chrono::seconds{20});
    const auto late = of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    CHECK(late["title"] == "First");
    CHECK_FALSE(late.contains("happened"));
    // What is blocked is left alone while there is something else, and told where there is not.
    of.call("update", {{"claim", late["claim"]}, {"status", "blocked"}, {"note", "no net"}});
    CHECK(of.call("next", {{"agent", "ann"}})["title"] == "Second");
    of.call("update", {{"task", "Second"}, {"status", "cancelled"}});
    CHECK_THAT(of.call("next", {{"agent", "ann"}})["nothing_ready"].get<std::string>(),
               Catch::Contains(R"(you have "First", which is blocked: "no net")"));
}

TEST_CASE("an agent that was restarted too late is told what happened to its work", "[tools]") {
    team of;
    of.call("plan", {{"tasks", {{{"title", "Low"}}, {{"title", "Other"}}}}});
    of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    of.clock.advance(minutes{11});
    SECTION("nobody has it: it is the agent's again") {
        of.call("next", {{"agent", "ben"}, {"task", "Other"}});
        const auto again = of.call("next", {{"agent", "ann"}});
        CHECK(again["title"] == "Low");
        CHECK(again["happened"] ==
              R"(your claim to "Low" was not renewed in time and has passed; the task is pending)");
        CHECK_FALSE(of.call("next", {{"agent", "ann"}}).contains("happened"));
    }
    SECTION("another agent has it") {
        CHECK(of.call("next", {{"agent", "ben"}})["title"] == "Low");
        const auto again = of.call("next", {{"agent", "ann"}});
        CHECK(again["title"] == "Other");
        CHECK_THAT(again["happened"].get<std::string>(),
                   Catch::Contains(R"(the task is in_progress, with "ben")"));
    }
}

TEST_CASE("a task that was finished by mistake is reopened by the tools", "[tools]") {
    team of;
    of.plan();
    const auto design = of.call("next", {{"agent", "ann"}});
    of.call("finish", {{"claim", design["claim"]}, {"outcome", "completed"}});
    const json pending{{"task", "Design"}, {"status", "pending"}, {"note", "not yet"}};
    auto reopened = of.call("update", pending);
    CHECK(reopened["status"] == "pending");
    CHECK(reopened["waiting"] == json{"Build"});
    CHECK_FALSE(reopened.contains("begun"));
    CHECK(of.call("list", {{"state", "ready"}})["tasks"][0]["title"] == "Design");

    const auto again = of.call("next", {{"agent", "ann"}});
    of.call("finish", {{"claim", again["claim"]}, {"outcome", "completed"}});
    of.call("next", {{"agent", "ben"}});
    reopened = of.call("update", pending);
    CHECK(reopened["begun"] == json{"Build"});
    const auto told = of.call("changes", {{"agent", "ben"}})["messages"];
    REQUIRE(told.size() == 1);
    CHECK(told[0]["message"] ==
          R"(task "Design", which "Build" depends on, was reopened: "not yet")");
    of.call("update", {{"task", "Design"}, {"status", "cancelled"}});
    CHECK(of.call("update", pending)["status"] == "pending");
}

TEST_CASE("what changed is told once, messages until they have arrived", "[tools]") {
    team of;
    of.plan();
    const auto claimed = of.call("next", {{"agent", "ann"}, {"lease_minutes", 10}});
    of.clock.advance(minutes{1});
    of.call("note", {{"kind", "nudge"}, {"content", "Use HS256"}, {"to", "ann"}, {"agent", "eve"}});
    of.clock.advance(minutes{1});
    of.call("note", {{"kind", "discovery"}, {"content", "x"}, {"agent", "eve"}});
    const auto first = of.call("changes", {{"agent", "ann"}});
    REQUIRE(first["messages"].size() == 1);
    CHECK(first["messages"][0]["message"] == "Use HS256");
    CHECK(first["messages"][0]["from"] == "eve");
    CHECK(first["renewed"].empty());  // there is time
    CHECK(first["changes"].size() >= 5);
    // The answer was lost, and is asked for again.
    CHECK(of.call("changes", {{"agent", "ann"}})["messages"].size() == 1);
    of.clock.advance(minutes{5});
    const auto second = of.call("changes", {{"agent", "ann"}, {"cursor", first["next_cursor"]}});
    CHECK(second["messages"].empty());
    CHECK(second["renewed"] == json::array({claimed["task"]}));
    const auto third = of.call("changes", {{"agent", "ann"}, {"cursor", second["next_cursor"]}});
    CHECK(third["changes"].empty());
    of.clock.advance(minutes{9});
    CHECK(of.call("next", {{"agent", "ben"}}).contains("nothing_ready"));
    for (const auto* const bad : {"", "x", "1:2", "%zz:1:2", "a:1:2x"})
        CHECK(of.refused("changes", {{"cursor", bad}}) == "VALIDATION_ERROR");
}

TEST_CASE("changes and tasks come in pages", "[tools]") {
    team of;
    for (int i = 0; i < 7; ++i)
        of.call("plan", {{"tasks", {{{"title", "task " + std::to_string(i)}}}}});
    std::set<std::string> titles;
    json arguments{{"limit", 3}};
    for (int pages = 0;; ++pages) {
        REQUIRE(pages < 4);
        const auto page = of.call("list", arguments);
        CHECK(page["total"] == 7);
        for (const auto& each : page["tasks"]) titles.insert(each["title"]);
        if (!page.contains("next_cursor")) break;
        arguments["cursor"] = page["next_cursor"];
    }
    CHECK(titles.size() == 7);
    std::uint64_t last = 0;
    json changes{{"limit", 3}};
    for (int pages = 0; pages < 4; ++pages) {
        const auto page = of.call("changes", changes);
        for (const auto& each : page["changes"]) {
            CHECK(each["sequence"] > last);
            last = each["sequence"];
        }
        changes["cursor"] = page["next_cursor"];
    }
    CHECK(last == 8);
    CHECK(of.call("changes", changes)["changes"].empty());
}

TEST_CASE("no answer of the task tools is longer than a page", "[tools]") {
    team of;
    const auto is_page = [](const json& answer) {
        return answer.dump().size() <= workmem::tools::max_page_bytes + 200;
    };
    json tasks = json::array();
    for (int i = 0; i < 900; ++i)
        tasks.push_back({{"title", std::to_string(i) + std::string(200, 't')}});
    const auto planned = of.call("plan", {{"goal", "g"}, {"tasks", tasks}});
    CHECK(is_page(planned));
    CHECK(planned["tasks"].size() + planned["omitted"].get<std::size_t>() == 900);
    workmem::tools::task_operation_tools<store_type> operations{of.store};
    const json ready = operations.call("task_memory_ready", json{{"limit", 1'000}});
    CHECK(is_page(ready));
    CHECK(ready["tasks"].size() + ready["omitted"].get<std::size_t>() == 900);
    CHECK(is_page(of.call("list", {{"limit", 1'000}})));
}

TEST_CASE("messages come in pages, each of them, and none is lost", "[tools]") {
    team of;
    of.plan();
    std::set<std::string> sent, told;
    for (int i = 0; i < 60; ++i) {
        // Several in the same millisecond, too.
        if (i % 3 == 0) of.clock.advance(workmem::milliseconds{1});
        const auto text = std::to_string(i) + std::string(1'000, 'm');
        sent.insert(text);
        of.call("note", {{"kind", "nudge"}, {"content", text}, {"to", "ann"}});
    }
    json asked{{"agent", "ann"}};
    for (int page = 0; page < 20; ++page) {
        of.clock.advance(workmem::milliseconds{5});
        const auto answer = of.call("changes", asked);
        CHECK(answer["messages"].dump().size() < workmem::tools::max_page_bytes + 4'000);
        for (const auto& each : answer["messages"]) told.insert(each["message"]);
        asked["cursor"] = answer["next_cursor"];
    }
    CHECK(told == sent);
    CHECK(of.call("changes", asked)["messages"].empty());
}

TEST_CASE("a retry is the first call, though what it names means several by now", "[tools][keys]") {
    team of;
    of.plan();
    const json note{{"kind", "discovery"},
                    {"content", "It rains"},
                    {"tasks", {"Design"}},
                    {"idempotency_key", "note"}};
    const json next{{"agent", "ann"}, {"task", "Design"}, {"idempotency_key", "next"}};
    const auto noted = of.call("note", note), taken = of.call("next", next);
    const json block{{"task", taken["task"]},
                     {"status", "blocked"},
                     {"agent", "ann"},
                     {"idempotency_key", "move"}};
    const auto moved = of.call("update", block);
    of.call("update", {{"task", taken["task"]}, {"status", "in_progress"}, {"agent", "ann"}});
    const json plan{{"tasks", {{{"title", "Ship"}, {"depends_on", {"Design"}}}}},
                    {"idempotency_key", "plan"}};
    const auto planned = of.call("plan", plan);
    of.call("plan", {{"tasks", {{{"title", "Design"}}}}});
    REQUIRE(of.refused("context", {{"task", "Design"}}) == "VALIDATION_ERROR");
    const auto before = (*of.store.find("plan-1"))->sequence();
    CHECK(of.call("note", note) == noted);
    CHECK(of.call("next", next)["claim"] == taken["claim"]);
    CHECK(of.call("plan", plan)["tasks"][0]["id"] == planned["tasks"][0]["id"]);
    // Though the task has moved on.
    CHECK(of.call("update", block) == moved);
    CHECK((*of.store.find("plan-1"))->sequence() == before);
}

TEST_CASE("a claim is one that was given", "[tools]") {
    team of;
    of.plan();
    for (const auto* const bad : {"", "x", "plan-1:ann:t:0", "plan-1:ann:t:x", "plan-1::t:1",
                                  "plan-1:ann:1", "a:b:c:d:1", "%:a:b:1"})
        CHECK(of.refused("finish", {{"claim", bad}, {"outcome", "completed"}}) ==
              "VALIDATION_ERROR");
    CHECK(of.refused("finish", {{"claim", "plan-1:ann:nobody:1"}, {"outcome", "completed"}}) ==
          "NOT_FOUND");
    CHECK(of.refused("finish", {{"claim", "other:ann:nobody:1"}, {"outcome", "completed"}}) ==
          "NOT_FOUND");
}

TEST_CASE("two stores on one journal are one team", "[tools]") {
    team of;
    of.plan();
    store_type other{{}, {.clock = of.clock, .journal = of.journal}};
    workmem::tools::task_tools theirs{other};
    const auto claimed = theirs.call("task_next", json{{"agent", "ben"}});
    REQUIRE(claimed.contains("claim"));
    CHECK(of.call("next", {{"agent", "ann"}}).contains("nothing_ready"));
    CHECK(of.call("finish", {{"claim", claimed["claim"]}, {"outcome", "completed"}})["status"] ==
          "completed");
}

TEST_CASE("two stores agree on which plan is active", "[tools]") {
    team of;
    of.call("plan", {{"goal", "first"}, {"tasks", {{{"title", "a"}}}}});
    store_type other{{}, {.clock = of.clock, .journal = of.journal}};
    workmem::tools::task_tools theirs{other};
    const auto claimed = theirs.call("task_next", json{{"agent", "ben"}});
    CHECK(theirs.call("task_finish", json{{"claim", claimed["claim"]},
                                          {"outcome", "completed"}})["status"] == "completed");
    const auto second =
        theirs.call("task_plan", json{{"goal", "second"}, {"tasks", {{{"title", "b"}}}}});
    CHECK(second["plan"] == "plan-2");
    CHECK(of.call("next", {{"agent", "ann"}})["title"] == "b");
}

TEST_CASE("tasks may be parts of one in the plan, or of one that comes with them", "[tools]") {
    team of;
    of.call("plan", {{"goal", "g"},
                     {"tasks",
                      {{{"title", "Whole"}},
                       {{"title", "One"}, {"parent", "Whole"}},
                       {{"title", "Two"}, {"parent", "One"}}}}});
    of.call("plan", {{"tasks", {{{"title", "Three"}, {"parent", "Whole"}}}}});
    const auto parts = of.call("list", {{"parent", "Whole"}})["tasks"];
    REQUIRE(parts.size() == 2);
    CHECK(parts[0]["title"] == "One");
    CHECK(parts[0]["parent"] == of.call("list")["tasks"][0]["id"]);
    CHECK(parts[1]["title"] == "Three");
    CHECK(of.call("list", {{"state", "ready"}})["total"] == 2);
    CHECK(of.refused("list", {{"parent", "Nothing"}}) == "NOT_FOUND");
    CHECK(of.refused("plan", {{"tasks", {{{"title", "x"}, {"parent", "Nothing"}}}}}) ==
          "NOT_FOUND");
}

TEST_CASE("every operation is a tool of its own, too", "[tools]") {
    team of;
    workmem::tools::task_operation_tools all{of.store};
    std::set<std::string> called;
    const auto call = [&](const std::string& name, const json& arguments) {
        auto done = all.try_call("task_memory_" + name, arguments);
        INFO(name << ' ' << arguments.dump());
        if (!done) FAIL(done.error().what());
        called.insert("task_memory_" + name);
        for (const auto& each : all.find("task_memory_" + name)->output)
            if (each.is_required) CHECK(done->contains(each.name));
        return *done;
    };
    call("create", {{"name", "auth"}, {"goal", "JWT"}, {"memory_cores", {"auth-jwt"}}});
    const auto design = call("add_task", {{"title", "Design"}, {"needs_review", true}})["id"];
    const auto build = call("add_task", {{"title", "Build"}, {"depends_on", {design}}})["id"];
    CHECK(call("ready", json::object())["tasks"].size() == 1);
    CHECK(call("blocked", json::object())["tasks"][0]["id"] == build);
    CHECK(call("assign_task", {{"task", design}, {"agent", "ann"}})["agent"] == "ann");
    CHECK(call("update_task_status", {{"task", design}, {"status", "in_progress"}})["status"] ==
          "in_progress");
    const auto claim = of.call("next", {{"agent", "ann"}, {"task", design}})["claim"];
    CHECK(call("in_progress", json::object())["tasks"].size() == 1);
    CHECK(call("update_task_status",
               {{"claim", claim}, {"status", "blocked"}, {"note", "no access"}})["status"] ==
          "blocked");
    call("update_task_status", {{"claim", claim}, {"status", "in_progress"}});
    const auto decision = call("record_decision", {{"question", "Which library?"},
                                                   {"choice", "jose"},
                                                   {"alternatives", {"jsonwebtoken"}},
                                                   {"rationale", "more modern"},
                                                   {"affects_tasks", {build}},
                                                   {"needs_approval", true},
                                                   {"agent", "ann"}})["id"];
    CHECK(call("approve", {{"decision", decision}, {"agent", "eve"}})["approved"] == true);
    call("record_discovery", {{"content", "No column"}, {"type", "constraint"}});
    CHECK(call("record_artifact", {{"path", "a.sql"}, {"associated_task", design}})["version"] ==
          1);
    CHECK(call("inject_nudge",
               {{"target", "ann"}, {"message", "hurry"}, {"priority", "urgent"}})["ids"]
              .size() == 1);
    CHECK_THAT(call("context_for_task", {{"task", design}})["context"].get<std::string>(),
               Catch::Contains("hurry"));
    CHECK(call("complete_task", {{"claim", claim}, {"summary", "done"}})["status"] == "review");
    CHECK(call("needs_review", json::object())["tasks"][0]["id"] == design);
    CHECK(call("review_task",
               {{"task", design}, {"verdict", "approved"}, {"agent", "qa"}})["status"] ==
          "completed");
    CHECK(all.call("task_memory_archive", json::object())["code"] == "VALIDATION_ERROR");
    call("remove_dependency", {{"task", build}, {"depends_on", design}});
    call("add_dependency", {{"task", build}, {"depends_on", design}});
    call("update_task_status", {{"task", build}, {"status", "cancelled"}});
    CHECK(call("extract_learning_candidates", json::object())["total"] >= 1);
    CHECK(call("archive", json{{"plan", "auth"}})["status"] == "archived");
    CHECK(called.size() == all.definitions().size());
    CHECK(all.call("task_memory_complete_task", json{{"plan", "auth"}})["code"] ==
          "VALIDATION_ERROR");
}

TEST_CASE("a plan that failed goes on, by the curated tools alone", "[tools]") {
    team of;
    const auto planned = of.plan();
    const auto design = planned["tasks"][0]["id"].get<std::string>();
    const auto build = planned["tasks"][1]["id"].get<std::string>();
    const auto claim = of.call("next", {{"agent", "ann"}})["claim"];
    of.call("finish", {{"claim", claim}, {"outcome", "failed"}, {"summary", "no network"}});
    CHECK(of.call("next", {{"agent", "ben"}}).contains("nothing_ready"));
    CHECK(of.call("update", {{"task", design}, {"status", "pending"}})["status"] == "pending");
    CHECK(of.call("next", {{"agent", "ben"}})["task"] == design);
    CHECK(of.call("update",
                  {{"task", build}, {"status", "cancelled"}, {"note", "not needed"}})["status"] ==
          "cancelled");
    CHECK(of.refused("update", {{"task", "none"}, {"status", "pending"}}) == "NOT_FOUND");
    CHECK(of.refused("update", {{"task", build}, {"status", "completed"}}) == "VALIDATION_ERROR");
    const auto memory = of.store.find("plan-1").value();
    const auto decision = memory->record_decision(
        {.question = "Which database?", .choice = "SQLite", .needs_approval = true});
    CHECK(of.call("approve", {{"decision", decision}, {"agent", "eve"}})["approved"] == true);
}

TEST_CASE("a plan is worked through once, however often its calls are retried", "[tools]") {
    team of;
    const auto twice = [&](const std::string& tool, json arguments) {
        arguments["idempotency_key"] = tool + arguments.dump();
        const auto first = of.call(tool, arguments);
        const auto last = (*of.store.find("plan-1"))->sequence();
        CHECK(of.call(tool, arguments) == first);
        CHECK((*of.store.find("plan-1"))->sequence() == last);
        return first;
    };
    const auto planned =
        twice("plan", {{"goal", "g"},
                       {"tasks",
                        {{{"title", "Design"}},
                         {{"title", "Build"}, {"depends_on", {"Design"}}, {"needs_review", true}},
                         {{"title", "Try"}}}}});
    REQUIRE(planned["tasks"].size() == 3);
    CHECK(of.call("list")["total"] == 3);
    const auto design = twice("next", {{"agent", "ann"}, {"task", "Design"}});
    const auto noted = twice("note", {{"kind", "decision"},
                                      {"content", "Use jose"},
                                      {"question", "Which library?"},
                                      {"claim", design["claim"]}});
    twice("note", {{"kind", "discovery"}, {"content", "x"}, {"claim", design["claim"]}});
    twice("note",
          {{"kind", "artifact"}, {"content", "x"}, {"path", "a.txt"}, {"claim", design["claim"]}});
    twice("note", {{"kind", "nudge"}, {"content", "x"}, {"to", "ben"}, {"agent", "ann"}});
    CHECK(twice("approve", {{"decision", noted["id"]}, {"agent", "cat"}})["approved"] == true);
    twice("update", {{"status", "blocked"}, {"claim", design["claim"]}, {"note", "waits"}});
    twice("update", {{"status", "in_progress"}, {"claim", design["claim"]}});
    CHECK(twice("finish", {{"claim", design["claim"]},
                           {"outcome", "completed"},
                           {"summary", "done"}})["status"] == "completed");
    const auto build = twice("next", {{"agent", "ben"}});
    twice("finish", {{"claim", build["claim"]}, {"outcome", "completed"}});
    // The other tools take it, too.
    twice("review", {{"task", "Build"}, {"verdict", "approved"}, {"agent", "ann"}});
    CHECK(of.call("list", {{"state", "done"}})["total"] == 2);
    // Which task is next differs from call to call; the answer does not.
    const auto last = twice("next", {{"agent", "ann"}});
    CHECK(last["title"] == "Try");
    twice("finish", {{"claim", last["claim"]}, {"outcome", "failed"}, {"summary", "no"}});
    twice("update", {{"status", "pending"}, {"task", "Try"}});
}

TEST_CASE("a retry that names no plan means the plan of its first call", "[tools]") {
    team of;
    const auto plan_with = [](const char* title) {
        return json{{"tasks", {{{"title", title}}}}, {"idempotency_key", title}};
    };
    const auto finish = [&](const json& next) {
        of.call("finish", {{"claim", next["claim"]}, {"outcome", "completed"}});
    };
    const json next_one{{"agent", "ann"}, {"idempotency_key", "n"}};
    const json a_note{{"kind", "discovery"}, {"content", "x"}, {"idempotency_key", "d"}};
    const auto first = of.call("plan", plan_with("a"));
    const auto noted = of.call("note", a_note);
    const auto next = of.call("next", next_one);
    finish(next);
    const auto second = of.call("plan", plan_with("b"));
    CHECK(first["plan"] == "plan-1");
    CHECK(second["plan"] == "plan-2");
    const auto check_retries = [&] {
        for (const auto& [title, made] : {std::pair{"a", &first}, {"b", &second}}) {
            const auto again = of.call("plan", plan_with(title));
            CHECK(again["plan"] == (*made)["plan"]);
            CHECK(again["tasks"][0]["id"] == (*made)["tasks"][0]["id"]);
        }
        CHECK(of.call("note", a_note) == noted);
        CHECK(of.call("next", next_one)["claim"] == next["claim"]);
    };
    // One is over, then several are active, then none.
    check_retries();
    of.call("plan", {{"plan", "third"}, {"tasks", {{{"title", "c"}}}}});
    check_retries();
    for (const auto* const each : {"plan-2", "third"})
        finish(of.call("next", {{"agent", "ben"}, {"plan", each}}));
    check_retries();
    CHECK(of.store.list().size() == 3);
    // Where it only said what the plan is for.
    const json only_purpose{{"goal", "g"}, {"tasks", json::array()}, {"idempotency_key", "p"}};
    of.call("plan", {{"plan", "fourth"}, {"tasks", {{{"title", "d"}}}}});
    CHECK(of.call("plan", only_purpose)["plan"] == "fourth");
    of.call("plan", {{"plan", "fifth"}, {"tasks", {{{"title", "e"}}}}});
    CHECK(of.call("plan", only_purpose)["plan"] == "fourth");
}

TEST_CASE("a key of another call is refused, by its tool or by what it was given", "[tools]") {
    team of;
    of.plan();
    const json first{{"agent", "ann"}, {"idempotency_key", "k"}};
    const auto claim = of.call("next", first);
    CHECK(of.refused("next", {{"agent", "ben"}, {"idempotency_key", "k"}}) == "VALIDATION_ERROR");
    CHECK_THAT(of.said, Catch::Contains("idempotency_key"));
    CHECK(of.refused("finish", {{"claim", claim["claim"]},
                                {"outcome", "completed"},
                                {"idempotency_key", "k"}}) == "VALIDATION_ERROR");
    CHECK(of.call("next", first)["claim"] == claim["claim"]);
}
