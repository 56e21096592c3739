#pragma once

/// The table of contents: every public name of this namespace but for <workmem/shared.hpp>, engines
/// and policies, and the policies a memory has unless told otherwise. Tools and servers are
/// declared by their headers.

#include <workmem/config.hpp>

#include <cstdint>

namespace workmem {

// errors
enum class error_code : std::uint8_t;
struct error_detail;
class error;
template <class T>
class result;

// values; attribute_list is an alias in <workmem/value/attribute.hpp>
struct scalar;
struct attribute;
class entity_id;
struct entity;
struct entry;
enum class strength : std::uint8_t;
enum class role : std::uint8_t;
enum class priority : std::uint8_t;
class importance_score;

// time; timestamp and milliseconds are aliases in <workmem/time/timestamp.hpp>
enum class clock_gap : std::uint8_t;
class runner;
class system_clock;
class coarse_clock;
class manual_clock;
// ids
class meant_id;
class random_ids;
class sequential_ids;
// tokens
struct bounding_counter;
struct estimate_counter;
class bpe_counter;
enum class token_encoding : std::uint8_t;
// locking
struct null_mutex;

namespace journal {
struct none;
class memory;
struct posix_files;
template <class Files>
class basic_file;
using file = basic_file<posix_files>;
struct file_options;
class sync_mode;
struct record;
class any;
}  // namespace journal
struct cursor;
struct change;
struct changes;
struct retention;
struct call_options;
struct open_options;
template <class Policies>
struct detached_policies;

namespace observer {
struct none;
class callbacks;
}  // namespace observer

namespace metrics {
struct none;
struct counters;
}  // namespace metrics
struct metrics_snapshot;
struct health_alert;
struct health_report;

namespace eviction {
struct two_segment;
struct lru;
class fifo;
class sieve;
class s3_fifo;
class w_tinylfu;
class importance_guard;
struct equal_worth;
template <class Worth>
class basic_value_density;
using value_density = basic_value_density<equal_worth>;
}  // namespace eviction

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
class lexicon;
}  // namespace text

// `hybrid` is constrained by concepts of its header.
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
struct recency;
}  // namespace resolution

// what results hold, and what references mean
class tool_name;
class extractor_registry;
struct extraction_options;
struct extraction_note;
struct extracted;
enum class resolution_status : std::uint8_t;
struct pick;
struct mention;
struct outcome;

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
template <class Detector>
struct basic_redact;
using redact = basic_redact<by_shape>;
}  // namespace secrets

namespace access {
struct open;
struct roles;
}  // namespace access

// A program has the library header-only or compiled: the memories of both are named differently, so
// that one file cannot hand them to another that has the other, and the linker says which two.
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
        using eviction = workmem::eviction::value_density;
        using ranking = workmem::ranking::bm25;
    };
    struct long_term {
        using ranking = workmem::ranking::bm25_alone;
        using secrets = workmem::secrets::none;
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
struct entity_options;
struct load_options;
struct save_options;
struct resolve_query;
template <class E>
struct resolved_reference;
template <class E>
struct explained_reference;
struct resolved_id;
struct key_view;
struct entity_key;
struct observation;
template <class T>
struct entity_traits;
template <class E>
struct entity_notice;
enum class removal_cause : std::uint8_t;
template <class E>
struct removed_entity;
template <class E, class Policies>
class basic_entity_window;
template <class E, class Policies>
class basic_entity_memory;

using entity_window = basic_entity_window<entity, default_policies>;
using entity_memory = basic_entity_memory<entity, default_policies>;
template <class Journal>
using durable_entity_memory = basic_entity_memory<entity, durable_policies<Journal>>;

// messages; message_part is an alias in <workmem/messages/message.hpp>
enum class message_role : std::uint8_t;
struct message_text;
struct tool_call;
struct tool_result;
struct message;
struct message_list;
struct pending_call;
struct pending_limits;
class pending_calls;
struct heard_message;
struct logged_message;
struct trimmed_message;
enum class trim_reason : std::uint8_t;
struct trim_options;
template <class Counter>
class message_log;

// long-term memory
struct relation;
struct long_term_memory;
struct long_term_notice;
struct long_term_filter;
struct long_term_page;
struct long_term_limits;
struct found_memory;
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
struct item_limits;
struct bounded_options;
enum class importance_protection : std::uint8_t;
struct bounded_notice;
struct memorized;
struct memorized_batch;
struct made_room;
struct forgotten_items;
struct forget_instruction;
enum class forget_mode : std::uint8_t;
enum class removal_reason : std::uint8_t;
enum class eviction_class : std::uint8_t;
struct remembered;
struct item_explanation;
struct audit_event;
enum class audit_kind : std::uint8_t;
struct past_item;
struct removed_item;
struct store_usage;
struct capacity_info;
struct summary;
class summary_scope;
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
enum class promotion_reason : std::uint8_t;
struct promotion_mark;
struct promotion_result;
struct promotion_facts;
struct promotion_limits;
struct relevance_facts;
struct relevance_weights;
struct found_secret;
enum class secret_kind : std::uint8_t;
struct session_limits;
struct session_options;
struct session_memory;
struct new_session_memory;
struct session_memory_change;
struct promotion_choice;
struct session_filter;
struct session_entry;
struct session_page;
struct session_hit;
struct session_hits;
struct session_stats;
struct session_summary;
struct session_vitals;
struct session_notice;
template <class Policies>
class basic_session;
template <class Policies, class LongTerm>
class basic_session_store;

/// `basic_session<default_policies>` is one; this holds many, as `task_store` does of
/// `task_memory`.
using session_store =
    basic_session_store<default_policies, basic_long_term_store<default_policies>>;
template <class Journal>
using durable_session_store = basic_session_store<durable_policies<Journal>,
                                                  basic_long_term_store<durable_policies<Journal>>>;
template <class Journal>
using durable_session = basic_session<durable_policies<Journal>>;

// tasks
template <class T>
class task_graph;
class join;
class task_id;
struct task;
struct new_task;
struct planned_task;
struct task_change;
struct task_plan;
enum class task_status : std::uint8_t;
enum class task_outcome : std::uint8_t;
enum class review_status : std::uint8_t;
struct task_dependency;
struct task_filter;
struct reopened_task;
struct usual_plan;
struct wanted_dependency;
enum class dependency_condition : std::uint8_t;
enum class dependency_state : std::uint8_t;
enum class failure_policy : std::uint8_t;
struct task_result;
struct task_attempt;
struct decision;
struct new_decision;
enum class visibility : std::uint8_t;
struct discovery;
struct new_discovery;
enum class discovery_type : std::uint8_t;
struct artifact;
struct artifact_files;
enum class artifact_type : std::uint8_t;
enum class artifact_state : std::uint8_t;
struct checked_artifact;
struct new_artifact;
struct task_branch;
struct new_branch;
struct nudge;
struct new_nudge;
enum class nudge_priority : std::uint8_t;
struct approval;
struct new_approval;
struct task_review;
struct plan_change;
struct agent_record;
struct agent_contribution;
enum class agent_role : std::uint8_t;
enum class task_verb : std::uint8_t;
struct task_actor;
struct task_claim;
struct claimed_task;
struct task_lead;
struct lead_options;
struct task_options;
struct task_limits;
enum class task_memory_status : std::uint8_t;
struct task_memory_info;
struct context_options;
struct claim_options;
struct task_gc_policy;
struct collected_tasks;
struct task_reason;
struct dependency_reason;
struct stranded_task;
struct task_settings;
struct task_explanation;
struct dependency_explanation;
template <class Handle>
struct unreachable_task;
struct task_notice;
struct folded_task;
struct task_digest;
struct learning_candidate;
enum class learning_kind : std::uint8_t;
template <class Policies>
class basic_task_memory;
template <class Memory>
class task_handle;
template <class Policies>
class basic_task_store;

using task_memory = basic_task_memory<default_policies>;
using task_store = basic_task_store<default_policies>;
template <class Journal>
using durable_task_store = basic_task_store<durable_policies<Journal>>;
template <class Journal>
using durable_task_memory = basic_task_memory<durable_policies<Journal>>;

// agents
struct agent_options;
enum class prompt_section : std::uint8_t;
struct prompt_options;
struct omitted_record;
struct agent_prompt;
struct recalled;
template <class Policies>
class basic_agent_memory;

using agent_memory = basic_agent_memory<default_policies>;
template <class Journal>
using durable_agent_memory = basic_agent_memory<durable_policies<Journal>>;

// many memories by key
struct scope_options;
struct scope_summary;
template <class Memory, class Key>
class scopes;
template <class Memory, class Mutex>
class keyed_store;

}  // namespace workmem
