// Several files, several memories, none of which compiles what the library holds, and memories with
// policies that the library does not know.
#include "uses.hpp"

#include <workmem/entity/entity_memory.hpp>

#include <nlohmann/json.hpp>

#if !defined(WORKMEM_COMPILED)
#error "workmem::compiled must say that it is compiled"
#endif

int main() {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", nlohmann::json{{"id", "p-1"}, {"title", "Home"}});
    memory.hear(workmem::role::user, "this page");
    const auto found = memory.resolve("change the title of this page");
    const auto again = workmem::entity_memory::from_json(memory.to_json());
    const auto* const page = memory.get("page", "p-1");
    const bool knows = found && found->id == "p-1" && page != nullptr && again.size() == 1;
    return knows && !memory.context().empty() && use_sessions() && use_tasks() && use_shared() &&
                   use_own() && use_every_entity() && use_every_bounded() && use_every_session() &&
                   use_every_task() && use_every_agent()
               ? 0
               : 1;
}
