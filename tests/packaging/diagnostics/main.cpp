// Two translation units that disagree about JSON_DIAGNOSTICS share one memory.
#define JSON_DIAGNOSTICS 0
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>

void observe_elsewhere(workmem::entity_memory& memory);

int main() {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", nlohmann::json{{"id", "p-1"}, {"title", "Home"}});
    observe_elsewhere(memory);
    if (!memory.contains("page", "p-1") || !memory.contains("section", "s-2")) return 1;
    std::puts("ok");
}
