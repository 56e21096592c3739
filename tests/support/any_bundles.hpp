// Every memory over whatever journal: one bundle, so that a suite over all engines compiles once.
#pragma once

#include <workmem/agent/agent_memory.hpp>
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/time/manual_clock.hpp>

namespace workmem_test {

struct over_any : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = workmem::journal::any;
};

}  // namespace workmem_test

WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::over_any)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::over_any)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(extern, workmem_test::over_any)
WORKMEM_SESSION_MEMORY_TEMPLATES(extern, workmem_test::over_any)
WORKMEM_SESSION_STORE_TEMPLATES(extern, workmem_test::over_any)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_test::over_any)
WORKMEM_AGENT_MEMORY_TEMPLATES(extern, workmem_test::over_any)
