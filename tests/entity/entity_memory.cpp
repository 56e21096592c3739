// The facade: observe, hear, resolve, context, health, and whatever tools and models may send.
#include "catch.hpp"
#include "memory_bundles.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace workmem_test;
using nlohmann::json;
using nlohmann::ordered_json;
using std::chrono::minutes;
using workmem::entity;
using workmem::entity_key;
using workmem::entity_options;
using workmem::error_code;
using workmem::milliseconds;
using workmem::role;
using workmem::strength;

namespace {

template <class Memory>
std::string ids(const Memory& memory) {
    std::string out;
    for (const auto& each : memory.all()) out += each.id.text() + ' ';
    return out;
}
json sections() {
    return json::parse(
        R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"},{"id":"s-3","sectionKey":"news"}])");
}
json home() { return json{{"id", "p-1"}, {"title", "Home"}, {"slug", "home"}}; }

}  // namespace

TEST_CASE("the quick start does what its comments say", "[entity][memory]") {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", home());
    memory.observe(
        "cms_listSections",
        json::parse(R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"}])"));
    memory.hear(role::assistant, "The page has two sections, hero and footer.");
    const auto this_page = memory.resolve("change the title of this page");
    REQUIRE(this_page);
    CHECK(this_page->type == "page");
    CHECK(this_page->id == "p-1");
    const auto second = memory.resolve("delete the second section");
    REQUIRE(second);
    CHECK(second->name == "footer");
    CHECK_THAT(memory.context(), starts_with("[WORKING MEMORY]\n"));
    const auto saved = memory.to_json();
    const auto again = workmem::entity_memory::from_json(saved);
    CHECK(again.to_json() == saved);
}

TEST_CASE("a result's first entity is the newest, and each knows its rank", "[entity][observe]") {
    manual_memory memory;
    const auto seen = memory.observe("cms_listSections", sections());
    CHECK(seen.added == 3);
    CHECK(seen.entities ==
          std::vector<entity_key>{{"section", "s-1"}, {"section", "s-2"}, {"section", "s-3"}});
    CHECK(ids(memory) == "s-1 s-2 s-3 ");
    const auto all = memory.all();
    for (std::uint32_t i = 0; i < 3; ++i) {
        CHECK(all[i].rank == i + 1);
        CHECK(all[i].observation == 1);
    }
    const auto single = memory.observe("cms_getPage", home());
    CHECK(static_cast<bool>(single));
    CHECK(memory.all()[0].rank == 0);
    CHECK(memory.all()[0].observation == 2);
}

TEST_CASE("more than the limit per result is counted, not kept", "[entity][observe]") {
    json many = json::array();
    for (int i = 0; i < 25; ++i) many.push_back({{"id", i}, {"name", "n" + std::to_string(i)}});
    manual_memory memory;
    auto seen = memory.observe("list_users", many);
    CHECK(seen.added == 10);
    CHECK(seen.omitted == 15);
    CHECK(memory.size() == 10);
    CHECK(memory.metrics().omitted == 15);
    CHECK(memory.all()[0].id == "0");
    manual_memory small{entity_options::working_context()};
    CHECK(small.observe("list_users", many).added == 5);
    CHECK(small.observe("find_users", json{{"matches", many}}).entities.size() == 3);
}

TEST_CASE("named outlives returned", "[entity][observe]") {
    entity_options options;
    options.capacity = 6;
    manual_memory memory{options};
    memory.observe("cms_getPage", home());
    for (int list = 0; list < 5; ++list) {
        json items = json::array();
        for (int i = 0; i < 4; ++i)
            items.push_back(
                {{"id", std::to_string(list) + "-" + std::to_string(i)}, {"name", "n"}});
        memory.observe("list_users", items);
        CHECK(memory.contains("page", "p-1"));
        CHECK(memory.contains("user", std::to_string(list) + "-0"));
    }
}

TEST_CASE("a result that only says an id does not overwrite a name", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    memory.observe("cms_getSection", json{{"id", "s-1"}, {"name", "Hero"}});
    memory.observe("cms_updatePage", json{{"id", "p-1"}});
    CHECK(memory.all()[0].id == "p-1");
    CHECK(memory.all()[0].name == "Home");
    CHECK(memory.all()[0].slug == "home");
    CHECK_FALSE(memory.all()[0].unnamed);
    memory.observe("cms_createPage", json{{"id", "p-2"}});
    CHECK(memory.all()[0].name == "Unnamed page");
    CHECK(memory.all()[0].unnamed);
    memory.observe("cms_getPage", json{{"id", "p-2"}, {"title", "New"}});
    CHECK(memory.all()[0].name == "New");
    CHECK_FALSE(memory.all()[0].unnamed);
}

TEST_CASE("what a newer result does not say is so still, until it says otherwise",
          "[entity][observe]") {
    manual_memory memory;
    const auto value = [&](std::string_view name) -> const workmem::scalar* {
        static std::vector<workmem::entity> all;
        all = memory.all();
        return workmem::find_attribute(all[0].attributes, name);
    };
    memory.observe(
        "get_issue",
        json{{"id", "i-1"}, {"title", "Crash"}, {"status", "open"}, {"assignee", "ana"}});
    memory.observe("get_issue", json{{"id", "i-1"}, {"status", "closed"}});
    REQUIRE(value("status") != nullptr);
    CHECK(*value("status") == workmem::scalar{"closed"});
    REQUIRE(value("assignee") != nullptr);
    CHECK(*value("assignee") == workmem::scalar{"ana"});
    CHECK(memory.all()[0].name == "Crash");
    memory.observe("get_issue", json{{"id", "i-1"}, {"assignee", nullptr}});
    CHECK(value("assignee") == nullptr);
    CHECK(value("status") != nullptr);
}

TEST_CASE("a thing with an id of its own stays what it was, whatever tool changes it",
          "[entity][observe]") {
    manual_memory memory;
    memory.observe("list_thermostats",
                   json::array({{{"id", "trv-03"}, {"name", "Office"}}, {{"id", "7"}}}));
    memory.observe("set_temperature", json{{"id", "trv-03"}, {"target", 20}});
    CHECK(memory.contains("thermostat", "trv-03"));
    CHECK_FALSE(memory.contains("temperature", "trv-03"));
    CHECK(memory.size() == 2);
    // Small numbers are ids of many things.
    memory.observe("set_temperature", json{{"id", "7"}, {"target", 20}});
    CHECK(memory.contains("temperature", "7"));
    // What was made is another thing.
    memory.observe("create_visit", json{{"id", "trv-03"}, {"title", "Repair"}});
    CHECK(memory.contains("visit", "trv-03"));
}

TEST_CASE("an act is done to what is there, though its id is short", "[entity][observe]") {
    manual_memory memory;
    memory.observe("list_plans", json::array({{{"id", "J-21"}, {"work", "wheels"}},
                                              {{"id", "J-22"}, {"work", "battery"}}}));
    memory.observe("change_job", json{{"job", "J-21"}, {"mechanic", "Ana"}},
                   json{{"job", "J-21"}, {"mechanic", "Ana"}});
    CHECK(memory.size() == 2);
    CHECK(memory.contains("plan", "J-21"));
    // Another list may have other things under the same.
    memory.observe("list_seats", json::array({{{"id", "J-21"}}, {{"id", "J-22"}}}));
    CHECK(memory.contains("seat", "J-21"));
    CHECK(memory.size() == 4);
}

TEST_CASE("parts come in behind the thing they are part of", "[entity][observe]") {
    manual_memory memory;
    memory.observe("get_cart", json::parse(R"({"id":"c-1","lines":[{"id":"l-1","title":"Mug"},
                                               {"id":"l-2","title":"Kettle"}]})"));
    CHECK(ids(memory) == "c-1 l-1 l-2 ");
    CHECK(memory.resolve("pay for it")->id == "c-1");
    CHECK(memory.resolve("remove the kettle")->id == "l-2");
    memory.observe("list_orders", json::array({{{"id", "o-1"}}, {{"id", "o-2"}}}));
    CHECK(memory.resolve("the second one")->id == "o-2");
}

TEST_CASE("an open answer leaves the focus where it was", "[entity][memory]") {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", home());
    REQUIRE(memory.resolve("open it"));
    for (const auto* text :
         {"open the gallery that Ann made", "open p-99", "thank you very much"}) {
        INFO(text);
        CHECK_FALSE(memory.resolve(text));
    }
    CHECK_FALSE(memory.resolve("open that", {.type = "order"}));
    CHECK(memory.all().front().name == "Home");
    CHECK(memory.resolve("open it")->id == "p-1");
}

TEST_CASE("what a delete tool names leaves", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_listSections", sections());
    CHECK(
        memory.observe("cms_deleteSection", json{{"id", "s-2"}}, json{{"success", true}}).removed ==
        1);
    CHECK(ids(memory) == "s-1 s-3 ");
    CHECK(memory.observe("cms_deleteSection", json{{"id", "s-1"}}).removed == 1);
    CHECK(memory.observe("cms_deleteSection", json{{"id", "never"}}, json{{"success", true}})
              .removed == 0);
    CHECK(memory.observe("cms_deleteSection", json{{"id", "s-3"}}, json{{"error", "forbidden"}})
              .removed == 0);
    CHECK(ids(memory) == "s-3 ");
}

TEST_CASE("an error result touches nothing", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    memory.observe("cms_listSections", sections());
    const auto before = memory.to_json_text();
    for (const auto* text :
         {R"({"error":"page p-1 was not found"})",
          R"({"isError":true,"content":[{"type":"text","text":"no page p-1"}]})"}) {
        const auto seen = memory.observe("cms_getPage", json{{"id", "p-1"}}, json::parse(text));
        CHECK(seen.failed);
        CHECK_FALSE(static_cast<bool>(seen));
    }
    CHECK(memory.to_json_text() == before);
    CHECK(memory.metrics().failed_observations == 2);
}

TEST_CASE("arguments name what a call acted on", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_listPages",
                   json::parse(R"([{"id":"p-1","title":"Home"},{"id":"p-2","title":"About"}])"));
    memory.observe("cms_updatePage", json{{"id", "p-2"}}, json{{"success", true}});
    CHECK(ids(memory) == "p-2 p-1 ");
    CHECK(memory.all()[0].name == "About");
    std::string level;
    memory.for_each([&](const workmem::entry& each) {
        if (each.id == "p-2") level = to_string(each.level);
    });
    CHECK(level == "acted_on");
    // Unknown, it comes in where the tool's noun gives the type.
    memory.observe("cms_updatePage", json{{"pageId", "p-9"}}, json{{"success", true}});
    CHECK(memory.contains("page", "p-9"));
    // Unless arguments are not to be tracked.
    entity_options options;
    options.track_arguments = false;
    manual_memory blind{options};
    blind.observe("cms_updatePage", json{{"pageId", "p-9"}}, json{{"success", true}});
    CHECK(blind.empty());
}

TEST_CASE("an argument's id is that of the thing that has it, whatever the argument calls it",
          "[entity][observe]") {
    manual_memory memory;
    memory.observe("list_show_episodes",
                   json::parse(R"([{"id": "ep-51", "name": "Glue"}, {"id": "ep-52", "name": "Salt"},
                                   {"id": "7", "name": "Rust"}])"));
    memory.observe("start_playback", json{{"episode_id", "ep-52"}},
                   json::parse(R"({"success": true})"));
    CHECK(memory.resolve("how long is it?")->name == "Salt");
    // A short number may be that of anything.
    memory.observe("start_playback", json{{"device_id", 7}}, json::parse(R"({"success": true})"));
    CHECK(memory.resolve("how long is it?")->name == "Salt");
}

TEST_CASE("a small memory serves what a call names and what it returns", "[entity][observe]") {
    // The thing named in the arguments stands aside for the result, whatever the limits.
    entity_options one;
    one.capacity = 1;
    manual_memory memory{one};
    memory.observe("get_issue", json{{"id", "i-1"}, {"title", "Bug"}});
    memory.observe("get_comment", json{{"issue_id", "i-1"}},
                   json{{"id", "c-1"}, {"title", "Me too"}});
    CHECK(ids(memory) == "c-1 ");
    entity_options tokens;
    tokens.token_limit = 30;
    manual_memory tight{tokens};
    tight.observe("get_issue", json{{"id", "i-1"}, {"title", "Bug"}});
    tight.observe("get_comment", json{{"id", "c-1"}, {"title", "Me too"}});
    for (int i = 1; i < 40; ++i) {
        // Its line grows until it alone is too much.
        tight.observe(
            "get_comment", json{{"issue_id", "i-1"}},
            json{{"id", "c-1"}, {"title", std::string(static_cast<std::size_t>(i * 5), 'x')}});
        CHECK(tight.size() <= 2);
        CHECK(tight.size() == tight.all().size());
    }
    json list = json::array();
    list.push_back({{"id", "i-1"}});
    list.push_back({{"id", "c-1"}, {"title", std::string(30, 'y')}});
    for (int i = 0; i < 3; ++i) {
        tight.observe("list_issues", list);
        tight.observe("get_issue", json{{"id", "i-1"}, {"title", std::string(25, 'z')}});
        CHECK(tight.size() == tight.all().size());
    }
}

TEST_CASE("hearing touches in the order of the names", "[entity][hear]") {
    manual_memory memory;
    memory.observe("cms_listSections", sections());
    const auto named = memory.hear(role::user, "Compare the footer with news, please.");
    CHECK(named == std::vector<entity_key>{{"section", "s-2"}, {"section", "s-3"}});
    CHECK(ids(memory) == "s-3 s-2 s-1 ");
    CHECK(memory.all()[0].access_count == 1);
    CHECK(memory.hear(role::user, "nothing of that").empty());
    CHECK(memory.hear(role::user, "").empty());
}

TEST_CASE("a reference that is resolved is a touch; an unresolved one is not",
          "[entity][resolve]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    memory.observe("cms_listSections", sections());
    const auto found = memory.resolve("this page");
    REQUIRE(found);
    CHECK(found.status == workmem::resolution_status::resolved);
    CHECK(found->id == "p-1");
    CHECK(found->access_count == 1);
    CHECK(memory.all()[0].id == "p-1");
    const auto before = memory.to_json_text();
    const auto nothing = memory.resolve("this page", {.type = "invoice"});
    CHECK_FALSE(nothing);
    CHECK(nothing.status == workmem::resolution_status::unresolved);
    CHECK(nothing.message == "Could not resolve \"this page\" to a invoice");
    CHECK(memory.to_json_text() == before);
    // An answer is a copy.
    memory.clear();
    CHECK(found->name == "Home");
    CHECK(memory.metrics().lookups == 2);
    CHECK(memory.metrics().hits == 1);
}

TEST_CASE("a tool's argument may be an id or a reference", "[entity][resolve]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    const auto is = [&](const json& reference, const std::string& id) {
        const auto found = memory.resolve_id(reference, "page");
        INFO(reference.dump());
        REQUIRE(found);
        CHECK(*found == id);
    };
    is(42, "42");
    is(-1, "-1");
    is("42", "42");
    is("-5", "-5");
    is("p-1", "p-1");
    is("this page", "p-1");
    is("home", "p-1");
    CHECK(memory.resolve_id(json(42), "page").id->is_number());
    const auto wrong = [&](const json& reference) {
        const auto found = memory.resolve_id(reference, "page");
        INFO(reference.dump());
        CHECK_FALSE(found);
        CHECK_FALSE(found.message.empty());
        CHECK_THROWS_WITH(*found, found.message);
    };
    wrong(nullptr);
    wrong(4.5);
    wrong(true);
    wrong(json::array());
    wrong(json::object());
    // What memory does not hold is no reference to what it holds.
    memory.observe("shop_getOrder", json{{"id", "o-1"}, {"name", "Kites"}});
    for (const auto* unknown : {"", "p-77", "page 42", "order-12", "o-1", "Kites", "the order",
                                "9f1c2a77-aaaa-bbbb-cccc-000000000001"})
        wrong(unknown);
    // An id that is held is no reference, whatever else it would mean; a touch it is none either.
    memory.observe("cms_getPage", json{{"id", "it"}, {"title", "Italian"}});
    memory.observe("cms_getPage", home());
    is("it", "it");
    CHECK(memory.all()[0].id == "p-1");
    const auto found = memory.resolve_id(json("this invoice"), "invoice");
    CHECK_FALSE(found);
    CHECK(found.message == "Could not resolve \"this invoice\" to a invoice");
}

TEST_CASE("several things are no single one", "[entity][resolve]") {
    manual_memory memory;
    memory.observe("list_pages", json::parse(R"([{"id": "a", "title": "Home"},
        {"id": "b", "title": "Pricing"}, {"id": "c", "title": "Blog"}, {"id": "d", "title": "Jobs"}])"));
    const auto found = memory.resolve("the second and the last one");
    CHECK(found.is_set());
    CHECK_FALSE(found);
    CHECK(found.status == workmem::resolution_status::resolved);
    REQUIRE(found.references.size() == 2);
    CHECK(found.references[0].value->id == "b");
    CHECK(found.references[1].value->id == "d");
    CHECK_THROWS_WITH(*found, "\"the second and the last one\" means 2 things in memory, not one");
    // All of it is in focus, the first most of all.
    CHECK(memory.all()[0].id == "b");
    CHECK(memory.all()[1].id == "d");
    CHECK(memory.metrics().hits == 1);
    const auto id = memory.resolve_id(json("everything but Home"), "page");
    CHECK_FALSE(id);
    CHECK(id.message == "\"everything but Home\" means 3 things in memory, not one");
    // What is left may be one; and two in a sentence are no set.
    CHECK(memory.resolve("everything but Home, Pricing and Blog")->id == "d");
    const auto two = memory.resolve("move Blog under Home");
    CHECK_FALSE(two.is_set());
    CHECK(two->id == "c");
    CHECK(two.references.size() == 2);
    REQUIRE(two.others().size() == 1);
    CHECK(two.others()[0].value->id == "a");
    CHECK(found.others().empty());
}

TEST_CASE("own extractors win, and tools can be ignored", "[entity][observe]") {
    manual_memory memory;
    memory.registry().add("weird", [](const json& result) -> std::optional<entity> {
        if (!result.contains("nr")) return std::nullopt;
        return entity{.type = "thing", .id = result["nr"].get<int>(), .name = "Thing"};
    });
    memory.registry().ignore("cms_listPages");
    CHECK(memory.observe("weird", json{{"nr", 7}}).added == 1);
    CHECK(memory.observe("weird", json{{"id", 7}}).added == 0);
    CHECK(memory.observe("cms_listPages", json::array({home()})).added == 0);
    CHECK(memory.size() == 1);
    CHECK(memory.all()[0].type == "thing");
    // What it gives may be odd as well.
    memory.registry().add("odd", [](const json&) {
        return std::vector<entity>{{.type = "", .id = "", .name = ""},
                                   {.type = std::string(300, 't'), .id = "1", .name = "a"},
                                   {.type = "t", .id = std::string(5'000, 'i'), .name = "b"},
                                   {.type = "t", .id = "\xff", .name = "c"},
                                   {.type = "t", .id = "good", .name = "\xff"}};
    });
    const auto seen = memory.observe("odd", json::object());
    CHECK(seen.added == 1);
    CHECK(memory.all()[0].id == "good");
    CHECK(workmem::text::is_valid(memory.all()[0].name));
}

TEST_CASE("the context is rebuilt when something changes, and at the instant of an expiry",
          "[entity][prompt]") {
    manual_memory::parts with;
    manual_memory memory{{}, with};
    CHECK(memory.context().empty());
    memory.observe("cms_getPage", home());
    with.clock.advance(minutes{1});
    memory.observe("cms_getSection", json{{"id", "s-1"}, {"name", "Hero"}});
    const std::string both =
        "[WORKING MEMORY]\nsections:\n  - \"Hero\" (s-1)\npages:\n  - \"Home\" (p-1)";
    CHECK(memory.context() == both);
    const auto* const cached = memory.context_view().data();
    CHECK(memory.context_view().data() == cached);
    with.clock.advance(minutes{4} - milliseconds{1});
    CHECK(memory.context_view() == both);
    with.clock.advance(milliseconds{1});
    CHECK(memory.context_view() == "[WORKING MEMORY]\nsections:\n  - \"Hero\" (s-1)");
    with.clock.advance(minutes{1} - milliseconds{1});
    CHECK_FALSE(memory.context().empty());
    with.clock.advance(milliseconds{1});
    CHECK(memory.context().empty());
    CHECK(memory.context_view().empty());
    // A touch reorders, an option changes the limits.
    memory.observe("cms_getPage", home());
    memory.observe("cms_getPage", json{{"id", "p-2"}, {"title", "About"}});
    CHECK(memory.context() == "[WORKING MEMORY]\npages:\n  - \"About\" (p-2)\n  - \"Home\" (p-1)");
    memory.get("page", "p-1");
    CHECK(memory.context() == "[WORKING MEMORY]\npages:\n  - \"Home\" (p-1)\n  - \"About\" (p-2)");
    auto options = memory.options();
    options.max_per_type = 1;
    memory.set_options(options);
    CHECK(memory.context() == "[WORKING MEMORY]\npages:\n  - \"Home\" (p-1)");
    memory.clear();
    CHECK(memory.context().empty());
}

TEST_CASE("other policies, other texts and answers", "[entity][prompt]") {
    workmem::basic_entity_memory<entity, other_policies> memory;
    memory.observe("cms_getPage", home());
    CHECK_THAT(
        memory.context(),
        starts_with(
            "## Working Memory\nRecently referenced entities:\n- page \"Home\" (ID: p-1)\n"));
    workmem::basic_entity_memory<entity, other_policies> recent;
    recent.observe("cms_getPage", home());
    CHECK(recent.resolve("that page").status == workmem::resolution_status::ambiguous);
    recent.observe("cms_getPage", json{{"id", "p-2"}, {"title", "About"}});
    CHECK(recent.resolve("this page")->id == "p-2");
    CHECK(recent.resolve("that page")->id == "p-1");
}

TEST_CASE("presets", "[entity][options]") {
    const auto context = entity_options::working_context();
    CHECK(context.capacity == 10);
    CHECK_FALSE(context.ttl);
    const auto development = entity_options::development();
    CHECK(development.capacity == 10);
    CHECK(development.ttl == minutes{5});
    const auto production = entity_options::production();
    CHECK(production.capacity == 20);
    CHECK(production.ttl == minutes{10});
    CHECK(entity_options{}.capacity == 20);
    CHECK(entity_options{}.ttl == minutes{5});
    CHECK(entity_options{}.max_per_result == 10);
    CHECK(entity_options{}.max_per_type == 3);
}

TEST_CASE("health says what should be looked at", "[entity][health]") {
    manual_memory::parts with;
    manual_memory memory{{}, with};
    CHECK(memory.health().ok());
    const auto has = [&](std::string_view metric) {
        const auto report = memory.health();
        return std::any_of(report.alerts.begin(), report.alerts.end(),
                           [&](const auto& each) { return each.metric == metric; });
    };
    for (int i = 0; i < 16; ++i) memory.add({.type = "p", .id = i, .name = "n"});
    CHECK_FALSE(has("entities"));
    memory.add({.type = "p", .id = 16, .name = "n"});
    CHECK(has("entities"));
    for (int i = 0; i < 19; ++i) memory.get("p", "never");
    CHECK_FALSE(has("hit_rate"));
    memory.get("p", "never");
    CHECK(has("hit_rate"));
    for (int i = 0; i < 20; ++i) memory.get("p", 16);
    CHECK_FALSE(has("hit_rate"));
    for (int i = 0; i < 40; ++i) memory.add({.type = "p", .id = 100 + i, .name = "n"});
    CHECK(has("eviction_rate"));
    CHECK_FALSE(has("clock"));
    with.clock.set_wall(with.clock.now() + std::chrono::hours{1});
    CHECK_FALSE(has("clock"));
    with.clock.set_wall(with.clock.now() - std::chrono::hours{1} - milliseconds{1});
    CHECK(has("clock"));
}

TEST_CASE("whatever tools and models send, nothing throws and nothing crashes",
          "[entity][bad_input]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    std::vector<json> odd{nullptr,
                          true,
                          1,
                          -1,
                          1.5,
                          1e308,
                          "",
                          "text",
                          json::array(),
                          json::object(),
                          json::array({nullptr}),
                          json::array({json::array({json::array()})}),
                          json::binary({1, 2, 3})};
    for (const json& id :
         {json(), json(1.5), json(true), json(""), json::array(), json::object(), json("\xff")})
        for (const json& name : {json(), json(1), json("n"), json("\xc3"),
                                 json(std::string(1 << 20, 'x')), json("a\nb\"\\\u202e")}) {
            odd.push_back({{"id", id}, {"name", name}});
            odd.push_back(
                json::array({{{"id", id}, {"title", name}}, {{"id", "ok"}, {"title", name}}}));
            odd.push_back({{"matches", json::array({{{"id", id}, {"name", name}, {"type", id}}})}});
            odd.push_back(
                {{"data", json::array({{{"id", id}, {"name", name}}, id})}, {"content", id}});
            odd.push_back(
                {{"id", "x"}, {"name", name}, {"type", id}, {"status", name}, {"\xff", name}});
        }
    for (const auto* tool : {"cms_getPage", "list_users", "delete_user", "", "\xff", "a b\nc"})
        for (const auto& each : odd) {
            CHECK_NOTHROW(memory.observe(tool, each));
            CHECK_NOTHROW(memory.observe(tool, each, each));
            CHECK_NOTHROW(memory.resolve_id(each, "page"));
        }
    CHECK_NOTHROW(memory.to_json().dump());
    const auto context = memory.context();
    CHECK(workmem::text::is_valid(context));
    CHECK(memory.size() <= 20);
    for (const auto& each : memory.all()) {
        CHECK_FALSE(each.id.empty());
        CHECK(workmem::text::is_valid(each.name));
        CHECK(workmem::text::is_valid(each.id.text()));
    }
    for (const auto& text :
         {std::string{}, std::string("\xff\xfe"), std::string(1 << 20, 'a'),
          std::string("this \0 page", 11), std::string("\u202ethis page"),
          std::string(100'000, '\n'), std::string("the second the third of the")}) {
        CHECK_NOTHROW(memory.hear(role::user, text));
        CHECK_NOTHROW(memory.hear(role::assistant, text));
        const auto found = memory.resolve(text);
        CHECK(workmem::text::is_valid(found.message));
        CHECK(found.message.size() < 2'000);
        CHECK_NOTHROW(memory.resolve(text, {.type = text}));
        CHECK_NOTHROW(memory.observe_text("cms_getPage", text));
        CHECK_NOTHROW(memory.observe_text(text, R"({"id":"1","name":"n"})"));
    }
    CHECK(memory.observe_text("cms_getPage", "{\"id\":").added == 0);
    CHECK(memory.observe_text("cms_getPage", R"({"id":"p-7","title":"Seven"})").added == 1);
}

TEST_CASE("a list of 100,000, a name of 1 MiB, a nesting of 10,000", "[entity][bad_input]") {
    manual_memory memory;
    json list = json::array();
    for (int i = 0; i < 100'000; ++i) list.push_back({{"id", i}, {"name", "n"}});
    const auto seen = memory.observe("list_users", list);
    CHECK(seen.added == 10);
    CHECK(seen.omitted == 99'990);
    memory.observe("get_user", json{{"id", "long"}, {"name", std::string(1 << 20, 'x')}});
    CHECK(memory.contains("user", "long"));
    const auto text = memory.context();
    CHECK(std::count(text.begin(), text.end(), '\n') == 4);
    std::string deep(10'000, '[');
    deep += R"({"id":"1","name":"n"})" + std::string(10'000, ']');
    CHECK_NOTHROW(memory.observe_text("get_user", deep));
    std::string object;
    for (int i = 0; i < 10'000; ++i) object += R"({"data":)";
    object += "1" + std::string(10'000, '}');
    const auto nested = json::parse(object);
    CHECK_NOTHROW(memory.observe("get_user", nested));
    CHECK_NOTHROW(memory.observe("get_user", nested, nested));
    CHECK_NOTHROW(memory.observe("delete_user", nested));
    CHECK_NOTHROW(memory.resolve_id(nested, "user"));
    const auto loaded = memory.try_load(nested);
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().code() == error_code::validation_error);
    const auto in_place = memory.try_load(json::parse(R"({"entities":)" + object + "}"));
    REQUIRE_FALSE(in_place);
}

TEST_CASE("text is read like the value it holds", "[entity][observe]") {
    manual_memory memory;
    CHECK(memory.observe_text("cms_getPage", home().dump()).added == 1);
    CHECK(
        memory.observe_text("cms_getPage", "Done:\n```json\n{\"id\":\"p-2\",\"title\":\"B\"}\n```")
            .added == 1);
    CHECK_FALSE(memory.observe_text("cms_getPage", "no such thing").failed);
    CHECK(memory.observe_text("cms_getPage", "Error: permission denied").failed);
    CHECK(memory.metrics().failed_observations == 1);
    CHECK_FALSE(memory.observe_text("cms_getPage", "42"));
    CHECK_FALSE(memory.observe_text("cms_getPage", ""));
    // What nests too deeply is no JSON, wherever it stands.
    const auto deep = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK_FALSE(memory.observe_text("cms_getPage", deep));
    const auto part = [&](auto result) {
        result["content"][0]["type"] = "text";
        result["content"][0]["text"] = deep;
        CHECK_FALSE(memory.observe("cms_getPage", result));
    };
    part(ordered_json::object());
    part(json::object());
    CHECK(memory.size() == 2);
}

TEST_CASE("a key that was heard can be asked for", "[entity][hear]") {
    manual_memory memory;
    memory.observe("cms_listSections", sections());
    const auto named = memory.hear(role::assistant, "Shall I change the footer?");
    REQUIRE(named.size() == 1);
    const auto level_of = [&](const std::string& id) {
        auto level = strength::read;
        memory.for_each([&](const workmem::entry& each) {
            if (each.id == id) level = each.level;
        });
        return level;
    };
    CHECK(level_of("s-2") == strength::offered);
    memory.hear(role::user, "And the news?");
    CHECK(level_of("s-3") == strength::mentioned);
    CHECK(memory.mention(named.front(), strength::chosen));
    CHECK(level_of("s-2") == strength::chosen);
    CHECK_FALSE(memory.mention(entity_key{"section", "s-9"}));
}

TEST_CASE("a delete tool deletes, whether or not arguments are tracked", "[entity][observe]") {
    entity_options options;
    options.track_arguments = false;
    manual_memory memory{options};
    memory.observe("cms_getPage", home());
    CHECK(memory.observe("cms_deletePage", json{{"id", "p-1"}}, json{{"success", true}}).removed ==
          1);
    CHECK(memory.empty());
}

TEST_CASE("a tool that deletes anything deletes what has the id", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_getPage", home());
    memory.observe("shop_getOrder", json{{"id", "o-1"}, {"name", "Kites"}});
    CHECK(memory.observe("delete_resource", json{{"id", "p-1"}}, json{{"success", true}}).removed ==
          1);
    CHECK(ids(memory) == "o-1 ");
    CHECK_FALSE(memory.remove("", "o-1"));
    memory.add({.type = "resource", .id = "o-1", .name = "Namesake"});
    CHECK(memory.observe("delete_resource", json{{"id", "o-1"}}, json{{"success", true}}).removed ==
          1);
    CHECK(memory.contains("order", "o-1"));
    CHECK(memory.observe("delete_page", json{{"id", "o-1"}}, json{{"success", true}}).removed == 0);
    CHECK(ids(memory) == "o-1 ");
}

TEST_CASE("what found no place is said", "[entity][observe]") {
    entity_options options;
    options.capacity = 2;
    manual_memory memory{options};
    const auto seen = memory.observe("cms_listSections", sections());
    CHECK(seen.added == 2);
    CHECK(seen.omitted == 1);
    CHECK(memory.metrics().omitted == 1);
}

TEST_CASE("ordered_json serves everywhere", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_getPage", ordered_json{{"id", "p-1"}, {"title", "Home"}});
    memory.observe("cms_updatePage", ordered_json{{"id", "p-1"}}, ordered_json{{"ok", true}});
    CHECK(*memory.resolve_id(ordered_json("this page"), "page") == "p-1");
    manual_memory again;
    CHECK(again.load(memory.to_json<ordered_json>()) == 1);
    CHECK(again.all() == memory.all());
}

TEST_CASE("whoever holds arguments and result, they are observed", "[entity][observe]") {
    manual_memory memory;
    const workmem::call_options call{.actor = "agent"};
    const workmem::text::json_document result{R"({"id":"p-1","title":"Home"})"};
    CHECK(memory.observe("cms_getPage", result.root(), call).added == 1);
    CHECK(memory.observe("cms_getPage", json{{"id", "p-2"}, {"title", "About"}}, call).added == 1);
    const auto seen =
        memory.observe("cms_updatePage", ordered_json{{"id", "p-2"}}, json{{"ok", true}}, call);
    CHECK_FALSE(seen.failed);
    CHECK(memory.all().front().id == "p-2");
    CHECK(memory.observe("cms_getPage", json{{"id", "p-1"}}, result.root()));
    CHECK_FALSE(memory.observe("cms_getPage", workmem::text::json_view{}));
    CHECK(*memory.resolve_id(result.root().find("id"), "page") == "p-1");
}

TEST_CASE("what is fetched alone keeps its place in the list it came in", "[entity][observe]") {
    manual_memory memory;
    memory.observe("cms_listSections", sections());
    memory.observe("cms_getSection", json{{"id", "s-2"}, {"sectionKey", "footer"}});
    const auto second = memory.resolve("delete the second section");
    REQUIRE(second);
    CHECK(second->id == "s-2");
    CHECK(memory.peek("section", "s-2")->rank == 2);
    // What a call changed is the newest result itself.
    memory.observe("cms_updateSection", json{{"id", "s-2"}, {"sectionKey", "footer"}});
    CHECK(memory.peek("section", "s-2")->rank == 0);
    CHECK(memory.peek("section", "s-2")->observation == 3);
    // And so is what was not there before.
    memory.observe("cms_getSection", json{{"id", "s-9"}, {"sectionKey", "ads"}});
    CHECK(memory.peek("section", "s-9")->rank == 0);
}

TEST_CASE("how careful a memory is its options say, or a query", "[entity][resolve]") {
    CHECK(entity_options{}.risk == workmem::default_risk);
    CHECK_THROWS_WITH(workmem::entity_memory({.risk = 1'000'001}),
                      contains("risk") && contains("1000001"));
    workmem::entity_memory bold{{.risk = 1'000'000}}, careful{{.risk = 0}};
    for (auto* each : {&bold, &careful})
        each->observe("list_pages", json::array({{{"id", "a"}, {"title", "Home"}},
                                                 {{"id", "b"}, {"title", "Pricing"}}}));
    CHECK(bold.resolve("hm, that one"));
    CHECK_FALSE(careful.resolve("open Pricing"));
    CHECK(careful.resolve("open Pricing", {.risk = 400'000})->id == "b");
    CHECK_FALSE(bold.resolve("hm, that one", {.risk = 0}));
    CHECK(careful.resolve_id(json("Pricing"), "page").id == std::nullopt);
    const auto sure = bold.resolve("open Pricing");
    CHECK(sure.candidates.front().confidence > 0);
    CHECK(sure.candidates.front().confidence <= 1'000'000);
}

TEST_CASE("what the assistant said last is forgotten with a session that is loaded",
          "[entity][resolve]") {
    workmem::entity_memory memory, silent;
    const auto list =
        json::array({{{"id", "a"}, {"title", "Home"}}, {{"id", "b"}, {"title", "Pricing"}}});
    for (auto* each : {&memory, &silent}) each->observe("list_pages", list);
    const auto session = silent.to_json_text();
    memory.hear(workmem::role::assistant, "Shall I open Pricing?");
    memory.load_text(session);
    silent.load_text(session);
    const auto a = memory.resolve("yes", {.risk = 1'000'000}),
               b = silent.resolve("yes", {.risk = 1'000'000});
    REQUIRE(a.candidates.size() == b.candidates.size());
    CHECK(a.candidates.front().confidence == b.candidates.front().confidence);
}

TEST_CASE("a pasted link means the thing whose page it is, and no other", "[entity][resolve]") {
    workmem::entity_memory memory;
    memory.observe(
        "list_docs",
        json::array(
            {{{"id", "d1"}, {"title", "Plan"}, {"url", "https://docs.example/d/7f"}},
             {{"id", "d2"}, {"title", "Notes"}, {"webViewLink", "https://docs.example/d/8a"}},
             {{"id", "d3"}, {"title", "Budget"}, {"url", "https://docs.example/d?id=d3"}}}));
    CHECK(memory.resolve("open https://docs.example/d/7f")->id == "d1");
    CHECK(memory.resolve("share https://docs.example/d/8a?usp=sharing with Bo")->id == "d2");
    CHECK(memory.resolve("<https://docs.example/d/8a/>.")->id == "d2");
    for (const char* const other :
         {"open https://docs.example/d/9c", "open https://other.example/d/7f",
          "open https://docs.example/d/7f/comments", "open https://docs.example/d?id=d4"})
        CHECK_FALSE(memory.resolve(other));
    // Once, and not inside another address.
    const auto twice =
        memory.resolve("compare https://docs.example/d/7f with https://docs.example/d/7f");
    CHECK(twice->id == "d1");
    CHECK(twice.references.empty());
    CHECK_FALSE(memory.resolve("open https://login.example/?next=https://docs.example/d/7f"));
    // Two of them are a set.
    const auto both = memory.resolve("https://docs.example/d/7f and https://docs.example/d/8a");
    CHECK(both.references.size() == 2);
    // What several give as their page tells none of them.
    memory.observe(
        "list_parts",
        json::array({{{"id", "s1"}, {"title", "Intro"}, {"url", "https://docs.example/all"}},
                     {{"id", "s2"}, {"title", "Body"}, {"url", "https://docs.example/all"}}}));
    CHECK_FALSE(memory.resolve("open https://docs.example/all"));
    // Of another type than was asked for it is not.
    CHECK_FALSE(memory.resolve("open https://docs.example/d/7f", {.type = "part"}));
    // A slug that the service gives is kept in its place.
    memory.observe(
        "get_doc",
        json{{"id", "d4"}, {"title", "Log"}, {"slug", "log"}, {"url", "https://docs.example/d/4"}});
    CHECK(memory.peek("document", "d4")->slug == "log");
}
