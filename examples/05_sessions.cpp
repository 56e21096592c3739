// A session is JSON: save it when a turn ends, load it when the next begins.
#include <workmem/entity/entity_memory.hpp>

#include <nlohmann/json.hpp>

#include <iostream>

int main() {
    using nlohmann::json;
    std::string column;  // where the session is kept
    {
        workmem::entity_memory memory;
        memory.observe("cms_getPage", json{{"id", 7}, {"title", "Home"}, {"status", "draft"}});
        memory.observe("shop_getOrder", json{{"id", "ORD-1"}, {"title", "Kites for the school"}});
        column = memory.to_json().dump();
    }
    auto memory = workmem::entity_memory::from_json(json::parse(column));
    std::cout << memory.context() << '\n';
    std::cout << memory.resolve("publish the page")->name << '\n';

    // Damage is named, and the memory stays as it was.
    const auto loaded = memory.try_load(json::parse(R"({"entities": [{"type": "page", "id": true}]})"));
    if (!loaded) std::cout << loaded.error().message() << '\n';
    std::cout << memory.size() << " still there\n";

    // Files of other shapes load, too.
    memory.load(json::parse(R"({"entities": [{"type": "page", "id": "p-1", "label": "About",
                                              "timestamp": 1734879600000}]})"));
    std::cout << memory.context() << '\n';
}
