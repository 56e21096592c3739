#include "own.hpp"
#include "uses.hpp"

#include <workmem/long_term/long_term_store.hpp>

namespace {

workmem::entity home() { return {.type = "page", .id = "p-1", .name = "Home"}; }

}  // namespace

bool use_own() {
    workmem::basic_entity_window<workmem::entity, own_clock> window;
    if (!window.add(home()) || !window.remove("page", "p-1") || !window.empty()) return false;

    int told = 0;
    workmem::observer::callbacks observer;
    observer.on<workmem::entity_notice<workmem::entity>>([&](const auto&) { ++told; });
    workmem::basic_entity_window<workmem::entity, own_observer> watched{{}, {.observer = observer}};
    watched.add(home());

    workmem::basic_bounded_store<own_eviction> items;
    items.memorize("the deploy failed");
    items.flush();

    workmem::basic_session<own_mutex> session;
    workmem::long_term_store kept;
    const auto added = session.add({.content = "the customer likes green tea"});
    (void)session.promote(added.id);

    workmem::basic_task_memory<own_access> plan;
    plan.catch_up();
    return told == 1 && items.size() == 1 && session.deliver(kept) == 1 && plan.ready().size() == 0;
}
