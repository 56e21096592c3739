#include "clock_bundles.hpp"

#include <workmem/agent/agent_memory.ipp>
#include <workmem/session/session_store.ipp>

WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::over_time)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem_test::over_time)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem_test::over_time)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem_test::over_time)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem_test::over_time)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem_test::over_time)
WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem_test::over_time)
