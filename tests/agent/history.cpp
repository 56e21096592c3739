// What needs the bodies of the memories' templates: snapshots and the past.
#include "agent_bundles.hpp"
#include "catch.hpp"

#include <workmem/agent/agent_memory.ipp>

#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;
using workmem::error_code;

namespace {

struct recorded_setting {
    workmem::manual_clock clock;
    workmem::journal::memory journal;

    recorded_agent open() const { return recorded_agent{{}, {.clock = clock, .journal = journal}}; }
    // One of several agents that keep things for good in common.
    recorded_agent open_sharing(const char* name) const {
        recorded_agent::parts parts{.clock = clock, .journal = journal};
        parts.stream = name;
        parts.long_term_stream = "long-term";
        return recorded_agent{{}, std::move(parts)};
    }
};

}  // namespace

TEST_CASE("all of an agent can be seen as it was", "[agent][journal]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    const auto then = memory.sequence();
    const auto prompt = memory.prompt().recent;
    memory.memorize("Later");
    memory.remember_for_session({.content = "Later, too"});
    memory.entities.clear();
    const auto past = memory.state_at(then);
    CHECK(past.prompt().recent == prompt);
    CHECK(past.items.empty());
    CHECK(past.session.size() == 0);
    CHECK(memory.try_state_at(99).error().code() == error_code::not_found);
    // What was meant then, though nothing of it is there any more.
    CHECK(past.explain("cancel the second one").answer->id == "o-2");
    CHECK_FALSE(memory.explain("cancel the second one").answer);
}

TEST_CASE("an agent comes out of its snapshots with the same prompt", "[agent][journal]") {
    recorded_setting with;
    auto memory = with.open();
    memory.observe_text("orders.list", five_orders);
    memory.hear(workmem::role::user, "I like the hat.");
    memory.memorize("In a hurry");
    memory.remember_for_session({.content = "The user prefers tea"});
    memory.add_task({.title = "Sort"});
    memory.entities.remove("order", "o-5");
    const auto prompt = memory.prompt();
    memory.entities.snapshot();
    memory.items.snapshot();
    memory.session.snapshot();
    memory.long_term.snapshot();
    memory.plan.snapshot();
    auto again = with.open();
    CHECK(again.prompt() == prompt);
    CHECK(again == memory);
    // The numbers of those that are gone are not given again.
    for (auto* const each : {&memory, &again})
        each->observe_text("orders.get", R"({"id":"o-9","title":"Belt"})");
    CHECK(again.prompt().recent == prompt.recent + "- order \"Belt\" (o-9)\n");
}

TEST_CASE("each memory of an agent forgets its own records, and the others go on",
          "[agent][journal]") {
    workmem::manual_clock clock;
    workmem::journal::memory journal;
    const auto open = [&] {
        recorded_agent::parts with{.clock = clock, .journal = journal};
        with.keep = {.changes = 0, .snapshots = 1};
        return recorded_agent{{}, std::move(with)};
    };
    auto memory = open(), other = open();
    memory.memorize("one");
    memory.memorize("two");
    memory.plan.snapshot();  // of what it is for
    memory.items.snapshot();
    REQUIRE(journal.open_stream("agent", {})->oldest == memory.sequence());
    // Neither who opens it then nor who was there before misses anything.
    CHECK(open() == memory);
    other.remember_for_session({.content = "three"});
    other.catch_up();
    memory.catch_up();
    CHECK(other == memory);
    // A memory that has a snapshot from before goes on behind what others forgot since.
    memory.session.snapshot();
    memory.memorize("four");
    memory.items.snapshot();
    REQUIRE(journal.open_stream("agent", {})->oldest == memory.sequence());
    CHECK(open() == memory);
    other.catch_up();
    CHECK(other == memory);
    CHECK(other.items.size() == 3);
    CHECK(other.session.size() == 1);
    // Where a snapshot is gone that held what is forgotten, that is said.
    workmem::journal::memory emptied;
    const std::string_view lines[]{R"({"kind":"x.y"})", R"({"kind":"x.y"})"};
    REQUIRE(emptied.append("agent", 0, lines).status == workmem::journal::append_status::recorded);
    REQUIRE(emptied.truncate("agent", 2));
    recorded_agent::parts with{.clock = clock, .journal = emptied};
    CHECK_FALSE(recorded_agent::try_make({}, std::move(with)));
}

TEST_CASE("what agents have in common may be in streams of its own", "[agent][journal]") {
    recorded_setting with;
    const auto open = [&](const char* name) {
        recorded_agent::parts parts{.clock = with.clock, .journal = with.journal};
        parts.stream = name;
        parts.long_term_stream = "long-term";
        parts.plan_stream = "task/shared";
        return recorded_agent{{}, std::move(parts)};
    };
    auto ann = open("agent/ann"), bob = open("agent/bob");
    ann.memorize("Only Ann's");
    ann.keep(ann.items.all().front().id);
    ann.add_task({.title = "For both"});
    bob.catch_up();
    CHECK(bob.items.empty());
    CHECK(bob.long_term.size() == 1);
    CHECK(bob.plan.size() == 1);
    CHECK(bob.plan.info().name == "shared");
    CHECK(bob.prompt().recent ==
          "[PLAN]\n- \"For both\" (ready)\n"
          "[LONG TERM]\n- \"Only Ann's\"\n");
    CHECK(ann.sequence() == 1);
    CHECK(ann.state_at(1).items.size() == 1);
}

TEST_CASE("what is noted again is the note that is there, also for good and in other conversations",
          "[agent][journal]") {
    recorded_setting with;
    const auto open = [&](const char* name) { return with.open_sharing(name); };
    auto ann = open("agent/ann");
    const auto first = ann.memorize({.text = "Deploys go out on Mondays", .tags = {"ops"}}).id;
    CHECK(ann.memorize("Deploys go out on Mondays").id == first);
    CHECK(ann.memorize("Deploys go out on Tuesdays").id != first);
    CHECK(ann.keep(first) == ann.keep(first));
    CHECK(ann.long_term.size() == 1);
    CHECK(open("agent/ann") == ann);

    auto bob = open("agent/bob");
    const auto other = bob.memorize({.text = "Deploys go out on Mondays", .tags = {"team"}}).id;
    CHECK(bob.keep(other) == ann.keep(first));
    REQUIRE(bob.long_term.size() == 1);
    CHECK(bob.long_term.list().memories[0].tags == std::vector<std::string>{"ops", "team"});
    // It is told once, and forgotten for all.
    const auto told = bob.prompt().recent;
    CHECK_THAT(told, contains("[NOTES]") && !contains("[LONG TERM]"));
    CHECK(bob.forget(other) == 2);
    CHECK(bob.long_term.size() == 0);
}

TEST_CASE("forgetting a note leaves what others keep for good that says the same",
          "[agent][journal]") {
    recorded_setting with;
    const auto open = [&](const char* name) { return with.open_sharing(name); };
    auto ann = open("agent/ann"), eve = open("agent/eve");
    ann.keep(ann.memorize("Tests run with ctest").id);
    ann.keep(ann.memorize({.text = "Berlin", .key = "home_city"}).id);
    for (const auto* const text : {"Tests run with ctest", "Berlin"})
        eve.forget(eve.memorize(text).id);
    ann.catch_up();
    CHECK(ann.long_term.size() == 2);
    // A note without a key is no value of one, and hides none.
    const auto city = eve.memorize("Berlin").id;
    eve.catch_up();
    CHECK_THAT(eve.prompt().recent, contains("home_city: \"Berlin\""));
    CHECK(eve.keep(city) != ann.keep(ann.items.peek_by_key("home_city")->id));
    CHECK(eve.long_term.size() == 3);
}

TEST_CASE("the value of a key is one for good, however the key is spelled", "[agent][journal]") {
    recorded_setting with;
    auto memory = with.open();
    const auto keep = [&](const char* text, const char* key) {
        return memory.keep(memory.memorize({.text = text, .key = key}).id);
    };
    const auto first = keep("Lisbon", "home_city");
    CHECK(keep("Porto", "Home City") == first);
    REQUIRE(memory.long_term.size() == 1);
    CHECK(memory.long_term.list().memories[0].content == "Porto");
    CHECK(memory.prompt().recent == "[NOTES]\n- Home City: \"Porto\"\n");
    CHECK(memory.recall("home city").size() == 2);
    memory.items.forget("oldest", workmem::forget_mode::hard);
    CHECK(memory.prompt().recent == "[LONG TERM]\n- home_city: \"Porto\"\n");
    CHECK(memory.forget("home-city") == 1);
}
