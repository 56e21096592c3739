// Task memories in the table of golden.cpp.
#include "golden.hpp"
#include "task_bundles.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workmem/journal/memory.hpp>
#include <workmem/task/erasing.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::task_id;

namespace {

using recorded = workmem::journal::memory;
using memory = task_memory_of<recorded>;

constexpr auto stream = golden_stream;

// The memory whose records these are.
golden_history written() {
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
    return history_of(journal, "task");
}

memory open(const recorded& journal) { return memory{{}, {.journal = journal, .stream = stream}}; }

std::string state_of(recorded journal) { return open(journal).to_json_text(); }

}  // namespace

workmem_test::golden_memory workmem_test::golden_task() {
    return {.name = "task",
            .files = {"task.plan.1",          "task.add.1",         "task.add.1.many",
                      "task.depend.1",        "task.update.1",      "task.agent.1",
                      "task.lead.1",          "task.branch.1",      "task.move.1.claim",
                      "task.move.1.start",    "task.decide.1",      "task.discover.1",
                      "task.artifact.1",      "task.nudge.1",       "task.acknowledge.1",
                      "task.move.1.complete", "task.move.1.review", "task.decide.1.branch",
                      "task.approve.1",       "task.move.1.taken",  "task.move.1.started",
                      "task.move.1.fail",     "task.fold.1",        "task.move.1.close",
                      "task.load.1",          "task.erase.1"},
            .others = {"task.load.1.unfolded", "task.undepend.1"},
            .written = &written,
            .state_of = &state_of,
            .is_its_snapshot = false};
}

TEST_CASE("a removed dependency is written and read as it has always been",
          "[task][journal][golden]") {
    const auto golden = golden_task();
    recorded journal;
    workmem::manual_clock clock;
    task_memory_of<recorded> work{{.name = "auth"},
                                  {.clock = clock, .journal = journal, .stream = stream}};
    work.add_tasks(
        {{.title = "a", .id = "a"},
         {.title = "d", .depends_on = {{"a", workmem::dependency_condition::any}}, .id = "d"}});
    CHECK(work.remove_dependency("d", "a"));
    std::string last;
    (void)journal.read(stream, 0, [&](const auto& each) { last = each.bytes; });
    CHECK(last == golden("task.undepend.1"));
    // Behind `task.depend.1` it takes back what that says.
    const auto depend = std::find(golden.files.begin(), golden.files.end(), "task.depend.1");
    auto records = golden.up_to(static_cast<std::size_t>(depend - golden.files.begin()) + 1);
    records.push_back(golden("task.undepend.1"));
    CHECK(golden.opened(records) == golden("state/task.undepend.1"));
}

TEST_CASE("what was written before the ids of folded tasks were kept means what it meant",
          "[task][journal][golden]") {
    const auto golden = golden_task();
    const std::string load = "task.load.1.unfolded", snapshot = "task.snapshot.1.unfolded";
    const auto before = std::find(golden.files.begin(), golden.files.end(), "task.load.1");
    REQUIRE(before != golden.files.end());
    auto records = golden.up_to(static_cast<std::size_t>(before - golden.files.begin()));
    records.push_back(golden(load));
    CHECK(golden.opened(records) == golden("state/" + load));
    CHECK(golden.opened(golden.with_snapshot(golden(snapshot))) == golden("state/" + snapshot));
}

TEST_CASE("what is erased of a task memory leaves records without its text",
          "[task][journal][golden]") {
    const auto golden = golden_task();
    CHECK(workmem::without_task_text(golden("task.erase.1"), "id-4") == golden("task.erased.1"));
    CHECK(workmem::without_task_text(golden("task.discover.1"), "id-4") ==
          golden("task.discover.1.scrubbed"));
    CHECK_FALSE(workmem::without_task_text(golden("task.discover.1"), "id-3"));
}
