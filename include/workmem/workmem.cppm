module;

#define WORKMEM_MODULE

#include <workmem/workmem.hpp>
#include <workmem/shared.hpp>

/// The types that <workmem/workmem.hpp> and <workmem/shared.hpp> bring, as a module. Policies that are not the default
/// are included as headers beside it.
export module workmem;

export namespace workmem {

using workmem::agent_memory;
using workmem::bounded_store;
using workmem::default_policies;
using workmem::durable_policies;
using workmem::entity_memory;
using workmem::entity_window;
using workmem::error;
using workmem::error_code;
using workmem::error_detail;
using workmem::long_term_store;
using workmem::result;
using workmem::session_store;
using workmem::shared_agent_memory;
using workmem::shared_bounded_store;
using workmem::shared_durable_agent_memory;
using workmem::shared_durable_bounded_store;
using workmem::shared_durable_entity_memory;
using workmem::shared_durable_long_term_store;
using workmem::shared_durable_policies;
using workmem::shared_durable_task_memory;
using workmem::shared_entity_memory;
using workmem::shared_long_term_store;
using workmem::shared_policies;
using workmem::shared_task_memory;
using workmem::task_memory;
using workmem::task_store;
using workmem::to_string;

using workmem::agent_options;
using workmem::agent_prompt;
using workmem::basic_agent_memory;
using workmem::omitted_record;
using workmem::prompt_options;
using workmem::prompt_section;
using workmem::recalled;

using workmem::audit_event;
using workmem::audit_kind;
using workmem::basic_bounded_store;
using workmem::bounded_notice;
using workmem::bounded_options;
using workmem::capacity_info;
using workmem::eviction_class;
using workmem::forget_instruction;
using workmem::forget_mode;
using workmem::forgotten_items;
using workmem::importance_protection;
using workmem::item;
using workmem::item_change;
using workmem::item_explanation;
using workmem::item_filter;
using workmem::item_limits;
using workmem::item_range;
using workmem::made_room;
using workmem::memorized;
using workmem::memorized_batch;
using workmem::new_item;
using workmem::past_item;
using workmem::provenance;
using workmem::remembered;
using workmem::removal_reason;
using workmem::removed_item;
using workmem::store_usage;
using workmem::summary;
using workmem::summary_scope;

using workmem::basic_entity_memory;
using workmem::basic_entity_window;
using workmem::entity_key;
using workmem::entity_notice;
using workmem::entity_options;
using workmem::entity_traits;
using workmem::entry_range;
using workmem::key_view;
using workmem::load_options;
using workmem::observation;
using workmem::removal_cause;
using workmem::removed_entity;
using workmem::resolved_id;
using workmem::save_options;

using workmem::extracted;
using workmem::extraction_options;
using workmem::extractor_registry;
using workmem::tool_name;
using workmem::verb_kind;

using workmem::random_ids;

using workmem::answer_of;
using workmem::call_options;
using workmem::change;
using workmem::changes;
using workmem::cursor;
using workmem::detached_policies;
using workmem::recorded_decisions;
using workmem::recorded_memory;
using workmem::replica;
using workmem::retention;
using workmem::verdict;

using workmem::keyed_store;

using workmem::null_mutex;

using workmem::basic_long_term_store;
using workmem::found_memory;
using workmem::long_term_filter;
using workmem::long_term_limits;
using workmem::long_term_memory;
using workmem::long_term_notice;
using workmem::long_term_page;
using workmem::relation;

using workmem::heard_message;
using workmem::message;
using workmem::message_list;
using workmem::message_part;
using workmem::message_role;
using workmem::message_text;
using workmem::pending_call;
using workmem::pending_calls;
using workmem::pending_limits;
using workmem::tool_call;
using workmem::tool_result;

using workmem::health_alert;
using workmem::health_report;
using workmem::metrics_snapshot;

using workmem::mention;
using workmem::outcome;
using workmem::pick;
using workmem::resolution_status;
using workmem::resolve_query;
using workmem::resolved_reference;

using workmem::found_secret;
using workmem::secret_kind;

using workmem::basic_session;
using workmem::basic_session_store;
using workmem::importance_facts;
using workmem::importance_weights;
using workmem::new_session_memory;
using workmem::promotion_choice;
using workmem::promotion_facts;
using workmem::promotion_limits;
using workmem::promotion_mark;
using workmem::promotion_reason;
using workmem::promotion_result;
using workmem::relevance_facts;
using workmem::relevance_weights;
using workmem::session_entry;
using workmem::session_filter;
using workmem::session_hit;
using workmem::session_hits;
using workmem::session_limits;
using workmem::session_memory;
using workmem::session_memory_change;
using workmem::session_notice;
using workmem::session_options;
using workmem::session_page;
using workmem::session_stats;
using workmem::session_summary;
using workmem::session_vitals;

using workmem::agent_contribution;
using workmem::agent_record;
using workmem::agent_role;
using workmem::approval;
using workmem::artifact;
using workmem::artifact_files;
using workmem::artifact_state;
using workmem::artifact_type;
using workmem::basic_task_memory;
using workmem::basic_task_store;
using workmem::checked_artifact;
using workmem::claim_options;
using workmem::claimed_task;
using workmem::collected_tasks;
using workmem::context_options;
using workmem::decision;
using workmem::dependency_condition;
using workmem::dependency_explanation;
using workmem::dependency_reason;
using workmem::dependency_state;
using workmem::discovery;
using workmem::discovery_type;
using workmem::failure_policy;
using workmem::folded_task;
using workmem::join;
using workmem::lead_options;
using workmem::learning_kind;
using workmem::new_approval;
using workmem::new_artifact;
using workmem::new_branch;
using workmem::new_decision;
using workmem::new_discovery;
using workmem::new_nudge;
using workmem::new_task;
using workmem::nudge;
using workmem::nudge_priority;
using workmem::plan_change;
using workmem::planned_task;
using workmem::review_status;
using workmem::stranded_task;
using workmem::task;
using workmem::task_actor;
using workmem::task_attempt;
using workmem::task_branch;
using workmem::task_change;
using workmem::task_claim;
using workmem::task_dependency;
using workmem::task_digest;
using workmem::task_explanation;
using workmem::task_filter;
using workmem::task_gc_policy;
using workmem::task_graph;
using workmem::task_handle;
using workmem::task_id;
using workmem::task_lead;
using workmem::task_limits;
using workmem::task_memory_info;
using workmem::task_memory_status;
using workmem::task_notice;
using workmem::task_options;
using workmem::task_outcome;
using workmem::task_plan;
using workmem::task_range;
using workmem::task_reason;
using workmem::task_result;
using workmem::task_review;
using workmem::task_settings;
using workmem::task_status;
using workmem::task_verb;
using workmem::unreachable_task;
using workmem::visibility;
using workmem::wanted_dependency;

using workmem::clock_gap;
using workmem::manual_clock;
using workmem::milliseconds;
using workmem::system_clock;
using workmem::timestamp;

using workmem::bounding_counter;

using workmem::attribute;
using workmem::attribute_list;
using workmem::entity;
using workmem::entity_id;
using workmem::entry;
using workmem::importance_score;
using workmem::priority;
using workmem::priority_ttl;
using workmem::priority_weights;
using workmem::role;
using workmem::scalar;
using workmem::strength;

}  // namespace workmem
