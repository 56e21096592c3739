#include "catch.hpp"

#include <workmem/text/json.hpp>
#include <workmem/text/json_view.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
using workmem::text::json_document;
using workmem::text::json_type;
using workmem::text::json_view;

namespace {

constexpr auto sample = R"({"z":[1,-2,2.5,true,null,"x\n"],"a":{"k":{}},"m":"text"})";

// Whoever holds the value, it looks alike.
template <class Check>
void in_every_holder(const std::string& text, Check&& check) {
    const auto sorted = json::parse(text);
    const auto ordered = ordered_json::parse(text);
    const json_document document{text};
    check(json_view{sorted});
    check(json_view{ordered});
    check(document.root());
}

std::vector<std::string> keys(const json_view& of) {
    std::vector<std::string> out;
    for (auto each = of.begin(); each != of.end(); ++each) out.emplace_back(each.key());
    return out;
}

}  // namespace

TEST_CASE("a value is seen alike in every holder", "[json]") {
    in_every_holder(sample, [](const json_view& root) {
        CHECK(root);
        CHECK(root.is_object());
        CHECK(root.size() == 3);
        const auto list = root.find("z");
        REQUIRE(list.is_array());
        REQUIRE(list.size() == 6);
        CHECK(list[0].is_unsigned());
        CHECK(list[0].unsigned_integer() == 1);
        CHECK(list[1].type() == json_type::integer);
        CHECK(list[1].integer() == -2);
        CHECK(list[1].number() == -2);
        CHECK(list[2].type() == json_type::number);
        CHECK(list[2].number() == 2.5);
        CHECK(list[3].boolean());
        CHECK(list[4].is_null());
        CHECK(list[5] == "x\n");
        CHECK(list.front().is_same(list[0]));
        CHECK_FALSE(list.front().is_same(list[1]));
        CHECK(root.find("a").find("k").empty());
        CHECK(root.contains("m"));
        std::size_t count = 0;
        for (const auto& each : list) count += each.is_number();
        CHECK(count == 3);
    });
}

TEST_CASE("members come in their holder's order", "[json]") {
    CHECK(keys(json::parse(sample)) == std::vector<std::string>{"a", "m", "z"});
    const std::vector<std::string> as_written{"z", "a", "m"};
    CHECK(keys(ordered_json::parse(sample)) == as_written);
    CHECK(keys(json_document{sample}.root()) == as_written);
    CHECK(keys(json::parse("[1]")) == std::vector<std::string>{""});
}

TEST_CASE("what is not there is false, and so is what is in it", "[json]") {
    const json_view nothing;
    CHECK_FALSE(nothing);
    CHECK_FALSE(nothing.is_null());
    CHECK_FALSE(nothing.find("a"));
    CHECK(nothing.begin() == nothing.end());
    in_every_holder(sample, [](const json_view& root) {
        CHECK_FALSE(root.find("none").find("deeper")[3]);
        CHECK_FALSE(root[0]);
        CHECK_FALSE(root.find("z").find("a"));
        CHECK_FALSE(root.find("z")[6]);
        CHECK_FALSE(root.find("m") == "other");
        CHECK(root.find("m").size() == 0);
        CHECK(root.string().empty());
    });
    CHECK_FALSE(json_document{"{"}.root());
    CHECK(json_view{json(nullptr)}.is_null());
}

TEST_CASE("numbers keep their limits", "[json]") {
    in_every_holder("[18446744073709551615,-9223372036854775808,1e300]", [](const json_view& of) {
        CHECK(of[0].unsigned_integer() == std::numeric_limits<std::uint64_t>::max());
        CHECK(of[1].integer() == std::numeric_limits<std::int64_t>::min());
        CHECK(of[2].number() == 1e300);
        CHECK(of[2].type_name() == std::string{"number"});
    });
}

TEST_CASE("the holder is found again by its type alone", "[json]") {
    const json value = json::parse(sample);
    const json_view view{value};
    CHECK(view.get_if<json>() == &value);
    CHECK(view.find("a").get_if<json>() == &value["a"]);
    CHECK(view.get_if<ordered_json>() == nullptr);
}

TEST_CASE("a text is looked at as a string", "[json]") {
    const std::string text = "no { JSON";
    const auto view = json_view::of_text(text);
    CHECK(view);
    CHECK(view.is_string());
    CHECK(view == text);
    CHECK(view.string().data() == text.data());
    CHECK(view.empty());
    CHECK_FALSE(view.find("a"));
    CHECK_FALSE(view.front());
    CHECK(view.begin() == view.end());
    CHECK(view.is_same(json_view::of_text(text)));
    CHECK(view.get_if<json>() == nullptr);
    CHECK(workmem::text::to_json_value<json>(view) == text);
    CHECK(json_view::of_text({}).is_string());
}

TEST_CASE("what JSON has no form for is neither", "[json]") {
    const auto binary = json::binary({1, 2});
    CHECK(json_view{binary}.type() == json_type::other);
    CHECK(json_view{binary});
    const json discarded(json::value_t::discarded);
    CHECK(json_view{discarded}.type() == json_type::other);
    CHECK_FALSE(json_view{discarded}.is_null());
}
