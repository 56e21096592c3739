#define JSON_DIAGNOSTICS 1
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

void observe_elsewhere(workmem::entity_memory& memory) {
    memory.observe("cms_listSections", nlohmann::json::parse(R"([{"id":"s-1"},{"id":"s-2"}])"));
}
