// Arguments as clients send them: JSON as text, null for what is not given.
#include "catch.hpp"
#include "session_bundles.hpp"

#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tools/sent_arguments.hpp>
#include <workmem/tools/session_tools.hpp>

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>

using namespace workmem::tools;
using nlohmann::json;

namespace {

constexpr std::string_view colours[] = {"red", "green"};
constexpr schema word{.kind = value_kind::text, .least = 1, .most = 8};
constexpr schema whole{.kind = value_kind::integer};
constexpr property inner[] = {{"x", whole, true},
                              {"y", {.kind = value_kind::list, .each = &whole}}};
constexpr schema point{.kind = value_kind::object, .members = inner};
constexpr property members[] = {
    {"name", word, true},
    {"body", {.kind = value_kind::text, .takes_json = true}, true},
    {"nick", word},
    {"note", {.kind = value_kind::text}},
    {"colour", {.kind = value_kind::text, .choices = colours}},
    {"size", {.kind = value_kind::integer, .least = 1, .most = 3}},
    {"share", {.kind = value_kind::number}},
    {"loud", {.kind = value_kind::boolean}},
    {"words", {.kind = value_kind::list, .each = &word}},
    {"place", point},
    {"places", {.kind = value_kind::list, .each = &point}},
    {"any", {.kind = value_kind::object}},
};

json meant(const json& sent) { return sent_arguments<json>{sent, std::span{members}}.json(); }

}  // namespace

TEST_CASE("text where the schema wants JSON is read as JSON", "[tools]") {
    const sent_arguments<json> sent{{{"size", "2"},
                                     {"share", "0.5"},
                                     {"loud", "true"},
                                     {"words", R"(["a","b"])"},
                                     {"place", R"({"x":"1","y":["2",3]})"},
                                     {"places", {R"({"x":4})", {{"x", 5}}}},
                                     {"any", R"({"deep":["1",null]})"}},
                                    std::span{members}};
    CHECK(sent.json() == json({{"size", 2},
                               {"share", 0.5},
                               {"loud", true},
                               {"words", {"a", "b"}},
                               {"place", {{"x", 1}, {"y", {2, 3}}}},
                               {"places", {{{"x", 4}}, {{"x", 5}}}},
                               {"any", {{"deep", {"1", nullptr}}}}}));
    CHECK(sent.from_text() ==
          "size, share, loud, words, place, place.x, place.y[0], places[0], any");
}

TEST_CASE("text stays text where a text is wanted, and where it is not that JSON", "[tools]") {
    for (const auto& sent :
         {json{{"name", "12"}}, json{{"note", "[1]"}}, json{{"nick", "null"}},
          json{{"size", "two"}}, json{{"size", "1.5"}}, json{{"loud", "1"}},
          json{{"words", "a, b"}}, json{{"words", "[\"a\""}}, json{{"words", R"({"a":1})"}},
          json{{"places", "a"}}, json{{"place", "[1]"}}, json{{"unknown", "[1]"}},
          json{{"any", std::string(200, '[') + std::string(200, ']')}}}) {
        INFO(sent.dump());
        const sent_arguments<json> read{sent, std::span{members}};
        CHECK(read.json() == sent);
        CHECK(read.from_text().empty());
    }
}

TEST_CASE("null, and an empty text where one may not be, is what was not given", "[tools]") {
    CHECK(meant({{"nick", nullptr}, {"size", nullptr}, {"words", nullptr}, {"place", nullptr}}) ==
          json::object());
    CHECK(meant({{"nick", ""}, {"colour", ""}, {"size", ""}, {"words", ""}}) == json::object());
    CHECK(meant({{"place", {{"x", 1}, {"y", nullptr}}}}) == json({{"place", {{"x", 1}}}}));
    // What must be there is missed by its name; an empty one is told to be too short.
    CHECK(meant({{"name", nullptr}}) == json::object());
    CHECK(meant({{"name", ""}}) == json({{"name", ""}}));
    CHECK(meant({{"note", ""}}) == json({{"note", ""}}));
    CHECK(meant({{"any", {{"a", nullptr}}}}) == json({{"any", {{"a", nullptr}}}}));
}

TEST_CASE("a text that may be sent as JSON is its text", "[tools]") {
    CHECK(meant({{"body", {{{"id", 1}}}}}) == json({{"body", R"([{"id":1}])"}}));
    CHECK(meant({{"body", 7}}) == json({{"body", "7"}}));
    CHECK(meant({{"body", nullptr}}) == json({{"body", "null"}}));
    CHECK(meant({{"body", "[1]"}}) == json({{"body", "[1]"}}));
}

TEST_CASE("a call with text for JSON does the same, and says so once", "[tools]") {
    workmem::manual_clock clock;
    workmem::basic_session_store<workmem_test::session_recorded> store{{}, {.clock = clock}};
    session_tools tools{store};
    const json plain{{"session_id", "s"}, {"content", "a"}, {"priority", "high"}, {"tags", {"t"}}};
    auto sent = plain;
    sent["tags"] = R"(["t"])";
    sent["metadata"] = nullptr;
    auto done = tools.call("working_memory_add", sent);
    CHECK(done["tags"] == json::array({"t"}));
    CHECK(done["read_from_text"] == "tags: sent as text, read as JSON");
    CHECK_FALSE(tools.call("working_memory_add", plain).contains("read_from_text"));

    const json listed = tools.call("working_memory_list", json(R"({"session_id":"s","limit":1})"));
    CHECK(listed["count"] == 1);
    CHECK(listed["read_from_text"] == "arguments: sent as text, read as JSON");
    CHECK(tools.call("working_memory_list",
                     json{{"session_id", "s"}, {"limit", nullptr}})["count"] == 2);

    CHECK(tools.call("working_memory_list", json())["error"] ==
          "session_id must be given, is missing");
    CHECK(tools.call("working_memory_list", json("x"))["error"] ==
          "arguments must be an object, is \"x\"");
    sent["tags"] = "t";
    CHECK(tools.call("working_memory_add", sent)["error"] == "tags must be an array, is \"t\"");
    CHECK(tools.call("working_memory_list", json::array())["error"] ==
          "session_id must be given, is missing");
    CHECK(tools.call("working_memory_list", json::array({1}))["error"] ==
          "arguments must be an object, is a list");
}

TEST_CASE("a retry is the same call however its arguments were sent", "[tools]") {
    workmem::manual_clock clock;
    workmem::basic_session_store<workmem_test::session_recorded> store{{}, {.clock = clock}};
    session_tools tools{store};
    json sent{{"session_id", "s"},
              {"content", "a"},
              {"priority", "high"},
              {"tags", {"t"}},
              {"idempotency_key", "k"}};
    const auto first = tools.call("working_memory_add", sent);
    sent["tags"] = R"(["t"])";
    CHECK(tools.call("working_memory_add", sent)["id"] == first["id"]);
}
