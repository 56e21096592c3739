#include "bundles.hpp"

#include <workmem/entity/window.ipp>

WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::two_segment_plain)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::lru_plain)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::lru_plain)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::fifo_by_id)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::fifo_by_id)
