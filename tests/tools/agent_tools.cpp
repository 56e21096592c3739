// What an agent's memory offers as tools.
#include "agent_bundles.hpp"
#include "catch.hpp"

#include <workmem/keyed/scopes.hpp>
#include <workmem/keyed/scopes.ipp>
#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/any_tools.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using nlohmann::json;
using namespace workmem_test;

namespace {

struct asked {
    asked() { call("observe", {{"tool", "orders.list"}, {"result", five_orders}}); }

    json call(const std::string& name, const json& arguments) {
        auto done = tools.try_call("memory_" + name, arguments);
        INFO(name << ' ' << arguments.dump());
        if (!done) FAIL(done.error().what());
        return *done;
    }
    std::string refused(const std::string& name, const json& arguments) {
        return tools.call("memory_" + name, arguments)["code"];
    }

    recorded_agent agent = an_agent();
    workmem::tools::one_agent<recorded_agent> only{agent};
    workmem::tools::agent_tools<workmem::tools::one_agent<recorded_agent>> tools{only};
};

}  // namespace

TEST_CASE("what tools returned is noted and can be referred to", "[tools]") {
    asked with;
    const auto seen = with.call("observe", {{"tool", "orders.get"},
                                            {"arguments", {{"id", "o-9"}}},
                                            {"result", R"({"id":"o-9","title":"Belt"})"}});
    CHECK(seen["things"] == json::parse(R"([{"type":"order","id":"o-9","name":"Belt"}])"));
    CHECK(seen["added"] == 1);
    CHECK(with.call("hear", {{"role", "user"}, {"text", "I like the Hat"}})["things"][0]["id"] ==
          "o-3");
    const auto one = with.call("resolve", {{"reference", "cancel the hat"}});
    CHECK(one["status"] == "resolved");
    CHECK(one["id"] == "o-3");
    CHECK(one["type"] == "order");
    CHECK_FALSE(one.contains("with"));
    const auto set = with.call("resolve", {{"reference", "the shoes and the socks"}});
    CHECK(set["status"] == "set");
    CHECK(set["references"].size() == 2);
    CHECK_THAT(set["reason"].get<std::string>(), contains(R"("shoes" is in the name of one)"));
    CHECK_FALSE(set.contains("id"));
    const auto none = with.call("resolve", {{"reference", "the invoice"}});
    CHECK(none["status"] == "unresolved");
    CHECK_THAT(none["message"].get<std::string>(), contains("the invoice"));
    CHECK(with.call("resolve", {{"reference", "the hat"}, {"type", "page"}})["status"] ==
          "unresolved");
    CHECK(with.call("list", {{"type", "order"}, {"limit", 2}})["count"] == 2);
    CHECK(with.call("observe", {{"tool", "orders.list"},
                                {"result", R"({"error":"down"})"}})["failed"] == true);
    CHECK(with.call("observe", {{"tool", "orders.delete"},
                                {"arguments", {{"id", "o-1"}}},
                                {"result", "{}"}})["removed"] == 1);
}

TEST_CASE("why a reference means what it does is told, and nothing is touched", "[tools]") {
    asked with;
    const auto before = with.agent.sequence();
    const auto newest = with.call("list", {{"limit", 1}});
    const auto second = with.call("why", {{"reference", "cancel the second one"}});
    CHECK(second["status"] == "resolved");
    CHECK(second["id"] == "o-2");
    CHECK(second["considered"][0]["id"] == "o-2");
    CHECK(second["considered"][0]["words"] == "second");
    CHECK(second["considered"][0].contains("reason"));
    CHECK(second["considered"].size() > 1);
    CHECK(second["known"] == 5);
    CHECK(second["newest"].size() == 5);
    const auto none = with.call("why", {{"reference", "the invoice"}});
    CHECK(none["status"] == "unresolved");
    CHECK(none.contains("message"));
    CHECK(none["considered"].is_array());
    CHECK(with.refused("why", {{"reference", ""}}) == "VALIDATION_ERROR");
    CHECK(with.agent.sequence() == before);
    CHECK(with.call("list", {{"limit", 1}}) == newest);
}

TEST_CASE("who takes part beside what is meant is told", "[tools]") {
    asked with;
    (void)with.call("observe", {{"tool", "customers.get"},
                                {"arguments", {{"id", "c-7"}}},
                                {"result", R"({"id":"c-7","name":"Lena Fischer"})"}});
    const auto found = with.call("resolve", {{"reference", "give the hat to Lena Fischer"}});
    CHECK(found["id"] == "o-3");
    CHECK(found["with"] ==
          json::parse(R"([{"type":"customer","id":"c-7","name":"Lena Fischer"}])"));
}

TEST_CASE("a file that an agent reads is a file, whatever stands in it", "[tools]") {
    asked with;
    for (const auto* const content : {R"({"name":"storefront","version":"1.0.0"})",
                                      R"([{"id":"ord-1","title":"Shoes"}])", "plain text"}) {
        const auto seen = with.call("observe", {{"tool", "read_file"},
                                                {"arguments", {{"path", "/r/package.json"}}},
                                                {"result", content}});
        INFO(content);
        CHECK(seen["things"] ==
              json::parse(R"([{"type":"file","id":"/r/package.json","name":"package.json"}])"));
    }
    CHECK(with.call("resolve", {{"reference", "open that file again"}})["id"] == "/r/package.json");
}

TEST_CASE("an agent plans alone: it adds tasks, and moves one on", "[tools]") {
    asked with;
    const auto statuses = [](const json& plan) {
        std::string out;
        for (const auto& each : plan["tasks"])
            out +=
                each["title"].get<std::string>() + ' ' + each["status"].get<std::string>() + '\n';
        return out;
    };
    CHECK(with.call("plan", json::object())["count"] == 0);
    const auto added = with.call("plan", {{"add", {"Find the belt", "Order it", "Ask Ann"}}});
    CHECK(statuses(added) == "Find the belt pending\nOrder it pending\nAsk Ann pending\n");
    CHECK(statuses(with.call("plan", {{"task", "Order it"}, {"status", "in_progress"}})) ==
          "Find the belt pending\nOrder it in_progress\nAsk Ann pending\n");
    CHECK(
        statuses(with.call("plan", {{"task", added["tasks"][0]["id"]}, {"status", "completed"}})) ==
        "Order it in_progress\nAsk Ann pending\n");
    CHECK(statuses(with.call("plan", {{"task", "Order it"}, {"status", "completed"}})) ==
          "Ask Ann pending\n");
    CHECK(with.call("plan", {{"task", "Ask Ann"}, {"status", "cancelled"}})["count"] == 0);
    // What was ended by mistake.
    CHECK(statuses(with.call("plan", {{"task", "Ask Ann"}, {"status", "pending"}})) ==
          "Ask Ann pending\n");
    CHECK_THAT(with.call("context", json::object())["context"].get<std::string>(),
               contains("[PLAN]\n- \"Ask Ann\" (ready)\n"));
    CHECK(with.call("plan", {{"task", "Ask Ann"}, {"status", "cancelled"}})["count"] == 0);

    CHECK(with.refused("plan", {{"task", "Order it"}}) == "VALIDATION_ERROR");
    CHECK(with.refused("plan", {{"status", "completed"}}) == "VALIDATION_ERROR");
    CHECK(with.refused("plan", {{"task", "nothing"}, {"status", "completed"}}) == "NOT_FOUND");
    CHECK(with.refused("plan", {{"task", "Order it"}, {"status", "completed"}}) ==
          "VALIDATION_ERROR");
    CHECK(with.refused("plan", {{"add", {""}}}) == "VALIDATION_ERROR");
    CHECK(with.refused("plan", {{"add", {"Pay"}}, {"task", "nothing"}, {"status", "completed"}}) ==
          "VALIDATION_ERROR");
    CHECK(with.call("plan", json::object())["count"] == 0);
}

TEST_CASE("a step of a plan that is made again is made once", "[tools]") {
    asked with;
    const json begun{{"add", {"Pack"}}, {"idempotency_key", "k-1"}};
    const json ended{{"task", "Pack"}, {"status", "completed"}, {"idempotency_key", "k-2"}};
    for (int i = 0; i < 2; ++i) CHECK(with.call("plan", begun)["count"] == 1);
    for (int i = 0; i < 2; ++i) CHECK(with.call("plan", ended)["count"] == 0);
}

TEST_CASE("where there is one conversation it has no name", "[tools]") {
    asked with;
    CHECK(with.refused("list", {{"session_id", "alice"}}) == "VALIDATION_ERROR");
    CHECK(with.call("list", json::object())["count"].is_number());
}

TEST_CASE("where no conversation is named, the latest one is meant", "[tools]") {
    workmem::journal::memory journal;
    workmem::manual_clock clock;
    using agents_type = workmem::scopes<recorded_agent>;
    agents_type agents{{}, {.clock = clock, .journal = journal}};
    workmem::tools::agent_tools<agents_type> tools{agents};
    const auto call = [&](const std::string& name, const json& arguments) {
        clock.advance(std::chrono::seconds{1});
        auto done = tools.try_call("memory_" + name, arguments);
        if (!done) FAIL(done.error().what());
        return *done;
    };
    CHECK(call("sessions", json::object())["count"] == 0);
    for (const auto* const each : {"first", "second"})
        call("observe", {{"tool", "orders.list"}, {"result", five_orders}, {"session_id", each}});
    CHECK(call("list", {{"session_id", "first"}})["count"] == 5);
    CHECK(call("resolve", {{"reference", "the hat"}})["id"] == "o-3");
    const auto all = call("sessions", json::object());
    CHECK(all["sessions"][0]["session_id"] == "second");
    CHECK(all["sessions"][0]["changed_at"] > all["sessions"][1]["changed_at"]);
    CHECK(call("sessions", {{"limit", 1}})["count"] == 1);
}

TEST_CASE("who looks through many conversations hears how far that has come", "[tools]") {
    using agents_type = workmem::scopes<recorded_agent>;
    workmem::journal::memory journal;
    agents_type agents{{}, {.journal = journal}};
    workmem::tools::agent_tools<agents_type> of_agents{agents};
    // The program's tools are sets of tools.
    workmem::tools::any_tools<json> tools;
    tools.add(of_agents);
    for (const auto* const each : {"a", "b", "c"})
        (void)of_agents
            .try_call("memory_remember", json{{"content", "Likes tea"}, {"session_id", each}})
            .value();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> heard;
    const auto search = [&](const json& arguments) {
        heard.clear();
        return tools
            .try_call("memory_search", arguments,
                      [&](std::uint64_t done, std::uint64_t of) { heard.emplace_back(done, of); })
            .value()["count"]
            .get<int>();
    };
    CHECK(search({{"query", "tea"}}) == 3);
    CHECK(heard == decltype(heard){{1, 4}, {2, 4}, {3, 4}});
    // What is found first is enough.
    CHECK(search({{"query", "tea"}, {"limit", 1}}) == 1);
    CHECK(heard.empty());
    CHECK(search({{"query", "tea"}, {"session_id", "a"}}) == 1);
    CHECK(heard.empty());
}

TEST_CASE("a retry that names no conversation is made in the one of the first call",
          "[tools][keys]") {
    workmem::journal::memory journal;
    workmem::manual_clock clock;
    using agents_type = workmem::scopes<recorded_agent>;
    agents_type agents{{}, {.clock = clock, .journal = journal}};
    // The retry may reach another process.
    agents_type elsewhere{{}, {.clock = clock, .journal = journal}};
    const auto call = [&](agents_type& at, const std::string& name, const json& arguments) {
        clock.advance(std::chrono::seconds{1});
        auto done =
            workmem::tools::agent_tools<agents_type>{at}.try_call("memory_" + name, arguments);
        if (!done) FAIL(done.error().what());
        return *done;
    };
    const json tea{{"content", "Likes tea"}, {"idempotency_key", "k"}};
    const json seen{{"tool", "orders.list"}, {"result", five_orders}, {"idempotency_key", "o"}};
    const auto first = call(agents, "remember", tea);
    const auto things = call(agents, "observe", seen);
    call(agents, "remember", {{"content", "Is in a hurry"}, {"session_id", "later"}});
    CHECK(agents.current() == "later");
    for (auto* const at : {&agents, &elsewhere}) {
        CHECK(call(*at, "remember", tea) == first);
        CHECK(call(*at, "observe", seen) == things);
    }
    CHECK(call(agents, "search", {{"query", "tea"}, {"session_id", "later"}})["count"] == 0);
    CHECK(call(agents, "list", {{"session_id", "later"}})["count"] == 0);
    CHECK(call(elsewhere, "search", {{"query", "tea"}, {"session_id", "default"}})["count"] == 1);
    // A key of its own is a call of its own.
    call(agents, "remember", {{"content", "Likes tea"}, {"idempotency_key", "k2"}});
    CHECK(call(agents, "search", {{"query", "tea"}, {"session_id", "later"}})["count"] == 1);
}

TEST_CASE("facts are noted, found, shown and forgotten", "[tools]") {
    asked with;
    const auto noted = with.call("remember", {{"content", "Tea at four"},
                                              {"key", "tea"},
                                              {"pin", true},
                                              {"for_good", true},
                                              {"idempotency_key", "k"}});
    CHECK(with.call("remember", {{"content", "Tea at four"},
                                 {"key", "tea"},
                                 {"pin", true},
                                 {"for_good", true},
                                 {"idempotency_key", "k"}}) == noted);
    CHECK(with.agent.items.size() == 1);
    CHECK(with.agent.long_term.size() == 1);
    CHECK(with.call("search", {{"query", "tea"}})["count"] == 2);
    const std::string context = with.call("context", {{"token_limit", 300}})["context"];
    CHECK_THAT(context, starts_with("[PINNED]\n- tea: \"Tea at four\"\n") && contains("(o-2)"));
    // The note, and what is kept of it.
    CHECK(with.call("forget", {{"id", "tea"}})["forgotten"] == 2);
    CHECK(with.agent.items.empty());
    CHECK(with.agent.long_term.size() == 0);
    CHECK(with.call("forget", {{"id", noted["long_term_id"]}, {"erase", true}})["forgotten"] == 0);
    CHECK(with.call("search", {{"query", "tea"}})["count"] == 0);
    CHECK(with.call("forget", {{"id", "o-2"}})["forgotten"] == 1);
    CHECK(with.call("forget", {{"id", "o-2"}})["forgotten"] == 0);
}

TEST_CASE("what looks like a secret is noted only when that is said", "[tools][secrets]") {
    asked with;
    const std::string token = "ghp_" + std::string{"x7Kq9ZrT2mWv4LpB8nHs3JdY6fGc1QaE5uXo"};
    for (const auto& what : {json{{"content", "password: hunter2x"}},
                             json{{"content", "password: hunter2x"}, {"for_good", true}},
                             json{{"content", "of the build"}, {"key", token}},
                             json{{"content", "of the build"}, {"tags", {"ci", token}}}}) {
        CHECK(with.refused("remember", what) == "VALIDATION_ERROR");
        CHECK(with.agent.items.empty());
    }
    CHECK(with.refused("plan", {{"add", {"Deploy", "Log in with " + token}}}) ==
          "VALIDATION_ERROR");
    CHECK(with.agent.plan.ids().empty());
    CHECK(with.call("remember", {{"content", "password: hunter2x"}, {"allow_secret", true}})
              .contains("id"));
    CHECK(with.call("remember",
                    {{"content", "password: hunter3x"}, {"for_good", true}, {"allow_secret", true}})
              .contains("long_term_id"));
    CHECK(with.agent.long_term.size() == 1);
}

TEST_CASE("what tools returned is noted without secrets", "[tools][secrets]") {
    asked with;
    const std::string token = "ghp_" + std::string{"x7Kq9ZrT2mWv4LpB8nHs3JdY6fGc1QaE5uXo"};
    const json order{{"id", "o-9"},
                     {"title", "Belt " + token},
                     {"password", "hunter2x"},
                     {"big", 123456789012345678},
                     {"lines", {{{"id", "l-1"}, {"name", token}}}}};
    CHECK(with.call("observe", {{"tool", "orders.get"},
                                {"arguments", {{"id", "o-9"}, {"token", token}}},
                                {"result", order.dump()}})["added"] >= 1);
    const auto stored = with.agent.entities.to_json_text();
    CHECK_THAT(stored, !contains(token) && !contains("hunter2x") && contains("[secret: "));
    CHECK_THAT(stored, contains("123456789012345678"));
    // Text that is no JSON, and JSON without secrets, which stays as it was said.
    with.call("observe", {{"tool", "files.read"}, {"result", "TOKEN=" + token + "\nx"}});
    with.call("observe", {{"tool", "orders.get"},
                          {"result", R"({"id":"o-10","title":"Cap \u00e9","total":1.50})"}});
    CHECK_THAT(with.agent.entities.to_json_text(),
               !contains(token) && contains("Cap \u00e9") && contains("\"total\":1.5"));
}

TEST_CASE("however deep a result is nested, its secrets are found", "[tools][secrets]") {
    asked with;
    for (const std::size_t depth : {10U, 600U, 200'000U})
        with.call("observe", {{"tool", "orders.get"},
                              {"result", std::string(depth, '[') + R"("password=hunter2hunter2")" +
                                             std::string(depth, ']')}});
    with.call("observe", {{"tool", "orders.get"}, {"result", R"({"id":"o-9","title":"Belt"})"}});
    const auto stored = with.agent.entities.to_json_text();
    CHECK_THAT(stored, contains("Belt") && !contains("hunter2hunter2"));
}

TEST_CASE("what is kept for good is forgotten by its id", "[tools]") {
    asked with;
    const auto kept = with.call("remember", {{"content", "Elm Street"}, {"for_good", true}});
    const json forget{{"id", kept["long_term_id"]}};
    CHECK(with.call("forget", forget)["forgotten"] == 1);
    CHECK(with.agent.long_term.size() == 0);
    CHECK(with.call("forget", forget)["forgotten"] == 0);
    CHECK(with.call("search", {{"query", "street"}})["count"] == 1);
}

TEST_CASE("a newer value of a key takes the place of the one that is kept for good", "[tools]") {
    asked with;
    const auto keep = [&](const char* fact) {
        return with.call("remember", {{"content", fact}, {"key", "deploy"}, {"for_good", true}});
    };
    const auto first = keep("Deploys are on Friday");
    CHECK(keep("Deploys are on Monday")["long_term_id"] == first["long_term_id"]);
    REQUIRE(with.agent.long_term.size() == 1);
    CHECK(with.agent.long_term.list().memories.front().content == "Deploys are on Monday");
    // The note that there is stands for it, whatever was kept.
    with.call("remember", {{"content", "Deploys are on Tuesday"}, {"key", "deploy"}});
    CHECK_THAT(with.call("context", json::object())["context"].get<std::string>(),
               contains("Tuesday") && !contains("Monday"));
    // What another conversation keeps later is newer than the note of this one.
    auto newer = with.agent.long_term.list().memories.front();
    CHECK(with.agent.long_term.try_erase(newer.id).value());
    newer.content = "Deploys are on Sunday";
    newer.created += std::chrono::hours{1};
    with.agent.long_term.put(newer);
    CHECK_THAT(with.call("context", json::object())["context"].get<std::string>(),
               contains("Sunday"));
    // By its key all of it is forgotten.
    CHECK(with.call("forget", {{"id", "deploy"}})["forgotten"] == 2);
    CHECK(with.agent.long_term.size() == 0);
    CHECK(with.call("forget", {{"id", "deploy"}})["forgotten"] == 0);
}

TEST_CASE("conversations are looked at, not begun, and each one's notes are found", "[tools]") {
    workmem::scopes<recorded_agent> agents{{}, {.journal = workmem::journal::memory{}}};
    workmem::tools::agent_tools<workmem::scopes<recorded_agent>> tools{agents};
    const auto call = [&](const std::string& name, const json& arguments) {
        return tools.call("memory_" + name, arguments);
    };
    call("remember", {{"content", "Tea at four"}, {"session_id", "monday"}});
    call("remember", {{"content", "Tea at five"}, {"session_id", "tuesday"}});
    for (const auto& [name, arguments] :
         std::vector<std::pair<std::string, json>>{{"context", json::object()},
                                                   {"list", json::object()},
                                                   {"search", {{"query", "tea"}}},
                                                   {"resolve", {{"reference", "that page"}}}}) {
        auto of = arguments;
        of["session_id"] = "never";
        CHECK(call(name, of)["code"] == "NOT_FOUND");
        CHECK_THAT(call(name, of)["error"].get<std::string>(), contains("\"never\""));
    }
    CHECK(agents.names() == std::vector<std::string>{"monday", "tuesday"});
    agents.flush();
    std::map<std::string, std::uint64_t> before;
    for (const auto& each : agents.names()) before[each] = agents.at(each)->sequence();
    const auto found = call("search", {{"query", "tea"}});
    REQUIRE(found["count"] == 2);
    // Looking into another one does not make it the latest.
    agents.flush();
    for (const auto& each : found["found"])
        if (const auto other = each.value("session_id", std::string{}); !other.empty())
            CHECK(agents.at(other)->sequence() == before[other]);
    CHECK(found["found"][1].contains("session_id") != found["found"][0].contains("session_id"));
    CHECK(call("search", {{"query", "tea"}, {"session_id", "monday"}})["count"] == 1);
    CHECK(call("search", {{"query", "tea"}, {"limit", 1}})["count"] == 1);
    // A plan that is retried after another conversation has begun.
    const json plan{{"add", {"Move"}}, {"idempotency_key", "k"}};
    CHECK(call("plan", plan)["count"] == 1);
    call("remember", {{"content", "x"}, {"session_id", "wednesday"}});
    CHECK(call("plan", plan)["count"] == 1);
    std::size_t planned = 0;
    for (const auto& each : agents.names()) planned += agents.at(each)->plan.ids().size();
    CHECK(planned == 1);
    CHECK(agents.at("wednesday")->plan.ids().empty());
}

TEST_CASE("forgetting that is retried forgets nothing newer", "[tools][keys]") {
    asked with;
    for (const bool erase : {false, true}) {
        with.call("remember", {{"content", "Elm Street"}, {"key", "address"}});
        const json forget{
            {"id", "address"}, {"erase", erase}, {"idempotency_key", erase ? "erase" : "forget"}};
        CHECK(with.call("forget", forget)["forgotten"] >= 1);
        with.call("remember", {{"content", "Oak Street"}, {"key", "address"}, {"for_good", true}});
        with.call("forget", forget);
        REQUIRE(with.agent.items.size() == 1);
        CHECK(with.agent.items.all().front().text == "Oak Street");
        CHECK(with.agent.long_term.size() == 1);
    }
}

TEST_CASE("wrong arguments of an agent's tools are refused by name", "[tools]") {
    asked with;
    CHECK(with.refused("observe", {{"tool", "x"}}) == "VALIDATION_ERROR");
    CHECK(with.refused("observe", {{"tool", ""}, {"result", "x"}}) == "VALIDATION_ERROR");
    CHECK(with.refused("hear", {{"role", "system"}, {"text", "x"}}) == "VALIDATION_ERROR");
    CHECK(with.refused("resolve", {{"reference", ""}}) == "VALIDATION_ERROR");
    CHECK(with.refused("context", {{"token_limit", 0}}) == "VALIDATION_ERROR");
    CHECK(with.refused("remember", {{"content", "x"}, {"unheard_of", 1}}) == "VALIDATION_ERROR");
    CHECK(with.refused("unheard_of", json::object()) == "NOT_FOUND");
}

TEST_CASE("who calls is recorded with what a tool changes", "[tools]") {
    asked with;
    workmem::tools::agent_tools<workmem::tools::one_agent<recorded_agent>> of_ann{with.only, "ann"};
    const json note{{"content", "the office is closed"}, {"for_good", true}};
    const auto kept = of_ann.call("memory_remember", note)["long_term_id"].get<std::string>();
    const auto found = with.agent.long_term.get(kept);
    REQUIRE(found);
    CHECK(std::get<std::string>(*find_attribute(found->metadata, "from_actor")) == "ann");
    // The same note of nobody in particular changes nothing.
    CHECK(with.call("remember", note)["long_term_id"] == kept);
    CHECK(with.agent.long_term.get(kept) == found);
    const auto nobodys =
        with.call("remember", {{"content", "it is open"}, {"for_good", true}})["long_term_id"]
            .get<std::string>();
    CHECK(find_attribute(with.agent.long_term.get(nobodys)->metadata, "from_actor") == nullptr);
}

TEST_CASE("notes, memories and conversations are named by how their ids alone begin",
          "[tools][identify]") {
    using agents_type = workmem::scopes<recorded_agent>;
    workmem::journal::memory journal;
    agents_type agents{{}, {.journal = journal}};
    workmem::tools::agent_tools<agents_type> tools{agents};
    const auto note = [&](const char* session, const char* content) {
        return tools.call("memory_remember", json{{"session_id", session}, {"content", content}});
    };
    note("3f21a907", "It rains");
    note("77aabbcc", "It snows");
    const auto context = [&](const char* session) {
        return tools.call("memory_context", json{{"session_id", session}});
    };
    CHECK_THAT(context("3f21")["context"].get<std::string>(), contains("It rains"));
    CHECK_THAT(context("77aabb")["context"].get<std::string>(), contains("It snows"));
    CHECK(context("3f2")["code"] == "NOT_FOUND");
    CHECK(context("nothing")["code"] == "NOT_FOUND");
    // What begins a conversation has its own name.
    note("3f21", "It hails");
    CHECK_THAT(context("3f21")["context"].get<std::string>(), contains("It hails"));

    const auto here = agents.at("77aabbcc");
    const auto cats = here->session.add({.content = "Cats"}).id;
    here->session.add({.content = "Dogs"});
    const auto forget = [&](const std::string& id) {
        return tools.call("memory_forget", json{{"session_id", "77aa"}, {"id", id}});
    };
    CHECK(forget(cats.substr(0, cats.find("Cats")))["code"] == "VALIDATION_ERROR");
    CHECK(forget("wor")["forgotten"] == 0);
    CHECK(here->session.size() == 2);
    CHECK(forget(cats.substr(0, cats.find("Cats") + 4))["forgotten"] == 1);
    REQUIRE(here->session.size() == 1);
    CHECK(here->session.export_all()[0].content == "Dogs");
}
