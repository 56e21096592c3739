// What threads share stays where it is: of each memory one line says so.
// expect: basic_entity_window(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_entity_memory(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_bounded_store(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_session(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_long_term_store(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_task_memory(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: basic_agent_memory(const self&) = delete; // workmem: threads share it: pass it by reference
// expect: self& operator=(const self&) = delete; // workmem: threads share it: pass it by reference
// lines: 80
#include <workmem/shared.hpp>
#include <workmem/workmem.hpp>

#include <utility>

void keep(workmem::basic_entity_window<workmem::entity, workmem::shared_policies>);

void copy(workmem::basic_entity_window<workmem::entity, workmem::shared_policies>& window,
          workmem::shared_entity_memory& things, workmem::shared_bounded_store& items,
          workmem::shared_session& session, workmem::shared_long_term_store& kept,
          workmem::shared_task_memory& plan, workmem::shared_agent_memory& agent) {
    keep(window);
    auto same_things = things;
    auto same_items = std::move(items);
    auto same_session = session;
    auto same_kept = kept;
    auto same_plan = plan;
    auto same_agent = agent;
    workmem::shared_agent_memory other;
    other = agent;
}
