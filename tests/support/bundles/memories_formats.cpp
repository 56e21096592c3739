#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.ipp>

WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::other_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::other_policies)
