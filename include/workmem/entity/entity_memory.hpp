#pragma once

/// The entity memory with its default policies. Where none of them is wanted (`resolution::recency`,
/// an extraction policy of your own) <workmem/entity/basic_entity_memory.hpp> is the memory without.

#include <workmem/config.hpp>
#include <workmem/entity/basic_entity_memory.hpp>
#include <workmem/resolution/salience.hpp>

#if defined(WORKMEM_TEMPLATES)
#include <workmem/entity/entity_memory.ipp>
#endif
#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem::default_policies)
#endif
