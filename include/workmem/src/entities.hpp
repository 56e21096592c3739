#pragma once

/// A part of <workmem/src.hpp>: entity memories.

#include <workmem/entity/entity_memory.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/shared.hpp>

WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::shared_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::shared_durable_policies<workmem::journal::any>)
