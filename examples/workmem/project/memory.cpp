#include "memory.hpp"

#include <workmem/entity/entity_memory.ipp>

WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_program::seen_policies)
