#include <workmem/workmem.hpp>
#include <iostream>

int main() {
    workmem::agent_memory memory;
    memory.observe_text("orders.list",                                   // what a tool returned
        R"([{"id":"o-1","title":"Shoes"},{"id":"o-2","title":"Socks"},{"id":"o-3","title":"Hat"},
            {"id":"o-4","title":"Scarf"},{"id":"o-5","title":"Gloves"}])");
    memory.hear(workmem::role::user, "The socks are too small.");
    if (const auto found = memory.resolve("cancel the second one")) std::cout << found->id << ' ' << found->name << '\n';
    if (!memory.resolve("cancel the invoice")) std::cout << "no invoice was ever seen\n";
    memory.memorize({.text = "Refunds go to the card", .pinned = true});
    const auto prompt = memory.prompt({.tokens = 200});                  // never more
    std::cout << prompt.stable << prompt.recent;
}
