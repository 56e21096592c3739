// The 15 tools of a session store, as an agent calls them: the document's examples, and what it
// says goes wrong.
#include "catch.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/session_tools.hpp>

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <string_view>

using nlohmann::json;
using std::chrono::hours;
using namespace std::string_literals;

namespace {

using store_type = workmem::basic_session_store<workmem_test::session_recorded>;

struct agent {
    explicit agent(workmem::session_options options = {})
        : store{options, {.clock = clock, .journal = journal}}, tools{store} {}

    /// A call that works: its answer is what its tool promises.
    json call(const std::string& name, json arguments) {
        auto done = tools.try_call("working_memory_" + name, arguments);
        INFO(name << ' ' << arguments.dump());
        if (!done) FAIL(done.error().what());
        const auto promised = problem_of_open(*done, tools.find("working_memory_" + name)->output);
        INFO(done->dump());
        CHECK(promised.empty());
        return *done;
    }
    /// A call that does not: its code.
    std::string refused(const std::string& name, json arguments) {
        const auto done = tools.call("working_memory_" + name, arguments);
        INFO(name << ' ' << arguments.dump() << ' ' << done.dump());
        REQUIRE(done.contains("code"));
        CHECK(done["error"].is_string());
        CHECK(done["details"].is_object());
        last = done;
        return done["code"];
    }
    json add(std::string content, std::string priority = "medium") {
        return call("add", {{"session_id", "chat"}, {"content", content}, {"priority", priority}});
    }
    json at(const json& memory) { return {{"session_id", "chat"}, {"memory_id", memory["id"]}}; }

    // Members that nobody promised are allowed, missing and wrong ones are not.
    static std::string problem_of_open(const json& value,
                                       std::span<const workmem::tools::property> wanted) {
        json known = json::object();
        for (const auto& each : wanted)
            if (value.contains(each.name)) {
                const auto name = std::string{each.name};
                auto alone = each.value;
                if (alone.kind == workmem::tools::value_kind::list && alone.each != nullptr &&
                    !alone.each->members.empty()) {
                    for (const auto& element : value[name])
                        if (auto bad = problem_of_open(element, alone.each->members); !bad.empty())
                            return bad;
                    alone.each = nullptr;
                }
                if (auto bad = problem_of(value[name], alone, name)) return bad->message();
                known[name] = value[name];
            } else if (each.is_required) {
                return std::string{each.name} + " is missing";
            }
        return {};
    }

    workmem::manual_clock clock{workmem::parse_iso8601("2024-12-22T15:00:00Z").value()};
    workmem::journal::memory journal{};
    store_type store;
    workmem::tools::session_tools<store_type> tools;
    json last{};
};

}  // namespace

TEST_CASE("the sample of the document", "[tools]") {
    agent of;
    const auto added = of.call("add", json::parse(R"({"session_id": "user-session-123",
            "content": "Meeting notes from today's standup", "priority": "high",
            "tags": ["meeting", "standup", "team"],
            "metadata": {"meeting_type": "standup", "duration": "15min"}})"));
    CHECK(added["id"] == "working_memory_user-session-123-Meeting notes from t_20241222-150000");
    CHECK(added["session_id"] == "user-session-123");
    CHECK(added["expires_at"] == "2024-12-23T03:00:00Z");
    CHECK(added["created_at"] == "2024-12-22T15:00:00Z");
    CHECK(added["access_count"] == 1);
    CHECK(added["importance_score"] == 0.4534);
    CHECK(added["tags"] == json::array({"meeting", "standup", "team"}));
    CHECK(added["metadata"] == json({{"meeting_type", "standup"}, {"duration", "15min"}}));
}

TEST_CASE("a memory is read, found, kept longer, expired and cleared", "[tools]") {
    agent of;
    const auto id = of.at(of.add("User prefers Python examples", "high"));
    CHECK(of.call("get", id)["access_count"] == 2);
    const auto listed = of.call("list", {{"session_id", "chat"}});
    CHECK(listed["count"] == 1);
    CHECK(listed["memories"][0]["content"] == "User prefers Python examples");
    const auto found = of.call("search", {{"session_id", "chat"}, {"query", "python example"}});
    REQUIRE(found["count"] == 1);
    CHECK(found["query"] == "python example");
    CHECK(found["memories"][0]["relevance_score"] > 0.5);
    CHECK(found["memories"][0]["relevance_score"] <= 1.0);
    CHECK(of.call("extend_ttl", id)["new_expires_at"] == "2024-12-23T15:00:00Z");
    CHECK(of.call("expire", id)["success"] == true);
    CHECK(of.refused("get", id) == "EXPIRED");
    CHECK(of.last["details"]["memory_id"] == id["memory_id"]);
    CHECK(of.call("list", {{"session_id", "chat"}})["count"] == 0);
    CHECK(of.call("list", {{"session_id", "chat"}, {"include_expired", true}})["count"] == 1);
    CHECK(of.call("list_expired", {{"session_id", "chat"}})["count"] == 1);
    CHECK(of.call("export", {{"session_id", "chat"}})["count"] == 1);
    CHECK(of.call("extend_ttl", id)["new_expires_at"] == "2024-12-23T03:00:00Z");
    CHECK(of.call("get", id)["access_count"] == 3);
    CHECK(of.call("clear_session", {{"session_id", "chat"}})["message"] == "Session cleared: chat");
    CHECK(of.refused("get", id) == "NOT_FOUND");
    CHECK(of.call("list", {{"session_id", "chat"}})["total"] == 0);
}

TEST_CASE("memories are promoted once", "[tools]") {
    agent of{};
    const auto id = of.at(of.add("Important info", "medium"));
    of.call("relation_add", {{"session_id", "chat"},
                             {"memory_id", id["memory_id"]},
                             {"relation_type", "references"},
                             {"target_element_id", "skill_1"},
                             {"metadata", {{"confidence", "high"}}}});
    const auto first = of.call("promote", id);
    CHECK(first["already_promoted"] == false);
    CHECK(first["id"] ==
          "memory_promoted_" + id["memory_id"].get<std::string>() + "_20241222-150000");
    CHECK(first["metadata"]["promoted_from_working"] == "true");
    CHECK(first["metadata"]["relations"] ==
          json::array({{{"relation_type", "references"},
                        {"target_element_id", "skill_1"},
                        {"metadata", {{"confidence", "high"}}}}}));
    auto keyed = id;
    keyed["idempotency_key"] = "again";
    // A call that changes nothing is made anew.
    for (const auto& arguments : {id, keyed, keyed}) {
        const auto again = of.call("promote", arguments);
        CHECK(again["id"] == first["id"]);
        CHECK(again["already_promoted"] == true);
    }
    const auto promoted = of.call("list_promoted", {{"session_id", "chat"}});
    REQUIRE(promoted["count"] == 1);
    CHECK(promoted["memories"][0]["promoted_to_id"] == first["id"]);
    CHECK(promoted["memories"][0]["promoted_at"] == "2024-12-22T15:00:00Z");
    CHECK(of.call("list", {{"session_id", "chat"}})["count"] == 0);
    CHECK(of.call("list", {{"session_id", "chat"}, {"include_promoted", true}})["count"] == 1);
}

TEST_CASE("promoting twice is an error where that is asked for", "[tools]") {
    agent of{{.strict_promotion = true}};
    const auto id = of.at(of.add("x"));
    of.call("promote", id);
    CHECK(of.refused("promote", id) == "ALREADY_PROMOTED");
}

TEST_CASE("several memories are promoted, each for itself", "[tools]") {
    agent of;
    const auto one = of.add("one"), two = of.add("two", "critical");
    const auto pending = of.call("list_pending", {{"session_id", "chat"}});
    REQUIRE(pending["count"] == 1);
    CHECK(pending["memories"][0]["id"] == two["id"]);
    CHECK(pending["memories"][0]["should_promote"] == true);
    const auto done = of.call("bulk_promote", {{"session_id", "chat"},
                                               {"memory_ids", {one["id"], "nothing", two["id"]}}});
    CHECK(done["success"] == 2);
    CHECK(done["failed"] == 1);
    CHECK(done["results"][0]["long_term_id"].is_string());
    CHECK(done["results"][1]["success"] == false);
    CHECK(done["results"][1]["code"] == "NOT_FOUND");
    CHECK(of.call("bulk_promote",
                  {{"session_id", "chat"}, {"memory_ids", json::array()}})["success"] == 0);
    // Which they are has to be said.
    CHECK(of.refused("bulk_promote", {{"session_id", "chat"}}) == "VALIDATION_ERROR");
}

TEST_CASE("statistics count what the lists show", "[tools]") {
    agent of;
    of.add("a", "low");
    of.add("b");
    of.call("get", of.at(of.add("c", "critical")));  // promoted by being read
    of.clock.advance(hours{2});
    const auto stats = of.call("stats", {{"session_id", "chat"}});
    CHECK(stats["total_count"] == 3);
    CHECK(stats["active_count"] == 2);
    CHECK(stats["expired_count"] == 1);
    CHECK(stats["promoted_count"] == 1);
    CHECK(stats["by_priority"] == json({{"low", 1}, {"medium", 1}, {"high", 0}, {"critical", 1}}));
    CHECK(stats["avg_access_count"] == Approx(4.0 / 3));
    const auto count = [&](const char* list) {
        return of.call(list, {{"session_id", "chat"}})["total"].get<int>();
    };
    CHECK(count("list_expired") == stats["expired_count"]);
    CHECK(count("list_promoted") == stats["promoted_count"]);
    CHECK(count("list_pending") == stats["pending_promotion"]);
    CHECK(count("export") == stats["total_count"]);
}

TEST_CASE("metadata are stored as given, and relations are no metadata", "[tools]") {
    agent of;
    const auto metadata =
        json::parse(R"({"t":"x","n":-3,"f":0.25,"b":true,"z":null,"big":9007199254740993})");
    const auto added = of.call(
        "add",
        {{"session_id", "chat"}, {"content", "x"}, {"priority", "low"}, {"metadata", metadata}});
    CHECK(added["metadata"] == metadata);
    CHECK(of.call("get", of.at(added))["metadata"] == metadata);
    for (const auto* const bad : {R"({"relations":"x"})", R"({"working_memory_id":"x"})",
                                  R"({"deep":{"x":1}})", R"({"list":[1]})"}) {
        CHECK(of.refused("add", {{"session_id", "chat"},
                                 {"content", "x"},
                                 {"priority", "low"},
                                 {"metadata", json::parse(bad)}}) == "VALIDATION_ERROR");
    }
}

TEST_CASE("every limit of the contract is an error that names it", "[tools]") {
    agent of;
    const auto refuses = [&](json change, const char* words) {
        json arguments{{"session_id", "chat"}, {"content", "x"}, {"priority", "low"}};
        arguments.update(change);
        CHECK(of.refused("add", arguments) == "VALIDATION_ERROR");
        CHECK_THAT(of.last["error"].get<std::string>(), Catch::Contains(words));
    };
    refuses({{"content", ""}}, "content must be 1 to 102400 bytes");
    refuses({{"content", std::string(102'401, 'x')}}, "content must be 1 to 102400 bytes");
    refuses({{"session_id", ""}}, "session_id must be 1 to 512 bytes");
    refuses({{"session_id", std::string(513, 'x')}}, "session_id must be 1 to 512 bytes");
    refuses({{"priority", "urgent"}}, "priority must be one of low, medium, high, critical");
    refuses({{"tags", std::vector<std::string>(65, "t")}}, "tags must be 0 to 64 long");
    refuses({{"tags", {std::string(257, 't')}}}, "tags[0] must be 1 to 256 bytes");
    refuses({{"metadata", {{"x", std::string(65'537, 'x')}}}}, "metadata must be at most 65536");
    refuses({{"idempotency_key", std::string(1'025, 'k')}},
            "idempotency_key must be 1 to 1024 bytes");
    CHECK(of.call("add", {{"session_id", std::string(512, 's')},
                          {"content", std::string(102'400, 'x')},
                          {"priority", "low"},
                          {"tags", std::vector<std::string>(64, std::string(256, 't'))}})
              .contains("id"));
    CHECK(of.refused("get", {{"session_id", "chat"}, {"memory_id", std::string(1'025, 'x')}}) ==
          "VALIDATION_ERROR");
    CHECK(of.refused("search", {{"session_id", "chat"}, {"query", std::string(4'097, 'x')}}) ==
          "VALIDATION_ERROR");
    for (const auto limit : {0, 1'001})
        CHECK(of.refused("list", {{"session_id", "chat"}, {"limit", limit}}) == "VALIDATION_ERROR");
    CHECK(of.refused("nothing", json::object()) == "NOT_FOUND");
    CHECK(of.tools.call("working_memory_add", json::array())["code"] == "VALIDATION_ERROR");
}

TEST_CASE("a call that is repeated with its key happens once", "[tools]") {
    agent of;
    const json arguments{
        {"session_id", "chat"}, {"content", "x"}, {"priority", "low"}, {"idempotency_key", "k"}};
    const auto first = of.call("add", arguments);
    of.clock.advance(std::chrono::seconds{1});
    CHECK(of.call("add", arguments)["id"] == first["id"]);
    auto extend = of.at(first);
    extend["idempotency_key"] = "e";
    const auto until = of.call("extend_ttl", extend);
    CHECK(of.call("extend_ttl", extend) == until);
    CHECK(of.call("list", {{"session_id", "chat"}})["count"] == 1);
}

TEST_CASE("lists come in pages, and an answer that is cut says so", "[tools]") {
    agent of;
    for (int i = 0; i < 250; ++i) of.add("note " + std::to_string(i));
    for (const auto* const list : {"list", "export", "search"}) {
        std::set<std::string> seen;
        json arguments{{"session_id", "chat"}, {"limit", 100}};
        std::size_t pages = 0;
        for (;; ++pages) {
            REQUIRE(pages < 10);
            const auto page = of.call(list, arguments);
            CHECK(page["total"] == 250);
            CHECK(page["count"] == page["memories"].size());
            for (const auto& each : page["memories"]) seen.insert(each["id"]);
            if (!page.contains("next_cursor")) break;
            arguments["cursor"] = page["next_cursor"];
        }
        CHECK(pages >= 2);
        CHECK(seen.size() == 250);
    }
}

TEST_CASE("a page costs 4,000 tokens at most, whatever number was asked for", "[tools]") {
    agent of;
    for (int i = 0; i < 120; ++i) of.add("note " + std::to_string(i));
    for (int i = 0; i < 4; ++i) of.add(std::string(100'000, 'x'));
    for (const auto* const list : {"list", "search"}) {
        json arguments{{"session_id", "chat"}, {"limit", 1'000}};
        std::size_t seen = 0, cut = 0;
        for (bool more = true; more;) {
            const auto page = of.call(list, arguments);
            CHECK(page.dump().size() <= 16'000);
            seen += page["memories"].size();
            for (const auto& each : page["memories"])
                if (each.contains("content_truncated")) {
                    ++cut;
                    CHECK(each["content"] == std::string(2'000, 'x'));
                    const auto whole =
                        of.call("get", {{"session_id", "chat"}, {"memory_id", each["id"]}});
                    CHECK(whole["content"].get_ref<const std::string&>().size() == 100'000);
                    CHECK_FALSE(whole.contains("content_truncated"));
                }
            more = page.contains("next_cursor");
            if (more) arguments["cursor"] = page["next_cursor"];
        }
        CHECK(seen == 124);
        CHECK(cut == 4);
    }
    // What is exported is all there.
    const auto all = of.call("export", {{"session_id", "chat"}, {"limit", 1'000}});
    CHECK(all.dump().find("content_truncated") == std::string::npos);
}

TEST_CASE("an answer stays below 1 MiB however long memories are", "[tools]") {
    agent of;
    for (int i = 0; i < 12; ++i) of.add(std::to_string(i) + std::string(100'000, '"'));
    std::size_t seen = 0;
    json arguments{{"session_id", "chat"}, {"limit", 1'000}};
    for (;;) {
        const auto page = of.call("list", arguments);
        const auto text = page.dump();
        CHECK(text.size() + json(text).dump().size() < (1U << 20U));
        seen += page["memories"].size();
        if (!page.contains("next_cursor")) break;
        arguments["cursor"] = page["next_cursor"];
    }
    CHECK(seen == 12);
}

TEST_CASE("an unknown session is empty to those who look, and not found by the rest", "[tools]") {
    agent of;
    of.add("x");
    for (const auto* const reads :
         {"list", "list_pending", "list_expired", "list_promoted", "export", "search"})
        CHECK(of.call(reads, {{"session_id", "other"}})["total"] == 0);
    CHECK(of.call("stats", {{"session_id", "other"}})["total_count"] == 0);
    CHECK(of.refused("clear_session", {{"session_id", "other"}}) == "NOT_FOUND");
    CHECK(of.refused("bulk_promote", {{"session_id", "other"}, {"memory_ids", {"x"}}}) ==
          "NOT_FOUND");
    for (const auto* const changes : {"get", "promote", "expire", "extend_ttl"})
        CHECK(of.refused(changes, {{"session_id", "other"}, {"memory_id", "x"}}) == "NOT_FOUND");
    CHECK(of.refused("relation_add", {{"session_id", "other"},
                                      {"memory_id", "x"},
                                      {"relation_type", "a"},
                                      {"target_element_id", "b"}}) == "NOT_FOUND");
}

TEST_CASE("nothing of a session reaches another, not even in what is said of errors", "[tools]") {
    agent of;
    const auto secret = "the launch code is 0000"s;
    const auto id = of.add(secret)["id"].get<std::string>();
    for (const auto& session :
         {"chat "s, "Chat"s, "cha"s, "chat/../chat"s, "session/chat"s, "%63hat"s})
        for (const auto& memory :
             {id, id.substr(0, id.size() - 1), id + " ", "CHAT" + id, "../" + id})
            for (const auto& tool : of.tools.definitions()) {
                json arguments{{"session_id", session}};
                for (const auto& each : tool.input) {
                    if (each.name == "memory_id") arguments["memory_id"] = memory;
                    if (each.name == "memory_ids") arguments["memory_ids"] = {memory};
                    if (each.name == "relation_type") arguments["relation_type"] = "a";
                    if (each.name == "target_element_id") arguments["target_element_id"] = id;
                }
                if (tool.name == "working_memory_add") continue;
                const auto answer = of.tools.call(tool.name, arguments).dump();
                INFO(tool.name << ' ' << arguments.dump() << ' ' << answer);
                CHECK(answer.find("launch") == std::string::npos);
                CHECK(answer.find("\"access_count\":") == std::string::npos);
            }
    CHECK(of.store.list("chat").total == 1);
}

TEST_CASE("another writer of the journal is seen by the next call", "[tools]") {
    agent of;
    const auto mine = of.add("mine");
    store_type other{{}, {.clock = of.clock, .journal = of.journal}};
    other.add("chat", {.content = "theirs"});
    CHECK(of.call("list", {{"session_id", "chat"}})["count"] == 2);
    other.clear("chat");
    CHECK(of.refused("get", of.at(mine)) == "NOT_FOUND");
}

TEST_CASE("the tools are the document's fifteen", "[tools]") {
    agent of;
    std::set<std::string_view> names;
    for (const auto& tool : of.tools.definitions()) {
        names.insert(tool.name);
        CHECK(tool.name.starts_with("working_memory_"));
        CHECK_FALSE(tool.description.empty());
        const auto shown = to_json<json>(tool, true);
        CHECK(shown["inputSchema"]["properties"].contains("session_id"));
        CHECK(shown["outputSchema"]["type"] == "object");
        const bool reads = tool.name.find("list") != tool.name.npos ||
                           tool.name.ends_with("search") || tool.name.ends_with("stats") ||
                           tool.name.ends_with("export");
        CHECK(shown["annotations"].value("readOnlyHint", false) == reads);
        CHECK(shown["annotations"].value("destructiveHint", !reads) ==
              tool.name.ends_with("clear_session"));
    }
    CHECK(names.size() == 15);
}

TEST_CASE("a key is good for the same call only", "[tools]") {
    agent of;
    const auto keyed = [](json arguments) {
        arguments["idempotency_key"] = "k";
        return arguments;
    };
    const json note{{"session_id", "chat"}, {"content", "x"}, {"priority", "low"}};
    const auto first = of.call("add", keyed(note));
    auto other = note;
    other["content"] = "y";
    CHECK(of.refused("add", keyed(other)) == "VALIDATION_ERROR");
    CHECK_THAT(of.last["error"].get<std::string>(),
               Catch::Contains("idempotency_key must be new, or repeat the call"));
    CHECK(of.call("add", keyed(note)) == first);
    const auto memory = of.at(first);
    CHECK(of.refused("extend_ttl", keyed(memory)) == "VALIDATION_ERROR");
    CHECK(of.refused("expire", keyed(memory)) == "VALIDATION_ERROR");
    CHECK(of.refused("promote", keyed(memory)) == "VALIDATION_ERROR");
    CHECK(of.refused("relation_add", keyed({{"session_id", "chat"},
                                            {"memory_id", first["id"]},
                                            {"relation_type", "a"},
                                            {"target_element_id", "b"}})) == "VALIDATION_ERROR");
    CHECK(of.refused("clear_session", keyed({{"session_id", "chat"}})) == "VALIDATION_ERROR");
    CHECK(of.call("export", {{"session_id", "chat"}})["count"] == 1);
    // Each session is a memory of its own.
    auto elsewhere = note;
    elsewhere["session_id"] = "another";
    CHECK(of.call("add", keyed(elsewhere))["session_id"] == "another");
}

TEST_CASE("every change of a session by tools is made once per key", "[tools]") {
    agent of;
    const auto twice = [&](const char* name, json arguments) {
        INFO(name);
        arguments["idempotency_key"] = name;
        const auto first = of.call(name, arguments);
        of.clock.advance(std::chrono::seconds{1});
        CHECK(of.call(name, arguments) == first);
        return first;
    };
    const auto added =
        twice("add", {{"session_id", "chat"}, {"content", "x"}, {"priority", "low"}});
    const auto memory = of.at(added);
    twice("extend_ttl", memory);
    auto related = memory;
    related["relation_type"] = "references";
    related["target_element_id"] = "skill";
    twice("relation_add", related);
    CHECK(twice("promote", memory)["already_promoted"] == false);
    twice("expire", memory);
    std::vector<std::string> ids;
    for (const auto* const each : {"a", "b", "c"})
        ids.push_back(of.call(
            "add", {{"session_id", "chat"}, {"content", each}, {"priority", "high"}})["id"]);
    CHECK(twice("bulk_promote", {{"session_id", "chat"}, {"memory_ids", ids}})["success"] == 3);
    twice("clear_session", {{"session_id", "chat"}});
    // What came after a clear outlives its repetition.
    of.call("add", {{"session_id", "chat"}, {"content", "new"}, {"priority", "low"}});
    of.call("clear_session", {{"session_id", "chat"}, {"idempotency_key", "clear_session"}});
    CHECK(of.call("list", {{"session_id", "chat"}})["count"] == 1);
}

TEST_CASE("a number that cannot be kept as given is refused", "[tools]") {
    agent of;
    const json note{{"session_id", "chat"}, {"content", "x"}, {"priority", "low"}};
    auto large = note;
    large["metadata"] = {{"n", 18'446'744'073'709'551'615U}};
    CHECK(of.refused("add", large) == "VALIDATION_ERROR");
    CHECK_THAT(of.last["error"].get<std::string>(), Catch::Contains("metadata.n"));
    auto largest = note;
    largest["metadata"] = {{"n", 9'223'372'036'854'775'807}};
    CHECK(of.call("add", largest)["metadata"] == largest["metadata"]);
    // A whole number may be written with a point.
    CHECK(of.call("list", {{"session_id", "chat"}, {"limit", 1.0}})["count"] == 1);
    CHECK(of.refused("list", {{"session_id", "chat"}, {"limit", 1.5}}) == "VALIDATION_ERROR");
    CHECK(of.refused("list", {{"session_id", "chat"}, {"limit", 1e300}}) == "VALIDATION_ERROR");
}

TEST_CASE("defaults and limits of pages are those that are documented", "[tools]") {
    agent of;
    for (int i = 0; i < 120; ++i) of.add("note " + std::to_string(i));
    CHECK(of.call("export", {{"session_id", "chat"}})["count"] == 100);
    CHECK(of.call("search", {{"session_id", "chat"}, {"query", "note"}})["count"] == 10);
    CHECK(of.call("export", {{"session_id", "chat"}, {"limit", 1'000}})["count"] == 120);
    CHECK(of.call("list", {{"session_id", "chat"}, {"limit", 12}})["count"] == 12);
    CHECK(of.refused("list", {{"session_id", "chat"}, {"limit", 1'001}}) == "VALIDATION_ERROR");
    CHECK(of.refused("bulk_promote", {{"session_id", "chat"},
                                      {"memory_ids", std::vector<std::string>(1'001, "x")}}) ==
          "VALIDATION_ERROR");
}

TEST_CASE("what is left when an answer of bulk_promote is full remains to be promoted", "[tools]") {
    agent of;
    // Ids that take much room: each character is sent as an escape.
    const std::vector<std::string> ids(1'000, std::string(200, '\x01'));
    of.add("x");
    const auto first = of.call("bulk_promote", {{"session_id", "chat"}, {"memory_ids", ids}});
    REQUIRE(first.contains("remaining"));
    CHECK(first["results"].size() + first["remaining"].get<std::size_t>() == 1'000);
    CHECK(first["failed"] == first["results"].size());
    CHECK(of.refused("bulk_promote", {{"session_id", "no"}, {"memory_ids", json::array()}}) ==
          "NOT_FOUND");
}

TEST_CASE("what holds a secret is never pending, and not promoted with all the rest", "[tools]") {
    agent of;
    const auto secret = of.add("the key is AKIAZ7Q2M4X9K1P5T8W3", "critical");
    of.call("add", {{"session_id", "chat"},
                    {"content", "tagged"},
                    {"priority", "critical"},
                    {"tags", {"AKIAZ7Q2M4X9K1P5T8W3"}}});
    const auto plain = of.add("nothing to hide", "critical");
    CHECK(of.call("list_pending", {{"session_id", "chat"}})["memories"][0]["id"] == plain["id"]);
    CHECK(of.call("stats", {{"session_id", "chat"}})["pending_promotion"] == 1);
    CHECK(of.call("bulk_promote",
                  {{"session_id", "chat"}, {"memory_ids", {plain["id"]}}})["success"] == 1);
    CHECK(of.call("list_promoted", {{"session_id", "chat"}})["memories"][0]["id"] == plain["id"]);
    // By hand it goes, to who says that he has seen it.
    CHECK(of.refused("promote", of.at(secret)) == "VALIDATION_ERROR");
    json bulk{{"session_id", "chat"}, {"memory_ids", {secret["id"]}}};
    CHECK(of.call("bulk_promote", bulk)["failed"] == 1);
    auto allowed = of.at(secret);
    allowed["allow_secret"] = true;
    CHECK(of.call("promote", allowed)["already_promoted"] == false);
    bulk["allow_secret"] = true;
    CHECK(of.call("bulk_promote", bulk)["success"] == 1);
}

TEST_CASE("a memory is named by how its id alone begins", "[tools][identify]") {
    agent of;
    const auto a = of.add("apples"), b = of.add("bread");
    const auto short_of = [](const json& memory, const char* end) {
        const auto id = memory["id"].get<std::string>();
        return id.substr(0, id.find(end) + 3);
    };
    const auto apples = short_of(a, "apples");
    const auto named = [&](const std::string& id) {
        return json{{"session_id", "chat"}, {"memory_id", id}};
    };
    CHECK(of.call("get", named(apples))["id"] == a["id"]);
    CHECK(of.refused("get", named("working_memory_chat")) == "VALIDATION_ERROR");
    CHECK_THAT(of.last["error"].get<std::string>(), Catch::Contains("may mean 2 memories"));
    CHECK(of.refused("get", named("wor")) == "NOT_FOUND");
    CHECK(of.call("extend_ttl", named(apples))["success"] == true);
    CHECK(of.call("promote", named(apples))["already_promoted"] == false);
    const auto done = of.call(
        "bulk_promote", {{"session_id", "chat"}, {"memory_ids", {short_of(b, "bread"), apples}}});
    CHECK(done["results"][0]["memory_id"] == b["id"]);
    CHECK(done["results"][1]["memory_id"] == a["id"]);
    // Another session is not meant by a part of its name.
    CHECK(of.refused("get", {{"session_id", "cha"}, {"memory_id", apples}}) == "NOT_FOUND");
    CHECK(of.call("list", {{"session_id", "chat-"}})["count"] == 0);
}

TEST_CASE("a call with a part of an id that is repeated is made once", "[tools][identify][keys]") {
    agent of;
    const auto id = of.add("apples")["id"].get<std::string>();
    const json expire{{"session_id", "chat"},
                      {"memory_id", id.substr(0, id.size() - 8)},
                      {"idempotency_key", "k"}};
    of.call("expire", expire);
    of.add("apples");
    of.call("expire", expire);
    // The whole id of a memory is not the beginning of that of a later one.
    CHECK(of.refused("get", {{"session_id", "chat"}, {"memory_id", id}}) == "EXPIRED");
    of.store.sweep();
    CHECK(of.refused("get", {{"session_id", "chat"}, {"memory_id", id}}) == "NOT_FOUND");
    CHECK(of.call("stats", {{"session_id", "chat"}})["active_count"] == 1);
}
