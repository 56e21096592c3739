#pragma once

/// A part of <workmem/src.hpp>: bounded stores, sessions, long-term memory and what one agent knows.

#include <workmem/agent/agent_memory.ipp>
#include <workmem/agent/links.ipp>
#include <workmem/agent/prompt.ipp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/forget_instruction.ipp>
#include <workmem/bounded/item_input.ipp>
#include <workmem/bounded/summary.ipp>
#include <workmem/eviction/s3_fifo.ipp>
#include <workmem/eviction/w_tinylfu.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/keyed/scopes.hpp>
#include <workmem/keyed/scopes.ipp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/ranking/dictionary.ipp>
#include <workmem/ranking/postings.ipp>
#include <workmem/ranking/substring.ipp>
#include <workmem/secrets/detector.ipp>
#include <workmem/session/folded_texts.ipp>
#include <workmem/session/limits.ipp>
#include <workmem/session/memory_id.ipp>
#include <workmem/session/session_store.ipp>
#include <workmem/shared.hpp>

// They are in the other parts, which may stand below in the same file: a declaration comes first.
#define WORKMEM_DECLARE_ENTITIES_AND_TASKS(POLICIES)                                               \
    WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, POLICIES)                             \
    WORKMEM_TASK_MEMORY_TEMPLATES(extern, POLICIES)

WORKMEM_DECLARE_ENTITIES_AND_TASKS(workmem::shared_policies)
WORKMEM_DECLARE_ENTITIES_AND_TASKS(workmem::durable_policies<workmem::journal::any>)
WORKMEM_DECLARE_ENTITIES_AND_TASKS(workmem::shared_durable_policies<workmem::journal::any>)

WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem::default_policies)
WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)

WORKMEM_LONG_TERM_STATE_TEMPLATES(, workmem::default_policies)
WORKMEM_SESSION_STATE_TEMPLATES(, workmem::default_policies)
WORKMEM_SESSION_STATE_TEMPLATES(, workmem::shared_policies)
WORKMEM_SESSION_STATE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_SESSION_STATE_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::default_policies)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::shared_policies)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)

WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_AGENT_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
template class workmem::scopes<workmem::agent_memory>;
template class workmem::scopes<workmem::shared_agent_memory>;
template class workmem::scopes<workmem::durable_agent_memory<workmem::journal::any>>;
template class workmem::scopes<workmem::shared_durable_agent_memory<workmem::journal::any>>;

#undef WORKMEM_DECLARE_ENTITIES_AND_TASKS
