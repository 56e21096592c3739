// A plan of four tasks, one of them done and one only after a failure.
#pragma once

#include "task_bundles.hpp"

#include <workmem/task/task_memory.hpp>

namespace workmem_test {

using plan_memory = workmem::basic_task_memory<task_plain>;

inline plan_memory auth_plan() {
    plan_memory work{{.name = "Implement auth system", .goal = "Add JWT authentication"}};
    const auto design = work.add_task({.title = "Design token schema"});
    const auto service = work.add_task({.title = "Token service", .depends_on = {design}});
    work.add_task({.title = "Middleware", .depends_on = {design, service}});
    work.add_task(
        {.title = "Roll back", .depends_on = {{service, workmem::dependency_condition::failure}}});
    const auto claim = work.claim(design, "agent-123");
    work.start(claim);
    work.complete(claim, {.summary = "done"});
    return work;
}

}  // namespace workmem_test
