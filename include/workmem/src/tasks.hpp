#pragma once

/// A part of <workmem/src.hpp>: task memories.

#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/shared.hpp>
#include <workmem/task/validate.ipp>
#include <workmem/task/artifact_file.ipp>
#include <workmem/task/content.ipp>
#include <workmem/task/learning.ipp>
#include <workmem/task/links.ipp>
#include <workmem/task/schedule.ipp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/task_store.ipp>

WORKMEM_TASK_STATE_TEMPLATES(, workmem::access::open)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_TASK_STORE_TEMPLATES(, workmem::default_policies)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_TASK_STORE_TEMPLATES(, workmem::shared_policies)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_TASK_STORE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_TASK_STORE_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
