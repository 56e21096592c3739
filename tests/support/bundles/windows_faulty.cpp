#include "journal_bundles.hpp"

#include <workmem/entity/window.ipp>

WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::faulty)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::faulty)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem_test::faulty_shared)
WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, workmem_test::faulty_shared)
