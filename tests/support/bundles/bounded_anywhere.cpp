#include "bounded_history.hpp"

#include <workmem/bounded/bounded_store.ipp>

WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem_test::guard_anywhere)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem_test::guard_anywhere)
