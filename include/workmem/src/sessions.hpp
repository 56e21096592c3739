#pragma once

/// A part of <workmem/src.hpp>: sessions and long-term memory.

#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/secrets/detector.ipp>
#include <workmem/session/folded_texts.ipp>
#include <workmem/session/limits.ipp>
#include <workmem/session/memory_id.ipp>
#include <workmem/session/session_store.ipp>
#include <workmem/shared.hpp>

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
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
