#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

WORKMEM_TASK_MEMORY_TEMPLATES(, workmem_test::task_recorded)
