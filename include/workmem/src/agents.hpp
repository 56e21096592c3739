#pragma once

/// A part of <workmem/src.hpp>: what one agent knows.

#include <workmem/agent/agent_memory.ipp>
#include <workmem/agent/links.ipp>
#include <workmem/agent/prompt.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/keyed/scopes.hpp>
#include <workmem/keyed/scopes.ipp>
#include <workmem/shared.hpp>

// Its members are in the other parts.
#define WORKMEM_AGENT_AND_MEMBERS(POLICIES)                                                        \
    WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, POLICIES)                                    \
    WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, POLICIES)                                                    \
    WORKMEM_LONG_TERM_MEMORY_TEMPLATES(extern, POLICIES)                                                  \
    WORKMEM_SESSION_MEMORY_TEMPLATES(extern, POLICIES)                                                    \
    WORKMEM_TASK_MEMORY_TEMPLATES(extern, POLICIES)                                                       \
    WORKMEM_AGENT_MEMORY_TEMPLATES(, POLICIES)

WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_AGENT_AND_MEMBERS(workmem::shared_policies)
WORKMEM_AGENT_AND_MEMBERS(workmem::durable_policies<workmem::journal::any>)
WORKMEM_AGENT_AND_MEMBERS(workmem::shared_durable_policies<workmem::journal::any>)
template class workmem::scopes<workmem::durable_agent_memory<workmem::journal::any>>;
template class workmem::scopes<
    workmem::basic_agent_memory<workmem::shared_durable_policies<workmem::journal::any>>>;
template class workmem::scopes<workmem::agent_memory>;

#undef WORKMEM_AGENT_AND_MEMBERS
