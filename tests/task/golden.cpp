// The form in which journals keep the changes of a task memory, for good: one file of
// tests/task/golden for each kind of record, named after kind and version. What is written is these
// bytes; what is read is what they meant when they were written.
#include "golden.hpp"
#include "task_bundles.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::task_id;

namespace {

using recorded = workmem::journal::memory;
using memory = task_memory_of<recorded>;

constexpr auto stream = "agent";

const golden_files golden{
    "tests/task/golden",
    {"task.plan.1",         "task.add.1",           "task.add.1.many",    "task.depend.1",
     "task.update.1",       "task.agent.1",         "task.lead.1",        "task.branch.1",
     "task.move.1.claim",   "task.move.1.start",    "task.decide.1",      "task.discover.1",
     "task.artifact.1",     "task.nudge.1",         "task.acknowledge.1", "task.move.1.complete",
     "task.move.1.review",  "task.decide.1.branch", "task.approve.1",     "task.move.1.taken",
     "task.move.1.started", "task.move.1.fail",     "task.fold.1",        "task.move.1.close",
     "task.load.1",         "task.erase.1"}};

// The memory whose records these are.
kept_as_written written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    task_memory_of<kept_as_written> work{{.name = "auth",
                                          .goal = "Say \"hi\"\nto Ann",
                                          .constraints = {"one", "two"},
                                          .memory_core_refs = {"jwt"}},
                                         {.clock = clock, .journal = journal, .stream = stream}};
    work.add_task({.title = "a", .needs_review = true, .id = "a"});
    clock.advance(minutes{1});
    work.add_tasks({{.title = "b",
                     .description = "more",
                     .depends_on = {"a", {"c", workmem::dependency_condition::always}},
                     .priority = workmem::priority::critical,
                     .joins = workmem::join::at_least(1),
                     .on_failure = workmem::failure_policy::skip_dependents,
                     .tags = {"t"},
                     .id = "b"},
                    {.title = "c", .id = "c"},
                    {.title = "d", .depends_on = {"b"}, .id = "d"},
                    {.title = "e", .id = "e"},
                    {.title = "f", .depends_on = {"e"}, .id = "f"}},
                   {.actor = "planner", .idempotency_key = "k-1"});
    work.add_dependency("d", {"a", workmem::dependency_condition::any});
    work.update_task("d", {.title = "D", .priority = workmem::priority::low});
    work.register_agent({.id = "kim", .role = workmem::agent_role::human, .log_ref = "logs/kim"});
    work.lead("boss", {.lease = minutes{5}});
    const auto branch = work.open_branch({.question = "c or e?", .options = {"c", "e"}});
    const auto claim = work.claim("a", "ann", {.lease = minutes{10}});
    work.start(claim);
    work.record_decision(claim, {.question = "q",
                                 .choice = "x",
                                 .alternatives = {"y", "z"},
                                 .rationale = "because",
                                 .affects_tasks = {"b"},
                                 .reversible = false,
                                 .visible = workmem::visibility::task});
    work.record_discovery(claim, {.content = "found",
                                  .type = workmem::discovery_type::risk,
                                  .affects_tasks = {"a", "b"},
                                  .promote_to_core = "core"});
    work.record_artifact(claim, {.type = workmem::artifact_type::code,
                                 .path = "src/a.cpp",
                                 .description = "code",
                                 .media_type = "text/x-c++",
                                 .content = "int x;"});
    const auto sent = work.inject_nudge({.target = "all", .message = "Stop"});
    work.acknowledge({sent[0]});
    clock.advance(workmem::milliseconds{1'500});
    work.complete(claim, {.summary = "done", .next_steps = {"b"}});
    work.review_task("a", {.comments = "good", .by = "kim"});
    const auto chosen = work.record_decision({.question = "c or e?",
                                              .choice = "c",
                                              .needs_approval = true,
                                              .resolves = branch,
                                              .branch = {"c"}});
    work.approve(chosen, {.comments = "yes", .by = "kim"});
    const auto other = work.as({.id = "ben"}).claim("b");
    work.start(other);
    work.fail(other, "broken");
    (void)work.compact();
    work.cancel();
    work.load(work.to_json());
    work.erase("id-4");
    return journal;
}

memory open(const recorded& journal) { return memory{{}, {.journal = journal, .stream = stream}}; }

std::string opened(const std::vector<std::string>& records) { return opened_with(records, open); }

}  // namespace

TEST_CASE("what a task memory writes is what it has always been", "[task][journal][golden]") {
    auto journal = written();
    std::size_t i = 0;
    REQUIRE(journal.read(stream, 0, [&](const workmem::journal::record& each) {
        if (i == golden.names.size()) return;
        INFO(golden.names[i]);
        CHECK(each.bytes == golden(golden.names[i++]));
    }));
    REQUIRE(i == golden.names.size());
    const auto snapshot = journal.newest_snapshot(stream, "task", ~std::uint64_t{0});
    REQUIRE(snapshot);
    REQUIRE(*snapshot);
    CHECK((*snapshot)->bytes == golden("task.snapshot.1"));
}

TEST_CASE("what a task memory wrote means what it meant", "[task][journal][golden]") {
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(opened(golden.up_to(i + 1)) == golden("state/" + golden.names[i]));
    }
}

TEST_CASE("a task memory's snapshot means what it meant", "[task][journal][golden]") {
    recorded journal;
    const std::string_view line[]{R"({"kind":"other.put","version":7})"};
    REQUIRE(journal.append(stream, 0, line).status == workmem::journal::append_status::recorded);
    REQUIRE(journal.save_snapshot(stream, "task", 1, golden("task.snapshot.1")));
    auto work = open(journal);
    CHECK(work.to_json_text() == golden("state/task.snapshot.1"));
    CHECK(work.sequence() == 1);
}

TEST_CASE("what is erased of a task memory leaves records without its text",
          "[task][journal][golden]") {
    CHECK(workmem::without_task_text(golden("task.erase.1"), "id-4") == golden("task.erased.1"));
    CHECK(workmem::without_task_text(golden("task.discover.1"), "id-4") ==
          golden("task.discover.1.scrubbed"));
    CHECK_FALSE(workmem::without_task_text(golden("task.discover.1"), "id-3"));
}

TEST_CASE("a newer version of a task memory's record is refused, and says so",
          "[task][journal][golden]") {
    for (const auto& name : golden.names) {
        INFO(name);
        const auto kind = name.substr(0, name.find(".1"));
        CHECK_THAT(opened({with_version_2(golden(name))}),
                   contains(kind + " has version 2, this library knows up to 1"));
    }
    const auto one = golden("task.plan.1");
    CHECK_THAT(opened({one, R"({"kind":"task.unheard_of","version":1})"}),
               contains("its kind \"task.unheard_of\" is unknown"));
    CHECK(opened({one, R"({"kind":"entity.put","version":9,"anything":[1]})"}) == opened({one}));
}
