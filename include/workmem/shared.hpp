#pragma once

#include <workmem/fwd.hpp>

#include <shared_mutex>

namespace workmem {

inline namespace WORKMEM_BUILD {

/// `default_policies`, for use by several threads. Include it beside the memory's own header. The
/// compiled library has these memories, too.
struct shared_policies : default_policies {
    using mutex = std::shared_mutex;
};

}  // namespace WORKMEM_BUILD

/// The same with a journal: memories of a server, which many threads use and a store keeps. The
/// compiled library has those over `journal::any`.
template <class Journal>
using shared_durable_policies = durable_policies<Journal, shared_policies>;

using shared_entity_memory = basic_entity_memory<entity, shared_policies>;
using shared_bounded_store = basic_bounded_store<shared_policies>;
using shared_long_term_store = basic_long_term_store<shared_policies>;
using shared_session = basic_session<shared_policies>;
using shared_session_store =
    basic_session_store<shared_policies, basic_long_term_store<shared_policies>>;
using shared_task_memory = basic_task_memory<shared_policies>;
using shared_task_store = basic_task_store<shared_policies>;
using shared_agent_memory = basic_agent_memory<shared_policies>;

template <class Journal>
using shared_durable_entity_memory = basic_entity_memory<entity, shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_bounded_store = basic_bounded_store<shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_long_term_store = basic_long_term_store<shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_session = basic_session<shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_session_store =
    basic_session_store<shared_durable_policies<Journal>,
                        basic_long_term_store<shared_durable_policies<Journal>>>;
template <class Journal>
using shared_durable_task_memory = basic_task_memory<shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_task_store = basic_task_store<shared_durable_policies<Journal>>;
template <class Journal>
using shared_durable_agent_memory = basic_agent_memory<shared_durable_policies<Journal>>;

}  // namespace workmem
