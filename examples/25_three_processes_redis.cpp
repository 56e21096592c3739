// An orchestrator and two workers, three processes, share a plan on a Redis server; what a worker
// asks, the orchestrator answers. Takes the server's URL. Debian's package `redis-server` starts
// one on loopback that has on its disk what it acknowledges:
//   redis-server --bind 127.0.0.1 --port 6390 --dir /tmp --appendonly yes --appendfsync always &
//   build/test/examples/example_25_three_processes_redis redis://127.0.0.1:6390
#include <workmem/journal/any.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem_redis/redis.hpp>

#include <chrono>
#include <exception>
#include <iostream>
#include <random>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;
using workmem::journal::redis;

using team_memory = workmem::durable_task_memory<workmem::journal::any>;

redis connect(const std::string& url) {
    return redis::open(url, {.sync = workmem::journal::sync_mode::always()}).value();
}

team_memory open(const std::string& url, const std::string& stream) {
    return team_memory{{.name = "Release", .goal = "Publish version 2"},
                       {.journal = connect(url), .stream = stream}};
}

/// Takes part until all is done, each time something has changed.
template <class Turn>
void take_part(team_memory& work, Turn turn) {
    for (;;) {
        work.catch_up();
        if (work.status() != workmem::task_memory_status::active) return;
        const auto before = work.position();
        turn();
        // The server wakes who waits; that a lease ends is no change.
        if (work.position() == before) (void)work.wait_for_changes(before, 30s);
    }
}

void do_tasks(team_memory work, const std::string& name) {
    auto me = work.as({.id = name});
    take_part(work, [&] {
        const auto claim = me.claim_next({.lease = 1min});  // one gets it, whoever is first
        if (!claim) return;
        me.start(*claim);
        if (claim->task == "freeze")  // "publish" waits for the answer, too
            me.record_decision(*claim, {.question = "Which number?",
                                        .choice = "2.0.1",
                                        .rationale = "2.0.0 was withdrawn",
                                        .affects_tasks = {"publish"},
                                        .needs_approval = true});
        const auto number = me.decisions().front().choice;  // whichever process recorded it
        me.complete(*claim, {.summary = claim->task == "publish" ? number + " is out" : "done"});
    });
}

void lead(team_memory work) {
    auto me = work.as({.id = "lead", .role = workmem::agent_role::orchestrator});
    take_part(work, [&] {
        for (const auto& each : me.needs_approval()) {
            std::cout << each.question << ' ' << each.choice << ": " << each.rationale << '\n';
            me.approve(each.id);
        }
    });
    int status = 0, failed = 0;
    while (wait(&status) > 0) failed += status != 0;

    std::size_t repeated = 0, early = 0;
    for (const auto& each : work.tasks()) {
        std::cout << each.title << ": " << each.result->summary << '\n';
        repeated += each.attempts.size();
        for (const auto& on : each.depends_on)
            early += work.get(on.task).ended_at > each.started_at;
    }
    const auto of = [&](const char* worker) { return work.ids({.assigned_to = worker}).size(); };
    std::cout << "the two did " << of("worker-1") + of("worker-2") << " of " << work.size()
              << " tasks, " << repeated << " twice, " << early << " too early; " << failed
              << " processes failed\n";
}

int main(int argc, char** argv) try {
    if (argc != 2) return std::cerr << "it needs the server's URL, redis://…\n", 2;
    const std::string url = argv[1];
    const auto stream = "release/" + std::to_string(std::random_device{}());  // this run's own
    open(url, stream)
        .add_tasks(
            {{.title = "Freeze", .id = "freeze"},
             {.title = "Build", .depends_on = {"Freeze"}},
             {.title = "Notes", .depends_on = {"Freeze"}},
             {.title = "Test", .depends_on = {"Build"}},
             {.title = "Sign", .depends_on = {"Build"}},
             {.title = "Publish", .depends_on = {"Test", "Sign", "Notes"}, .id = "publish"}});
    // A process that forks has no connection open.
    for (const std::string name : {"worker-1", "worker-2"})
        if (fork() == 0) return do_tasks(open(url, stream), name), 0;
    lead(open(url, stream));
    return connect(url).erase_stream(stream).value() ? 0 : 1;
} catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
}
