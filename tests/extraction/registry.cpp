#include "catch.hpp"

#include <workmem/config.hpp>
#include <workmem/extraction/extractor.hpp>
#include <workmem/extraction/registry.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
using workmem::entity;
using workmem::extractor_registry;

namespace {

std::optional<entity> section(const json& result) {
    if (!result.contains("nr")) return std::nullopt;
    return entity{
        .type = "section", .id = result["nr"].get<int>(), .name = result.value("head", "")};
}

template <class Json = json>
workmem::extracted run(const extractor_registry& registry, std::string_view tool,
                       const Json& result, const Json& arguments = Json::object(),
                       const workmem::extraction_options& options = {}) {
    return registry.extract(tool, arguments, result, options, workmem::extraction::generic{});
}

}  // namespace

TEST_CASE("a registered extractor wins for its exact tool name", "[extraction]") {
    extractor_registry registry;
    registry.add("getSection", section);
    const auto result = json::parse(R"({"nr":4,"head":"Hero","id":"x","name":"Other"})");
    const auto own = run(registry, "getSection", result);
    REQUIRE(own.entities.size() == 1);
    CHECK(own.entities[0].id == "4");
    CHECK(own.entities[0].name == "Hero");
    CHECK(own.single);
    CHECK(run(registry, "get_section", result).entities.at(0).id == "x");
    CHECK(run(registry, "getSection", json{{"id", "x"}}).entities.empty());
    CHECK(registry.remove("getSection"));
    CHECK_FALSE(registry.remove("getSection"));
    CHECK(run(registry, "getSection", result).entities.at(0).id == "x");
}

TEST_CASE("an extractor may see the whole call and return many", "[extraction]") {
    extractor_registry registry;
    registry.add("tree", [](std::string_view tool, const json& arguments, const json& result) {
        std::vector<entity> out;
        for (const auto& each : result)
            out.push_back(
                {.type = std::string{tool},
                 .id = each.get<std::string>(),
                 .name = arguments["prefix"].get<std::string>() + each.get<std::string>()});
        return out;
    });
    const auto found =
        run(registry, "tree", json{"a", "b", "c"}, json{{"prefix", "/"}}, {.max_per_result = 2});
    REQUIRE(found.entities.size() == 2);
    CHECK(found.entities[1].name == "/b");
    CHECK(found.entities[1].rank == 2);
    CHECK(found.omitted == 1);
    CHECK_FALSE(found.single);
}

TEST_CASE("an ignored tool says nothing, not even by its arguments", "[extraction]") {
    extractor_registry registry;
    registry.ignore("listPages");
    const auto result = json::parse(R"([{"id":1,"name":"A"}])");
    const auto found = run(registry, "listPages", result, json{{"page_id", 7}});
    CHECK(found.entities.empty());
    CHECK(found.acted_on.empty());
    CHECK(registry.ignores("listPages"));
    CHECK_FALSE(registry.ignores("getPage"));
    registry.add("listPages", [](const json&) { return std::vector<entity>{}; });
    CHECK_FALSE(registry.ignores("listPages"));
}

TEST_CASE("the arguments of a registered tool count, and an error still is one", "[extraction]") {
    extractor_registry registry;
    registry.add("getSection", section);
    const auto found = run(registry, "getSection", json{{"nr", 4}}, json{{"section_id", 4}});
    CHECK(found.acted_on.at(0).type == "section");
    const auto failed = run(registry, "getSection", json{{"error", "no"}}, json{{"section_id", 4}});
    CHECK(failed.failed);
    CHECK(failed.acted_on.empty());
    CHECK_FALSE(run(registry, "getSection", json{{"error", "no"}, {"nr", 4}}).failed);
}

TEST_CASE("incomplete entities are completed or left out", "[extraction]") {
    extractor_registry registry;
    registry.add("some", [](const json&) {
        return std::vector<entity>{{.type = "page", .id = ""}, {.type = "", .id = 1}};
    });
    const auto found = run(registry, "some", json::object());
    REQUIRE(found.entities.size() == 1);
    CHECK(found.entities[0].type == "resource");
    CHECK(found.entities[0].name == "Unnamed resource");
    CHECK(found.entities[0].unnamed);
    CHECK(found.entities[0].rank == 1);
}

TEST_CASE("an extractor serves every JSON type, by a copy if need be", "[extraction]") {
    extractor_registry registry;
    registry.add("getSection", section);
    registry.add<ordered_json>("first", [](const ordered_json& result) -> std::optional<entity> {
        return entity{.type = "key", .id = result.begin().key()};
    });
    CHECK(run(registry, "getSection", ordered_json{{"nr", 4}, {"head", "a\xFF"}})
              .entities.at(0)
              .name == "a\xFF");
    CHECK(run(registry, "first", ordered_json::parse(R"({"z":1,"a":2})")).entities.at(0).id == "z");

    std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
    CHECK(run(registry, "getSection", ordered_json::parse(deep)).entities.empty());
}

TEST_CASE("an extractor gets values of its own type as they are, and null for none",
          "[extraction]") {
    extractor_registry registry;
    const json* seen = nullptr;
    registry.add("whole", [&](std::string_view, const json& arguments, const json& result) {
        seen = &result;
        return std::optional{entity{.type = arguments.dump(), .id = result["nr"].get<int>()}};
    });
    const json own{{"nr", 3}};
    const workmem::extraction::generic rules;
    CHECK(registry.extract("whole", {}, own, {}, rules).entities.at(0).type == "null");
    CHECK(seen == &own);

    const workmem::text::json_document document{R"({"nr":7})"};
    CHECK(registry.extract("whole", json{{"a", 1}}, document.root(), {}, rules).entities.at(0).id ==
          7);
    CHECK(seen != &own);
}

TEST_CASE("copies of a registry share the extractors and part ways after", "[extraction]") {
    extractor_registry registry;
    registry.add("getSection", section);
    auto copy = registry;
    copy.ignore("getSection");
    CHECK(copy.ignores("getSection"));
    CHECK_FALSE(registry.ignores("getSection"));
    CHECK(run(registry, "getSection", json{{"nr", 1}}).entities.size() == 1);
}

#if WORKMEM_EXCEPTIONS
TEST_CASE("what an extractor throws passes unchanged", "[extraction]") {
    extractor_registry registry;
    registry.add("boom",
                 [](const json&) -> std::optional<entity> { throw std::runtime_error("mine"); });
    CHECK_THROWS_AS(run(registry, "boom", json::object()), std::runtime_error);
}
#endif
