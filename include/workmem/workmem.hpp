#pragma once

/// The working memory of AI agents: include this, hold a `workmem::entity_memory`, a
/// `workmem::bounded_store`, a `workmem::basic_session_store<>`, a `workmem::task_memory`, a
/// `workmem::long_term_store`, or a `workmem::agent_memory`, which is one agent's of all of them. Policies that are not the default have headers of their own, and so
/// has JSON: who hands over a `nlohmann::json` includes <nlohmann/json.hpp>.

#include <workmem/agent/agent_memory.hpp>
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/error.hpp>
#include <workmem/fwd.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/result.hpp>
#include <workmem/session/session.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/task/task_graph.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/version.hpp>
