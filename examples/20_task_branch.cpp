// One of two ways is taken: a decision says which, the other is skipped, and the ways meet again.
#include <workmem/task/task_memory.hpp>
#include <workmem/view/text.hpp>

#include <iostream>

int main() {
    workmem::task_memory work{{.name = "Sign-in"}};
    work.add_tasks({{.title = "Measure traffic", .id = "measure"},
                    {.title = "Sessions in Redis", .depends_on = {"measure"}, .id = "redis"},
                    {.title = "Signed cookies", .depends_on = {"measure"}, .id = "cookies"},
                    {.title = "Key rotation", .depends_on = {"cookies"}, .id = "keys"},
                    {.title = "Load test",
                     .depends_on = {"redis", "keys"},
                     .joins = workmem::join::any(),
                     .id = "load"},
                    {.title = "Back to the old one",
                     .depends_on = {{"load", workmem::dependency_condition::failure}},
                     .id = "back"}});
    const auto branch = work.open_branch(
        {.question = "Where does a session live?", .options = {"redis", "cookies"}});

    const auto finish = [&](const char* task) {
        const auto claim = work.claim(task, "dev");
        work.start(claim);
        work.complete(claim);
    };
    finish("measure");
    std::cout << work.ready(10).size() << " ready: " << work.branches()[0].question << '\n';

    work.record_decision({.question = "Where does a session live?",
                          .choice = "In a signed cookie",
                          .rationale = "40 requests a second need no other server",
                          .resolves = branch,
                          .branch = {"cookies"}});
    std::cout << workmem::view::text(work) << '\n';

    for (const auto* const task : {"cookies", "keys", "load"}) finish(task);
    std::cout << workmem::view::text(work) << '\n' << to_string(work.outcome()) << '\n';
}
