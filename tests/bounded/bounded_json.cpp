#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_json.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

using namespace workmem_test;
using workmem::error_code;
using store = bounded_setting::store;

TEST_CASE("JSON: there and back", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .key = "k", .tags = {"t"}, .metadata = {{"x", 1.5}}});
    memory.memorize({.text = "b", .key = "k", .group = "g", .importance = 0.123456, .step = 4});
    memory.memorize({.text = "c", .importance = 0.0, .step_ttl = 2, .from = {"ann", "tool", 1, 2}});
    memory.forget("position:0");
    memory.get("id-3");
    const auto again = store::from_json(memory.to_json(), {}, with.parts());
    CHECK(again == memory);
    CHECK(again.to_json_text() == memory.to_json_text());
    const auto copy = memory;
    CHECK(copy == memory);
    memory.clear();
    CHECK(memory.empty());
    CHECK(memory.history("k").empty());
    CHECK_FALSE(copy == memory);
    memory.load(copy.to_json<nlohmann::ordered_json>());
    CHECK(memory.size() == 2);
    CHECK(memory.get_by_key("k") == std::nullopt);
    CHECK(memory.restore_all() == 1);
    CHECK(memory.get_by_key("k")->text == "b");
}

TEST_CASE("JSON: a hand-written document loads, a wrong one changes nothing", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 2});
    using nlohmann::json;
    CHECK(memory.load(json::parse(
              R"({"items":[{"text":"a","importance":0.1},{"text":"b"},{"text":"c","step":2}]})")) ==
          2);
    CHECK(content(memory) == "b c");
    CHECK(memory.step() == 2);
    CHECK(memory.all().front().importance == 0.5);
    CHECK(memory.all().front().created == with.clock.now());
    const auto before = memory;
    for (const auto* const bad :
         {"[]", "{}", R"({"items":[{}]})", R"({"items":[{"text":1}]})",
          R"({"items":[{"text":"a","importance":2}]})", R"({"items":[{"text":""}]})",
          R"({"items":[{"text":"a","step":2},{"text":"b","step":1}]})",
          R"({"items":[{"text":"a","step":-2}]})",
          R"({"items":[{"text":"a","accessCount":4294967295}]})",
          R"({"items":[{"text":"a","accessCount":18446744073709551615}]})",
          R"({"items":[{"text":"a","step":2},{"text":"b","step":0}]})",
          R"({"items":[{"text":"a","id":"x"},{"text":"b","id":"x"}]})",
          R"({"items":[{"text":"a","key":"x"},{"text":"b","key":"x"}]})"})
        CHECK(refusal_of(memory.try_load(json::parse(bad))) == error_code::validation_error);
    CHECK(memory == before);
    CHECK(memory.load(json::parse(R"({"items":[{"text":"a","step":3},{"text":"b"}]})")) == 2);
    CHECK(memory.all().back().step == 3);
    const workmem::text::json_document read{R"({"items":[{"text":"a","step":4},{"text":"b"}]})"};
    CHECK(memory.load(read.root()) == 2);
    CHECK(memory.all().back().step == 4);
}

TEST_CASE("JSON: the text of a store is the store again; what is no JSON changes nothing",
          "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize("a");
    memory.memorize("b");
    const auto saved = memory.to_json_text();
    auto again = with.make();
    CHECK(again.load_text(saved) == 2);
    CHECK(again == memory);
    CHECK(store::from_json_text(saved).size() == 2);
    const auto problem = again.try_load_text("[1,").error();
    CHECK(problem.code() == error_code::validation_error);
    CHECK(problem.message() == "must be one JSON value, is \"[1,\"");
    CHECK(again == memory);
}
