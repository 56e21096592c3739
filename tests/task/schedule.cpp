#include "catch.hpp"

#include <workmem/task/schedule.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace workmem;
using workmem::detail::task_schedule;
using slots = std::vector<std::uint32_t>;

namespace {

// Tasks without dependencies.
task_schedule of_tasks(std::size_t count, failure_policy policy = failure_policy::block,
                       join joins = join::all()) {
    task_schedule out;
    out.reserve(count, 16);
    for (std::size_t i = 0; i < count; ++i) out.add(priority::medium, joins, policy);
    return out;
}
void link(task_schedule& to, std::uint32_t from, std::uint32_t next,
          dependency_condition condition = dependency_condition::success) {
    REQUIRE(to.links().prepare(from, next).empty());
    to.link({from, next, condition});
}
slots ready(const task_schedule& of) {
    slots out;
    of.visit_ready([&](std::uint32_t slot) {
        out.push_back(slot);
        return true;
    });
    return out;
}
slots doomed(const task_schedule& of, std::uint32_t slot, task_status by) {
    const std::array changes{std::pair{slot, by}};
    return of.doomed_by(changes);
}

}  // namespace

TEST_CASE("the ready tasks come by priority, then as they were created", "[task]") {
    auto tasks = of_tasks(3);
    tasks.reserve(4, 0);
    tasks.add(priority::critical, join::all(), failure_policy::block);
    CHECK(ready(tasks) == slots{3, 0, 1, 2});
    tasks.set_priority(1, priority::high);
    CHECK(ready(tasks) == slots{3, 1, 0, 2});
    tasks.set_status(3, task_status::in_progress);
    CHECK(ready(tasks) == slots{1, 0, 2});
    CHECK(tasks.ready_count() == 3);
    slots first;
    tasks.visit_ready([&](std::uint32_t slot) {
        first.push_back(slot);
        return false;
    });
    CHECK(first == slots{1});
}

TEST_CASE("a task is ready once its dependencies are what it waits for", "[task]") {
    auto tasks = of_tasks(4);
    link(tasks, 0, 1);
    link(tasks, 0, 2, dependency_condition::failure);
    link(tasks, 0, 3, dependency_condition::always);
    CHECK(ready(tasks) == slots{0});
    CHECK(tasks.waiting().size() == 3);
    tasks.set_status(0, task_status::in_progress);
    CHECK(ready(tasks).empty());
    tasks.set_status(0, task_status::completed);
    CHECK(ready(tasks) == slots{1, 3});
    // Begun anew, and given up.
    tasks.set_status(0, task_status::pending);
    CHECK(ready(tasks) == slots{0});
    tasks.set_status(0, task_status::failed);
    CHECK(ready(tasks) == slots{2, 3});
}

TEST_CASE("a task needs as many of its dependencies as it joins", "[task]") {
    auto tasks = of_tasks(4, failure_policy::block, join::at_least(2));
    for (const std::uint32_t from : {0U, 1U, 2U}) link(tasks, from, 3);
    CHECK(tasks.dependency_count(3) == 3);
    CHECK(tasks.needed(3) == 2);
    tasks.set_status(0, task_status::completed);
    CHECK_FALSE(tasks.is_ready(3));
    tasks.set_status(1, task_status::failed);
    CHECK_FALSE(tasks.why_unreachable(3));
    tasks.set_status(2, task_status::completed);
    CHECK(tasks.is_ready(3));
    // Of those that are left it needs no more than there are.
    tasks.unlink({0, 3, dependency_condition::success});
    tasks.unlink({1, 3, dependency_condition::success});
    CHECK(tasks.needed(3) == 1);
    CHECK(tasks.is_ready(3));
    tasks.set_met(3, 1);
    CHECK(tasks.dependency_count(3) == 2);
    CHECK(tasks.satisfied(3) == 2);
}

TEST_CASE("a task that is held is not ready, however often it has to be released", "[task]") {
    auto tasks = of_tasks(2);
    tasks.hold(0);
    tasks.hold(0);
    tasks.release(0);
    CHECK(ready(tasks) == slots{1});
    tasks.release(0);
    tasks.release(0);
    CHECK(ready(tasks) == slots{0, 1});
    tasks.hold_everything();
    tasks.reserve(3, 0);
    tasks.add(priority::medium, join::all(), failure_policy::block);
    CHECK(ready(tasks).empty());
    tasks.release_everything();
    tasks.release_everything();
    CHECK(ready(tasks) == slots{0, 1, 2});
}

TEST_CASE("what cannot become ready is told with what it needs and where that began", "[task]") {
    auto tasks = of_tasks(4);
    link(tasks, 0, 1);
    link(tasks, 1, 2);
    CHECK(tasks.unreachable().empty());
    tasks.set_status(0, task_status::failed);
    const auto lost = tasks.unreachable();
    REQUIRE(lost.size() == 2);
    CHECK(lost[0].slot == 1);
    CHECK(lost[0].dependency == 0);
    CHECK(lost[1].slot == 2);
    CHECK(lost[1].dependency == 1);
    CHECK(lost[1].root == 0);
    const auto why = tasks.why_unreachable(2);
    REQUIRE(why);
    CHECK(why->dependency == 1);
    CHECK(why->root == 0);
    CHECK_FALSE(tasks.why_unreachable(3));
    tasks.set_status(0, task_status::pending);
    CHECK_FALSE(tasks.why_unreachable(2));
}

TEST_CASE("what a failure dooms is skipped or not, as its task says", "[task]") {
    for (const auto policy :
         {failure_policy::block, failure_policy::skip_dependents, failure_policy::proceed}) {
        auto tasks = of_tasks(4, policy);
        link(tasks, 0, 1);
        link(tasks, 1, 2);
        link(tasks, 0, 3, dependency_condition::any);
        INFO(to_string(policy));
        const bool skips = policy == failure_policy::skip_dependents;
        CHECK(doomed(tasks, 0, task_status::failed) == (skips ? slots{1, 2} : slots{}));
        CHECK(doomed(tasks, 0, task_status::completed).empty());
        tasks.set_status(0, task_status::failed);
        CHECK(tasks.is_ready(1) == (policy == failure_policy::proceed));
    }
    // Who waits for a failure waits in vain for what succeeds.
    auto tasks = of_tasks(2);
    link(tasks, 0, 1, dependency_condition::failure);
    CHECK(doomed(tasks, 0, task_status::completed) == slots{1});
}

TEST_CASE("each task comes after what it depends on", "[task]") {
    auto tasks = of_tasks(5);
    link(tasks, 4, 0);
    link(tasks, 0, 2);
    CHECK(tasks.topological_order() == slots{1, 3, 4, 0, 2});
}

TEST_CASE("the critical path is the heaviest chain of what is left to do", "[task]") {
    auto tasks = of_tasks(5);
    link(tasks, 0, 1);
    link(tasks, 1, 4);
    link(tasks, 2, 3);
    const std::array<unsigned, 5> hours{1, 1, 2, 2, 1};
    const auto path = [&] {
        return tasks.critical_path([&](std::uint32_t slot) { return hours[slot]; });
    };
    CHECK(path() == slots{2, 3});
    tasks.set_status(2, task_status::completed);
    CHECK(path() == slots{0, 1, 4});
    for (const std::uint32_t slot : {0U, 1U, 3U, 4U}) tasks.set_status(slot, task_status::skipped);
    CHECK(path().empty());
}
