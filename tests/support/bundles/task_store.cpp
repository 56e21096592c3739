#include "task_store_bundle.hpp"

#include <workmem/task/task_store.ipp>

WORKMEM_TASK_STORE_TEMPLATES(, workmem_test::task_recorded)
