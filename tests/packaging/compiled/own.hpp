// Bundles of one's own, compiled once in own.cpp. Some differ in what a state depends on.
#pragma once

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/eviction/sieve.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/session/session.hpp>
#include <workmem/task/access.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <concepts>
#include <mutex>

struct own_clock : workmem::default_policies {
    using clock = workmem::manual_clock;
};
struct own_mutex : workmem::default_policies {
    using mutex = std::mutex;
};
struct own_observer : workmem::default_policies {
    using observer = workmem::observer::callbacks;
};
struct own_eviction : workmem::default_policies {
    struct bounded : workmem::default_policies::bounded {
        using eviction = workmem::eviction::sieve;
    };
};
struct own_access : workmem::default_policies {
    struct tasks {
        using access = workmem::access::roles;
    };
};

// A clock is asked by memories, not by their states: those are the library's.
static_assert(std::same_as<workmem::entity_state_policies_of<own_clock>,
                           workmem::entity_state_policies_of<workmem::default_policies>>);
static_assert(std::same_as<workmem::bounded_state_policies_of<own_clock>,
                           workmem::bounded_state_policies_of<workmem::default_policies>>);
static_assert(std::same_as<workmem::session_state_policies_of<own_clock>,
                           workmem::session_state_policies_of<workmem::default_policies>>);
static_assert(std::same_as<workmem::bounded_state_policies_of<own_observer>,
                           workmem::bounded_state_policies_of<workmem::default_policies>>);

WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, own_clock)
WORKMEM_WINDOW_TEMPLATES(extern, workmem::entity, own_observer)
WORKMEM_BOUNDED_TEMPLATES(extern, own_eviction)
WORKMEM_SESSION_TEMPLATES(extern, own_mutex)
WORKMEM_TASK_TEMPLATES(extern, own_access)
