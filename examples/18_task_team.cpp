// "Build auth system": an orchestrator, developers and a tester, each a thread, share one memory; a
// person changes their course on the way.
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/shared.hpp>
#include <workmem/task/task_memory.hpp>

#include <chrono>
#include <iostream>
#include <thread>

using workmem::agent_role;
using workmem::task_status;

using team_memory = workmem::shared_durable_task_memory<workmem::journal::any>;

template <class Condition>
void wait_until(team_memory& work, Condition holds) {
    for (auto at = work.position(); !holds(); at = work.position())
        (void)work.wait_for_changes(at, std::chrono::seconds{1});
}

void designer(team_memory& work) {
    auto me = work.as({.id = "dev-1", .role = agent_role::worker});
    wait_until(work, [&] { return me.get("design").assigned_to == "dev-1"; });
    me.claim("design");
    me.start("design");
    std::cout << me.context_for("design");  // what a prompt should say of it
    me.record_discovery("design", {.content = "User table has no refresh_token column",
                                   .type = workmem::discovery_type::constraint});
    const auto first = me.record_decision("design", {.question = "Where do refresh tokens live?",
                                                     .choice = "A new column of the user table",
                                                     .rationale = "One query less"});

    wait_until(work, [&] { return !me.inbox().empty(); });
    const auto nudge = me.inbox().front();
    me.record_decision("design", {.question = "Where do refresh tokens live?",
                                  .choice = "A table of their own",
                                  .rationale = nudge.from + " said: " + nudge.message,
                                  .supersedes = first});
    me.acknowledge({nudge.id});
    me.record_artifact("design", {.path = "schema/tokens.sql", .content = "create table tokens …"});
    me.complete("design", {.summary = "Claims and refresh flow fixed"});
}

void tester(team_memory& work) {
    auto me = work.as({.id = "qa", .role = agent_role::reviewer});
    wait_until(work, [&] { return me.get("design").reviewer == "qa"; });
    me.review_task("design", {.comments = "Looks good, proceed"});
}

void developer(team_memory& work, const std::string& name) {
    auto me = work.as({.id = name, .role = agent_role::worker});
    wait_until(work, [&] { return me.get("design").status == task_status::completed; });
    while (const auto next = me.claim_next()) {  // exactly one of them gets each task
        me.start(*next);
        me.complete(*next, {.summary = "done"});
    }
}

int main() {
    workmem::long_term_store known;  // what earlier work has taught
    known.put({.id = "1", .content = "Keys rotate every 90 days", .core = "auth-jwt"});

    // With a journal one can wait for what others do.
    team_memory work{{.name = "Build auth system", .goal = "Build auth system for the API"},
                     {.journal = workmem::journal::memory{}}};
    auto boss = work.as({.id = "boss", .role = agent_role::orchestrator});
    auto ann = work.as({.id = "ann", .role = agent_role::human});
    work.from_cores(known, {"auth-jwt"});
    boss.add_tasks({{.title = "Design token schema", .needs_review = true, .id = "design"},
                    {.title = "Token service", .depends_on = {"design"}},
                    {.title = "Middleware", .depends_on = {"design"}}});

    std::thread threads[]{std::thread{[&] { designer(work); }}, std::thread{[&] { tester(work); }},
                          std::thread{[&] { developer(work, "dev-2"); }},
                          std::thread{[&] { developer(work, "dev-3"); }}};
    boss.assign("design", "dev-1");
    wait_until(work, [&] { return !work.decisions().empty(); });
    ann.inject_nudge({.target = "dev-1", .message = "Don't modify the user table"});
    wait_until(work, [&] { return work.get("design").status == task_status::review; });
    boss.assign_review("design", "qa");
    for (auto& each : threads) each.join();

    for (const auto& each : work.decisions())
        std::cout << each.choice << (each.superseded_by.empty() ? "" : " (superseded)") << '\n';
    std::cout << work.artifacts()[0].path << ", version " << work.artifacts()[0].version << '\n'
              << work.get("design").review_comments << '\n'
              << work.info().count(task_status::completed) << " of " << work.size() << " tasks, "
              << to_string(work.outcome()) << '\n';
}
