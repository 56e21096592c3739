#include "uses.hpp"

#include <workmem/task/task_memory.hpp>

bool use_tasks() {
    workmem::task_memory plan;
    const auto first = plan.add_task({.title = "design"});
    plan.add_task({.title = "build", .depends_on = {first}});
    auto claim = plan.claim(first, "a");
    plan.start(claim);
    plan.complete(claim, {.summary = "done"});
    std::size_t ready = 0;
    for (auto& task : plan.ready()) ready += task.title == "build";
    return ready == 1;
}
