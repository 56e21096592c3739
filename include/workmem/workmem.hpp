#pragma once

/// The working memory of AI agents: include this, hold a `workmem::entity_memory`, a
/// `workmem::bounded_store`, a `workmem::basic_session_store<>`, a `workmem::task_memory` and a
/// `workmem::long_term_store`.

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/error.hpp>
#include <workmem/eviction/fifo.hpp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/eviction/lru.hpp>
#include <workmem/eviction/s3_fifo.hpp>
#include <workmem/eviction/sieve.hpp>
#include <workmem/eviction/two_segment.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/eviction/w_tinylfu.hpp>
#include <workmem/fwd.hpp>
#include <workmem/ids/random_ids.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/none.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/metrics/metrics_text.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/hybrid.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/ranking/substring.hpp>
#include <workmem/result.hpp>
#include <workmem/session/session.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/task/task_graph.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/time/coarse_clock.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/system_clock.hpp>
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/estimate_counter.hpp>
#include <workmem/version.hpp>

#include <nlohmann/json.hpp>

#include <shared_mutex>

namespace workmem {

/// `default_policies`, for use by several threads.
struct shared_policies : default_policies {
    using mutex = std::shared_mutex;
};
using shared_entity_memory = basic_entity_memory<entity, shared_policies>;
using shared_bounded_store = basic_bounded_store<shared_policies>;
using shared_task_memory = basic_task_memory<shared_policies>;

}  // namespace workmem
