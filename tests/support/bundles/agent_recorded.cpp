#include "agent_bundles.hpp"

#include <workmem/agent/agent_memory.ipp>

WORKMEM_AGENT_TEMPLATES(, workmem_test::agent_recorded)
