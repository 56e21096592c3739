// Stores of task memories that record, with a manual clock and ids that count.
#pragma once

#include "task_bundles.hpp"

#include <workmem/task/task_store.hpp>

namespace workmem_test {

using recorded_task_store = workmem::basic_task_store<task_recorded>;

}  // namespace workmem_test

WORKMEM_TASK_STORE_TEMPLATES(extern, workmem_test::task_recorded)
