// What tools take: checked by the description that is published, in words that help.
#include "catch.hpp"

#include <workmem/tools/page.hpp>
#include <workmem/tools/schema.hpp>
#include <workmem/tools/sent_arguments.hpp>
#include <workmem/tools/tool.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

using namespace workmem::tools;
using nlohmann::json;

namespace {

constexpr std::string_view colours[] = {"red", "green"};
constexpr schema word{.kind = value_kind::text, .least = 1, .most = 4};
constexpr property inner[] = {{"x", {.kind = value_kind::integer}, true}};
constexpr property members[] = {
    {"name", {.kind = value_kind::text, .description = "who", .least = 1, .most = 8}, true},
    {"colour", {.kind = value_kind::text, .choices = colours}},
    {"size", {.kind = value_kind::integer, .least = 1, .most = 3}},
    {"share", {.kind = value_kind::number}},
    {"loud", {.kind = value_kind::boolean}},
    {"words", {.kind = value_kind::list, .most = 2, .each = &word}},
    {"place", {.kind = value_kind::object, .members = inner}},
    {"any", {.kind = value_kind::object}},
};

std::string complaint(const char* arguments) {
    const auto problem = problem_of(json::parse(arguments), std::span{members}, std::string{});
    if (!problem) return {};
    CHECK(problem->code() == workmem::error_code::validation_error);
    CHECK(problem->details().size() == 3);  // field, rule, value
    return problem->message();
}

}  // namespace

TEST_CASE("what a schema asks for is accepted", "[tools]") {
    for (const auto* const fine :
         {R"({"name":"ann"})", R"({"name":"12345678","colour":"green","size":3,"share":0.5})",
          R"({"name":"a","share":1,"loud":false,"words":["a","bcde"],"place":{"x":1}})",
          R"({"name":"a","words":[],"any":{"deep":[{"x":1}]}})"})
        CHECK(complaint(fine).empty());
}

TEST_CASE("a complaint names the field, the rule and the value", "[tools]") {
    CHECK(complaint("{}") == "name must be given, is missing");
    CHECK(complaint(R"({"name":3})") == "name must be a string, is 3");
    CHECK(complaint(R"({"name":null})") == "name must be a string, is null");
    CHECK(complaint(R"({"name":""})") == "name must be 1 to 8 bytes long, is \"\"");
    CHECK(complaint(R"({"name":"123456789"})") ==
          "name must be 1 to 8 bytes long, is \"123456789\"");
    CHECK(complaint(R"({"name":"a","colour":"Red"})") ==
          "colour must be one of red, green, is \"Red\"");
    CHECK(complaint(R"({"name":"a","size":0})") == "size must be 1 to 3, is 0");
    CHECK(complaint(R"({"name":"a","size":18446744073709551615})") ==
          "size must be 1 to 3, is 18446744073709551615");
    CHECK(complaint(R"({"name":"a","size":-9223372036854775808})") ==
          "size must be 1 to 3, is -9223372036854775808");
    CHECK(complaint(R"({"name":"a","size":1.5})") == "size must be an integer, is 1.5");
    CHECK(complaint(R"({"name":"a","share":"1"})") == "share must be a number, is \"1\"");
    CHECK(complaint(R"({"name":"a","loud":1})") == "loud must be a boolean, is 1");
    CHECK(complaint(R"({"name":"a","words":"a"})") == "words must be an array, is \"a\"");
    CHECK(complaint(R"({"name":"a","words":["a","b","c"]})") ==
          "words must be 0 to 2 long, is 3 long");
    CHECK(complaint(R"({"name":"a","words":["a",""]})") ==
          "words[1] must be 1 to 4 bytes long, is \"\"");
    CHECK(complaint(R"({"name":"a","place":[]})") == "place must be an object, is a list");
    CHECK(complaint(R"({"name":"a","place":{}})") == "place.x must be given, is missing");
    CHECK(complaint(R"({"name":"a","place":{"x":{}}})") ==
          "place.x must be an integer, is an object");
    CHECK(complaint(R"({"name":"a","nam":1})") ==
          "a parameter must be one of name, colour, size, share, loud, words, place, any, is "
          "\"nam\"");
    CHECK(complaint(R"({"name":"a","place":{"x":1,"y":1}})") ==
          "a member of place must be one of x, is \"y\"");
}

TEST_CASE("a complaint stays short and on one line", "[tools]") {
    const std::string longer(100'000, 'x');
    for (const auto& arguments : {json{{"name", longer}}, json{{"name", "a"}, {longer, 1}},
                                  json{{"name", "a"}, {"colour", "\n\x1b[31m" + longer}}}) {
        const auto problem = problem_of(arguments, std::span{members}, std::string{});
        REQUIRE(problem);
        CHECK(problem->message().size() < 300);
        CHECK(problem->message().find_first_of("\n\x1b") == std::string::npos);
    }
}

TEST_CASE("the published schema says the same", "[tools]") {
    const auto published = to_json_schema<json>(members, openness::closed);
    CHECK(published["type"] == "object");
    CHECK(published["required"] == json::array({"name"}));
    CHECK(published["additionalProperties"] == false);
    CHECK(published["properties"].size() == std::size(members));
    CHECK(published["properties"]["name"] == json({{"type", "string"}, {"description", "who"}}));
    CHECK(published["properties"]["colour"] ==
          json({{"type", "string"}, {"enum", {"red", "green"}}}));
    CHECK(published["properties"]["words"] ==
          json({{"type", "array"}, {"items", {{"type", "string"}}}}));
    CHECK(published["properties"]["place"]["required"] == json::array({"x"}));
    CHECK(published["properties"]["any"] == json({{"type", "object"}}));
    // Clients may know more answers than we give today.
    CHECK_FALSE(to_json_schema<json>(members, openness::open).contains("additionalProperties"));
}

TEST_CASE("how much is sent is known before it is", "[tools]") {
    for (const auto* const text :
         {"null", "true", "-12", "0.25", R"("a")", R"("\"\\\n\t\u0001ö€")", "[]", "{}",
          R"([1,"a",null])", R"({"a":{"b":["\"c\"",{}]},"d":""})"}) {
        INFO(text);
        const auto value = json::parse(text);
        const auto exact = value.dump().size() + json(value.dump()).dump().size() - 2;
        const auto told = sent_bytes(value);
        CHECK(told >= exact);
        CHECK(told <= exact + 2 * value.dump().size());
    }
}

TEST_CASE("a page is asked for again until it fits", "[tools]") {
    std::vector<std::size_t> asked;
    const auto page = [&](std::size_t bytes) {
        return [&, bytes](std::size_t limit) -> workmem::result<json> {
            asked.push_back(limit);
            json out = json::array();
            for (std::size_t i = 0; i < limit; ++i) out.push_back(std::string(bytes, 'x'));
            return out;
        };
    };
    CHECK(fitting(100, page(10))->size() == 100);
    CHECK(asked.size() == 1);
    asked.clear();
    const auto cut = fitting(100, page(1'000));
    CHECK(cut->dump().size() <= max_page_bytes);
    CHECK(cut->size() >= 10);
    CHECK(asked.size() <= 4);
    CHECK(fitting(100, page(1'000), 50'000)->size() > 2 * cut->size());
    // One alone is never cut.
    CHECK(fitting(100, page(2'000'000))->size() == 1);
    CHECK(fitting(1, page(2'000'000))->size() == 1);
}

TEST_CASE("a cursor is one that was given", "[tools]") {
    const auto read = [](const json& arguments) {
        return cursor_of(workmem::tools::arguments<json>{arguments});
    };
    CHECK(*read(json::object()) == 0);
    CHECK(*read(json{{"cursor", to_cursor(42)}}) == 42);
    for (const auto* const bad : {"", "x", "-1", "1x", "99999999999999999999999"}) {
        const auto refused = read(json{{"cursor", bad}});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == workmem::error_code::validation_error);
    }
}
