// Sessions and long-term memories with a manual clock.
#pragma once

#include <workmem/instantiate.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>

namespace workmem_test {

template <class Journal, class Observer = workmem::observer::none,
          class Mutex = workmem::null_mutex>
struct session_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = Journal;
    using mutex = Mutex;
    using observer = Observer;
};

// Those that several files use; bundles/session_*.cpp has their code.
using session_recorded = session_policies<workmem::journal::memory, workmem::observer::callbacks>;

}  // namespace workmem_test

WORKMEM_LONG_TERM_MEMORY_TEMPLATES(extern, workmem_test::session_recorded)
WORKMEM_SESSION_MEMORY_TEMPLATES(extern, workmem_test::session_recorded)
WORKMEM_SESSION_STORE_TEMPLATES(extern, workmem_test::session_recorded)
