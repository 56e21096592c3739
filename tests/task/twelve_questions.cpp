// The twelve questions that the design of task memory left open, each answered by what it does.
#include "journal_calls.hpp"
#include "task_bundles.hpp"
#include "task_store_bundle.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/stream_names.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/task_store.hpp>
#include <workmem/view/dot.hpp>
#include <workmem/view/json.hpp>
#include <workmem/view/mermaid.hpp>
#include <workmem/view/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::agent_role;
using workmem::error_code;
using workmem::join;
using workmem::task_outcome;
using workmem::task_status;
using watched = workmem::observer::callbacks;

TEST_CASE("1. What is the maximum size of working memory before it gets unwieldy?",
          "[task][questions]") {
    using memory = task_memory_of<workmem::journal::memory, workmem::access::open,
                                  workmem::null_mutex, watched>;
    basic_task_setting<memory> with;
    names told;
    with.observer.on<workmem::task_notice>([&](const workmem::task_notice& notice) {
        if (!notice.nearly_full.empty()) told.push_back(notice.nearly_full);
    });
    CHECK(workmem::task_options{}.max_tasks == 1'000'000);
    auto work = with.open({.goal = "g", .max_tasks = 10, .max_dependencies = 2, .max_records = 1});
    for (int i = 0; i < 7; ++i) work.add_task(named("t" + std::to_string(i)));
    CHECK(told.empty());
    work.add_task(named("t7"));
    CHECK(told == names{"max_tasks"});
    // All or none: two fit, three do not.
    const auto refused = [&] {
        std::vector<workmem::new_task> three{named("a"), named("b"), named("c")};
        return work.try_add_tasks(three);
    }();
    CHECK(code_of(refused) == error_code::capacity);
    CHECK(refused.error().message() == "max_tasks is 10; there are 8, and 3 more do not fit");
    CHECK(work.size() == 8);
    CHECK(work.add_dependency("t1", "t0"));
    CHECK(work.add_dependency("t2", "t0"));
    CHECK(code_of(work.try_add_dependency("t3", "t0")) == error_code::capacity);
    work.record_discovery({.content = "x"});
    CHECK(code_of(work.try_record_discovery(nullptr, {.content = "y"})) == error_code::capacity);
    // Whatever there is, what goes into a prompt has a limit.
    const auto text = work.context_for("t1", {.token_limit = 60});
    CHECK(workmem::bounding_counter{}(text) <= 60);
}

TEST_CASE("2. How do we handle working memory for very long-running workflows?",
          "[task][questions]") {
    using memory = task_memory_of<workmem::journal::file>;
    temporary_folder folder;
    basic_task_setting<memory> with{
        .journal = workmem::journal::file::open(folder.path() + "/j",
                                                {.sync = workmem::journal::sync_mode::always()})
                       .value()};
    std::optional<std::string> before;
    {
        auto work = with.open();
        work.add_tasks({named("a"), named("b", {"a"}), named("c", {"b"}), named("d", {"c"})});
        finish_task(work, "a");
        work.snapshot();
        finish_task(work, "b");
        // Days later what is finished, and nothing waits for, is a digest.
        with.clock.advance(hours{24 * 20});
        CHECK(work.compact() == 1);
        CHECK_FALSE(work.contains("a"));
        CHECK(work.get("c").depends_on.size() == 1);
        REQUIRE(work.digests().size() == 1);
        CHECK(work.digests()[0].completed == 1);
        CHECK(work.digests()[0].summaries == names{"a: a is done"});
        before = work.to_json_text();
    }
    auto again = with.open();
    CHECK(again.to_json_text() == *before);
    CHECK(texts(again.ready(9)) == names{"c"});
    CHECK(before->find("\"digests\"") != std::string::npos);
}

TEST_CASE("3. What is the conflict resolution when multiple agents write simultaneously?",
          "[task][questions]") {
    task_setting with;
    auto one = with.open(), two = with.open();
    const auto id = one.add_task(named("a"));
    two.catch_up();
    // The loser reads what the winner wrote, decides again, and is told who has it.
    CHECK(two.try_claim(id, "ann"));
    const auto lost = one.try_claim(id, "ben");
    CHECK(code_of(lost) == error_code::conflict);
    CHECK_THAT(lost.error().message(), contains("is assigned, with \"ann\""));
    // What was read before somebody else's change is not written over.
    const auto read = one.get(id);
    two.update_task(id, {.title = "A"}, read.version);
    const auto stale = one.try_update_task(id, {.title = "B"}, read.version);
    CHECK(code_of(stale) == error_code::conflict);
    const auto& details = stale.error().details();
    const auto current = std::find_if(details.begin(), details.end(),
                                      [](const auto& each) { return each.name == "current"; });
    REQUIRE(current != details.end());
    CHECK_THAT(current->value, contains("\"title\":\"A\""));
    // A decision is never changed; one supersedes it, and only one.
    const auto first = one.record_decision({.question = "q", .choice = "x"});
    const auto second = two.record_decision({.question = "q", .choice = "y", .supersedes = first});
    CHECK(code_of(one.try_record_decision(nullptr,
                                          {.question = "q", .choice = "z", .supersedes = first})) ==
          error_code::conflict);
    CHECK(one.decisions()[0].superseded_by == second);
    // A call whose answer was lost is made again.
    const auto size = one.size();
    const auto b = one.add_task(named("b"), {.idempotency_key = "k"});
    CHECK(two.add_task(named("b"), {.idempotency_key = "k"}) == b);
    CHECK(code_of(two.try_add_task({.title = "c"}, {.idempotency_key = "k"})) ==
          error_code::validation_error);
    CHECK(two.size() == size + 1);
    one.catch_up();
    CHECK(one == two);
}

TEST_CASE("4. How do we handle task graph cycles?", "[task][questions]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"}), named("c", {"b"})});
    const auto refused = work.try_add_dependency("a", "c");
    CHECK(code_of(refused) == error_code::cycle);
    CHECK(refused.error().message() ==
          "the dependencies would close a cycle: \"a\" -> \"b\" -> \"c\" -> \"a\"");
    CHECK(code_of(work.try_add_dependency("a", "a")) == error_code::cycle);
    // All or none, also among tasks that come together, and in any order.
    std::vector<workmem::new_task> ring{named("x", {"z"}), named("y", {"x"}), named("z", {"y"})};
    CHECK(code_of(work.try_add_tasks(ring)) == error_code::cycle);
    const std::vector<workmem::wanted_dependency> both{{"c", {"a"}}, {"a", {"b"}}};
    CHECK(code_of(work.try_add_dependencies(both)) == error_code::cycle);
    CHECK(work.size() == 3);
    CHECK(work.get("c").depends_on.size() == 1);
    std::vector<workmem::new_task> late{named("p", {"q"}), named("q")};
    CHECK(work.try_add_tasks(late));
    CHECK(code_of(work.try_add_dependency("q", "p")) == error_code::cycle);
}

TEST_CASE("5. What happens to working memory if orchestrator dies?", "[task][questions]") {
    task_setting with;
    auto work = with.open();
    auto boss = work.as({.id = "boss", .role = agent_role::orchestrator});
    CHECK(boss.lead({.lease = minutes{5}}).epoch == 1);
    boss.add_task(named("a"));
    auto worker = work.as({.id = "w"});
    worker.claim("a", {.lease = minutes{10}});
    worker.start("a");
    auto heir = work.as({.id = "heir", .role = agent_role::orchestrator});
    CHECK(code_of(heir.try_take_over("heir")) == error_code::conflict);
    with.clock.advance(minutes{5});
    CHECK(heir.take_over().epoch == 2);
    // Who comes back from the dead has lost it.
    CHECK(code_of(boss.try_add_task(named("b"))) == error_code::fenced);
    CHECK(heir.try_add_task(named("b")));
    // A worker that dies loses its task after the lease and the time of grace, not before.
    with.clock.advance(minutes{5});
    CHECK(code_of(worker.try_complete("a")) == error_code::expired);
    CHECK(heir.reclaim().empty());
    CHECK(worker.renew("a"));
    with.clock.advance(minutes{11});
    CHECK(texts(heir.reclaim()) == names{"a"});
    CHECK(code_of(worker.try_complete("a")) == error_code::fenced);
    const auto again = work.get("a");
    CHECK(again.status == task_status::pending);
    REQUIRE(again.attempts.size() == 1);
    CHECK(again.attempts[0].agent == "w");
    CHECK(again.attempts[0].ended == "reclaim");
    // A person's claim has no end unless that is asked for.
    auto limited = with.open({.lease = minutes{1}});
    limited.register_agent({.id = "kim", .role = agent_role::human});
    CHECK_FALSE(limited.claim("a", "kim").expires);
    CHECK(limited.claim("b", "w2").expires);
}

TEST_CASE("6. How do we garbage collect old working memories?", "[task][questions]") {
    using store = recorded_task_store;
    using action = workmem::collected_tasks::action;
    task_setting with;
    store all{{}, {.clock = with.clock, .journal = with.journal}};
    const auto used = all.create({.name = "used"});
    used->add_task(named("a"));
    for (const auto* name : {"done", "given up"})
        all.create({.name = name})->add_task({.title = "a secret", .id = "a"});
    finish_task(**all.find("done"), "a");
    (*all.find("given up"))->cancel();
    const auto told = [](const std::vector<workmem::collected_tasks>& gone) {
        names out;
        for (const auto& each : gone)
            out.push_back((each.what == action::archive ? "archive " : "purge ") + each.name);
        return out;
    };
    const auto status = [&](const char* name) { return (*all.find(name))->status(); };
    using enum workmem::task_memory_status;
    with.clock.advance(hours{24 * 7} - workmem::milliseconds{1});
    CHECK(all.gc().empty());
    with.clock.advance(workmem::milliseconds{1});
    // First it is only said.
    CHECK(told(all.gc({}, true)) == names{"archive done", "archive given up"});
    CHECK(status("done") == completed);
    CHECK(told(all.gc()) == names{"archive done", "archive given up"});
    CHECK(status("done") == archived);
    CHECK(status("given up") == archived);
    CHECK(all.gc().empty());
    // It goes so long after it was archived.
    with.clock.advance(hours{24 * 30} - workmem::milliseconds{1});
    CHECK(all.gc().empty());
    with.clock.advance(workmem::milliseconds{1});
    CHECK(told(all.gc({}, true)) == names{"purge done", "purge given up"});
    CHECK(*all.find("done"));
    CHECK(told(all.gc()) == names{"purge done", "purge given up"});
    CHECK_FALSE(*all.find("done"));
    auto journal = with.journal;
    CHECK(*workmem::journal::names_below(journal, "task/") == names{"used"});
    // What is active stays, however old.
    with.clock.advance(hours{24 * 365});
    CHECK(all.gc({workmem::milliseconds{0}, workmem::milliseconds{0}}).empty());
    CHECK(used->contains("a"));
    REQUIRE(all.stale(hours{24 * 365}).size() == 1);
    CHECK(all.stale(hours{24 * 365})[0].name == "used");
}

TEST_CASE("6. And one memory: is it in use, may it go?", "[task][questions]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    CHECK_FALSE(work.is_stale(hours{1}));
    with.clock.advance(hours{1});
    CHECK(work.is_stale(hours{1}));
    CHECK(code_of(work.try_archive()) == error_code::validation_error);
    finish_task(work, "a");
    work.record_discovery({.content = "a secret"});
    work.archive();
    CHECK(work.status() == workmem::task_memory_status::archived);
    CHECK(code_of(work.try_add_task(named("b"))) == error_code::validation_error);
    work.discard();
    CHECK(work.empty());
    for (const auto& record : [&] {
             names out;
             auto journal = with.journal;
             (void)journal.read("tasks", 0, [&](const workmem::journal::record& each) {
                 out.emplace_back(each.bytes);
             });
             return out;
         }())
        CHECK(record.find("secret") == std::string::npos);
    CHECK(with.open().empty());
}

TEST_CASE("7. Should working memory have access controls per agent?", "[task][questions]") {
    using memory = task_memory_of<workmem::journal::memory, workmem::access::roles>;
    basic_task_setting<memory> with;
    auto work = with.open();
    auto boss = work.as({.id = "boss", .role = agent_role::orchestrator});
    auto ann = work.as({.id = "ann", .role = agent_role::worker});
    auto ben = work.as({.id = "ben", .role = agent_role::worker});
    auto qa = work.as({.id = "qa", .role = agent_role::reviewer});
    auto kim = work.as({.id = "kim", .role = agent_role::human});
    auto eve = work.as({.id = "eve", .role = agent_role::observer});
    const auto id = boss.add_task({.title = "a", .needs_review = true});
    CHECK(code_of(ann.try_add_task(named("b"))) == error_code::forbidden);
    CHECK(code_of(eve.try_claim(id)) == error_code::forbidden);
    CHECK(code_of(boss.try_claim(id, "boss")) == error_code::forbidden);
    const auto claim = ann.claim(id);
    // A claim belongs to who has it.
    CHECK(code_of(ben.try_start(id)) == error_code::forbidden);
    CHECK(code_of(ben.try_start(claim)) == error_code::forbidden);
    ann.start(id);
    const auto secret = ann.record_discovery(
        id, {.content = "mine", .affects_tasks = {id}, .visible = workmem::visibility::agent});
    ann.record_discovery(
        id, {.content = "ours", .affects_tasks = {id}, .visible = workmem::visibility::task});
    CHECK(ann.discoveries().size() == 2);
    CHECK(ben.discoveries().empty());
    CHECK(boss.discoveries().size() == 1);
    CHECK(kim.discoveries().size() == 2);
    CHECK_THAT(ann.context_for(id), contains("mine"));
    CHECK_THAT(boss.context_for(id), !contains("mine"));
    CHECK(ann.complete(id) == task_status::review);
    CHECK(code_of(ann.try_review_task(id, {})) == error_code::forbidden);
    CHECK(code_of(work.try_review_task(id, {.by = "ann"})) == error_code::forbidden);
    CHECK(code_of(boss.try_approve("x")) == error_code::forbidden);
    CHECK(qa.review_task(id, {}) == task_status::completed);
    // Who is asked to review may, whatever the role.
    const auto next = boss.add_task({.title = "c", .needs_review = true});
    ann.claim(next);
    ann.start(next);
    boss.assign_review(next, "ben");
    ann.complete(next);
    CHECK(code_of(qa.try_review_task(next, {})) == error_code::forbidden);
    CHECK(ben.review_task(next, {}) == task_status::completed);
}

TEST_CASE("8. How do we handle branching workflows?", "[task][questions]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"}), named("c", {"a"}), named("c2", {"c"})});
    auto meet = named("meet", {"b", "c2"});
    meet.joins = join::any();
    work.add_task(meet);
    const auto branch = work.open_branch({.question = "b or c?", .options = {"b", "c"}});
    finish_task(work, "a");
    CHECK(work.ready(9).empty());
    CHECK(work.outcome() == task_outcome::open);
    CHECK(work.explain("b").branches == names{branch});
    CHECK(code_of(work.try_record_decision(
              nullptr, {.question = "?", .choice = "a", .resolves = branch, .branch = {"a"}})) ==
          error_code::validation_error);
    work.record_decision(
        {.question = "b or c?", .choice = "b", .resolves = branch, .branch = {"b"}});
    CHECK(texts(work.ready(9)) == names{"b"});
    CHECK(work.get("c").status == task_status::skipped);
    CHECK(work.get("c2").status == task_status::skipped);
    CHECK(code_of(work.try_record_decision(
              nullptr, {.question = "?", .choice = "c", .resolves = branch, .branch = {"c"}})) ==
          error_code::conflict);
    finish_task(work, "b");
    CHECK(texts(work.ready(9)) == names{"meet"});
    finish_task(work, "meet");
    CHECK(work.outcome() == task_outcome::completed);
    // By how something ends.
    work.add_tasks({named("try"),
                    named("repair", {{"try", workmem::dependency_condition::failure}}),
                    named("go on", {"try"}),
                    named("clean", {{"try", workmem::dependency_condition::always}})});
    finish_task(work, "try");
    CHECK(work.get("repair").status == task_status::skipped);
    CHECK(texts(work.ready(9)) == names{"go on", "clean"});
}

TEST_CASE("9. What is the notification mechanism when things change?", "[task][questions]") {
    using memory = task_memory_of<workmem::journal::memory, workmem::access::open,
                                  workmem::null_mutex, watched>;
    basic_task_setting<memory> with;
    names heard;
    with.observer.on<workmem::task_notice>([&](const workmem::task_notice& notice) {
        heard.push_back(std::string{notice.kind} + (notice.kind == "task.move"
                                                        ? ":" + std::string{to_string(notice.verb)}
                                                        : ""));
    });
    std::optional<workmem::cursor> from;
    {
        auto work = with.open();
        from = work.position();
        work.add_task(named("a"));
        finish_task(work, "a");
    }
    CHECK(heard == names{"task.plan", "task.add", "task.move:claim", "task.move:start",
                         "task.move:complete"});
    // After a restart, from where one was.
    auto work = with.open();
    CHECK(work.wait_for_changes(*from, std::chrono::milliseconds{0}));
    const auto since = work.changes_since(*from);
    CHECK(since.list.size() == 4);
    CHECK_FALSE(since.compacted);
    CHECK_FALSE(work.wait_for_changes(since.next, std::chrono::milliseconds{0}));
    // Messages wait until they are acknowledged.
    work.register_agent({.id = "ann"});
    work.register_agent({.id = "ben"});
    work.inject_nudge({.target = "ann", .message = "slowly"});
    const auto copies = work.inject_nudge(
        {.target = "all", .message = "stop", .priority = workmem::nudge_priority::urgent});
    CHECK(copies.size() == 3);  // to the worker of before, too
    REQUIRE(work.inbox("ann").size() == 2);
    CHECK(work.inbox("ann")[0].message == "stop");
    CHECK(work.acknowledge({work.inbox("ann")[0].id}) == 1);
    CHECK(work.inbox("ann").size() == 1);
    CHECK(work.inbox("ben").size() == 1);
    work.inject_nudge({.target = "orchestrator", .message = "done?"});
    CHECK(work.inbox("boss").empty());
    work.lead("boss");
    CHECK(work.inbox("boss").size() == 1);
}

TEST_CASE("10. How do we visualize working memory state for humans?", "[task][questions]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"})});
    const auto sees = [&](const char* state, const char* text, const char* mermaid,
                          const char* dot) {
        INFO(state);
        CHECK_THAT(workmem::view::text(work), contains(text) && contains("\n  [ ] \"b\" waiting"));
        CHECK_THAT(workmem::view::mermaid(work), contains(mermaid) && contains("t0 --> t1"));
        CHECK_THAT(workmem::view::dot(work), contains(dot) && contains("t0 -> t1;"));
        const auto drawn = workmem::view::json(work);
        CHECK(drawn["goal"] == "Add JWT");
        CHECK(drawn["tasks"][0]["state"] == state);
        CHECK(drawn["tasks"][1]["depends_on"][0]["task"] == "a");
    };
    sees("ready", "[>] \"a\" ready", "t0[\"a\"]:::ready", "label=\"a\\nready\"");
    CHECK(work.explain("a").text == "\"a\" is ready");
    CHECK(work.explain("b").text == "\"b\" is pending; it waits for \"a\" (pending)");
    work.claim("a", "ann", {.lease = minutes{1}});
    CHECK(work.explain("a").text == "\"a\" is assigned, with \"ann\" until 2024-01-01T00:01:00Z");
    sees("assigned", "\"a\" assigned, ann", "t0[\"a - ann\"]:::assigned",
         "label=\"a\\nassigned, ann\"");
    CHECK(texts(work.get("a").blocks) == names{"b"});
    const auto info = work.info();
    CHECK(info.goal == "Add JWT");
    CHECK(info.count(task_status::assigned) == 1);
    CHECK(info.waiting == 1);
    // And the same after it was saved and loaded.
    auto copy = with.open();
    copy.load(work.to_json());
    CHECK(copy.to_json_text() == work.to_json_text());
}

TEST_CASE("11. Should artifacts be stored inline or by reference?", "[task][questions]") {
    task_setting with;
    temporary_folder folder;
    auto work = with.open();
    const auto id = work.add_task(named("a"));
    const auto path = folder.path() + "/tokens.sql";
    std::ofstream{path} << "abc";
    const auto first = work.record_artifact(
        {.type = workmem::artifact_type::code, .path = path, .associated_task = id});
    CHECK(first.version == 1);
    CHECK(first.size == 3);
    CHECK(first.checksum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    work.record_artifact({.path = "note", .associated_task = id, .content = "small"});
    CHECK(code_of(work.try_record_artifact(nullptr,
                                           {.path = "note", .content = std::string(4'097, 'x')})) ==
          error_code::validation_error);
    const auto states = [&] {
        std::string out;
        for (const auto& each : work.verify_artifacts())
            out += std::string{to_string(each.state)} + ' ';
        return out;
    };
    CHECK(states() == "ok ok ");
    std::ofstream{path} << "abcd";
    CHECK(states() == "changed ok ");
    CHECK(work.record_artifact({.path = path, .associated_task = id}).version == 2);
    CHECK(work.artifacts().size() == 3);
    CHECK(work.artifacts()[0].superseded_by == work.artifacts()[2].id);
    std::filesystem::remove(path);
    CHECK(states() == "ok missing ");
    CHECK_THAT(work.context_for(id), contains("version 2"));
}

TEST_CASE("12. How do we handle partial failures?", "[task][questions]") {
    using enum workmem::failure_policy;
    struct row {
        workmem::failure_policy policy;
        const char* ready;
        task_status dependent;
        task_outcome outcome;
    };
    for (const auto& each : {row{block, "", task_status::pending, task_outcome::partial},
                             row{skip_dependents, "", task_status::skipped, task_outcome::partial},
                             row{proceed, "b", task_status::pending, task_outcome::open}}) {
        INFO(to_string(each.policy));
        task_setting with;
        auto work = with.open({.on_failure = each.policy});
        work.add_tasks({named("done"), named("a"), named("b", {"a"}), named("c", {"b"})});
        finish_task(work, "done");
        fail_task(work, "a");
        std::string ready;
        for (const auto& task : work.ready(9)) ready += task.str();
        CHECK(ready == each.ready);
        CHECK(work.get("b").status == each.dependent);
        CHECK(work.outcome() == each.outcome);
        if (each.policy != block) continue;
        // Whoever waits in vain is known, with the cause.
        const auto stranded = work.unreachable();
        REQUIRE(stranded.size() == 2);
        CHECK(stranded[1].task == workmem::task_id{"c"});
        CHECK(stranded[1].because_of == workmem::task_id{"a"});
        CHECK(stranded[1].cause == task_status::failed);
        CHECK_THAT(work.explain("c").text, contains("cannot become ready because of \"a\""));
        work.retry("a");
        CHECK(work.unreachable().empty());
        CHECK(work.get("a").attempts.size() == 1);
        CHECK(work.get("a").attempts[0].note == "it does not work");
        for (const auto* id : {"a", "b", "c"}) finish_task(work, id);
        CHECK(work.outcome() == task_outcome::completed);
        CHECK(work.status() == workmem::task_memory_status::completed);
    }
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b")});
    fail_task(work, "a");
    work.cancel();
    CHECK(work.get("b").status == task_status::cancelled);
    CHECK(work.outcome() == task_outcome::cancelled);
}
