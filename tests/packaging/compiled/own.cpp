#include "own.hpp"

#include <workmem/templates.hpp>

WORKMEM_WINDOW_MEMORY_TEMPLATES(, workmem::entity, own_clock)
WORKMEM_WINDOW_TEMPLATES(, workmem::entity, own_observer)
WORKMEM_BOUNDED_TEMPLATES(, own_eviction)
WORKMEM_SESSION_TEMPLATES(, own_mutex)
WORKMEM_TASK_TEMPLATES(, own_access)
