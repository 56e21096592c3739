#include "any_bundles.hpp"

#include <workmem/entity/entity_memory.ipp>

WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::over_any)
