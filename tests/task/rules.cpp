// The rules of a task memory, one by one.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <chrono>
#include <string>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::agent_role;
using workmem::error_code;
using workmem::task_status;
using workmem::visibility;
using guarded = task_memory_of<workmem::journal::memory, workmem::access::roles>;

TEST_CASE("a handle shows what may be learned only of what its actor may see",
          "[task][rules][access]") {
    basic_task_setting<guarded> with;
    auto work = with.open();
    auto ann = work.as({.id = "ann"});
    auto ben = work.as({.id = "ben"});
    ann.record_decision(
        {.question = "q", .choice = "x", .rationale = "own", .visible = visibility::agent});
    ann.record_discovery({.content = "secret",
                          .type = workmem::discovery_type::insight,
                          .visible = visibility::agent});
    ann.record_discovery({.content = "open", .type = workmem::discovery_type::insight});
    CHECK(ann.learning_candidates().size() == 3);
    CHECK(work.learning_candidates().size() == 3);
    CHECK(work.as({.id = "kim", .role = agent_role::human}).learning_candidates().size() == 3);
    REQUIRE(ben.learning_candidates().size() == 1);
    CHECK(ben.learning_candidates()[0].content == "open");
    REQUIRE(ben.contributions().size() == 1);
    CHECK(ben.contributions()[0].decisions_made.empty());
    CHECK(ben.contributions()[0].discoveries.size() == 1);
    CHECK(ann.contributions()[0].discoveries.size() == 2);
}

TEST_CASE("what is erased leaves the digests, too, in the state and in what is stored",
          "[task][rules][journal]") {
    task_setting with;
    auto work = with.open();
    const auto stored = [&] {
        std::string out;
        auto journal = with.journal;
        (void)journal.read("tasks", 0,
                           [&](const workmem::journal::record& each) { out += each.bytes; });
        if (const auto saved = journal.newest_snapshot("tasks", "task", ~std::uint64_t{0});
            saved && *saved)
            out += (*saved)->bytes;
        return out;
    };
    work.add_tasks({named("secret"), named("kept")});
    for (const auto* id : {"secret", "kept"}) finish_task(work, id);
    CHECK(work.compact() == 2);
    work.load(work.to_json());  // one more record that holds it
    work.add_task(named("later"));
    finish_task(work, "later");
    CHECK(work.compact() == 1);
    CHECK(work.erase("secret"));
    CHECK_FALSE(work.erase("nobody"));
    REQUIRE(work.digests().size() == 2);
    CHECK(work.digests()[0].completed == 2);
    CHECK(work.digests()[0].summaries == names{"kept: kept is done"});
    CHECK(work.digests()[0].summary_tasks == names{"kept"});
    CHECK(work.digests()[1].summaries == names{"later: later is done"});
    CHECK(work.to_json_text().find("secret") == std::string::npos);
    CHECK(stored().find("secret is done") == std::string::npos);
    CHECK(stored().find("kept is done") != std::string::npos);
    CHECK(with.open().to_json_text() == work.to_json_text());
}

TEST_CASE("a digest that does not say whose its summaries are loads, and loses all by an erasure",
          "[task][rules][journal]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    finish_task(work, "a");
    CHECK(work.compact() == 1);
    auto older = nlohmann::json(work.to_json());
    older["digests"][0].erase("summary_tasks");
    work.load(older);
    CHECK(work.digests()[0].summaries == names{"a: a is done"});
    work.erase("a");
    CHECK(work.digests()[0].completed == 1);
    CHECK(work.digests()[0].summaries.empty());
    CHECK(with.open().to_json_text() == work.to_json_text());
    const auto* const fold =
        R"({"kind":"task.fold","version":1,"tasks":["a"],"digest":{"summaries":["a: x"]}})";
    const auto scrubbed = workmem::without_task_text(fold, "a");
    REQUIRE(scrubbed);
    CHECK(scrubbed->find("a: x") == std::string::npos);
}

TEST_CASE("messages are for who gets them, orchestrators and people", "[task][rules][access]") {
    basic_task_setting<guarded> with;
    auto work = with.open();
    for (const auto* id : {"ann", "ben"}) work.register_agent({.id = id});
    work.add_task(named("a"));
    const auto ann = work.as({.id = "ann"});
    auto boss = work.as({.id = "boss", .role = agent_role::orchestrator});
    boss.inject_nudge({.target = "ann", .message = "only for ann"});
    boss.inject_nudge({.target = "all", .message = "for everybody"});
    for (const auto role : {agent_role::worker, agent_role::reviewer, agent_role::observer}) {
        INFO(to_string(role));
        const auto ben = work.as({.id = "ben", .role = role});
        CHECK(ben.inbox("ann").empty());
        CHECK(ben.inbox().size() == 1);
        REQUIRE(ben.nudges().size() == 1);
        CHECK(ben.nudges()[0].target == "ben");
        CHECK(code_of(ben.try_context_for("a", {.agent = "ann"})) == error_code::forbidden);
        CHECK_THAT(ben.context_for("a"), contains("for everybody") && !contains("only for ann"));
        CHECK_THAT(ben.context_for("a", {.agent = "ben"}), contains("for everybody"));
    }
    CHECK(ann.nudges().size() == 2);
    CHECK_THAT(ann.context_for("a"), contains("only for ann"));
    for (const auto role : {agent_role::orchestrator, agent_role::human}) {
        INFO(to_string(role));
        const auto kim = work.as({.id = "kim", .role = role});
        CHECK(kim.nudges().size() == 3);
        CHECK(kim.inbox("ann").size() == 2);
        CHECK_THAT(kim.context_for("a", {.agent = "ann"}), contains("only for ann"));
    }
    CHECK(work.nudges().size() == 3);
    CHECK(work.inbox("ann").size() == 2);
    // Who sent one sees it.
    auto ben = work.as({.id = "ben"});
    ben.inject_nudge({.target = "ann", .message = "from ben"});
    CHECK(ben.nudges().size() == 2);
}
