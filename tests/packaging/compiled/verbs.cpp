// What every memory can do is in the library, also where its optimiser has inlined it.
#include "uses.hpp"

#include <workmem/shared.hpp>
#include <workmem/workmem.hpp>

#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/keyed/scopes.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

template <class Memory>
bool follows(Memory& memory) {
    memory.flush();
    memory.catch_up();
    memory.follow();
    const auto before = memory.sequence();
    return memory.try_flush() && memory.try_catch_up() && memory.try_follow() &&
           memory.sequence() == before;
}

template <class Memory>
bool keeps(Memory& memory) {
    const auto from = memory.position();
    memory.snapshot();
    return follows(memory) && memory.changes_since(from).list.empty() &&
           !memory.wait_for_changes(from, workmem::milliseconds{0});
}

// A long-term memory of one's own.
struct notes {
    std::string last{};

    workmem::result<bool> try_put(const workmem::long_term_memory& memory) {
        last = memory.content;
        return true;
    }
    workmem::result<bool> try_erase(std::string_view) { return false; }
    std::optional<workmem::long_term_memory> get(std::string_view) const { return std::nullopt; }
    workmem::long_term_page list(const workmem::long_term_filter&, std::size_t,
                                 std::uint64_t) const {
        return {};
    }
    std::vector<workmem::found_memory> search(std::string_view, std::size_t,
                                              const workmem::long_term_filter&) {
        return {};
    }
};

template <class Memory>
typename Memory::parts in_memory() {
    return {.journal = workmem::journal::memory{}};
}

template <class Policies>
bool all_keep() {
    using entities = workmem::basic_entity_memory<workmem::entity, Policies>;
    using items = workmem::basic_bounded_store<Policies>;
    using long_term = workmem::basic_long_term_store<Policies>;
    using tasks = workmem::basic_task_memory<Policies>;
    entities kept_entities{{}, in_memory<entities>()};
    items kept_items{{}, in_memory<items>()};
    long_term kept_long_term{{}, in_memory<long_term>()};
    tasks kept_tasks{{}, in_memory<tasks>()};
    return keeps(kept_entities) && keeps(kept_items) && keeps(kept_tasks) &&
           follows(kept_long_term);
}

// Many memories of such a bundle, by name.
template <class Policies>
bool all_open() {
    using sessions = workmem::basic_session_store<Policies>;
    using plans = workmem::basic_task_store<Policies>;
    using agents = workmem::scopes<workmem::basic_agent_memory<Policies>>;
    sessions kept_sessions{{}, in_memory<sessions>()};
    plans kept_plans{{}, in_memory<plans>()};
    agents kept_agents{{}, in_memory<agents>()};
    kept_sessions.add("ann", {.content = "likes green tea"});
    kept_sessions.flush();
    const auto plan = kept_plans.create({.name = "move"});
    const auto agent = kept_agents.at("ann");
    agent->hear(workmem::role::user, "hello");
    agent->snapshot();
    kept_agents.flush();
    return follows(*agent) && follows(*plan) && kept_sessions.tick() == 0 &&
           kept_sessions.sweep() == 0 && kept_plans.gc().empty() && kept_agents.sweep() == 0;
}

}  // namespace

bool use_verbs() {
    workmem::entity_memory entities;
    workmem::bounded_store items;
    workmem::basic_session<> session;
    workmem::long_term_store long_term;
    workmem::task_memory tasks;
    workmem::shared_entity_memory shared_entities;
    workmem::shared_bounded_store shared_items;
    workmem::shared_task_memory shared_tasks;
    if (!follows(entities) || !follows(items) || !follows(session) || !follows(long_term) ||
        !follows(tasks) || !follows(shared_entities) || !follows(shared_items) ||
        !follows(shared_tasks))
        return false;
    notes own;
    return all_keep<workmem::durable_policies<workmem::journal::any>>() &&
           all_keep<workmem::shared_durable_policies<workmem::journal::any>>() &&
           all_open<workmem::durable_policies<workmem::journal::any>>() &&
           all_open<workmem::shared_durable_policies<workmem::journal::any>>() &&
           session.deliver(own) == 0;
}
