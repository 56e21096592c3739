#pragma once

/// The bodies of the memories' templates, for memories with policies of your own where
/// WORKMEM_COMPILED is defined; header-only they come with the memories.

#include <workmem/agent/agent_memory.ipp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/config.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/keyed/scopes.ipp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/session/session_store.ipp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/task_store.ipp>
#if WORKMEM_POSIX
#include <workmem/journal/file.ipp>
#endif
