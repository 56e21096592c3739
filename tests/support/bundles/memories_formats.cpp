#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.ipp>

WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::with_bullets)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::with_bullets)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::as_recency)
