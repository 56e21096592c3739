#include "journal_bundles.hpp"

#include <workmem/entity/window.ipp>

WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::two_segment_recorded)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::fifo_recorded_shared)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::fifo_recorded_shared)
