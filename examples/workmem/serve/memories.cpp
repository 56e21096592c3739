#include "tenants.hpp"

#include <workmem/templates.hpp>

WORKMEM_SESSION_STORE_TEMPLATES(, workmem_program::served_policies)
WORKMEM_TASK_STORE_TEMPLATES(, workmem_program::served_policies)
WORKMEM_AGENT_TEMPLATES(, workmem_program::served_policies)
template class workmem::scopes<workmem::basic_agent_memory<workmem_program::served_policies>>;
