// The policy bundles over which the suites run: every eviction, identity, mutex, observer and
// metrics, in different company. A manual clock everywhere; no JSON in here.
#pragma once

#include <workmem/entity/window.hpp>
#include <workmem/eviction/fifo.hpp>
#include <workmem/eviction/lru.hpp>
#include <workmem/eviction/two_segment.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/time/manual_clock.hpp>

#include <mutex>
#include <shared_mutex>
#include <type_traits>

namespace workmem_test {

template <class Eviction, class Identity, class Mutex, class Observer, class Metrics,
          class Journal = workmem::journal::none>
struct bundle : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using mutex = Mutex;
    using journal = Journal;
    using observer = Observer;
    using metrics = Metrics;
    struct entities : workmem::default_policies::entities {
        using eviction = Eviction;
        using identity = Identity;
    };
};

using workmem::eviction::fifo;
using workmem::eviction::lru;
using workmem::eviction::two_segment;
using workmem::identity::id_only;
using workmem::identity::type_and_id;
using watched = workmem::observer::callbacks;
using unwatched = workmem::observer::none;
using counted = workmem::metrics::counters;
using uncounted = workmem::metrics::none;
using unlocked = workmem::null_mutex;

struct two_segment_plain : bundle<two_segment, type_and_id, unlocked, unwatched, counted> {};
struct lru_plain : bundle<lru, type_and_id, unlocked, unwatched, counted> {};
struct fifo_by_id : bundle<fifo, id_only, unlocked, unwatched, uncounted> {};
struct two_segment_watched : bundle<two_segment, type_and_id, unlocked, watched, counted> {};
struct lru_shared_watched : bundle<lru, id_only, std::shared_mutex, watched, uncounted> {};

}  // namespace workmem_test

// bundles/windows_*.cpp has their code.
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::two_segment_plain)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::lru_plain)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::fifo_by_id)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::two_segment_watched)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::lru_shared_watched)

namespace workmem_test {

template <class Policies>
using window_of = workmem::basic_entity_window<workmem::entity, Policies>;

template <class Policies>
inline constexpr bool listens = Policies::observer::listens;

}  // namespace workmem_test
