#include "any_bundles.hpp"

#include <workmem/agent/agent_memory.ipp>

WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem_test::over_any)
