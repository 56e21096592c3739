// Tasks of any type and what comes before what.
#include "catch.hpp"
#include "fresh_seed.hpp"
#include "repetitions.hpp"

#include <workmem/task/task_graph.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::dependency_condition;
using workmem::error_code;
using workmem::failure_policy;
using workmem::join;
using workmem::task_status;
using string_graph = workmem::task_graph<std::string>;

namespace {

template <class Handles>
std::string names(const Handles& handles) {
    std::string out;
    for (const auto& each : handles) out += (out.empty() ? "" : " ") + each.value();
    return out;
}
template <class Call>
workmem::error problem_of(Call&& call) {
    try {
        call();
    } catch (const workmem::error& problem) {
        return problem;
    }
    FAIL("nothing was refused");
    return {error_code::not_found, ""};
}

}  // namespace

TEST_CASE("tasks become ready when what they come after is done", "[task_graph]") {
    string_graph plan;
    auto [design, code, test] = plan.emplace("design", "code", "test");
    code.succeed(design).precede(test);
    CHECK(names(plan.ready()) == "design");
    CHECK(names(plan.waiting()) == "code test");
    design.start();
    CHECK(names(plan.ready()).empty());
    CHECK(names(plan.in_progress()) == "design");
    design.submit();
    CHECK(names(plan.needs_review()) == "design");
    design.complete();
    CHECK(names(plan.ready()) == "code");
    code.start();
    code.block();
    CHECK(names(plan.blocked()) == "test code");
    CHECK(plan.count(task_status::completed) == 1);
}

TEST_CASE("the ready come by priority, then in the order in which they were added",
          "[task_graph]") {
    string_graph plan;
    using workmem::priority;
    plan.emplace_with({.priority = priority::low}, "a");
    plan.emplace("b");
    plan.emplace_with({.priority = priority::critical}, "c");
    plan.emplace("d");
    CHECK(names(plan.ready()) == "c b d a");
    CHECK(names(plan.ready(2)) == "c b");
    CHECK(plan.ready(0).empty());
}

TEST_CASE("a cycle is refused with its path, and nothing changes", "[task_graph]") {
    string_graph plan;
    auto [a, b, c, d] = plan.emplace("a", "b", "c", "d");
    a.precede(b);
    b.precede(c);
    const auto problem = problem_of([&, a = a, c = c] { plan.precede(c, a); });
    CHECK(problem.code() == error_code::cycle);
    CHECK(problem.message() == "the dependencies would close a cycle: 0 -> 1 -> 2 -> 0");
    CHECK(problem_of([a = a] { a.precede(a); }).message() ==
          "the dependencies would close a cycle: 0 -> 0");
    // All or none.
    CHECK(problem_of([&] { plan.add_dependencies({{3, 0}, {2, 3}}); }).code() == error_code::cycle);
    CHECK(plan.dependency_count() == 2);
    CHECK(names(plan.ready()) == "a d");
    a.precede(b);  // is there
    CHECK(plan.dependency_count() == 2);
}

TEST_CASE("conditions and joins", "[task_graph]") {
    struct row {
        const char* what;
        dependency_condition condition;
        task_status ends;
        failure_policy policy;
        const char* becomes;  // of the dependent: ready, skipped, unreachable
    };
    using enum task_status;
    using enum dependency_condition;
    using enum failure_policy;
    for (const auto& each : std::vector<row>{
             {"done as hoped", success, completed, block, "ready"},
             {"failed, and the rest waits", success, failed, block, "unreachable"},
             {"failed, and the rest is skipped", success, failed, skip_dependents, "skipped"},
             {"failed, and the rest goes on", success, failed, proceed, "ready"},
             {"cancelled, and the rest waits", success, cancelled, block, "unreachable"},
             {"cancelled, and the rest is skipped", success, cancelled, skip_dependents, "skipped"},
             {"cancelled, and the rest goes on", success, cancelled, proceed, "ready"},
             {"skipped: a branch not taken", success, skipped, block, "skipped"},
             {"skipped: a branch not taken, whatever failures do", success, skipped, proceed,
              "skipped"},
             {"nothing to repair", failure, completed, block, "skipped"},
             {"something to repair", failure, failed, block, "ready"},
             {"something to repair, others are skipped", failure, failed, skip_dependents, "ready"},
             {"never tried, so nothing failed", failure, cancelled, block, "unreachable"},
             {"either way: done", any, completed, block, "ready"},
             {"either way: failed", any, failed, block, "ready"},
             {"either way, but not tried", any, cancelled, block, "unreachable"},
             {"either way, but skipped", any, skipped, block, "skipped"},
             {"cleaning up: done", always, completed, block, "ready"},
             {"cleaning up: failed", always, failed, block, "ready"},
             {"cleaning up: cancelled", always, cancelled, block, "ready"},
             {"cleaning up: skipped", always, skipped, block, "ready"}}) {
        INFO(each.what);
        string_graph plan;
        auto first = plan.emplace_with({.on_failure = each.policy}, "first");
        auto second = plan.emplace("second");
        plan.precede(first, second, each.condition);
        if (each.ends != cancelled && each.ends != skipped) first.start();
        plan.become(first, each.ends).value();
        const std::string found = second.is_ready()                      ? "ready"
                                  : second.status() == skipped           ? "skipped"
                                  : plan.unreachable().empty()           ? "waiting"
                                  : plan.unreachable()[0].task == second ? "unreachable"
                                                                         : "?";
        CHECK(found == each.becomes);
    }
}

TEST_CASE("a join asks for all, any or some of them", "[task_graph]") {
    struct row {
        const char* what;
        join joins;
        int done, failed;  // of three
        const char* becomes;
    };
    for (const auto& each :
         std::vector<row>{{"all", join::all(), 2, 0, "waiting"},
                          {"all are done", join::all(), 3, 0, "ready"},
                          {"one of all failed", join::all(), 2, 1, "lost"},
                          {"any", join::any(), 0, 0, "waiting"},
                          {"any is done", join::any(), 1, 0, "ready"},
                          {"any, two failed", join::any(), 0, 2, "waiting"},
                          {"any, all failed", join::any(), 0, 3, "lost"},
                          {"two", join::at_least(2), 1, 1, "waiting"},
                          {"two are done", join::at_least(2), 2, 1, "ready"},
                          {"two failed", join::at_least(2), 1, 2, "lost"},
                          {"more than there are", join::at_least(9), 3, 0, "ready"}}) {
        INFO(each.what);
        string_graph plan;
        auto last = plan.emplace_with({.joins = each.joins}, "last");
        for (int i = 0; i < 3; ++i) {
            auto task = plan.emplace("task");
            last.succeed(task);
        }
        for (int i = 0; i < each.done + each.failed; ++i) {
            auto task = plan[static_cast<std::uint32_t>(i + 1)];
            task.start();
            i < each.done ? task.complete() : task.fail();
        }
        CHECK((last.is_ready()              ? "ready"
               : plan.unreachable().empty() ? "waiting"
                                            : "lost") == std::string{each.becomes});
    }
}

TEST_CASE("late dependencies, retries and holds", "[task_graph]") {
    string_graph plan;
    auto [a, b, c] = plan.emplace("a", "b", "c");
    a.start();
    a.complete();
    b.succeed(a);  // met already
    CHECK(b.is_ready());
    CHECK(problem_of([a = a, c = c] { a.succeed(c); }).message() ==
          "task 0 is completed; only pending and assigned tasks get dependencies");
    b.assign();
    b.succeed(c);  // assigned, and has to wait now
    CHECK(problem_of([b = b] { b.start(); }).message() == "task 1 is not ready");
    c.start();
    c.fail();
    CHECK(plan.explain(b).broken == 1);
    c.retry();
    CHECK(plan.explain(b).broken == 0);
    CHECK(c.is_ready());
    c.hold();
    CHECK(names(plan.waiting()) == "c");
    c.release();
    c.start();
    c.complete();
    b.start();
    CHECK(plan.explain(b).satisfied == 2);
    CHECK(problem_of([c = c] { c.fail(); }).message() ==
          "task 2 is completed and cannot become failed");
}

TEST_CASE("a branch that is not taken is skipped up to where branches meet", "[task_graph]") {
    string_graph plan;
    auto [choose, left, left2, right, meet] =
        plan.emplace("choose", "left", "left2", "right", "meet");
    left.succeed(choose);
    right.succeed(choose);
    left2.succeed(left);
    auto both = plan.emplace_with({.joins = join::any()}, "both");
    both.succeed(left2, right);
    meet.succeed(left2, right);
    choose.start();
    choose.complete();
    left.skip();
    CHECK(left2.status() == task_status::skipped);
    CHECK(meet.status() == task_status::skipped);
    CHECK(both.status() == task_status::pending);
    right.start();
    right.complete();
    CHECK(both.is_ready());
}

TEST_CASE("unreachable tasks say where it began", "[task_graph]") {
    string_graph plan;
    auto [a, b, c, d] = plan.emplace("a", "b", "c", "d");
    a.precede(b);
    b.precede(c);
    plan.precede(c, d, dependency_condition::always);
    a.start();
    a.fail();
    const auto lost = plan.unreachable();
    REQUIRE(lost.size() == 3);
    CHECK(lost[0].task == b);
    CHECK(lost[2].task == d);
    CHECK(lost[2].because_of == a);
    a.retry();
    CHECK(plan.unreachable().empty());
}

TEST_CASE("topological order and critical path", "[task_graph]") {
    string_graph plan;
    auto [a, b, c, d, e] = plan.emplace("a", "bbbb", "c", "d", "e");
    d.precede(a);
    a.precede(c);
    b.precede(c);
    CHECK(names(plan.topological_order()) == "bbbb d a c e");
    CHECK(names(plan.critical_path()) == "d a c");
    CHECK(names(plan.critical_path([](const std::string& name) { return name.size(); })) ==
          "bbbb c");
    d.start();
    d.complete();
    CHECK(names(plan.critical_path()) == "a c");
    const auto why = plan.explain(c);
    CHECK_FALSE(why.is_ready);
    CHECK(why.needed == 2);
    CHECK(why.dependencies.size() == 2);
    CHECK(why.dependencies[0].on == a.number());
}

TEST_CASE("cycles are found as a depth-first search finds them", "[task_graph]") {
    const auto seed = fresh_seed();
    INFO("seed " << seed);
    std::mt19937_64 random{seed};
    for (int round = 0; round < 200; ++round) {
        const auto size = static_cast<std::uint32_t>(2 + random() % 30);
        workmem::task_graph<int> plan;
        for (std::uint32_t i = 0; i < size; ++i) plan.emplace(0);
        std::vector<std::set<std::uint32_t>> after(size);
        const auto reaches = [&](std::uint32_t from, std::uint32_t to) {
            std::set<std::uint32_t> seen{from};
            std::vector<std::uint32_t> open{from};
            while (!open.empty()) {
                const auto at = open.back();
                open.pop_back();
                for (const auto next : after[at])
                    if (seen.insert(next).second) open.push_back(next);
            }
            return seen.count(to) != 0;
        };
        for (std::uint32_t i = 0; i < size * 4; ++i) {
            const auto from = static_cast<std::uint32_t>(random() % size);
            const auto to = static_cast<std::uint32_t>(random() % size);
            const bool closes = reaches(to, from);
            const auto done = plan.try_add_dependencies({{from, to}});
            REQUIRE(done.has_value() != closes);
            if (closes) {
                REQUIRE(done.error().code() == error_code::cycle);
                continue;
            }
            after[from].insert(to);
            std::map<std::uint32_t, std::size_t> place;
            for (const auto& each : plan.topological_order())
                place.emplace(each.number(), place.size());
            REQUIRE(place.size() == size);
            for (std::uint32_t at = 0; at < size; ++at)
                for (const auto next : after[at]) REQUIRE(place[at] < place[next]);
        }
    }
}

TEST_CASE("long chains in either direction take no stack and little time", "[task_graph]") {
    constexpr auto size = static_cast<std::uint32_t>(1'000'000 / workmem_test::slowness);
    for (const bool backwards : {false, true}) {
        workmem::task_graph<char> plan;
        plan.reserve(size, size);
        for (std::uint32_t i = 0; i < size; ++i) plan.emplace('x');
        // Plain Pearce-Kelly takes minutes for the second.
        for (std::uint32_t i = 0; i + 1 < size; ++i)
            plan.precede(plan[backwards ? i + 1 : i], plan[backwards ? i : i + 1]);
        CHECK(plan.critical_path().size() == size);
        CHECK(plan.ready().size() == 1);
        auto first = plan[backwards ? size - 1 : 0];
        CHECK_FALSE(plan.try_add_dependencies({{backwards ? 0 : size - 1, first.number()}}));
        first.start();
        first.fail();
        CHECK(plan.unreachable().size() == size - 1);
        first.retry();
        first.skip();
        CHECK(plan.count(task_status::skipped) == size);
    }
}
