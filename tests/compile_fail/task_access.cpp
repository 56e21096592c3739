// expect: workmem: policies::tasks::access must provide allows(agent_role, task_verb) const
// noexcept -> bool
#include <workmem/task/task_memory.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct tasks : workmem::default_policies::tasks {
        using access = bad;
    };
};
static_assert(workmem::advise_task_policies<policies>());
