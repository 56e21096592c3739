// Any bytes as a saved session.
#include "fuzz.hpp"
#include "memory_bundles.hpp"

#include <nlohmann/json.hpp>

namespace workmem_test {

std::vector<std::string> fuzz_seeds() {
    manual_memory memory;
    memory.add({.type = "page",
                .id = 1,
                .name = "Home",
                .slug = "home",
                .attributes = {{"price", 9.5}, {"open", true}, {"city", std::string{"Rome"}}}});
    memory.observe("list_pages", nlohmann::json::parse(R"([{"id":2,"title":"A"},{"id":"x"}])"));
    memory.get("page", 1);
    return {memory.to_json_text(), "{}", R"({"entities":[]})",
            R"({"as_of":1704067200000,"entities":[{"type":"p","id":1,"label":"x","paused":3}]})"};
}

// It is refused, or taken in and saved again in a form that gives the same.
void fuzz(std::string_view bytes) {
    const auto json = workmem::text::parse_json<nlohmann::json>(bytes);
    if (json.is_discarded()) return;
    manual_memory memory;
    const auto loaded = memory.try_load(json);
    if (!loaded) return insist(!loaded.error().message().empty() && memory.empty());
    insist(memory.size() <= memory.options().capacity);
    const auto saved = memory.to_json();
    manual_memory again;
    insist(again.try_load(saved).has_value());
    insist(again.to_json() == saved);
    (void)memory.context();
    (void)memory.resolve("the second one");
    insist(memory.size() == memory.all().size());
}

}  // namespace workmem_test
