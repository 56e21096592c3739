#include "bounded_bundles.hpp"

#include <workmem/bounded/bounded_store.ipp>

WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem_test::density_recorded)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem_test::density_recorded)
WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem_test::lru_store)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem_test::lru_store)
