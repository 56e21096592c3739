// All of the quick start, run: the library as a user first meets it.
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

int main() {
    using nlohmann::json;
    workmem::entity_memory memory;
    memory.observe("cms_getPage", json{{"id", "p-1"}, {"title", "Home"}, {"slug", "home"}});
    memory.observe(
        "cms_listSections",
        json::parse(R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"}])"));
    memory.hear(workmem::role::assistant, "The page has two sections, hero and footer.");

    const auto section = memory.resolve("delete the second section");
    if (!section || section->name != "footer") return 1;
    if (std::string{memory.context()}.find("[WORKING MEMORY]") == std::string::npos) return 2;
    const auto saved = memory.to_json();
    const auto again = workmem::entity_memory::from_json(saved);
    if (again.to_json() != saved) return 3;
    std::puts("ok");
}
