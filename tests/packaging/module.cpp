// What the quick start and the guide do, with `import workmem;`, which a compiler with modules needs: .ci/run
// portability builds it.
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>

#include <iostream>
import workmem;

namespace {

// The quick start.
bool starts() {
    workmem::entity_memory memory;
    memory.observe_text("cms_getPage", R"({"id":"p-1","title":"Home","slug":"home"})");
    memory.hear(workmem::role::user, "I like Home.");
    const auto found = memory.resolve("change the title of this page");
    if (!found || found->id != "p-1") return false;
    workmem::bounded_store items;
    items.memorize("Table for six");
    workmem::task_memory plan;
    plan.add_task({.title = "Book a table"});
    for (const auto& task : plan.ready()) std::cout << task.title << '\n';
    return true;
}

// Messages of a model's API, with a memory that is kept.
bool listens() {
    const workmem::journal::any journal{workmem::journal::memory{}};
    using memory = workmem::durable_entity_memory<workmem::journal::any>;
    workmem::pending_calls pending;
    {
        memory first{{}, {.journal = journal}};
        hear_message_text(first, pending, R"({"role":"user","content":"Where is Home?"})");
        first.observe_text("cms_getPage", R"({"id":"p-1","title":"Home"})");
    }
    memory again{{}, {.journal = journal}};
    const auto found = again.resolve("this page");
    return found && found->id == "p-1";
}

// What threads share.
bool shares() {
    workmem::shared_durable_task_memory<workmem::journal::any> plan{
        {}, {.journal = workmem::journal::memory{}}};
    plan.add_task({.title = "Book a table"});
    workmem::scopes<workmem::agent_memory> agents;
    agents.at("ann")->memorize("likes tea");
    workmem::message_log log;
    return plan.size() == 1 && agents.names().size() == 1;
}

}  // namespace

int main() { return starts() && listens() && shares() ? 0 : 1; }
