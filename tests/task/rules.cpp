// The rules of a task memory, one by one.
#include "fresh_seed.hpp"
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <workmem/journal/memory.hpp>
#include <workmem/task/erasing.hpp>
#include <workmem/text/sha256.hpp>

using namespace workmem_test;
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
    auto secret = named("x");
    secret.title = "secret";
    work.add_tasks({secret, named("kept")});
    for (const auto* id : {"x", "kept"}) finish_task(work, id);
    CHECK(work.compact() == 2);
    work.load(work.to_json());  // one more record that holds it
    work.add_task(named("later"));
    finish_task(work, "later");
    CHECK(work.compact() == 1);
    CHECK(stored().find("secret: x is done") != std::string::npos);
    CHECK(work.erase("x"));
    CHECK_FALSE(work.erase("nobody"));
    REQUIRE(work.digests().size() == 2);
    CHECK(work.digests()[0].completed == 2);
    CHECK(work.digests()[0].summaries == names{"kept: kept is done"});
    CHECK(work.digests()[0].summary_tasks == names{"kept"});
    CHECK(work.digests()[1].summaries == names{"later: later is done"});
    CHECK(work.to_json_text().find("secret") == std::string::npos);
    CHECK(stored().find("secret") == std::string::npos);
    CHECK(stored().find("x is done") == std::string::npos);
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

TEST_CASE("a reviewer who was asked by name may review, whatever the role",
          "[task][rules][access]") {
    for (const auto role : {agent_role::worker, agent_role::reviewer, agent_role::observer}) {
        INFO(to_string(role));
        basic_task_setting<guarded> with;
        auto work = with.open();
        auto what = named("a");
        what.needs_review = true;
        work.add_task(what);
        work.assign_review("a", "qa");
        finish_task(work, "a");
        auto other = work.as({.id = "other", .role = role});
        const auto refused = other.try_review_task("a", {});
        CHECK(code_of(refused) == error_code::forbidden);
        if (role != agent_role::reviewer)
            CHECK_THAT(refused.error().message(), contains("may not `review`"));
        CHECK(work.as({.id = "qa", .role = role}).review_task("a", {}) == task_status::completed);
    }
}

TEST_CASE("a memory that is closed is reviewed no more, by anybody", "[task][rules][access]") {
    basic_task_setting<guarded> with;
    auto work = with.open();
    auto what = named("a");
    what.needs_review = true;
    work.add_task(what);
    work.assign_review("a", "qa");
    finish_task(work, "a");
    work.cancel();
    const auto refused =
        work.as({.id = "qa", .role = agent_role::reviewer}).try_review_task("a", {});
    CHECK_THAT(refused.error().message(), contains("`review` needs an active one"));
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

TEST_CASE("why a task cannot become ready is the same for one as for all", "[task][rules]") {
    const auto seed = fresh_seed();
    INFO("seed " << seed);
    std::mt19937 random{static_cast<std::mt19937::result_type>(seed)};
    const auto below = [&](std::uint32_t end) {
        return static_cast<std::uint32_t>(random()) % end;
    };
    std::size_t found = 0;
    for (int round = 0; round < 300; ++round) {
        workmem::detail::task_schedule plan;
        const auto count = 2 + below(18);
        plan.reserve(count, 100);
        const auto conditions = workmem::dependency_conditions;
        for (std::uint32_t to = 0; to < count; ++to) {
            plan.add(workmem::priority::medium,
                     below(2) == 0 ? workmem::join::all() : workmem::join::at_least(1 + below(3)),
                     static_cast<workmem::failure_policy>(below(3)));
            for (std::uint32_t from = 0; from < to; ++from)
                if (below(4) == 0) plan.link({from, to, conditions[below(3) == 0 ? below(4) : 0]});
        }
        for (auto ends = below(count); ends > 0; --ends)
            plan.set_status(below(count),
                            below(2) == 0 ? task_status::failed : workmem::task_statuses[below(4)]);
        std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> all;
        for (const auto& each : plan.unreachable()) all[each.slot] = {each.dependency, each.root};
        found += all.size();
        for (std::uint32_t slot = 0; slot < count; ++slot) {
            const auto one = plan.why_unreachable(slot);
            REQUIRE(one.has_value() == (all.count(slot) != 0));
            if (one) REQUIRE(std::pair{one->dependency, one->root} == all[slot]);
        }
    }
    CHECK(found > 50);
}

TEST_CASE("renewing the lead keeps its epoch", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    auto boss = work.as({.id = "boss", .role = agent_role::orchestrator});
    CHECK(boss.lead({.lease = minutes{5}}).epoch == 1);
    with.clock.advance(minutes{4});
    const auto renewed = boss.lead({.lease = minutes{5}});
    CHECK(renewed.epoch == 1);
    CHECK(*renewed.expires == with.clock.now() + minutes{5});
    CHECK(work.leader().epoch == 1);
    // Once it has ended it is another one.
    with.clock.advance(minutes{5});
    CHECK(boss.lead().epoch == 2);
}

TEST_CASE("compaction keeps the options of an open branch", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b"), named("c")});
    work.open_branch({.question = "?", .options = {"a", "b"}});
    for (const auto* id : {"a", "b", "c"}) work.cancel_task(id);
    CHECK(work.compact() == 1);
    CHECK(texts(work.ids()) == names{"a", "b"});
}

TEST_CASE("a context says which decisions are not approved yet", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    const auto made = work.record_decision(
        {.question = "q", .choice = "x", .affects_tasks = {"a"}, .needs_approval = true});
    CHECK_THAT(work.context_for("a"), contains("\"q\" -> \"x\" (not approved yet)"));
    work.approve(made);
    CHECK_THAT(work.context_for("a"),
               contains("\"q\" -> \"x\"") && !contains("(not approved yet)"));
}

TEST_CASE("a reviewer sees what is told to who works on the task", "[task][rules][access]") {
    basic_task_setting<guarded> with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b")});
    work.assign_review("a", "qa");
    for (const auto* id : {"a", "b"})
        work.record_discovery({.content = id, .affects_tasks = {id}, .visible = visibility::task});
    const auto seen = work.as({.id = "qa", .role = agent_role::reviewer}).discoveries();
    REQUIRE(seen.size() == 1);
    CHECK(seen[0].content == "a");
    CHECK(work.as({.id = "other", .role = agent_role::reviewer}).discoveries().empty());
}

TEST_CASE("a task waits for at most 10,000, however they are added", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    constexpr std::size_t most = workmem::task_limits::dependencies;
    CHECK(most == 10'000);
    std::vector<workmem::new_task> tasks;
    for (std::size_t i = 0; i <= most; ++i) tasks.push_back(named("t" + std::to_string(i)));
    tasks.push_back(named("meet"));
    work.add_tasks(tasks);
    std::vector<workmem::wanted_dependency> wanted;
    for (std::size_t i = 0; i <= most; ++i) wanted.push_back({"meet", {tasks[i].id}});
    CHECK_FALSE(work.try_add_dependencies(wanted));
    CHECK(work.get("meet").depends_on.empty());
    wanted.pop_back();
    CHECK(work.add_dependencies(wanted) == most);
    CHECK_FALSE(work.try_add_dependency("meet", tasks[most].id));
    CHECK(work.get("meet").depends_on.size() == most);
}

TEST_CASE("what is completed again is to be reviewed again", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    auto what = named("a");
    what.needs_review = true;
    work.add_task(what);
    finish_task(work, "a");
    work.review_task("a", {.status = workmem::review_status::needs_rework, .by = "kim"});
    CHECK(work.get("a").review == workmem::review_status::needs_rework);
    work.complete("a");
    CHECK(work.get("a").status == task_status::review);
    CHECK_FALSE(work.get("a").review);
}

TEST_CASE("workers claim and acknowledge for themselves only", "[task][rules][access]") {
    basic_task_setting<guarded> with;
    auto work = with.open();
    work.add_task(named("a"));
    auto ann = work.as({.id = "ann"});
    CHECK(code_of(ann.try_claim("a", "ben")) == error_code::forbidden);
    CHECK(work.get("a").status == task_status::pending);
    const auto sent = work.inject_nudge({.target = "ben", .message = "stop"});
    CHECK(code_of(ann.try_acknowledge(sent)) == error_code::forbidden);
    CHECK(work.inbox("ben").size() == 1);
    CHECK(work.as({.id = "ben"}).acknowledge(sent) == 1);
    CHECK(ann.claim("a").agent == "ann");
}

TEST_CASE("a task is with somebody since it was first taken", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    const auto first = with.clock.now();
    work.assign("a", "ann");
    with.clock.advance(minutes{1});
    work.claim("a", "ann");
    CHECK(*work.get("a").assigned_at == first);
    with.clock.advance(minutes{1});
    work.claim("a", "ann", {.resume = true});
    CHECK(*work.get("a").assigned_at == first);
}

TEST_CASE("a claim that was renewed is not stale", "[task][rules]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    work.start(work.claim("a", "ann", {.lease = minutes{10}}));
    with.clock.advance(minutes{9});
    CHECK(texts(work.stale(minutes{5})) == names{"a"});
    work.renew("a");
    CHECK(work.stale(minutes{5}).empty());
    with.clock.advance(minutes{5});
    CHECK(texts(work.stale(minutes{5})) == names{"a"});
}

TEST_CASE("explaining each task of a long chain needs no search while nothing has failed",
          "[task][rules]") {
    task_setting s;
    auto work = s.open();
    std::vector<workmem::new_task> chain;
    for (int i = 0; i < 20'000; ++i) {
        auto& each = chain.emplace_back(named(std::to_string(i)));
        if (i > 0) each.depends_on.emplace_back(std::to_string(i - 1));
    }
    const auto ids = work.add_tasks(std::move(chain));
    std::size_t stranded = 0;
    for (const auto& each : ids) stranded += work.explain(each).unreachable_because_of.has_value();
    CHECK(stranded == 0);
    work.skip(ids[0]);
    CHECK(work.explain(ids.back()).status == task_status::skipped);
}
