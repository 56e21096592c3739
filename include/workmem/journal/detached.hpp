#pragma once

#include <workmem/journal/none.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/time/manual_clock.hpp>

namespace workmem {

/// The bundle of a memory as it was at some moment: on its own, and time stands still.
template <class Policies>
struct detached_policies : Policies {
    using clock = workmem::manual_clock;
    using mutex = workmem::null_mutex;
    using journal = workmem::journal::none;
    using observer = workmem::observer::none;
};

}  // namespace workmem
