#include "memory.hpp"

#include <workmem/templates.hpp>

WORKMEM_ENTITY_TEMPLATES(, workmem::entity, workmem_program::seen_policies)
