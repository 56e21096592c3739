#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.ipp>

template class workmem::basic_entity_memory<workmem::entity, workmem_test::two_segment_plain>;
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::two_segment_shared_watched)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem_test::two_segment_shared_watched)
