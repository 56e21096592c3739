// Bounded stores over which the suites run: a manual clock, ids in sequence, one token a byte.
#pragma once

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/eviction/fifo.hpp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/eviction/lru.hpp>
#include <workmem/eviction/s3_fifo.hpp>
#include <workmem/eviction/sieve.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/eviction/w_tinylfu.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/substring.hpp>
#include <workmem/time/manual_clock.hpp>

#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <string_view>

namespace workmem_test {

// An item's line is `- "text"` with its end: five bytes and the end more than a plain text.
struct bytes_counter {
    std::size_t operator()(std::string_view text) const noexcept { return text.size(); }
};
inline constexpr std::size_t line_bytes = 5;

template <class Eviction, class Mutex = workmem::null_mutex,
          class Observer = workmem::observer::none, class Journal = workmem::journal::none,
          class Ranking = workmem::ranking::substring>
struct bounded_bundle : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using tokens = bytes_counter;
    using mutex = Mutex;
    using observer = Observer;
    using journal = Journal;
    struct bounded : workmem::default_policies::bounded {
        using eviction = Eviction;
        using ranking = Ranking;
    };
};

using workmem::eviction::importance_guard;
using workmem::eviction::value_density;

struct guard_plain : bounded_bundle<importance_guard> {};
struct guard_recorded : bounded_bundle<importance_guard, workmem::null_mutex,
                                       workmem::observer::callbacks, workmem::journal::memory> {};
struct density_recorded : bounded_bundle<value_density, std::shared_mutex,
                                         workmem::observer::callbacks, workmem::journal::memory> {};
struct fifo_store : bounded_bundle<workmem::eviction::fifo> {};
struct lru_store : bounded_bundle<workmem::eviction::lru, workmem::null_mutex,
                                  workmem::observer::none, workmem::journal::memory> {};

struct sieve_store : bounded_bundle<workmem::eviction::sieve, std::mutex,
                                    workmem::observer::callbacks, workmem::journal::memory> {};
struct s3_fifo_store : bounded_bundle<workmem::eviction::s3_fifo, workmem::null_mutex,
                                      workmem::observer::callbacks, workmem::journal::memory> {};
struct tiny_store : bounded_bundle<workmem::eviction::w_tinylfu, workmem::null_mutex,
                                   workmem::observer::callbacks, workmem::journal::memory,
                                   workmem::ranking::bm25> {};

template <class Policies>
using store_of = workmem::basic_bounded_store<Policies>;

}  // namespace workmem_test

// bundles/bounded_*.cpp has their code.
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::guard_plain)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::guard_recorded)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::density_recorded)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::fifo_store)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::lru_store)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::sieve_store)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::s3_fifo_store)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::tiny_store)
