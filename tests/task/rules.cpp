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

TEST_CASE("what was sent back by a review was not done at the first attempt", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    for (const auto* id : {"a", "b"}) {
        auto what = named(id);
        what.needs_review = true;
        work.add_task(what);
        finish_task(work, id);
    }
    work.review_task("a", {.status = workmem::review_status::needs_rework, .by = "kim"});
    work.complete("a", {.summary = "better"});
    for (const auto* id : {"a", "b"}) work.review_task(id, {.by = "kim"});
    CHECK(work.get("a").reworks == 1);
    const auto learned = work.learning_candidates();
    REQUIRE(learned.size() == 2);
    CHECK(learned[0].reason == "completed after 1 earlier attempt");
    CHECK(learned[1].reason == "completed at the first attempt");
    CHECK(with.open() == work);
    CHECK(with.open().to_json_text() == work.to_json_text());
}

TEST_CASE("a decision is learned from once nobody has to approve it", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    const auto made = work.record_decision(
        {.question = "q", .choice = "x", .rationale = "because", .needs_approval = true});
    CHECK(work.learning_candidates().empty());
    work.approve(made, {.granted = false});
    CHECK(work.learning_candidates().empty());
    work.approve(made);
    CHECK(work.learning_candidates().size() == 1);
}

TEST_CASE("a title has something to see", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    const auto refused = [&](std::string title) {
        INFO(title);
        std::vector<workmem::new_task> one{{.title = title}};
        CHECK(code_of(work.try_add_tasks(one)) == error_code::validation_error);
    };
    refused(" ");
    refused("\t\r\n");
    refused(std::string(3, '\0'));
    refused("\x1b\x7f");
    refused("\xC2\xA0\xE2\x80\x8B\xE3\x80\x80\xEF\xBB\xBF");  // no-break, zero width, ideographic
    const auto id = work.add_task({.title = " \xE2\x82\xAC\n"});
    const auto changed = work.try_update_task(id, {.title = "  "});
    REQUIRE_FALSE(changed);
    CHECK(changed.error().message() ==
          "title must have at least one visible character, has \"  \"");
    CHECK(work.get(id).title == " \xE2\x82\xAC\n");
}

TEST_CASE("the checksum of inline content is that of what is kept", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    const auto made = work.record_artifact({.path = "p", .content = "ab\xFFyz"});
    CHECK(made.size == made.content->size());
    CHECK(made.checksum == workmem::text::sha256_of(*made.content));
    REQUIRE(work.verify_artifacts().size() == 1);
    CHECK(work.verify_artifacts()[0].state == workmem::artifact_state::ok);
    // What is kept may be changed by who writes the file.
    auto other = nlohmann::json(work.to_json());
    other["artifacts"][0]["content"] = "other";
    work.load(other);
    CHECK(work.verify_artifacts()[0].state == workmem::artifact_state::changed);
}

TEST_CASE("a branch is not resolved to a task that was given up", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b"), named("c")});
    const auto branch = work.open_branch({.question = "?", .options = {"a", "b", "c"}});
    const auto early = work.record_decision({.question = "?",
                                             .choice = "a",
                                             .needs_approval = true,
                                             .resolves = branch,
                                             .branch = {"a"}});
    work.cancel_task("a");
    work.skip("c");
    for (const auto* id : {"a", "c"}) {
        INFO(id);
        const auto refused = work.try_record_decision(
            nullptr, {.question = "?", .choice = "x", .resolves = branch, .branch = {"b", id}});
        CHECK(code_of(refused) == error_code::conflict);
        CHECK_THAT(refused.error().message(), contains("task \"" + std::string{id} + "\""));
    }
    CHECK(code_of(work.try_approve(early)) == error_code::conflict);
    CHECK(work.approve(early, {.granted = false}) == false);
    CHECK(work.get("b").status == task_status::pending);
    work.record_decision({.question = "?", .choice = "b", .resolves = branch, .branch = {"b"}});
    CHECK(texts(work.ready(9)) == names{"b"});
}
