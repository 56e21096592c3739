// The memories of the demo: less than all that the library holds, and so built sooner.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/secrets/detector.ipp>
#include <workmem/task/artifact_file.ipp>
#include <workmem/task/content.ipp>
#include <workmem/task/learning.ipp>
#include <workmem/task/links.ipp>
#include <workmem/task/schedule.ipp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/validate.ipp>

WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_TASK_STATE_TEMPLATES(, workmem::access::open)
WORKMEM_TASK_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
