#pragma once

#include <workmem/detail/cxx20.hpp>

/// What a memory's templates come to for one bundle of policies, once instead of in every file that
/// uses it. `WORKMEM_TASK_TEMPLATES(extern, mine)` behind the bundle, at global scope, says that
/// they are elsewhere; there, one file has `WORKMEM_TASK_TEMPLATES(, mine)`. The memory's header is
/// included before; with WORKMEM_COMPILED, that one file also includes <workmem/templates.hpp>.

// What a memory keeps is its state, a template over few of the policies (`bounded_state_policies`,
// `task_state<Access>`, and so on): bundles that agree in those share it, and may have it once. The
// library has the states of its own bundles.

#define WORKMEM_ENTITY_STATE_TEMPLATES(EXTERN, ENTITY, POLICIES)                                   \
    EXTERN template class workmem::entity_window_state<ENTITY,                                     \
                                                       workmem::entity_state_policies_of<POLICIES>>;

#define WORKMEM_BOUNDED_STATE_TEMPLATES(EXTERN, POLICIES)                                          \
    EXTERN template class workmem::bounded_state<workmem::bounded_state_policies_of<POLICIES>>;

#define WORKMEM_LONG_TERM_STATE_TEMPLATES(EXTERN, POLICIES)                                        \
    EXTERN template class workmem::long_term_state<workmem::long_term_state_policies_of<POLICIES>>;

#define WORKMEM_SESSION_STATE_TEMPLATES(EXTERN, POLICIES)                                          \
    EXTERN template class workmem::session_state<workmem::session_state_policies_of<POLICIES>>;

#define WORKMEM_TASK_STATE_TEMPLATES(EXTERN, ACCESS)                                               \
    EXTERN template class workmem::task_state<ACCESS>;

#define WORKMEM_WINDOW_MEMORY_TEMPLATES(EXTERN, ENTITY, POLICIES)                                  \
    EXTERN template class workmem::recorded_memory<                                                \
        workmem::entity_window_state<ENTITY, workmem::entity_state_policies_of<POLICIES>>,         \
        POLICIES>;                                                                                 \
    EXTERN template class workmem::basic_entity_window<ENTITY, POLICIES>;

#define WORKMEM_ENTITY_MEMORY_TEMPLATES(EXTERN, ENTITY, POLICIES)                                  \
    WORKMEM_WINDOW_MEMORY_TEMPLATES(EXTERN, ENTITY, POLICIES)                                      \
    EXTERN template class workmem::basic_entity_memory<ENTITY, POLICIES>;

#define WORKMEM_BOUNDED_MEMORY_TEMPLATES(EXTERN, POLICIES)                                         \
    EXTERN template class workmem::recorded_memory<                                                \
        workmem::bounded_state<workmem::bounded_state_policies_of<POLICIES>>, POLICIES>;           \
    EXTERN template class workmem::basic_bounded_store<POLICIES>;

#define WORKMEM_LONG_TERM_MEMORY_TEMPLATES(EXTERN, POLICIES)                                       \
    EXTERN template class workmem::recorded_memory<                                                \
        workmem::long_term_state<workmem::long_term_state_policies_of<POLICIES>>, POLICIES>;       \
    EXTERN template class workmem::basic_long_term_store<POLICIES>;

#define WORKMEM_SESSION_MEMORY_TEMPLATES(EXTERN, POLICIES)                                         \
    EXTERN template class workmem::recorded_memory<                                                \
        workmem::session_state<workmem::session_state_policies_of<POLICIES>>, POLICIES>;           \
    EXTERN template class workmem::basic_session<POLICIES>;

#define WORKMEM_SESSION_STORE_TEMPLATES(EXTERN, POLICIES)                                          \
    EXTERN template class workmem::basic_session_store<POLICIES>;

#define WORKMEM_TASK_MEMORY_TEMPLATES(EXTERN, POLICIES)                                            \
    EXTERN template class workmem::recorded_memory<                                                \
        workmem::task_state<POLICIES::tasks::access>, POLICIES>;                                   \
    EXTERN template class workmem::task_operations<workmem::basic_task_memory<POLICIES>>;          \
    EXTERN template class workmem::task_reading<workmem::basic_task_memory<POLICIES>>;             \
    EXTERN template class workmem::task_operations<                                                \
        workmem::task_handle<workmem::basic_task_memory<POLICIES>>>;                               \
    EXTERN template class workmem::task_reading<                                                   \
        workmem::task_handle<workmem::basic_task_memory<POLICIES>>>;                               \
    EXTERN template class workmem::basic_task_memory<POLICIES>;

#define WORKMEM_AGENT_MEMORY_TEMPLATES(EXTERN, POLICIES)                                           \
    EXTERN template class workmem::basic_agent_memory<POLICIES>;

// A memory with its state, which is what a bundle of your own needs. Several bundles in one file
// that share a state take it once and the memories apart.

#define WORKMEM_WINDOW_TEMPLATES(EXTERN, ENTITY, POLICIES)                                         \
    WORKMEM_ENTITY_STATE_TEMPLATES(EXTERN, ENTITY, POLICIES)                                       \
    WORKMEM_WINDOW_MEMORY_TEMPLATES(EXTERN, ENTITY, POLICIES)

#define WORKMEM_ENTITY_TEMPLATES(EXTERN, ENTITY, POLICIES)                                         \
    WORKMEM_ENTITY_STATE_TEMPLATES(EXTERN, ENTITY, POLICIES)                                       \
    WORKMEM_ENTITY_MEMORY_TEMPLATES(EXTERN, ENTITY, POLICIES)

#define WORKMEM_BOUNDED_TEMPLATES(EXTERN, POLICIES)                                                \
    WORKMEM_BOUNDED_STATE_TEMPLATES(EXTERN, POLICIES)                                              \
    WORKMEM_BOUNDED_MEMORY_TEMPLATES(EXTERN, POLICIES)

#define WORKMEM_LONG_TERM_TEMPLATES(EXTERN, POLICIES)                                              \
    WORKMEM_LONG_TERM_STATE_TEMPLATES(EXTERN, POLICIES)                                            \
    WORKMEM_LONG_TERM_MEMORY_TEMPLATES(EXTERN, POLICIES)

#define WORKMEM_SESSION_TEMPLATES(EXTERN, POLICIES)                                                \
    WORKMEM_SESSION_STATE_TEMPLATES(EXTERN, POLICIES)                                              \
    WORKMEM_SESSION_MEMORY_TEMPLATES(EXTERN, POLICIES)

#define WORKMEM_TASK_TEMPLATES(EXTERN, POLICIES)                                                   \
    WORKMEM_TASK_STATE_TEMPLATES(EXTERN, POLICIES::tasks::access)                                  \
    WORKMEM_TASK_MEMORY_TEMPLATES(EXTERN, POLICIES)

// With the memories that it holds.
#define WORKMEM_AGENT_TEMPLATES(EXTERN, POLICIES)                                                  \
    WORKMEM_ENTITY_TEMPLATES(EXTERN, workmem::entity, POLICIES)                                    \
    WORKMEM_BOUNDED_TEMPLATES(EXTERN, POLICIES)                                                    \
    WORKMEM_LONG_TERM_TEMPLATES(EXTERN, POLICIES)                                                  \
    WORKMEM_SESSION_TEMPLATES(EXTERN, POLICIES)                                                    \
    WORKMEM_TASK_TEMPLATES(EXTERN, POLICIES)                                                       \
    WORKMEM_AGENT_MEMORY_TEMPLATES(EXTERN, POLICIES)

#define WORKMEM_TASK_STORE_TEMPLATES(EXTERN, POLICIES)                                             \
    EXTERN template class workmem::basic_task_store<POLICIES>;
