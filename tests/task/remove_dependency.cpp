// Tasks that do not have to wait for others any more.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <nlohmann/json.hpp>

#include <string>

using namespace workmem_test;
using workmem::agent_role;
using workmem::dependency_condition;
using workmem::error_code;
using workmem::join;

TEST_CASE("a task is ready once it waits for nothing any more", "[task][undepend]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b"), named("c", {"a", "b"}), named("d", {"c"})});
    const auto version = work.get("c").version;
    CHECK(work.remove_dependency("c", "a"));
    CHECK(work.get("c").version == version + 1);
    CHECK(work.get("c").depends_on == std::vector<workmem::task_dependency>{"b"});
    CHECK(work.get("a").blocks.empty());
    CHECK_FALSE(work.is_ready("c"));
    CHECK(work.remove_dependency("c", "b"));
    CHECK(texts(work.ready(9)) == names{"a", "b", "c"});
    CHECK(texts(work.waiting(9)) == names{"d"});
    // Again changes nothing.
    const auto at = work.sequence();
    CHECK_FALSE(work.remove_dependency("c", "b"));
    CHECK_FALSE(work.remove_dependency("a", "d"));
    CHECK(work.sequence() == at);
    CHECK(with.open() == work);
    work.snapshot();
    CHECK(with.open() == work);
}

TEST_CASE("without what closed the way the other direction is free", "[task][undepend]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"})});
    CHECK(code_of(work.try_add_dependency("a", "b")) == error_code::cycle);
    work.remove_dependency("b", "a");
    CHECK(work.add_dependency("a", "b"));
    CHECK(texts(work.topological_order()) == names{"b", "a"});
    CHECK(with.open() == work);
}

TEST_CASE("what is lost by a dependency is not without it", "[task][undepend]") {
    task_setting with;
    auto work = with.open();
    auto two = named("two", {"a", "b", "c"});
    two.joins = join::at_least(2);
    work.add_tasks({named("a"), named("b"), named("c"),
                    named("on_failure", {{"a", dependency_condition::failure}}), two});
    work.cancel_task("a");
    work.cancel_task("b");
    CHECK(work.unreachable().size() == 2);
    CHECK(work.remove_dependency("on_failure", "a"));
    CHECK(work.is_ready("on_failure"));
    // Of the two left it needs both.
    CHECK(work.remove_dependency("two", "a"));
    REQUIRE(work.unreachable().size() == 1);
    CHECK(work.remove_dependency("two", "b"));
    CHECK(work.unreachable().empty());
    finish_task(work, "c");
    CHECK(work.is_ready("two"));
    CHECK(with.open() == work);
}

TEST_CASE("a dependency on a folded task goes like another one", "[task][undepend][folded]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("done"));
    finish_task(work, "done");
    REQUIRE(work.compact() == 1);
    auto any = named("any", {"done", "a"});
    any.joins = join::any();
    work.add_tasks({named("a"), any});
    CHECK(work.is_ready("any"));
    CHECK(work.remove_dependency("any", "done"));
    CHECK_FALSE(work.remove_dependency("any", "done"));
    CHECK_FALSE(work.is_ready("any"));
    CHECK(work.get("any").depends_on == std::vector<workmem::task_dependency>{"a"});
    CHECK(with.open() == work);
}

TEST_CASE("what cannot be removed says why, and changes nothing", "[task][undepend]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"})});
    const auto before = work.to_json_text();
    CHECK(code_of(work.try_remove_dependency("b", "x")) == error_code::not_found);
    CHECK(code_of(work.try_remove_dependency("x", "a")) == error_code::not_found);
    CHECK(work.to_json_text() == before);
    finish_task(work, "a");
    finish_task(work, "b");
    const auto over = work.try_remove_dependency("b", "a");
    CHECK(code_of(over) == error_code::validation_error);
    CHECK(over.error().message() ==
          "task \"b\" is completed; only pending and assigned tasks lose dependencies");
}

TEST_CASE("whoever may add dependencies may remove them, and is told of", "[task][undepend]") {
    basic_task_setting<workmem::basic_task_memory<task_guarded>> with;
    auto work = with.open();
    work.add_tasks({named("a"), named("b", {"a"})});
    for (const auto role : {agent_role::worker, agent_role::reviewer, agent_role::observer})
        CHECK(code_of(work.as({.id = "x", .role = role}).try_remove_dependency("b", "a")) ==
              error_code::forbidden);
    CHECK(work.as({.id = "kim", .role = agent_role::human}).remove_dependency("b", "a"));

    using watched = workmem::basic_task_memory<task_recorded>;
    basic_task_setting<watched> seen;
    names told;
    seen.observer.on<workmem::task_notice>([&](const workmem::task_notice& notice) {
        if (notice.kind == "task.undepend") told = notice.ids;
    });
    auto other = seen.open();
    other.add_tasks({named("a"), named("b", {"a"})});
    other.remove_dependency("b", "a");
    CHECK(told == names{"b"});
}

TEST_CASE("two writers remove a dependency once", "[task][undepend]") {
    task_setting with;
    auto one = with.open(), two = with.open();
    one.add_tasks({named("a"), named("b", {"a"})});
    two.catch_up();
    CHECK(one.remove_dependency("b", "a"));
    CHECK_FALSE(two.remove_dependency("b", "a"));
    CHECK(two == one);
}
