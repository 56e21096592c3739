#include "bounded_bundles.hpp"

#include <workmem/bounded/bounded_store.ipp>

WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem_test::guard_recorded)
