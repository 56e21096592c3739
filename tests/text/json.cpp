#include "catch.hpp"

#include <workmem/text/json.hpp>

#include <nlohmann/json.hpp>

#include <string>

using workmem::text::is_deep_json;
using workmem::text::max_json_depth;
using workmem::text::parse_json;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("nesting counts outside of strings only") {
    CHECK_FALSE(is_deep_json(nested(max_json_depth)));
    CHECK(is_deep_json(nested(max_json_depth + 1)));
    std::string alternating;
    for (std::size_t i = 0; i <= max_json_depth / 2; ++i) alternating += R"({"a":[)";
    CHECK(is_deep_json(alternating));
    CHECK_FALSE(is_deep_json('"' + nested(1'000) + '"'));
    CHECK_FALSE(is_deep_json(R"("\")" + nested(1'000) + '"'));
    CHECK(is_deep_json(R"("\\")" + nested(1'000)));
    std::string beside;
    for (int i = 0; i < 1'000; ++i) beside += "[]{}";
    CHECK_FALSE(is_deep_json(beside));
    CHECK_FALSE(is_deep_json("]]]"));
}

TEST_CASE("text from outside is a value or discarded") {
    CHECK(parse_json<nlohmann::json>(R"({"a":[1,2]})").at("a").size() == 2);
    CHECK(parse_json<nlohmann::json>("no JSON").is_discarded());
    CHECK(parse_json<nlohmann::json>("").is_discarded());
    CHECK(parse_json<nlohmann::ordered_json>(nested(max_json_depth)).is_array());
    CHECK(parse_json<nlohmann::ordered_json>(nested(100'000)).is_discarded());
}
