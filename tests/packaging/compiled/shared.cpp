#include "uses.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/shared.hpp>
#include <workmem/task/task_memory.hpp>

bool use_shared() {
    workmem::shared_entity_memory memory;
    memory.add({.type = "page", .id = "p-1", .name = "Home"});
    const auto found = memory.resolve("change the title of this page");
    workmem::shared_bounded_store store;
    store.memorize("the deploy failed");
    workmem::shared_long_term_store kept;
    kept.put({.id = "m", .content = "the customer likes green tea"});
    workmem::shared_task_memory plan;
    plan.add_task({.title = "design"});
    return plan.ready(10).size() == 1 && found && store.remember("deploy").size() == 1 &&
           kept.search("tea").size() == 1;
}
