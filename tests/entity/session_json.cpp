// Saved sessions: their form, round trips, damaged ones, gaps of time.
#include "catch.hpp"
#include "memory_bundles.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using nlohmann::json;
using nlohmann::ordered_json;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using workmem::clock_gap;
using workmem::entity;
using workmem::error_code;
using workmem::milliseconds;
using workmem::strength;

namespace {

workmem::timestamp at(const char* text) { return workmem::parse_iso8601(text).value(); }

manual_memory::parts starting(const char* time) {
    manual_memory::parts with;
    with.clock = workmem::manual_clock{at(time)};
    return with;
}
std::string ids(const manual_memory& memory) {
    std::string out;
    for (const auto& each : memory.all()) out += each.id.text() + ' ';
    return out;
}
workmem::error problem_of_load(manual_memory& memory, const json& session) {
    auto loaded = memory.try_load(session);
    REQUIRE_FALSE(loaded);
    return loaded.error();
}

}  // namespace

TEST_CASE("a session's form, byte for byte", "[entity][session]") {
    auto with = starting("2024-12-22T15:00:00Z");
    manual_memory memory{{}, with};
    memory.add({.type = "page",
                .id = "p-1",
                .name = "Home",
                .slug = "home",
                .attributes = {{"status", std::string{"draft"}},
                               {"price", 9.5},
                               {"n", std::int64_t{2}},
                               {"open", true}}});
    with.clock.advance(milliseconds{123});
    memory.add({.type = "order", .id = 42, .name = "Order", .unnamed = false}, strength::returned);
    memory.get("page", "p-1");
    CHECK(memory.to_json_text() ==
          R"({"as_of":"2024-12-22T15:00:00.123Z","entities":[)"
          R"({"type":"page","id":"p-1","name":"Home","slug":"home","attributes":)"
          R"({"status":"draft","price":9.5,"n":2,"open":true},)"
          R"("timestamp":"2024-12-22T15:00:00.123Z","accessCount":1},)"
          R"({"type":"order","id":42,"name":"Order","timestamp":"2024-12-22T15:00:00.123Z",)"
          R"("strength":"returned"}]})");
    CHECK(manual_memory{}.to_json().at("entities") == json::array());
    // ordered_json keeps that order.
    CHECK(memory.to_json<ordered_json>().dump() == memory.to_json_text());
    CHECK(memory.to_json() == json::parse(memory.to_json_text()));
}

TEST_CASE("a session says in which order things came in, where it is asked", "[entity][session]") {
    const auto numbers = [](const manual_memory& memory) {
        std::vector<int> out;
        const auto saved = memory.to_json({.numbered = true});
        for (const auto& each : saved.at("entities"))
            out.push_back(each.value("number", 0));
        return out;
    };
    manual_memory memory;
    memory.add({.type = "page", .id = "p-1", .name = "Home"});
    memory.add({.type = "page", .id = "p-2", .name = "Prices"});
    memory.add({.type = "page", .id = "p-3", .name = "Jobs"});
    memory.remove("page", "p-2");
    CHECK(numbers(memory) == std::vector<int>{0, 0});
    memory.get("page", "p-1");
    CHECK(numbers(memory) == std::vector<int>{1, 2});
    CHECK(numbers(manual_memory::from_json(memory.to_json({.numbered = true}))) ==
          std::vector<int>{1, 2});
    CHECK(numbers(manual_memory::from_json(memory.to_json())) == std::vector<int>{0, 0});
}

TEST_CASE("a session that was saved and loaded is the same", "[entity][session]") {
    auto with = starting("2024-12-22T15:00:00Z");
    manual_memory memory{{}, with};
    memory.observe("cms_getPage", json{{"id", "p-1"}, {"title", "Home"}, {"slug", "home"}});
    with.clock.advance(minutes{1});
    memory.observe(
        "cms_listSections",
        json::parse(
            R"([{"id":1,"sectionKey":"hero"},{"id":"2","sectionKey":"footer"},{"id":"3"}])"));
    memory.hear(workmem::role::assistant, "Here are hero and footer.");
    memory.add({.type = "x", .id = "odd", .name = "\n\"\\ \u2028\u202e \xF0\x9F\x98\x80"});
    const auto saved = memory.to_json();
    const auto again = manual_memory::from_json(saved, {}, with);
    CHECK(again.to_json() == saved);
    CHECK(again.to_json_text() == memory.to_json_text());
    CHECK(again.all() == memory.all());
    CHECK(again == memory);
    CHECK(again.context() == memory.context());
    // The id stays what it was.
    CHECK(again.peek("section", "1")->id.is_number());
    CHECK_FALSE(again.peek("section", "2")->id.is_number());
    // And again, through ordered_json.
    const auto third = manual_memory::from_json(memory.to_json<ordered_json>(), {}, with);
    CHECK(third == memory);
    // "The second one" still works, and the next observation has a number of its own.
    auto fourth = manual_memory::from_json(saved, {}, with);
    CHECK(fourth.resolve("the second section")->id == "2");
}

TEST_CASE("a file of the working context's form loads", "[entity][session]") {
    const auto file = json::parse(R"({"entities":[
        {"type":"page","id":"550e8400-e29b-41d4-a716-446655440000","name":"Home","slug":"home","timestamp":"2024-12-22T15:00:00.000Z"},
        {"type":"section","id":"7c9e6679","name":"Hero Section","timestamp":"2024-12-22T14:59:00.000Z"}]})");
    auto memory = manual_memory::from_json(file, workmem::entity_options::working_context(),
                                           starting("2025-01-01T00:00:00Z"));
    CHECK(memory.context() ==
          "[WORKING MEMORY]\npages:\n  - \"Home\" (550e8400-e29b-41d4-a716-446655440000)\n"
          "sections:\n  - \"Hero Section\" (7c9e6679)");
    CHECK(memory.all()[0].time == at("2024-12-22T15:00:00Z"));
    CHECK(memory.all()[0].slug == "home");
}

TEST_CASE("a universal memory's entities load", "[entity][session]") {
    const auto file = json::parse(R"({"entities":[
        {"type":"page","id":7,"label":"Home","attributes":{"slug":"home","status":"draft","nested":{"a":1},"gone":null},"timestamp":1734879600000,"accessCount":3}]})");
    auto memory = manual_memory::from_json(file, {}, starting("2024-12-22T15:01:00Z"));
    const auto all = memory.all();
    REQUIRE(all.size() == 1);
    CHECK(all[0].id.is_number());
    CHECK(all[0].name == "Home");
    CHECK(all[0].access_count == 3);
    CHECK(all[0].time == at("2024-12-22T15:00:00Z"));
    CHECK(all[0].attributes.size() == 2);
    // Nor does one with null come in by a call, so that it is the same after replay.
    memory.add({.type = "page",
                .id = 8,
                .name = "New",
                .attributes = {{"gone", nullptr}, {"open", true}}});
    CHECK(memory.all()[0].attributes == workmem::attribute_list{{"open", true}});
    // `name` wins where both are there.
    const auto both = json::parse(R"({"entities":[{"type":"p","id":1,"name":"n","label":"l"}]})");
    CHECK(manual_memory::from_json(both).all()[0].name == "n");
}

TEST_CASE("times come in any offset, and as milliseconds", "[entity][session]") {
    const auto spelled =
        GENERATE(as<std::string>{}, R"("2024-12-22T15:00:00Z")", R"("2024-12-22T17:00:00+02:00")",
                 R"("2024-12-22T09:30:00-0530")", R"("2024-12-22T15:00:00.000Z")", "1734879600000",
                 R"("2024-12-22 15:00:00z")");
    const auto file = json::parse(R"({"entities":[{"type":"p","id":"1","name":"n","timestamp":)" +
                                  spelled + "}]}");
    const auto memory = manual_memory::from_json(file, {}, starting("2024-12-22T15:00:01Z"));
    CHECK(memory.all()[0].time == at("2024-12-22T15:00:00Z"));
    CHECK(memory.to_json().at("entities")[0].at("timestamp") == "2024-12-22T15:00:00Z");
}

TEST_CASE("by default a break does not age what was saved", "[entity][session][time]") {
    auto with = starting("2024-01-01T10:00:00Z");
    manual_memory memory{{}, with};
    memory.add({.type = "p", .id = "old", .name = "n"});
    with.clock.advance(minutes{2});
    memory.add({.type = "p", .id = "new", .name = "n"});
    const auto saved = memory.to_json();
    auto later = starting("2024-01-08T10:00:00Z");
    auto again = manual_memory::from_json(saved, {}, later);
    CHECK(ids(again) == "new old ");
    // Nothing is altered by loading.
    CHECK(again.to_json() == saved);
    CHECK(again.to_json().at("as_of") == "2024-01-01T10:02:00Z");
    // They go on ageing from where they were: old was two minutes old.
    later.clock.advance(minutes{3} - milliseconds{1});
    CHECK(ids(again) == "new old ");
    later.clock.advance(milliseconds{1});
    CHECK(ids(again) == "new ");
    later.clock.advance(minutes{2});
    CHECK(again.empty());
}

TEST_CASE("the pause is a fact from the first change on, and a second break adds to it",
          "[entity][session][time]") {
    auto with = starting("2024-01-01T10:00:00Z");
    manual_memory memory{{}, with};
    memory.add({.type = "p", .id = "old", .name = "n"});
    auto second = starting("2024-01-02T10:00:00Z");
    auto on_second = manual_memory::from_json(memory.to_json(), {}, second);
    second.clock.advance(minutes{2});
    on_second.add({.type = "p", .id = "new", .name = "n"});
    const auto saved = on_second.to_json();
    CHECK(saved.at("as_of") == "2024-01-02T10:02:00Z");
    CHECK(saved.at("entities")[1].at("timestamp") == "2024-01-01T10:00:00Z");
    auto third = starting("2024-01-03T10:00:00Z");
    auto on_third = manual_memory::from_json(saved, {}, third);
    CHECK(on_third.to_json() == saved);
    third.clock.advance(minutes{3} - milliseconds{1});
    CHECK(ids(on_third) == "new old ");
    third.clock.advance(milliseconds{1});
    CHECK(ids(on_third) == "new ");
}

TEST_CASE("or the break counts", "[entity][session][time]") {
    auto with = starting("2024-01-01T10:00:00Z");
    manual_memory memory{{}, with};
    memory.add({.type = "p", .id = "old", .name = "n"});
    with.clock.advance(minutes{2});
    memory.add({.type = "p", .id = "new", .name = "n"});
    const auto again = manual_memory::from_json(
        memory.to_json(), {}, starting("2024-01-01T10:06:00Z"), {.gap = clock_gap::elapse});
    CHECK(ids(again) == "new ");
}

TEST_CASE("beyond the limits the oldest stay out", "[entity][session]") {
    manual_memory memory;
    for (int i = 0; i < 6; ++i) memory.add({.type = "p", .id = i, .name = "n"});
    workmem::entity_options three;
    three.capacity = 3;
    manual_memory small{three};
    small.add({.type = "p", .id = "gone", .name = "n"});
    CHECK(small.load(memory.to_json()) == 3);
    CHECK(ids(small) == "5 4 3 ");
    workmem::entity_options tokens;
    tokens.token_limit = 20;
    manual_memory tight{tokens};
    const auto count = tight.load(memory.to_json());
    CHECK(count < 6);
    CHECK(tight.size() == count);
    // Of one that is there twice the newer stays.
    const auto twice = json::parse(
        R"({"entities":[{"type":"p","id":"1","name":"new"},{"type":"p","id":1,"name":"old"}]})");
    CHECK(memory.load(twice) == 1);
    CHECK(memory.all()[0].name == "new");
}

TEST_CASE("the text of a session is the session again", "[entity][session]") {
    manual_memory memory;
    memory.add({.type = "page", .id = "1", .name = "kept"});
    const auto saved = memory.to_json_text();
    manual_memory again;
    CHECK(again.load_text(saved) == 1);
    CHECK(again.to_json_text() == saved);
    CHECK(manual_memory::from_json_text(saved).to_json_text() == saved);
    const auto problem = again.try_load_text("page 1").error();
    CHECK(problem.code() == error_code::validation_error);
    CHECK(problem.message() == "must be one JSON value, is \"page 1\"");
    CHECK_THROWS_AS(manual_memory::from_json_text(""), workmem::error);
    CHECK(again.to_json_text() == saved);
}

TEST_CASE("a damaged session names the member and changes nothing",
          "[entity][session][bad_input]") {
    manual_memory memory;
    memory.add({.type = "page", .id = "1", .name = "kept"});
    memory.get("page", "1");
    const auto before = memory.to_json_text();
    const auto good = json::parse(R"({"as_of":"2024-01-01T00:00:00Z","entities":[
        {"type":"page","id":"a","name":"A","timestamp":"2024-01-01T00:00:00Z"},
        {"type":"page","id":"b","name":"B","slug":"b","timestamp":"2024-01-01T00:00:00Z","paused":1,
         "accessCount":1,"rank":1,"observation":1,"strength":"returned","unnamed":true,"attributes":{"a":1}}]})");
    const auto names = [&](const json& damaged, const std::string& member) {
        INFO(member << " in " << damaged.dump().substr(0, 400));
        const auto problem = problem_of_load(memory, damaged);
        CHECK(problem.code() == error_code::validation_error);
        CHECK_THAT(problem.message(), contains(member));
        CHECK_FALSE(problem.details().empty());
        CHECK(memory.to_json_text() == before);
        CHECK_THROWS_AS(memory.load(damaged), workmem::error);
    };
    // Wrong in its type, one after the other.
    const json wrong_for_text[] = {json(),     json(1),       json(1.5),
                                   json(true), json::array(), json::object()};
    for (const auto& value : wrong_for_text)
        for (const auto* member : {"type", "name"}) {
            auto damaged = good;
            damaged["entities"][1][member] = value;
            names(damaged, std::string{"entities[1]."} + member);
        }
    for (const auto& value : {json(), json(1.5), json(true), json::array(), json::object()}) {
        auto damaged = good;
        damaged["entities"][1]["id"] = value;
        names(damaged, "entities[1].id");
    }
    for (const auto& value : {json("x"), json(-1), json(1.5), json(true), json::array()})
        for (const auto* member : {"accessCount", "rank", "observation", "paused"}) {
            auto damaged = good;
            damaged["entities"][1][member] = value;
            names(damaged, std::string{"entities[1]."} + member);
        }
    for (const auto& value :
         {json("x"), json("2024-13-01"), json(1.5), json(true), json::array()}) {
        auto damaged = good;
        damaged["entities"][1]["timestamp"] = value;
        names(damaged, "entities[1].timestamp");
        damaged = good;
        damaged["as_of"] = value;
        names(damaged, "as_of");
    }
    for (const auto& value : {json("x"), json(1), json::array()}) {
        auto damaged = good;
        damaged["entities"][1]["strength"] = value;
        names(damaged, "entities[1].strength");
        damaged = good;
        damaged["entities"][1]["unnamed"] = value;
        names(damaged, "entities[1].unnamed");
    }
    for (const auto& value : {json("x"), json(1), json::array()}) {
        auto damaged = good;
        damaged["entities"][1]["attributes"] = value;
        names(damaged, "entities[1].attributes");
    }
    // Missing, or empty, or too long.
    for (const auto* member : {"type", "id", "name"}) {
        auto damaged = good;
        damaged["entities"][1].erase(member);
        names(damaged, std::string{"entities[1]."} + member);
    }
    for (const auto* member : {"type", "id"})
        for (const auto& text : {std::string{}, std::string(2'000, 'x')}) {
            auto damaged = good;
            damaged["entities"][1][member] = text;
            names(damaged, std::string{"entities[1]."} + member);
        }
    // Not a session at all.
    for (const auto& value : {json(), json(1), json("x"), json::array()}) {
        auto damaged = good;
        damaged["entities"][1] = value;
        names(damaged, "entities[1]");
        if (!value.is_array()) {
            damaged = good;
            damaged["entities"] = value;
            names(damaged, "entities");
        }
        names(value, "document");
    }
    names(json::object(), "entities");
    CHECK(memory.load(good) == 2);
}

TEST_CASE("a session's times may be anything", "[entity][session][bad_input]") {
    const auto time =
        GENERATE(as<std::string>{}, "9223372036854775807", "-9223372036854775808", "0",
                 "253402300800000", "-1", R"("9999-12-31T23:59:59Z")", R"("0000-01-01T00:00:00Z")");
    const auto paused = GENERATE(as<std::string>{}, "0", "9223372036854775807", "1000");
    INFO(time << " paused " << paused);
    manual_memory::parts with;
    manual_memory memory{{}, with};
    memory.add({.type = "page", .id = "kept", .name = "n"});
    const auto session =
        json::parse(R"({"entities":[{"type":"p","id":"odd","name":"n","timestamp":)" + time +
                    R"(,"paused":)" + paused + "}]}");
    // Either it is refused, by name, or it works; in either case nothing is amiss.
    for (const auto gap : {clock_gap::pause, clock_gap::elapse}) {
        const auto loaded = memory.try_load(session, {.gap = gap});
        if (!loaded) {
            CHECK(loaded.error().code() == error_code::validation_error);
            CHECK_THAT(loaded.error().message(), contains("entities[0]."));
        }
        (void)memory.context();
        (void)memory.to_json();
        memory.add({.type = "page", .id = "new", .name = "n"});
        with.clock.advance(minutes{2});
        CHECK(memory.size() == memory.all().size());
        memory.get("p", "odd");
        with.clock.advance(minutes{4});
        CHECK(memory.size() == memory.all().size());
        CHECK_FALSE(memory.contains("page", "new"));
        memory.sweep();
        CHECK(memory.size() == memory.all().size());
        (void)memory.context();
        CHECK_FALSE(memory.to_json().empty());
    }
}

TEST_CASE("a session with entities from the future counts as it lists", "[entity][session][time]") {
    auto with = starting("2024-01-01T10:00:00Z");
    manual_memory memory{{}, with};
    memory.load(json::parse(R"({"entities":[
        {"type":"p","id":"future","name":"n","timestamp":"2024-01-01T11:00:00Z"},
        {"type":"p","id":"past","name":"n","timestamp":"2024-01-01T09:59:00Z"}]})"),
                {.gap = clock_gap::elapse});
    memory.add({.type = "p", .id = "now", .name = "n"});
    with.clock.advance(minutes{5});
    CHECK(memory.size() == 1);
    CHECK(ids(memory) == "future ");
    CHECK(memory.sweep() == 2);
    CHECK(memory.size() == 1);
    with.clock.advance(hours{1});
    CHECK(memory.empty());
}

TEST_CASE("text in a session that is no UTF-8 becomes valid", "[entity][session][bad_input]") {
    json session = json::parse(R"({"entities":[{"type":"p","id":"1","name":"x"}]})");
    session["entities"][0]["name"] = "caf\xe9";
    manual_memory memory;
    memory.load(session);
    CHECK(workmem::text::is_valid(memory.all()[0].name));
    session["entities"][0]["id"] = "\xff";
    const auto problem = problem_of_load(memory, session);
    CHECK(problem.code() == error_code::validation_error);
    CHECK_THAT(problem.message(), contains("id"));
    CHECK(memory.size() == 1);
}

TEST_CASE("what the library does not know in a session is passed over", "[entity][session]") {
    manual_memory memory;
    CHECK(
        memory.load(json::parse(
            R"({"version":7,"entities":[{"type":"p","id":"1","name":"n","x":[{}],"slug":null}],"more":{}})")) ==
        1);
    CHECK(memory.load(json::parse(R"({"entities":[]})")) == 0);
    CHECK(memory.empty());
    CHECK_THROWS_AS(manual_memory::from_json(json("no session")), workmem::error);
}

TEST_CASE("from_json has a twin that does not throw", "[entity][session]") {
    manual_memory memory;
    memory.add({.type = "page", .id = "p-1", .name = "Home"});
    const auto again = manual_memory::try_from_json(memory.to_json());
    REQUIRE(again);
    CHECK((*again).contains("page", "p-1"));
    const auto damaged = manual_memory::try_from_json(json::parse(R"({"entities":[{"id":1}]})"));
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().code() == error_code::validation_error);
    workmem::entity_options options;
    options.capacity = 0;
    CHECK_FALSE(manual_memory::try_from_json(memory.to_json(), options));
}

TEST_CASE("a session is bounded like everything that is added", "[entity][session][bad_input]") {
    manual_memory memory;
    const auto with = [](auto change) {
        auto one = json::parse(R"({"type":"page","id":"p-1","name":"Home"})");
        change(one);
        return json{{"entities", json::array({one})}};
    };
    const auto refused = [&](const json& session, const std::string& said) {
        const auto problem = problem_of_load(memory, session);
        CHECK(problem.code() == error_code::validation_error);
        CHECK_THAT(problem.message(), contains(said));
    };
    const std::string big(5'000, 'x');
    refused(with([&](json& e) { e["name"] = big; }),
            "entities[0].name: an entity's name must have");
    refused(with([&](json& e) { e["slug"] = big; }), "slug must have 0 to 4096 bytes, has 5000");
    refused(with([&](json& e) { e["attributes"]["a"] = big; }), "attribute must have");
    refused(with([&](json& e) {
                for (int i = 0; i < 65; ++i) e["attributes"][std::to_string(i)] = i;
            }),
            "attributes must have 0 to 64 members, has 65");
    refused(with([&](json& e) { e["observation"] = std::uint64_t(-1); }),
            "entities[0].observation must be 0 to 9007199254740992");
    refused(with([&](json& e) { e["accessCount"] = 0xFFFFFFFFU; }),
            "entities[0].accessCount must be 0 to 2147483648");
    refused(with([&](json& e) { e["number"] = 0xFFFFFFFFU; }),
            "entities[0].number must be 0 to 2147483648");
    refused(with([&](json& e) { e["paused"] = -1; }), "entities[0].paused");
    refused(with([&](json& e) { e["timestamp"] = "9999-12-31T23:59:59.999-23:59"; }), "timestamp");
    CHECK(memory.empty());
    memory.load(with([&](json& e) { e["name"] = std::string(4'096, 'x'); }));
    CHECK(memory.size() == 1);
}
