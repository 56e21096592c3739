module;

#include <workmem/workmem.hpp>
#include <workmem/shared.hpp>

/// What <workmem/workmem.hpp> and <workmem/shared.hpp> bring, as a module. Policies that are not the default
/// are included as headers beside it.
export module workmem;

export namespace workmem {

using workmem::error;
using workmem::error_code;
using workmem::error_detail;
using workmem::result;
using workmem::to_string;

using workmem::attribute;
using workmem::attribute_list;
using workmem::entity;
using workmem::entity_id;
using workmem::entry;
using workmem::importance_score;
using workmem::priority;
using workmem::role;
using workmem::scalar;
using workmem::strength;

using workmem::clock_gap;
using workmem::milliseconds;
using workmem::timestamp;

using workmem::call_options;
using workmem::change;
using workmem::changes;
using workmem::cursor;
using workmem::default_policies;
using workmem::durable_policies;
using workmem::health_alert;
using workmem::health_report;
using workmem::metrics_snapshot;
using workmem::retention;
using workmem::shared_policies;

using workmem::agent_memory;
using workmem::agent_options;
using workmem::agent_prompt;
using workmem::basic_agent_memory;
using workmem::prompt_options;
using workmem::shared_agent_memory;

using workmem::basic_entity_memory;
using workmem::basic_entity_window;
using workmem::entity_key;
using workmem::entity_memory;
using workmem::entity_notice;
using workmem::entity_options;
using workmem::entity_traits;
using workmem::entity_window;
using workmem::load_options;
using workmem::save_options;
using workmem::observation;
using workmem::resolve_query;
using workmem::resolved_id;
using workmem::resolved_reference;
using workmem::shared_entity_memory;

using workmem::basic_bounded_store;
using workmem::bounded_notice;
using workmem::bounded_options;
using workmem::bounded_store;
using workmem::item;
using workmem::item_change;
using workmem::item_filter;
using workmem::new_item;
using workmem::provenance;
using workmem::shared_bounded_store;

using workmem::basic_long_term_store;
using workmem::basic_session;
using workmem::basic_session_store;
using workmem::long_term_memory;
using workmem::long_term_store;
using workmem::new_session_memory;
using workmem::relation;
using workmem::session_filter;
using workmem::session_memory;
using workmem::session_memory_change;
using workmem::session_options;
using workmem::session_store;
using workmem::shared_long_term_store;

using workmem::agent_record;
using workmem::agent_role;
using workmem::artifact;
using workmem::artifact_type;
using workmem::basic_task_memory;
using workmem::basic_task_store;
using workmem::claim_options;
using workmem::context_options;
using workmem::decision;
using workmem::dependency_condition;
using workmem::discovery;
using workmem::discovery_type;
using workmem::failure_policy;
using workmem::new_artifact;
using workmem::new_branch;
using workmem::new_decision;
using workmem::new_discovery;
using workmem::new_nudge;
using workmem::new_task;
using workmem::nudge;
using workmem::nudge_priority;
using workmem::shared_task_memory;
using workmem::task;
using workmem::task_actor;
using workmem::task_branch;
using workmem::task_change;
using workmem::task_claim;
using workmem::task_dependency;
using workmem::task_filter;
using workmem::task_id;
using workmem::task_memory;
using workmem::task_options;
using workmem::task_result;
using workmem::task_status;
using workmem::task_store;

}  // namespace workmem
