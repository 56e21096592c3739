#include "agent_bundles.hpp"

#include <workmem/agent/agent_memory.ipp>

WORKMEM_ENTITY_TEMPLATES(, workmem::entity, workmem_test::agent_recorded)
WORKMEM_BOUNDED_TEMPLATES(, workmem_test::agent_recorded)
WORKMEM_SESSION_TEMPLATES(, workmem_test::agent_recorded)
WORKMEM_LONG_TERM_TEMPLATES(, workmem_test::agent_recorded)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem_test::agent_recorded)
WORKMEM_AGENT_TEMPLATES(, workmem_test::agent_recorded)
