#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

WORKMEM_TASK_STATE_TEMPLATES(, workmem_test::task_guarded::tasks::access)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem_test::task_guarded)
