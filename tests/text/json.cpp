#include "catch.hpp"

#include <workmem/text/json.hpp>

#include <nlohmann/json.hpp>

#include <string>

using workmem::text::max_json_depth;
using workmem::text::parse_json;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("text from outside is a value or discarded") {
    CHECK(parse_json<nlohmann::json>(R"({"a":[1,2]})").at("a").size() == 2);
    CHECK(parse_json<nlohmann::json>("no JSON").is_discarded());
    CHECK(parse_json<nlohmann::json>("").is_discarded());
    CHECK(parse_json<nlohmann::ordered_json>(nested(max_json_depth)).is_array());
    CHECK(parse_json<nlohmann::ordered_json>(nested(100'000)).is_discarded());
}
