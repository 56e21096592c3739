// What an orchestrator, workers and people do with a task memory.
#include "journal_calls.hpp"
#include "session_bundles.hpp"
#include "task_bundles.hpp"
#include "task_store_bundle.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/task_store.hpp>
#include <workmem/time/manual_clock.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::agent_role;
using workmem::error_code;
using workmem::new_task;
using workmem::nudge_priority;
using workmem::review_status;
using workmem::task_id;
using workmem::task_status;

namespace {

std::string message_of(const workmem::error& problem) { return problem.message(); }

}  // namespace

TEST_CASE("the transition table, by every verb from every status", "[task]") {
    using enum task_status;
    // What leads where; everything else is refused, and nothing changes.
    struct row {
        task_status from;
        const char* verbs;
    };
    for (const auto& each :
         {row{pending, "assign claim cancel skip assign_review"},
          row{assigned, "start release renew cancel assign_review"},
          row{in_progress, "block release renew complete fail cancel assign_review"},
          row{blocked, "unblock release renew cancel assign_review"},
          row{review, "review cancel assign_review"}, row{completed, "reopen"},
          row{failed, "retry"}, row{cancelled, "reopen"}, row{skipped, "reopen"}}) {
        for (const auto* verb :
             {"assign", "claim", "start", "block", "unblock", "release", "renew", "complete",
              "fail", "retry", "reopen", "cancel", "skip", "assign_review", "review"}) {
            INFO(to_string(each.from) << ' ' << verb);
            task_setting with;
            auto work = with.open();
            const task_id id{"t"};
            auto planned = named("t");
            planned.needs_review = each.from == review;
            work.add_task(planned);
            workmem::task_claim claim{id, "ann", 1, {}, 0};
            if (each.from == skipped) work.skip(id);
            if (each.from == cancelled) work.cancel_task(id);
            if (each.from != pending && each.from != skipped && each.from != cancelled) {
                claim = work.claim(id, "ann", {.lease = hours{1}});
                if (each.from != assigned) work.start(claim);
                if (each.from == blocked) work.block(claim, "why");
                if (each.from == completed || each.from == review) work.complete(claim);
                if (each.from == failed) work.fail(claim, "why");
            }
            REQUIRE(work.get(id).status == each.from);
            const auto before = work.to_json_text();
            const std::string v{verb};
            const auto code = [](const auto& done) {
                return done ? std::string{"done"} : std::string{to_string(done.error().code())};
            };
            const auto answer = v == "assign"          ? code(work.try_assign(id, "ben"))
                                : v == "claim"         ? code(work.try_claim(id, "ben"))
                                : v == "start"         ? code(work.try_start(id))
                                : v == "block"         ? code(work.try_block(id, "why"))
                                : v == "unblock"       ? code(work.try_unblock(id))
                                : v == "release"       ? code(work.try_release(id))
                                : v == "renew"         ? code(work.try_renew(id))
                                : v == "complete"      ? code(work.try_complete(id))
                                : v == "fail"          ? code(work.try_fail(id, "why"))
                                : v == "retry"         ? code(work.try_retry(id))
                                : v == "reopen"        ? code(work.try_reopen(id))
                                : v == "cancel"        ? code(work.try_cancel_task(id))
                                : v == "skip"          ? code(work.try_skip(id))
                                : v == "assign_review" ? code(work.try_assign_review(id, "qa"))
                                                       : code(work.try_review_task(id, {}));
            const bool allowed =
                (std::string{" "} + each.verbs + ' ').find(' ' + v + ' ') != std::string::npos;
            CHECK((answer == "done") == allowed);
            if (!allowed) {
                CHECK((answer == "validation_error" || answer == "conflict"));
                CHECK(work.to_json_text() == before);
            }
        }
    }
}

TEST_CASE("a claim has one winner, who is fenced once it has passed", "[task]") {
    task_setting with;
    auto work = with.open({.lease = minutes{10}, .grace = minutes{1}});
    const auto id = work.add_task(named("a"));
    const auto first = work.claim(id, "ann");
    CHECK(first.token == 1);
    CHECK(first.expires == with.clock.now() + minutes{10});
    CHECK(code_of(work.try_claim(id, "ben")) == error_code::conflict);
    CHECK(code_of(work.try_claim(id, "ann")) == error_code::conflict);
    // After a restart the same agent takes it up again, and its older self is fenced.
    const auto second = work.claim(id, "ann", {.resume = true});
    CHECK(second.token == 2);
    const auto fenced = work.try_start(first);
    CHECK(code_of(fenced) == error_code::fenced);
    CHECK_THAT(message_of(fenced.error()), contains("claim 1 of \"ann\" to task \"a\" has passed"));
    work.start(second);
    CHECK(code_of(work.try_complete(workmem::task_claim{id, "ben", 2, {}, 0})) ==
          error_code::fenced);
    // Nothing is written by a claim that has passed.
    CHECK(code_of(work.try_record_discovery(nullptr, {.content = ""})) ==
          error_code::validation_error);
    const workmem::claimed_task old{first};
    CHECK(code_of(work.try_record_discovery(&old, {.content = "x"})) == error_code::fenced);
    CHECK(code_of(work.try_record_decision(&old, {.question = "q", .choice = "c"})) ==
          error_code::fenced);
    CHECK(code_of(work.try_record_artifact(&old, {.path = "p"})) == error_code::fenced);
    work.release(second, "too hard");
    CHECK(work.get(id).attempts[0].note == "too hard");
    const auto third = work.claim(id, "ben", {.lease = minutes{1}});
    CHECK(third.token == 3);
    // Late, but within the time of grace a claim can be renewed, and nothing else.
    with.clock.advance(minutes{1});
    CHECK(code_of(work.try_start(third)) == error_code::expired);
    CHECK(work.reclaim().empty());
    CHECK(work.renew(third) == with.clock.now() + minutes{1});
    work.start(third);
    with.clock.advance(minutes{2});
    CHECK(code_of(work.try_renew(third)) == error_code::expired);
    CHECK(work.reclaim().size() == 1);
    CHECK(code_of(work.try_renew(third)) == error_code::fenced);
    CHECK(work.reclaim().empty());
}

TEST_CASE("an orchestrator hands a task out, and its agent claims it", "[task]") {
    task_setting with;
    auto work = with.open();
    const auto id = work.add_task(named("a"));
    const auto late = work.add_task(named("b", {id}));
    work.assign(id, "ann");
    CHECK(work.get(id).assigned_to == "ann");
    CHECK(code_of(work.try_claim(id, "ben")) == error_code::conflict);
    auto ann = work.as({.id = "ann"});
    CHECK(ann.claim(id).token == 1);
    ann.start(id);
    ann.block(id, "no access");
    CHECK_THAT(work.explain(id).text, contains("is blocked, with \"ann\": \"no access\""));
    CHECK(texts(work.blocked(9)) == names{"b", "a"});
    ann.unblock(id);
    const auto refused = work.try_claim(late, "ben");
    CHECK(code_of(refused) == error_code::validation_error);
    CHECK(message_of(refused.error()) ==
          "task \"b\" is not ready; it waits for \"a\" (in_progress)");
    ann.complete(id, {.summary = "done", .next_steps = {"b"}});
    CHECK(work.get(id).result->next_steps == names{"b"});
    const auto next = work.claim_next("ben");
    REQUIRE(next);
    CHECK(next->task == late);
    CHECK_FALSE(work.claim_next("cleo"));
}

TEST_CASE("what needs a review is looked at by somebody else", "[task]") {
    task_setting with;
    auto work = with.open();
    new_task planned = named("a");
    planned.needs_review = true;
    const auto id = work.add_task(planned);
    const auto after = work.add_task(named("b", {id}));
    const auto claim = work.claim(id, "ann", {.lease = minutes{5}});
    work.start(claim);
    CHECK(code_of(work.try_assign_review(id, "ann")) == error_code::forbidden);
    work.assign_review(id, "qa");
    CHECK(work.complete(claim, {.summary = "1"}) == task_status::review);
    CHECK(texts(work.needs_review(9)) == names{"a"});
    CHECK(work.ready(9).empty());
    CHECK(code_of(work.try_review_task(id, {.by = "ann"})) == error_code::forbidden);
    // Rework: the same claim goes on, however long the review took.
    with.clock.advance(hours{1});
    CHECK(work.reclaim().empty());
    CHECK(work.review_task(id, {review_status::needs_rework, "no tests", "qa"}) ==
          task_status::in_progress);
    CHECK_THAT(work.context_for(id), contains("needs_rework: \"no tests\""));
    CHECK(work.get(id).expires == with.clock.now() + minutes{5});
    work.complete(claim, {.summary = "2"});
    CHECK(work.review_task(id, {.by = "qa"}) == task_status::completed);
    CHECK(work.get(id).review == review_status::approved);
    CHECK(texts(work.ready(9)) == texts({after}));
    // Rejected: it has failed, and may be tried again.
    auto other = named("c");
    other.needs_review = true;
    work.add_task(other);
    finish_task(work, "c");
    CHECK(work.review_task("c", {review_status::rejected, "wrong", "qa"}) == task_status::failed);
    CHECK(work.get("c").attempts.size() == 1);
    work.retry("c");
    finish_task(work, "c", "ben");
    CHECK(work.review_task("c", {.by = "qa"}) == task_status::completed);
}

TEST_CASE("a task that was ended by mistake is reopened, and what depends on it waits again",
          "[task]") {
    task_setting with;
    auto work = with.open();
    for (const auto* const id : {"test", "build", "ship", "tell"}) {
        auto planned = named(id);
        if (planned.id != "test") planned.depends_on.emplace_back("test");
        work.add_task(planned);
    }
    finish_task(work, "test");
    work.start(work.claim("build", "ben"));
    finish_task(work, "ship");
    REQUIRE(texts(work.ready(9)) == texts({"tell"}));

    const auto depends = work.reopen("test", "closed by mistake");
    CHECK(texts(depends.waiting) == texts({"tell"}));
    CHECK(texts(depends.begun) == texts({"build"}));
    CHECK(texts(work.ready(9)) == texts({"test"}));
    CHECK(work.get("build").status == task_status::in_progress);
    CHECK(work.get("ship").status == task_status::completed);
    const auto told = work.inbox("ben");
    REQUIRE(told.size() == 1);
    CHECK(told[0].message ==
          R"(task "test", which "build" depends on, was reopened: "closed by mistake")");
    const auto test = work.get("test");
    CHECK(test.assigned_to.empty());
    CHECK_FALSE(test.result);
    REQUIRE(test.attempts.size() == 1);
    CHECK(test.attempts[0].ended == "reopen");
    CHECK(test.attempts[0].note == "closed by mistake");

    const auto again = work.claim("test", "ann");
    CHECK(again.token > 1);
    work.start(again);
    work.complete(again);
    CHECK(texts(work.ready(9)) == texts({"tell"}));
    work.cancel_task("tell");
    work.reopen("tell");
    CHECK(texts(work.ready(9)) == texts({"tell"}));
    CHECK_THAT(message_of(work.try_complete(task_id{"ship"}).error()),
               contains("`reopen` makes it pending again"));
}

TEST_CASE("what was skipped with a cancelled task is named when that is reopened, and stays so",
          "[task]") {
    task_setting with;
    auto work = with.open();
    auto first = named("a");
    first.on_failure = workmem::failure_policy::skip_dependents;
    work.add_task(first);
    work.add_task(named("b", {workmem::task_dependency{task_id{"a"}}}));
    work.cancel_task("a");
    REQUIRE(work.get("b").status == task_status::skipped);
    CHECK(texts(work.reopen("a").still_skipped) == names{"b"});
    CHECK(work.get("b").status == task_status::skipped);
    work.reopen("b");
    CHECK(texts(work.ready(9)) == names{"a"});
}

TEST_CASE("a plan that is reopened by a call made twice tells its agents once", "[task]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    auto after = named("b");
    after.depends_on.emplace_back("a");
    work.add_task(after);
    finish_task(work, "a");
    work.start(work.claim("b", "ben"));
    for (int i = 0; i < 2; ++i)
        CHECK(texts(work.reopen("a", "", {.idempotency_key = "k"}).begun) == texts({"b"}));
    CHECK(work.inbox("ben").size() == 1);
}

TEST_CASE("a decision that needs approval holds its tasks until it has it", "[task]") {
    task_setting with;
    auto work = with.open();
    const auto id = work.add_task(named("a"));
    const auto risky = work.record_decision({.question = "Drop the table?",
                                             .choice = "yes",
                                             .rationale = "it is empty",
                                             .affects_tasks = {id},
                                             .reversible = false,
                                             .needs_approval = true});
    CHECK(work.ready(9).empty());
    CHECK(work.outcome() == workmem::task_outcome::open);
    CHECK(work.explain(id).decisions == names{risky});
    CHECK(work.needs_approval().size() == 1);
    CHECK_FALSE(work.approve(risky, {.granted = false, .comments = "no", .by = "kim"}));
    CHECK(work.ready(9).empty());
    // Another decision takes its place.
    const auto mild = work.record_decision({.question = "Drop the table?",
                                            .choice = "rename it",
                                            .affects_tasks = {id},
                                            .needs_approval = true,
                                            .supersedes = risky});
    CHECK(code_of(work.try_approve(risky)) == error_code::conflict);
    CHECK(work.ready(9).empty());
    CHECK(work.approve(mild, {.by = "kim"}));
    CHECK(work.approve(mild));
    CHECK(texts(work.ready(9)) == names{"a"});
    CHECK(work.decisions()[1].approved->by == "kim");
}

TEST_CASE("a branch whose decision needs approval stays open until then", "[task]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b")});
    const auto branch = work.open_branch({.question = "?", .options = {"a", "b"}});
    const auto made = work.record_decision({.question = "?",
                                            .choice = "a",
                                            .needs_approval = true,
                                            .resolves = branch,
                                            .branch = {"a"}});
    CHECK(work.ready(9).empty());
    work.approve(made);
    CHECK(texts(work.ready(9)) == names{"a"});
    CHECK(work.get("b").status == task_status::skipped);
    CHECK(work.branches()[0].resolved_by == made);
}

TEST_CASE("what comes in wrong is refused with what is allowed, and nothing changes", "[task]") {
    task_setting with;
    auto work = with.open();
    const auto id = work.add_task(named("a"));
    const auto before = work.sequence();
    const auto refused = [&](new_task what) {
        std::vector<new_task> batch{named("good"), std::move(what)};
        const auto done = work.try_add_tasks(batch);
        REQUIRE_FALSE(done);
        return std::string{to_string(done.error().code())} + ": " + done.error().message();
    };
    CHECK(refused({.title = ""}) == "validation_error: title must have 1 to 1024 bytes, has 0");
    CHECK(refused({.title = "x", .description = std::string(1 << 20, 'x')}) ==
          "validation_error: description must have 0 to 65536 bytes, has 1048576");
    CHECK(refused({.title = "x", .depends_on = {"nobody"}}) ==
          "not_found: there is no task \"nobody\" in task memory \"auth\"");
    CHECK_THAT(refused({.title = "x", .id = "a"}),
               starts_with("conflict: task \"a\" (a) is there"));
    CHECK_THAT(refused({.title = "x", .id = "good"}), contains("two of the tasks have the id"));
    CHECK_THAT(refused({.title = "self", .depends_on = {"self"}}), starts_with("cycle: "));
    CHECK_THAT(
        refused({.title = "x", .depends_on = std::vector<workmem::task_dependency>(1'000'000, id)}),
        contains("depends_on must name at most 10000 tasks, names 1000000"));
    CHECK(code_of(work.try_claim("nobody", "ann")) == error_code::not_found);
    CHECK(code_of(work.try_claim(id, "")) == error_code::validation_error);
    CHECK(code_of(work.try_claim(id, "ann", {.lease = workmem::milliseconds{0}})) ==
          error_code::validation_error);
    CHECK(code_of(work.try_get("nobody")) == error_code::not_found);
    CHECK(code_of(work.try_explain("nobody")) == error_code::not_found);
    CHECK(code_of(work.try_context_for("nobody")) == error_code::not_found);
    CHECK(code_of(work.try_record_discovery(
              nullptr, {.content = "x", .affects_tasks = {"nobody"}})) == error_code::not_found);
    CHECK(code_of(work.try_approve("nobody")) == error_code::not_found);
    CHECK(code_of(work.try_acknowledge({"nobody"})) == error_code::not_found);
    CHECK(code_of(work.try_inject_nudge({.target = "all", .message = "x"})) ==
          error_code::not_found);
    CHECK(code_of(work.try_open_branch({.question = "?", .options = {id}})) ==
          error_code::validation_error);
    CHECK(code_of(work.try_finish()) == error_code::validation_error);
    CHECK(work.sequence() == before);
    CHECK(code_of(recorded_tasks::try_make({.max_tasks = 0})) == error_code::validation_error);
    CHECK(code_of(recorded_tasks::try_make({.goal = std::string(1 << 20, 'x')})) ==
          error_code::validation_error);
    // Odd text is text all the same.
    work.update_task(id, {.title = "a\n# system: \xff"});
    CHECK_THAT(work.context_for(id), contains("\"a\\n# system: \xEF\xBF\xBD\""));
}

TEST_CASE("a context holds what matters for a task, within its tokens", "[task]") {
    task_setting with;
    auto work = with.open({.name = "auth", .goal = "Add JWT", .constraints = {"No downtime"}});
    const auto a = work.add_task({.title = "Design", .id = "a"});
    const auto b = work.add_task(
        {.title = "Build", .description = "The token service", .depends_on = {a}, .id = "b"});
    work.add_task({.title = "Ship", .depends_on = {b}});
    const auto claim = work.claim(a, "ann");
    work.start(claim);
    work.record_decision(claim, {.question = "Which library?",
                                 .choice = "jose",
                                 .rationale = "it is modern",
                                 .affects_tasks = {b}});
    work.record_discovery(claim, {.content = "No refresh column",
                                  .type = workmem::discovery_type::constraint,
                                  .affects_tasks = {b}});
    work.record_discovery({.content = "Unrelated", .affects_tasks = {a}});
    work.record_artifact(claim, {.path = "schema/tokens.sql", .description = "the schema"});
    work.complete(claim, {.summary = "Schema is fixed", .next_steps = {"Write the migration"}});
    work.assign(b, "ben");
    work.inject_nudge({.target = "ben", .message = "Use HS256"});
    work.inject_nudge(
        {.target = "ben", .message = "Stop and read", .priority = nudge_priority::urgent});
    const auto whole = work.context_for(b);
    CHECK(whole ==
          "[TASK]\n"
          "goal: \"Add JWT\"\n"
          "task: \"Build\" (b), assigned\n"
          "urgent messages:\n"
          "  - \"Stop and read\" (w1-8, urgent)\n"
          "description:\n"
          "  - \"The token service\"\n"
          "constraints:\n"
          "  - \"No downtime\"\n"
          "messages:\n"
          "  - \"Use HS256\" (w1-7, normal)\n"
          "decisions:\n"
          "  - \"Which library?\" -> \"jose\", because \"it is modern\"\n"
          "found: constraints and risks:\n"
          "  - constraint: \"No refresh column\"\n"
          "what it builds on:\n"
          "  - \"Design\" completed: \"Schema is fixed\"; next: \"Write the migration\"\n"
          "artifacts:\n"
          "  - \"schema/tokens.sql\" (file, version 1): \"the schema\"\n"
          "what waits for it:\n"
          "  - \"Ship\"\n");
    const workmem::bounding_counter tokens;
    for (std::size_t limit = 0; limit < tokens(whole); ++limit) {
        const auto text = work.context_for(b, {.token_limit = limit});
        CHECK(tokens(text) <= limit);
        if (limit < 60) continue;
        CHECK_THAT(text, contains("Stop and read"));
        CHECK_THAT(text, contains("task: \"Build\""));
        CHECK_THAT(text, contains("more left out"));
    }
}

TEST_CASE("contributions, learning, and cores that taught something before", "[task]") {
    task_setting with;
    using repository = workmem::basic_long_term_store<session_recorded>;
    repository kept{{}, {.clock = with.clock}};
    kept.put({.id = "1", .content = "Write the migration", .core = "jwt", .tags = {"task"}});
    kept.put({.id = "2", .content = "RS256 needs two keys", .core = "jwt"});
    kept.put({.id = "3", .content = "Something else", .core = "other"});
    auto work = with.open();
    CHECK(work.from_cores(kept, {"jwt"}) == 2);
    CHECK(work.info().memory_core_refs == names{"jwt"});
    const auto first = work.ready(1).at(0);
    CHECK(work.get(first).title == "Write the migration");
    CHECK_THAT(work.context_for(first), contains("RS256 needs two keys"));
    auto ann = work.as({.id = "ann"});
    work.register_agent({.id = "ann", .log_ref = "logs/ann"});
    ann.claim(first);
    ann.start(first);
    ann.record_decision({.question = "Library?", .choice = "jose", .rationale = "modern"});
    ann.record_decision({.question = "Colour?", .choice = "blue"});
    ann.record_discovery({.content = "Keys rotate", .promote_to_core = "security"});
    ann.record_discovery({.content = "a risk", .type = workmem::discovery_type::risk});
    ann.complete(first, {.summary = "Two tables"});
    const auto by_agent = work.contributions();
    REQUIRE(by_agent.size() == 2);
    CHECK(by_agent[0].agent_id == "ann");
    CHECK(by_agent[0].log_ref == "logs/ann");
    CHECK(by_agent[0].tasks_completed == texts({first}));
    CHECK(by_agent[0].decisions_made.size() == 2);
    const auto learned = work.learning_candidates();
    REQUIRE(learned.size() == 4);
    CHECK(learned[0].content == "Library? jose: modern");
    CHECK(learned[0].reason == "a decision with a rationale");
    CHECK(learned[0].suggested_core == "jwt");
    CHECK(learned[2].suggested_core == "security");
    CHECK(learned[3].content == "Write the migration: Two tables");
    CHECK(work.promote(learned, kept) == 4);
    CHECK(work.promote(learned, kept) == 0);
    CHECK(kept.list({.core = "security"}).memories.size() == 1);
}

TEST_CASE("a store may have a memory that is usually meant", "[task]") {
    task_setting with;
    using store = recorded_task_store;
    const auto open = [&](workmem::usual_plan usual) {
        return std::make_unique<store>(workmem::task_options{},
                                       store::parts{.clock = with.clock, .journal = with.journal},
                                       std::move(usual));
    };
    const auto any = open({}), mine = open({.name = "mine"}), only = open({"mine", true});
    CHECK(mine->next_name().value() == "mine");
    CHECK(any->next_name().value() == "plan-1");
    // Empty ones, as every project has one, count for nothing.
    (void)any->create({.name = "mine"});
    (void)any->create({.name = "empty"});
    CHECK_FALSE(mine->only_active().value());
    any->create({.name = "other"})->add_task(named("a"));
    CHECK(mine->only_active().value() == "other");
    CHECK_FALSE(only->only_active().value());
    CHECK(only->last_active().value() == "mine");
    any->create({.name = "more"})->add_task(named("a"));
    CHECK_FALSE(mine->only_active());
    any->find("mine").value()->add_task(named("a"));
    CHECK(mine->only_active().value() == "mine");
    CHECK(only->only_active().value() == "mine");
    CHECK_FALSE(any->only_active());
}

TEST_CASE("a store of task memories collects those that are not in use", "[task]") {
    workmem::manual_clock clock;
    workmem::journal::memory journal;
    using store = recorded_task_store;
    store all{{}, {.clock = clock, .journal = journal}};
    auto active = all.create({.name = "active", .goal = "g"});
    auto done = all.create({.name = "done"});
    active->add_task(named("a"));
    done->add_task(named("a"));
    finish_task(*done, "a");
    CHECK(all.list().size() == 2);
    CHECK(all.list()[0].goal == "g");
    CHECK(*all.find("active") == active);
    CHECK(*all.find("nobody") == nullptr);
    CHECK(all.stale(hours{1}).empty());
    clock.advance(hours{24 * 8});
    CHECK(all.stale(hours{1}).size() == 2);
    auto would = all.gc({}, true);
    REQUIRE(would.size() == 1);
    CHECK(would[0].name == "done");
    CHECK(done->status() == workmem::task_memory_status::completed);
    CHECK(all.gc().size() == 1);
    CHECK(done->status() == workmem::task_memory_status::archived);
    CHECK(all.gc().empty());
    clock.advance(hours{24 * 31});
    done.reset();
    CHECK(all.gc()[0].what == workmem::collected_tasks::action::purge);
    CHECK(all.list().size() == 1);
    CHECK(journal.streams()->size() == 1);
    store again{{}, {.clock = clock, .journal = journal}};
    CHECK(again.list()[0].name == "active");
    CHECK((*again.find("active"))->size() == 1);
}

TEST_CASE("what others took up again is not collected", "[task]") {
    workmem::manual_clock clock;
    workmem::journal::memory journal;
    using store = recorded_task_store;
    store a{{}, {.clock = clock, .journal = journal}}, b{{}, {.clock = clock, .journal = journal}};
    const auto mine = a.create({.name = "p"});
    mine->add_task(named("t"));
    finish_task(*mine, "t");
    mine->archive();
    const auto theirs = *b.find("p");
    clock.advance(hours{24 * 31});
    theirs->reopen();
    theirs->add_task(named("u"));
    CHECK(a.gc().empty());
    CHECK(a.list()[0].status == workmem::task_memory_status::active);
    CHECK(theirs->try_add_task(named("v")));
    CHECK(theirs->try_skip("u"));
    CHECK(theirs->try_skip("v"));
    clock.advance(hours{24 * 8});
    CHECK(a.gc()[0].what == workmem::collected_tasks::action::archive);
    CHECK(b.list()[0].status == workmem::task_memory_status::archived);
    clock.advance(hours{24 * 31});
    CHECK(a.gc()[0].what == workmem::collected_tasks::action::purge);
    CHECK(b.list().empty());
    CHECK(*b.find("p") == nullptr);
    CHECK(b.create({.name = "p"})->empty());
    CHECK(a.list().size() == 1);
}

TEST_CASE("a task memory as it was, and as a copy", "[task]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    const auto then = work.sequence();
    const auto copy = work.to_json_text();
    finish_task(work, "a");
    auto past = work.state_at(then);
    CHECK(past.to_json_text() == copy);
    CHECK(texts(past.ready(1)) == names{"a"});
    work.reopen();
    work.add_task(named("b", {"a"}));
    CHECK(texts(work.topological_order()) == names{"a", "b"});
    CHECK(texts(work.critical_path()) == names{"b"});
    using plain = task_memory_of<workmem::journal::none>;
    plain one{{.name = "x"}, {.clock = with.clock}};
    one.add_task(named("a"));
    auto two = one;
    CHECK(one == two);
    finish_task(two, "a");
    CHECK_FALSE(one == two);
    CHECK(one.ready().size() == 1);
    for (const auto& task : one.tasks()) CHECK(task.title == "a");
}

TEST_CASE("what is erased leaves state, snapshots and log, and what depends on it stays",
          "[task]") {
    task_setting with;
    auto work = with.open();
    auto planned = named("a");
    planned.title = "a hush title";
    planned.description = "a hush description";
    work.add_tasks({planned, named("b", {"a"})});
    const auto claim = work.claim("a", "ann");
    work.start(claim);
    work.release(claim, "a hush note");
    fail_task(work, "a");
    work.retry("a");
    finish_task(work, "a");
    names ids{"a"};
    ids.push_back(work.record_decision(
        {.question = "hush?", .choice = "hush", .alternatives = {"hush"}, .rationale = "hush"}));
    work.approve(ids.back(), {.comments = "hush"});
    ids.push_back(work.record_discovery({.content = "hush"}));
    ids.push_back(work.record_artifact({.path = "hush", .content = "hush"}).id);
    ids.push_back(work.inject_nudge({.target = "ann", .message = "hush"})[0]);
    work.snapshot();
    for (const auto& id : ids) CHECK(work.erase(id));
    CHECK_FALSE(work.erase("nobody"));
    CHECK(work.to_json_text().find("hush") == std::string::npos);
    auto journal = with.journal;
    REQUIRE(journal.read("tasks", 0, [](const workmem::journal::record& each) {
        CHECK(std::string{each.bytes}.find("hush") == std::string::npos);
    }));
    CHECK(work.get("a").status == task_status::completed);
    CHECK(work.get("a").title == "erased");
    CHECK(texts(work.ready(9)) == names{"b"});
    CHECK(with.open() == work);
}
