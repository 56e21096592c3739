// What is kept for good, as an agent reads it.
#include "catch.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/long_term_tools.hpp>
#include <workmem/tools/session_tools.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

using nlohmann::json;

namespace {

using store_type = workmem::basic_session_store<workmem_test::session_recorded>;
using kept_type = workmem::basic_long_term_store<workmem_test::session_recorded>;

struct agent {
    agent() : store{{}, {.clock = clock, .journal = journal}}, tools{store.long_term()} {}

    json call(const std::string& name, const json& arguments) {
        auto done = tools.try_call("long_term_" + name, arguments);
        INFO(name << ' ' << arguments.dump());
        if (!done) FAIL(done.error().what());
        return *done;
    }
    std::string refused(const std::string& name, const json& arguments) {
        return tools.call("long_term_" + name, arguments)["code"];
    }
    std::string keep(const std::string& content, std::vector<std::string> tags = {}) {
        const auto id = store.add("ann", {.content = content, .tags = std::move(tags)}).id;
        return store.promote("ann", id).memory.id;
    }

    workmem::manual_clock clock{workmem::parse_iso8601("2024-12-22T15:00:00Z").value()};
    workmem::journal::memory journal{};
    store_type store;
    workmem::tools::long_term_tools<kept_type> tools;
};

}  // namespace

TEST_CASE("what sessions promoted is found, read and listed", "[tools]") {
    agent of;
    const auto nuts = of.keep("Ann cannot eat hazelnuts", {"food"});
    const auto trains = of.keep("Ann likes night trains");
    of.store.clear("ann");
    const auto found = of.call("search", {{"query", "hazelnuts"}});
    CHECK(found["count"] == 1);
    CHECK(found["memories"][0]["id"] == nuts);
    const auto memory = of.call("get", {{"memory_id", nuts}});
    CHECK(memory == found["memories"][0]);
    CHECK(memory["content"] == "Ann cannot eat hazelnuts");
    CHECK(memory["tags"] == json{"food"});
    CHECK(memory["created_at"] == "2024-12-22T15:00:00Z");
    CHECK(memory["metadata"]["working_memory_session"] == "ann");
    const auto all = of.call("list", json::object());
    CHECK(all["count"] == 2);
    CHECK_FALSE(all.contains("next_cursor"));
    CHECK(of.call("list", {{"tags", {"food", "drink"}}})["memories"][0]["id"] == nuts);
    CHECK(of.call("search", {{"query", "Ann"}, {"tags", {"drink"}}})["count"] == 0);
    const auto first = of.call("list", {{"limit", 1}});
    CHECK(first["memories"][0]["id"] == nuts);
    CHECK(of.call("list", {{"limit", 1}, {"cursor", first["next_cursor"]}})["memories"][0]["id"] ==
          trains);
}

TEST_CASE("what is forgotten is nowhere any more", "[tools]") {
    agent of;
    const auto id = of.keep("Ann cannot eat hazelnuts");
    CHECK(of.call("forget", {{"memory_id", id}})["forgotten"] == true);
    CHECK(of.call("forget", {{"memory_id", id}})["forgotten"] == false);
    CHECK(of.refused("get", {{"memory_id", id}}) == "NOT_FOUND");
    CHECK(of.call("search", {{"query", "hazelnuts"}})["count"] == 0);
}

TEST_CASE("another writer's memories are there with the next call", "[tools]") {
    agent of;
    store_type theirs{{}, {.clock = of.clock, .journal = of.journal}};
    const auto id = theirs.add("ben", {.content = "Ben plays the oboe"}).id;
    theirs.promote("ben", id);
    CHECK(of.call("search", {{"query", "oboe"}})["count"] == 1);
}

TEST_CASE("a search in a session looks into long-term memory where it is asked to", "[tools]") {
    agent of;
    const auto id = of.keep("Ann cannot eat hazelnuts");
    of.store.clear("ann");
    workmem::tools::session_tools<store_type> tools{of.store};
    json arguments{{"session_id", "ann"}, {"query", "hazelnuts"}};
    CHECK_FALSE(tools.call("working_memory_search", arguments).contains("long_term"));
    arguments["include_long_term"] = true;
    const auto found = tools.call("working_memory_search", arguments);
    CHECK(found["total"] == 0);
    REQUIRE(found["long_term"].size() == 1);
    CHECK(found["long_term"][0]["id"] == id);
}

TEST_CASE("bad arguments are refused", "[tools]") {
    agent of;
    CHECK(of.refused("search", json::object()) == "VALIDATION_ERROR");
    CHECK(of.refused("search", {{"query", ""}}) == "VALIDATION_ERROR");
    CHECK(of.refused("get", {{"memory_id", ""}}) == "VALIDATION_ERROR");
    CHECK(of.refused("list", {{"cursor", "x"}}) == "VALIDATION_ERROR");
    CHECK(of.refused("list", {{"limit", 1'001}}) == "VALIDATION_ERROR");
    CHECK(of.refused("forget", json::object()) == "VALIDATION_ERROR");
}
