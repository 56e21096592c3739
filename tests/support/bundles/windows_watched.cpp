#include "bundles.hpp"

#include <workmem/entity/window.ipp>

WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::two_segment_watched)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::lru_shared_watched)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::lru_shared_watched)
