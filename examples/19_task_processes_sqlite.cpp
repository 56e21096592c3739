// The same by processes that share one SQLite store: two developers, a tester, an orchestrator.
#include <workmem/journal/any.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;
using workmem::agent_role;
using workmem::task_status;

using team_memory = workmem::durable_task_memory<workmem::journal::any>;

team_memory open(const std::string& file) {
    auto store =
        workmem::journal::sqlite::open(file, {.sync = workmem::journal::sync_mode::always()});
    return team_memory{{.name = "Build auth system", .goal = "Build auth system for the API"},
                       {.journal = store.value(), .stream = "task/auth"}};
}

/// Takes part until all is done, each time something may have changed.
template <class Turn>
void take_part(team_memory& work, Turn turn) {
    for (;;) {
        work.catch_up();
        if (work.status() != workmem::task_memory_status::active) return;
        const auto before = work.position();
        turn();
        if (work.position() == before) (void)work.wait_for_changes(before, 1s);
    }
}

void develop(team_memory& work, const std::string& name) {
    auto me = work.as({.id = name, .role = agent_role::worker});
    take_part(work, [&] {
        const auto claim =
            me.claim_next({.lease = 10min});  // one process gets it, whoever is first
        if (!claim) return;
        me.start(*claim);
        me.complete(*claim, {.summary = "done"});
    });
}

void test(team_memory& work) {
    auto me = work.as({.id = "qa", .role = agent_role::reviewer});
    take_part(work, [&] {
        for (const auto& each : work.needs_review(10)) me.review_task(each, {});
    });
}

int main() {
    const auto folder =
        std::filesystem::temp_directory_path() / ("workmem-example-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const auto file = (folder / "team.db").string();
    {
        auto work = open(file);
        const auto design = work.add_task({.title = "Design token schema", .needs_review = true});
        for (const auto* const part : {"Token service", "Middleware", "Tests", "Migration", "Docs"})
            work.add_task({.title = part, .depends_on = {design}, .needs_review = true});
    }  // a process that forks has no store open

    for (const std::string name : {"dev-1", "dev-2", "qa"}) {
        if (fork() != 0) continue;
        auto work = open(file);
        name == "qa" ? test(work) : develop(work, name);
        _exit(0);
    }
    int status = 0, failed = 0;
    while (wait(&status) > 0) failed += status != 0;

    const auto work = open(file);
    std::size_t repeated = 0;
    for (const auto& each : work.tasks()) repeated += each.attempts.size();
    std::cout << work.info().count(task_status::completed) << " of " << work.size() << " tasks, "
              << to_string(work.outcome()) << "; " << repeated << " done twice, " << failed
              << " processes failed\n";
    std::filesystem::remove_all(folder);
}
