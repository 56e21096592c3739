#include <workmem/workmem.hpp>
#include <iostream>

int main() {
    workmem::entity_memory memory;                                  // 20 entities, 5 minutes
    memory.observe_text("cms_getPage", R"({"id":"p-1","title":"Home","slug":"home"})");
    memory.observe_text("cms_listSections", R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"}])");
    memory.hear(workmem::role::assistant, "The page has two sections, hero and footer.");

    if (const auto found = memory.resolve("change the title of this page"))
        std::cout << found->type << ' ' << found->id << '\n';       // page p-1
    if (const auto found = memory.resolve("delete the second section"))
        std::cout << found->name << '\n';                           // footer
    std::cout << memory.context() << '\n';                          // [WORKING MEMORY] …
    const auto saved = memory.to_json_text();
    const auto again = workmem::entity_memory::from_json_text(saved);
    std::cout << (again.to_json_text() == saved) << '\n';           // 1
}
