// Claims that have passed, calls that are repeated, and who may speak for whom.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <string>
#include <vector>

using namespace workmem_test;
using namespace std::chrono_literals;
using workmem::agent_role;
using workmem::error_code;
using workmem::task_status;

TEST_CASE("a repeated claim answers the first one, which may have passed", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    const auto task = work.add_task(named("a"));
    const workmem::call_options key{.idempotency_key = "k"};
    const auto first = work.claim(task, "ann", {.lease = 60s}, key);
    const auto again = work.claim(task, "ann", {.lease = 60s}, key);
    CHECK(again.token == first.token);
    CHECK(again.expires == first.expires);
    CHECK(again.version == first.version);
    // Somebody else's is another call.
    CHECK(code_of(work.try_claim(task, "ben", {.lease = 60s}, key)) ==
          error_code::validation_error);
    s.clock.advance(2min);
    REQUIRE(work.reclaim().size() == 1);
    const auto second = work.claim(task, "ben");
    work.start(second);
    const auto passed = work.claim(task, "ann", {.lease = 60s}, key);
    CHECK(passed.token == first.token);
    CHECK(code_of(work.try_start(passed)) == error_code::fenced);
    CHECK(work.get(task).assigned_to == "ben");
}

TEST_CASE("a repeated call for the next task answers the task it got", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    work.add_tasks({named("a"), named("b")});
    const workmem::call_options key{.idempotency_key = "k"};
    const auto first = work.claim_next("ann", {}, key);
    const auto again = work.claim_next("ann", {}, key);
    REQUIRE(first);
    REQUIRE(again);
    CHECK(again->task == first->task);
    CHECK(again->token == first->token);
    CHECK(work.get("b").status == task_status::pending);
    // Also when nothing is ready any more.
    REQUIRE(work.claim_next("ben"));
    CHECK(work.claim_next("ann", {}, key)->task == first->task);
    // A handle knows it again, as one that was restarted.
    auto ann = work.as({.id = "ann"});
    REQUIRE(ann.claim_next({}, key));
    REQUIRE(ann.claims().size() == 1);
    CHECK(ann.claims()[0].token == first->token);
}

TEST_CASE("who resumes gets its own work before what is ready", "[task][claims]") {
    task_setting s;
    auto work = s.open({.lease = 60s, .grace = 10s});
    auto urgent = named("urgent");
    urgent.priority = workmem::priority::critical;
    work.add_tasks({named("a"), named("b"), urgent});
    const auto first = work.claim("b", "ann");
    work.start(first);
    work.assign("a", "ben");
    // In hand, also in the time of grace.
    s.clock.advance(65s);
    const auto again = work.claim_next("ann", {.resume = true});
    REQUIRE(again);
    CHECK(again->task == first.task);
    CHECK(again->token > first.token);
    CHECK(code_of(work.try_complete(first)) == error_code::fenced);
    CHECK(work.claim_next("ben", {.resume = true})->task.str() == "a");
    // Taken away, and ready.
    s.clock.advance(2min);
    CHECK(work.claim_next("ann", {.resume = true})->task.str() == "b");
    CHECK(work.lost_by("ann").empty());
    CHECK(texts(work.lost_by("ben")) == texts({"a"}));
    // Without it the most important one comes first.
    s.clock.advance(2min);
    CHECK(work.claim_next("ann")->task.str() == "urgent");
}

TEST_CASE("what was assigned and has passed is fenced", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    const auto task = work.add_task(named("a"));
    const auto assigned = work.assign(task, "ann", {.lease = 60s});
    work.start(assigned);
    s.clock.advance(2min);
    REQUIRE(work.reclaim().size() == 1);
    CHECK(code_of(work.try_renew(assigned)) == error_code::fenced);
    work.start(work.claim(task, "ben"));
    CHECK(code_of(work.try_complete(assigned)) == error_code::fenced);
    CHECK(work.get(task).status == task_status::in_progress);
}

TEST_CASE("who is known cannot speak for others", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    work.add_task({.title = "a", .needs_review = true, .id = "a"});
    auto ann = work.as({.id = "ann"});
    ann.start(ann.claim("a"));
    ann.complete("a");
    CHECK(code_of(ann.try_review_task("a", {.by = "ben"})) == error_code::forbidden);
    auto boss = work.as({.id = "boss", .role = agent_role::human});
    const auto made =
        work.record_decision({.question = "q", .choice = "c", .needs_approval = true});
    boss.approve(made, {.by = "somebody else"});
    CHECK(work.decisions()[0].approved->by == "boss");
    // The bare memory may: whoever has it is the one who says who acts.
    CHECK(work.review_task("a", {.by = "ben"}) == task_status::completed);
    CHECK(work.get("a").reviewed_by == "ben");
}

TEST_CASE("the next task is found although others made the first one wait", "[task][claims]") {
    task_setting s;
    auto one = s.open();
    one.add_tasks({named("a"), named("b"), named("c")});
    auto two = s.open();
    one.open_branch({.question = "?", .options = {"a", "b"}});
    REQUIRE(two.ready(3).size() == 3);  // it has not heard of the branch
    const auto got = two.claim_next("ann");
    REQUIRE(got);
    CHECK(got->task == "c");
    CHECK_FALSE(two.claim_next("ben"));
    two.cancel();
    CHECK_FALSE(two.claim_next("ben"));
}

TEST_CASE("a memory that is closed refuses the next claim once", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    work.add_task(named("a"));
    work.skip("a");
    work.archive();
    CHECK_FALSE(work.claim_next("ann"));
}

TEST_CASE("an actor's name is valid text, as it will be read back", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    auto actor = work.as({.id = "caf\xE9" + std::string(2'000, 'x')});
    CHECK(actor.actor().id.size() <= workmem::task_limits::id);
    actor.record_discovery({.content = "c"});
    CHECK(s.open() == work);
    work.add_task({.title = "a", .needs_review = true, .id = "a"});
    work.start(work.claim("a", "ann"));
    work.complete("a");
    CHECK(code_of(work.try_review_task("a", {.by = std::string(600, 'x')})) ==
          error_code::validation_error);
}

TEST_CASE("a decision about everything that is to be approved holds everything", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    work.add_task(named("a"));
    const auto made =
        work.record_decision({.question = "q", .choice = "c", .needs_approval = true});
    work.add_task(named("b"));
    CHECK(work.ready(9).empty());
    CHECK(work.explain("b").decisions == names{made});
    CHECK(s.open() == work);
    CHECK(s.open().ready(9).empty());
    work.approve(made);
    CHECK(texts(work.ready(9)) == names{"a", "b"});
    CHECK(s.open().ready(9).size() == 2);
}

TEST_CASE("tasks that were refused can be mended and added again", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    std::vector<workmem::new_task> wanted{{.title = "a", .depends_on = {"nope"}}, {.title = "b"}};
    CHECK(code_of(work.try_add_tasks(wanted)) == error_code::not_found);
    wanted[0].depends_on.clear();
    CHECK(work.try_add_tasks(wanted)->size() == 2);
}

TEST_CASE("a task that is passed on for ever keeps its newest attempts", "[task][claims]") {
    task_setting s;
    auto work = s.open();
    work.add_task(named("a"));
    for (int i = 0; i < 120; ++i) {
        const auto claim = work.claim("a", "agent " + std::to_string(i));
        work.release(claim);
    }
    const auto attempts = work.get("a").attempts;
    REQUIRE(attempts.size() == workmem::task_limits::attempts);
    CHECK(attempts.front().agent == "agent 20");
    CHECK(attempts.back().agent == "agent 119");
    CHECK(s.open() == work);
}

TEST_CASE("a lease ends by the latest time that any writer of the stream has recorded",
          "[task][claims]") {
    task_setting on_time;
    auto here = on_time.open();
    here.add_tasks({named("a"), named("b"), named("c")});
    const auto claim = here.claim("a", "ann", {.lease = 30min});
    here.start(claim);
    // A writer whose clock is three hours ahead.
    task_setting ahead;
    ahead.clock.advance(3h);
    ahead.journal = on_time.journal;
    auto there = ahead.open();
    const auto its = there.claim("b", "ben", {.lease = 30min});
    // To both of them it is three hours later now: the claim has lapsed, and says so.
    CHECK(code_of(here.try_complete(claim)) == error_code::expired);
    REQUIRE(there.reclaim().size() == 1);
    CHECK(code_of(here.try_complete(claim)) == error_code::fenced);
    // The slower clock goes on from there, so that leases are as long by it as by the other.
    on_time.clock.advance(20min);
    CHECK(here.reclaim().empty());
    const auto next = here.claim("c", "ann", {.lease = 30min});
    CHECK(*next.expires == *its.expires + 20min);
    here.start(next);
    CHECK(here.complete(next) == task_status::completed);
}
