// The quick start with `import workmem;`, which a compiler with modules needs: .ci/run portability builds it.
#include <iostream>
import workmem;

int main() {
    workmem::entity_memory memory;
    memory.observe_text("cms_getPage", R"({"id":"p-1","title":"Home","slug":"home"})");
    memory.hear(workmem::role::user, "I like Home.");
    const auto found = memory.resolve("change the title of this page");
    if (!found || found->id != "p-1") return 1;
    workmem::bounded_store items;
    items.memorize("Table for six");
    workmem::task_memory plan;
    plan.add_task({.title = "Book a table"});
    for (const auto& task : plan.ready()) std::cout << task.title << '\n';
}
