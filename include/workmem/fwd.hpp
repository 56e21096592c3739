#pragma once

/// The table of contents: every public name, and the policies a memory has unless told otherwise.

#include <workmem/config.hpp>

namespace workmem {

// time
class system_clock;
class coarse_clock;
class manual_clock;
// ids
class random_ids;
class sequential_ids;
// tokens
struct bounding_counter;
struct estimate_counter;
class bpe_counter;
// locking
struct null_mutex;

namespace journal {
struct none;
class memory;
struct posix_files;
template <class Files>
class basic_file;
using file = basic_file<posix_files>;
class any;
}  // namespace journal
struct cursor;
struct change;
struct changes;
struct retention;
struct call_options;

namespace observer {
struct none;
class callbacks;
}  // namespace observer

namespace metrics {
struct none;
struct counters;
}  // namespace metrics

namespace eviction {
struct two_segment;
struct lru;
class fifo;
class sieve;
class s3_fifo;
class w_tinylfu;
class importance_guard;
struct capped_words;
template <class Worth>
class basic_value_density;
using value_density = basic_value_density<capped_words>;
}  // namespace eviction

namespace ranking {
struct none;
class substring;
}  // namespace ranking

namespace identity {
struct type_and_id;
struct id_only;
}  // namespace identity

namespace prompt_format {
struct grouped;
struct bullets;
}  // namespace prompt_format

namespace text {
struct search_english;
}  // namespace text

namespace ranking {
struct none;
class substring;
template <class Language>
class basic_bm25;
using bm25 = basic_bm25<text::search_english>;
class bm25_alone;
}  // namespace ranking

namespace extraction {
struct default_steps;
template <class Steps>
struct basic_generic;
using generic = basic_generic<default_steps>;
}  // namespace extraction

namespace resolution {
struct salience;
struct salience_without_refusal;
struct recency;
}  // namespace resolution

namespace importance {
struct weighted_sum;
}

namespace promotion {
struct any_rule;
struct by_hand;
}  // namespace promotion

namespace secrets {
struct none;
struct by_shape;
}  // namespace secrets

namespace access {
struct open;
struct roles;
}  // namespace access

// A program has the library header-only or compiled: what both would hold is named differently, so
// that one which mixes them does not link, and the linker says which two.
inline namespace WORKMEM_BUILD {

/// The policies of every memory, and of each memory its own. Derive from it and name what differs;
/// write policies by their full names (`workmem::journal::memory`): the inherited aliases hide the
/// namespaces.
struct default_policies {
    using clock = workmem::system_clock;
    using ids = workmem::random_ids;
    using tokens = workmem::bounding_counter;
    using mutex = workmem::null_mutex;
    using journal = workmem::journal::none;
    using observer = workmem::observer::none;
    using metrics = workmem::metrics::counters;

    struct entities {
        using identity = workmem::identity::type_and_id;
        using eviction = workmem::eviction::two_segment;
        using extraction = workmem::extraction::generic;
        using resolution = workmem::resolution::salience;
        using prompt_format = workmem::prompt_format::grouped;
    };
    struct bounded {
        using eviction = workmem::eviction::importance_guard;
        using ranking = workmem::ranking::bm25;
    };
    struct long_term {
        using ranking = workmem::ranking::bm25_alone;
    };
    struct session {
        using importance = workmem::importance::weighted_sum;
        using promotion = workmem::promotion::any_rule;
        using secrets = workmem::secrets::by_shape;
        using ranking = workmem::ranking::bm25_alone;
    };
    struct tasks {
        using access = workmem::access::open;
    };
};

}  // namespace WORKMEM_BUILD

/// The default policies, or others, with a journal.
template <class Journal, class Policies = default_policies>
struct durable_policies : Policies {
    using journal = Journal;
};

// entities
struct entity;
class entity_id;
struct entry;
struct entity_options;
struct resolve_query;
template <class E>
struct resolved_reference;
struct resolved_id;
struct entity_key;
struct observation;
template <class T>
struct entity_traits;
template <class E>
struct entity_notice;
template <class E, class Policies>
class basic_entity_window;
template <class E, class Policies>
class basic_entity_memory;

using entity_window = basic_entity_window<entity, default_policies>;
using entity_memory = basic_entity_memory<entity, default_policies>;
template <class Journal>
using durable_entity_memory = basic_entity_memory<entity, durable_policies<Journal>>;

// long-term memory
struct relation;
struct long_term_memory;
struct long_term_notice;
template <class Policies>
class basic_long_term_store;

using long_term_store = basic_long_term_store<default_policies>;
template <class Journal>
using durable_long_term_store = basic_long_term_store<durable_policies<Journal>>;

// bounded store
struct item;
struct new_item;
struct item_change;
struct item_filter;
struct provenance;
class importance_score;
struct bounded_options;
struct bounded_notice;
struct audit_event;
struct capacity_info;
struct summary;
template <class Policies>
class basic_bounded_store;

using bounded_store = basic_bounded_store<default_policies>;
template <class Journal>
using durable_bounded_store = basic_bounded_store<durable_policies<Journal>>;

// sessions
struct priority_ttl;
struct priority_weights;
struct importance_facts;
struct importance_weights;
struct promotion_facts;
struct promotion_limits;
struct relevance_facts;
struct relevance_weights;
struct found_secret;
struct session_limits;
struct session_options;
struct session_memory;
struct session_notice;
template <class Policies>
class basic_session;
template <class Policies, class LongTerm>
class basic_session_store;

/// `basic_session<>` is one; this holds many, as `task_store` does of `task_memory`.
using session_store =
    basic_session_store<default_policies, basic_long_term_store<default_policies>>;
template <class Journal>
using durable_session = basic_session<durable_policies<Journal>>;

// tasks
template <class T>
class task_graph;
class join;
class task_id;
struct task;
struct new_task;
struct task_change;
struct task_dependency;
struct task_result;
struct task_attempt;
struct decision;
struct new_decision;
struct discovery;
struct new_discovery;
struct artifact;
struct new_artifact;
struct task_branch;
struct new_branch;
struct nudge;
struct new_nudge;
struct approval;
struct agent_record;
struct agent_contribution;
struct task_actor;
struct task_claim;
struct task_lead;
struct task_options;
struct context_options;
struct claim_options;
struct task_gc_policy;
struct task_notice;
struct task_digest;
struct learning_candidate;
template <class Policies>
class basic_task_memory;
template <class Memory>
class task_handle;
template <class Policies>
class basic_task_store;

using task_memory = basic_task_memory<default_policies>;
using task_store = basic_task_store<default_policies>;
template <class Journal>
using durable_task_memory = basic_task_memory<durable_policies<Journal>>;

}  // namespace workmem
