// The orchestrator dies, and a worker too: their leases end, others go on, and who comes back is
// fenced. The three could be processes.
#include <workmem/journal/memory.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <iostream>

using namespace std::chrono_literals;
using workmem::agent_role;

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;       // a program takes the default
    using journal = workmem::journal::memory;  // and journal::file or journal::sqlite
};
using plan_memory = workmem::basic_task_memory<policies>;

template <class Answer>
void say(const char* what, const Answer& answer) {
    std::cout << what << ": " << (answer ? "done" : to_string(answer.error().code())) << '\n';
}

int main() {
    workmem::manual_clock clock;
    const workmem::journal::memory journal;
    const auto open = [&] {
        return plan_memory{{.name = "Migration", .grace = 30s},
                           {.clock = clock, .journal = journal}};
    };

    auto first = open();
    auto boss = first.as({.id = "boss", .role = agent_role::orchestrator});
    std::cout << "boss leads, epoch " << boss.lead({.lease = 5min}).epoch << '\n';
    boss.add_tasks({{.title = "Copy the tables", .id = "copy"},
                    {.title = "Switch over", .depends_on = {"copy"}, .id = "switch"}});
    auto second = open();
    auto worker = second.as({.id = "worker-1"});
    const auto claim = worker.claim("copy", {.lease = 2min});
    worker.start(claim);

    // Both stop here. Whoever renewed its lease meanwhile would keep it.
    auto third = open();
    auto heir = third.as({.id = "heir", .role = agent_role::orchestrator});
    say("heir takes over at once", heir.try_take_over("heir"));
    clock.advance(5min);
    std::cout << "heir leads, epoch " << heir.take_over({.lease = 5min}).epoch << '\n';
    for (const auto& task : heir.reclaim()) std::cout << "ready again: " << task << '\n';

    // They come back, and do not know what happened.
    say("boss cancels the switch", boss.try_cancel_task("switch"));
    say("worker-1 completes the copy", worker.try_complete(claim));

    auto other = third.as({.id = "worker-2"});
    while (const auto next = other.claim_next({.lease = 2min})) {
        other.start(*next);
        other.complete(*next);
    }
    const auto copied = third.get("copy");
    std::cout << "copied by " << copied.assigned_to << ", after " << copied.attempts[0].agent
              << ", whose attempt ended by " << copied.attempts[0].ended << '\n'
              << to_string(third.outcome()) << '\n';
}
