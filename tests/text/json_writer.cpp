#include "catch.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using nlohmann::json;
using workmem::text::json_document;
using workmem::text::json_view;
using workmem::text::to_json_text;

TEST_CASE("JSON is written on one line, and reads as what it was", "[json]") {
    const auto all = json::parse(
        R"({"a":[1,-2,3.5,1.0,1e300,true,false,null,"x\n\u2028\u0085\"\\"],"b":{},"c":[],"é":"é"})");
    const auto text = to_json_text(all);
    CHECK(
        text ==
        R"({"a":[1,-2,3.5,1.0,1e+300,true,false,null,"x\n\u2028\u0085\"\\"],"b":{},"c":[],"é":"é"})");
    CHECK(json::parse(text) == all);
    CHECK(to_json_text(nlohmann::ordered_json{{"b", 1}, {"a", 2}}) == R"({"b":1,"a":2})");
    CHECK(to_json_text(json(std::numeric_limits<std::uint64_t>::max())) == "18446744073709551615");
    CHECK(to_json_text(json(0.4534)) == "0.4534");
}

TEST_CASE("what was read is written as it stood", "[json]") {
    const std::string_view text = GENERATE("-7", R"("")", "[]", "{}", R"({"b":1,"a":{"c":null}})");
    CAPTURE(text);
    const json_document read{text};
    std::string out = "before ";
    workmem::text::append_json(out, read.root());
    CHECK(out == "before " + std::string{text});
}

TEST_CASE("text is valid, whatever was in it", "[json]") {
    CHECK(to_json_text(json("\xFF")) == "\"\xEF\xBF\xBD\"");
    const json value{{"text", std::string{"a\nb\x7F\xFF\xC3"}}};
    CHECK(json::parse(to_json_text(value))["text"] == "a\nb\x7F\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("what JSON has no form for is null", "[json]") {
    CHECK(to_json_text(json(std::numeric_limits<double>::infinity())) == "null");
    CHECK(to_json_text(json(std::numeric_limits<double>::quiet_NaN())) == "null");
    CHECK(to_json_text(json(json::value_t::discarded)) == "null");
}
