#include "memory.hpp"

#include <workmem/templates.hpp>

WORKMEM_ENTITY_TEMPLATES(, workmem::entity, workmem_program::recorded_policies)
WORKMEM_ENTITY_TEMPLATES(, workmem::entity, workmem_program::seen_policies)
WORKMEM_BOUNDED_TEMPLATES(, workmem_program::recorded_policies)
WORKMEM_SESSION_TEMPLATES(, workmem_program::recorded_policies)
WORKMEM_LONG_TERM_TEMPLATES(, workmem_program::recorded_policies)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem_program::recorded_policies)
WORKMEM_AGENT_TEMPLATES(, workmem_program::recorded_policies)
