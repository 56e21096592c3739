// Tools whose results the rules cannot know: register an extractor, ignore a tool, teach the rules
// a field and a verb.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/extraction/extractor.hpp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <optional>

int main() {
    using nlohmann::json;
    workmem::entity_memory memory;

    memory.registry().add("weather_now", [](const json& result) -> std::optional<workmem::entity> {
        if (!result.contains("station")) return std::nullopt;
        return workmem::entity{.type = "station",
                               .id = result["station"].get<std::string>(),
                               .name = result.value("place", ""),
                               .attributes = {{"degrees", result.value("degrees", 0.0)}}};
    });
    memory.registry().ignore("cms_listPages");
    memory.extractor().name.names.add("moniker");  // tried before all others
    memory.extractor().verbs.push_back({"summon", workmem::verb_kind::read});

    memory.observe("weather_now", json{{"station", "EDDH"}, {"place", "Hamburg"}, {"degrees", 7.5}});
    memory.observe("cms_listPages", json::parse(R"([{"id": 1, "title": "Home"}])"));
    memory.observe("cms_getPage", json{{"id", 2}, {"title", "Prices"}});
    memory.observe("summonWizard", json{{"id", 3}, {"title", "Dr."}, {"moniker", "Radagast"}});
    std::cout << memory.context() << '\n';

    // Why the rules found what they found.
    for (const auto& note : memory.extractor().explain("cms_getPage", json::object(),
                                                       json{{"id", 2}, {"title", "Prices"}}))
        std::cout << note.step << ": " << note.saw << " (" << note.why << ")\n";
}
