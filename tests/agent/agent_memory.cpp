#include "agent_bundles.hpp"
#include "catch.hpp"

#include <workmem/journal/reader.hpp>
#include <workmem/value/attribute_rules.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::prompt_section;

namespace {

struct recorded_setting {
    workmem::manual_clock clock;
    workmem::journal::memory journal;

    recorded_agent open() const { return recorded_agent{{}, {.clock = clock, .journal = journal}}; }
    std::vector<std::string> records() const {
        std::vector<std::string> out;
        auto from = journal;
        (void)from.read("agent", 0, [&](const workmem::journal::record& each) {
            out.emplace_back(each.bytes);
        });
        return out;
    }
};

std::vector<std::string> kinds(const std::vector<std::string>& records) {
    std::vector<std::string> out;
    for (const auto& each : records) {
        const auto at = each.find("\"kind\":\"") + 8;
        out.push_back(each.substr(at, each.find('"', at) - at));
    }
    return out;
}

}  // namespace

TEST_CASE("an agent's five memories are its members", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    CHECK(memory.entities.size() == 5);
    CHECK(memory.resolve("cancel the second one")->id == "o-2");
    memory.memorize("The user is in a hurry");
    CHECK(memory.items.size() == 1);
    memory.remember_for_session({.content = "The user prefers tea"});
    CHECK(memory.session.size() == 1);
    const auto task = memory.add_task({.title = "Send the scarf back"});
    CHECK(memory.plan.get(task).title == "Send the scarf back");
    const auto kept = memory.keep(memory.items.all().front().id);
    CHECK(memory.long_term.get(kept)->content == "The user is in a hurry");
    CHECK(memory.next_turn() == 1);
}

TEST_CASE("what happens stands in one stream, in one order", "[agent][journal]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.memorize("The user is in a hurry");
    memory.remember_for_session({.content = "The user prefers tea"});
    memory.add_task({.title = "Pack"});
    memory.observe_text("orders.get", R"({"id":"o-9","title":"Belt"})");
    memory.keep(memory.items.all().front().id);
    CHECK(kinds(with.records()) ==
          std::vector<std::string>{"task.plan", "entity.put", "bounded.put", "session.put",
                                   "task.add", "entity.put", "long_term.put"});
    CHECK(memory.sequence() == 7);
    CHECK(with.journal.find_stream("agent").value()->purpose == "agent");
}

TEST_CASE("an agent goes on where it was left, with the same prompt", "[agent][journal]") {
    recorded_setting with;
    std::string prompt, stable;
    {
        auto memory = with.open();
        memory.observe_text("orders.list", five_orders);
        memory.hear(workmem::role::user, "I like the hat.");
        memory.memorize({.text = "Never call before nine", .importance = 0.9, .pinned = true});
        memory.remember_for_session({.content = "The user prefers tea"});
        memory.plan.update_plan({.goal = "Tidy the wardrobe"});
        memory.next_turn();
        memory.flush();
        prompt = memory.prompt().recent;
        stable = memory.prompt().stable;
        CHECK(memory == with.open());
    }
    auto memory = with.open();
    CHECK(memory.prompt().recent == prompt);
    CHECK(memory.prompt().stable == stable);
}

TEST_CASE("an agent hears messages as models' APIs write them", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.hear_message_text(
        R"({"role":"assistant","tool_calls":[{"id":"c1","type":"function",
            "function":{"name":"orders_list","arguments":"{}"}}]})");
    const auto heard = memory.hear_message_text(
        R"({"role":"tool","tool_call_id":"c1","content":"[{\"id\":\"o-1\",\"title\":\"Shoes\"},{\"id\":\"o-2\",\"title\":\"Socks\"}]"})");
    CHECK(heard.results == 1);
    memory.hear_message_text(R"({"role":"user","content":"The first one is fine."})");
    CHECK(memory.resolve("cancel the second one")->id == "o-2");
    CHECK(memory.resolve("cancel the second one")->type == "order");
    CHECK(memory.try_hear_message_text("nonsense").error().code() == error_code::validation_error);
}

TEST_CASE("two agents on one stream are the same", "[agent][journal]") {
    recorded_setting with;
    auto one = with.open(), other = with.open();
    one.observe_text("orders.list", five_orders);
    other.memorize("Said to the other");
    one.memorize("Said to the one");
    one.catch_up();
    other.catch_up();
    CHECK(one == other);
    CHECK(one.prompt().recent == other.prompt().recent);
    CHECK(other.resolve("the hat")->id == "o-3");
}

TEST_CASE("things that a note, a memory or a task names are found when the window forgot them",
          "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.memorize("The Hat is too small");
    memory.remember_for_session({.content = "The Gloves are for Ann"});
    memory.add_task({.title = "Send the Scarf back"});
    memory.entities.clear();
    CHECK_FALSE(memory.entities.contains("order", "o-3"));
    CHECK(memory.resolve("cancel the Hat")->id == "o-3");
    CHECK(memory.entities.contains("order", "o-3"));
    CHECK(memory.resolve("cancel the Gloves")->id == "o-4");
    CHECK(memory.resolve("cancel the Scarf")->id == "o-5");
    CHECK_FALSE(memory.resolve("cancel the Socks"));

    SECTION("nothing else is meant by what they name") {
        memory.entities.clear();
        CHECK_FALSE(memory.resolve("cancel it"));
    }
    SECTION("they go with what names them") {
        memory.entities.clear();
        memory.items.clear();
        CHECK_FALSE(memory.resolve("cancel the Hat"));
    }
}

TEST_CASE("what a reference means is explained, and nothing is touched", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.memorize("The Hat is too small");
    const auto before = memory.to_json_text();
    const auto records = with.records();

    const auto second = memory.explain("cancel the second one");
    REQUIRE(second.answer);
    CHECK(second.answer->id == "o-2");
    REQUIRE(second.considered.size() > 1);
    CHECK(second.considered.front().value.id == "o-2");
    CHECK_FALSE(second.considered.front().reason.empty());
    for (std::size_t i = 1; i < second.considered.size(); ++i)
        CHECK(second.considered[i].confidence <= second.considered.front().confidence);
    CHECK(second.considered.size() <= workmem::outcome::most_candidates);

    CHECK_FALSE(memory.explain("cancel the invoice").answer);
    CHECK(memory.explain("the hat", {.type = "page"}).answer.status ==
          workmem::resolution_status::unresolved);
    CHECK(memory.to_json_text() == before);
    CHECK(with.records() == records);

    SECTION("also what a note alone names") {
        memory.entities.clear();
        const auto hat = memory.explain("cancel the Hat");
        REQUIRE(hat.answer);
        CHECK(hat.answer->id == "o-3");
        CHECK(hat.considered.size() == 1);
        CHECK(memory.entities.empty());
    }
    SECTION("the answer is that of resolve, which touches") {
        const auto found = memory.resolve("cancel the second one");
        CHECK(found->id == "o-2");
        CHECK(found.candidates.front().confidence == second.answer.candidates.front().confidence);
        CHECK(memory.entities.recent(1).front().id == "o-2");
    }
}

TEST_CASE("what is kept says where it came from", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.memorize({.text = "The Hat is too small", .from = {.tool = "orders.list"}},
                    {.actor = "planner"});
    const auto item = memory.items.all().front();
    CHECK(item.from.sequence == 2);
    const auto id = memory.keep(item.id);
    CHECK(memory.keep(item.id) == id);
    const auto kept = memory.long_term.get(id);
    REQUIRE(kept);
    CHECK(std::get<std::string>(*find_attribute(kept->metadata, "from_actor")) == "planner");
    CHECK(std::get<std::string>(*find_attribute(kept->metadata, "from_tool")) == "orders.list");
    CHECK(std::get<std::int64_t>(*find_attribute(kept->metadata, "from_sequence")) == 2);
    CHECK(memory.try_keep("nothing").error().code() == error_code::not_found);
}

TEST_CASE("what looks like a secret is kept for good only when that is said", "[agent][secrets]") {
    recorded_setting with;
    auto memory = with.open();
    const auto told = memory.memorize("The password is hunter2x").id;
    const auto tagged =
        memory.memorize({.text = "A key", .tags = {"ghp_Zx9Kq2Lm8Vt4Rw7Yb3Nc6Hd1Jf5Pg0Sa2Te4"}}).id;
    const auto before = memory.sequence();
    for (const auto& id : {told, tagged}) {
        const auto refused = memory.try_keep(id);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == error_code::validation_error);
        CHECK_THAT(refused.error().message(), contains("allow_secret") && !contains("hunter2x"));
    }
    CHECK(memory.sequence() == before);
    memory.keep(told, {}, {.allow_secret = true});
    CHECK(memory.long_term.size() == 1);
}

TEST_CASE("recall asks notes, the session and what is kept", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.memorize("Tea at four");
    memory.remember_for_session({.content = "Likes green tea"});
    memory.long_term.put({.id = "k", .content = "Allergic to black tea"});
    memory.memorize("The train leaves at nine");
    std::vector<std::string> texts;
    for (const auto& each : memory.recall("tea")) texts.push_back(each.text);
    CHECK(texts ==
          std::vector<std::string>{"Tea at four", "Likes green tea", "Allergic to black tea"});
}

TEST_CASE("an agent is saved and loaded as a whole", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.memorize("Tea at four");
    memory.remember_for_session({.content = "Likes green tea"});
    memory.keep(memory.items.all().front().id);
    memory.add_task({.title = "Brew"});
    memory.hear(workmem::role::user, "not the socks");  // seen second, meant last
    const auto saved = memory.to_json_text();

    recorded_setting elsewhere;
    auto again = elsewhere.open();
    again.memorize("Gone after that");
    again.load_text(saved);
    CHECK(again.to_json_text() == saved);
    CHECK(again.prompt({.tokens = 900}).recent == memory.prompt({.tokens = 900}).recent);
    CHECK(again.resolve("the hat")->id == "o-3");

    SECTION("a saved agent that is damaged changes nothing") {
        const auto before = again.to_json_text();
        auto damaged = saved;
        damaged.replace(damaged.find("\"title\":\"Brew\""), 14, "\"title\":[]    ");
        CHECK(again.try_load_text(damaged).error().code() == error_code::validation_error);
        CHECK(again.try_load_text("nonsense").error().code() == error_code::validation_error);
        for (const auto* const part :
             {"{}", R"({"entities":{"entities":[]}})", R"({"nope":1})", "[]",
              R"({"entities":{"entities":[]},"items":{"items":[]},"plan":{},"more":1})"}) {
            const auto refused = again.try_load_text(part);
            REQUIRE_FALSE(refused);
            CHECK_THAT(refused.error().message(), contains("a saved agent must have entities"));
        }
        CHECK(again.to_json_text() == before);
    }
}

TEST_CASE("limits of an agent that make no sense are refused by name", "[agent]") {
    workmem::agent_options options;
    options.entities.capacity = 0;
    const auto made = workmem::agent_memory::try_make(options);
    REQUIRE_FALSE(made);
    CHECK_THAT(made.error().message(), contains("capacity must be 1 to"));
}

TEST_CASE("a memory promoted by a rule reaches long-term memory with the next turn", "[agent]") {
    recorded_setting with;
    auto memory = with.open();
    const auto said = memory.remember_for_session({.content = "Keeps bees"});
    memory.session.promote(said.id);
    CHECK_THAT(memory.prompt().recent, contains("[SESSION]\n- \"Keeps bees\""));
    memory.next_turn();
    CHECK_THAT(memory.prompt().recent, contains("[LONG TERM]\n- \"Keeps bees\""));
    CHECK_THAT(memory.prompt().recent, !contains("[SESSION]"));
}

TEST_CASE(
    "a call of an agent that is made again gets the first answer, whatever came in between",
    "[agent]") {
    auto memory = an_agent();
    memory.observe_text("orders.list", five_orders);
    const auto note = [&] {
        return memory.memorize({.text = "The user loves the hat"}, {.idempotency_key = "note"});
    };
    const auto said = [&] {
        return memory.remember_for_session({.content = "The user loves the hat"},
                                           {.idempotency_key = "said"});
    };
    const auto task = [&] {
        return memory.add_task({.title = "Send the hat"}, {.idempotency_key = "task"});
    };
    const auto first_note = note();
    const auto first_said = said();
    const auto first_task = task();
    // Another origin, and another thing of that name.
    memory.observe_text("orders.get", R"({"id":"o-9","title":"Hat"})");
    CHECK(note().id == first_note.id);
    CHECK(said().id == first_said.id);
    CHECK(task() == first_task);
    CHECK(memory.items.size() == 1);
    CHECK(memory.session.size() == 1);
    CHECK(memory.plan.size() == 1);
    CHECK(memory.try_memorize({.text = "Something else"}, {.idempotency_key = "note"})
              .error()
              .code() == error_code::validation_error);
    CHECK(memory
              .try_add_task({.title = "Send the hat", .needs_review = true},
                            {.idempotency_key = "task"})
              .error()
              .code() == error_code::validation_error);
}

TEST_CASE("a saved agent has what was promoted and waits", "[agent][json]") {
    workmem::agent_memory first, second;
    const auto id = first.remember_for_session({.content = "likes tea"}).id;
    first.session.promote(id);
    CHECK(first.session.undelivered().size() == 1);
    second.load_text(first.to_json_text());
    CHECK(second.long_term.size() == 1);
}

TEST_CASE("where an item came from is said once of what is kept of it", "[agent]") {
    workmem::agent_memory agent;
    const auto id = agent
                        .memorize({.text = "n",
                                   .metadata = {{"from_actor", std::string{"crm"}}},
                                   .from = {.actor = "alice"}})
                        .id;
    const auto kept = agent.long_term.get(agent.keep(id));
    REQUIRE(kept);
    CHECK(workmem::find_repeated_name(kept->metadata) == nullptr);
    CHECK(std::get<std::string>(*workmem::find_attribute(kept->metadata, "from_actor")) == "alice");
}

TEST_CASE("what is kept under a key is its newest value, whoever keeps it", "[agent][journal]") {
    recorded_setting with;
    auto mine = with.open(), other = with.open();
    const auto first = mine.memorize({.text = "Elm Street", .key = "address"}).id;
    const auto kept = mine.keep(first, {.idempotency_key = "k-1"});
    const auto second = other.memorize({.text = "Oak Street", .key = "address"}).id;
    CHECK(other.keep(second) == kept);
    CHECK(other.long_term.get(kept)->content == "Oak Street");
    // The repetition of the first call changes nothing.
    CHECK(mine.keep(first, {.idempotency_key = "k-1"}) == kept);
    CHECK(mine.long_term.get(kept)->content == "Oak Street");
    CHECK(with.open().long_term.get(kept)->content == "Oak Street");
}

TEST_CASE("what is forgotten for good is in no recorded answer", "[agent][erase]") {
    const recorded_setting with;
    auto agent = with.open();
    auto limits = agent.entities.options();
    limits.record_answers = true;
    agent.entities.set_options(limits);
    const auto id = agent.memorize("The zebra is a secret").id;
    agent.resolve("the page of the zebra");
    agent.flush();
    const auto tells = [&] {
        const auto records = with.records();
        return std::any_of(records.begin(), records.end(), [](const std::string& each) {
            return each.find("zebra") != std::string::npos;
        });
    };
    CHECK(tells());
    agent.forget(id, true);
    CHECK_FALSE(tells());
}

TEST_CASE("what is kept goes for good under whichever key it was", "[agent][erase]") {
    workmem::agent_memory agent;
    const auto id = agent.memorize({.text = "secret", .key = "old"}).id;
    agent.keep(id);
    agent.items.update(id, {.key = "new"});
    agent.forget("new", true);
    CHECK(agent.long_term.empty());

    const auto older = agent.memorize({.text = "secret", .key = "k"}).id;
    agent.keep(older);
    agent.memorize({.text = "public", .key = "k"});
    agent.forget(older, true);
    CHECK(agent.long_term.empty());
    CHECK(agent.items.peek_by_key("k")->text == "public");
}
