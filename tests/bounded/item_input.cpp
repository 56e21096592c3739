#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/item_input.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::bounded_options;
using workmem::error_code;
using workmem::item;
using store = bounded_setting::store;

TEST_CASE("an item keeps what it was told", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    const auto id = memory
                        .memorize({.text = "the text",
                                   .key = "k",
                                   .group = "g",
                                   .tags = {"t", "u"},
                                   .metadata = {{"n", std::int64_t{1}}, {"s", std::string{"x"}}},
                                   .importance = 0.25,
                                   .step = 7,
                                   .step_ttl = 3,
                                   .wall_ttl = minutes{5},
                                   .pinned = true,
                                   .from = {"ann", "search", 4, 9}})
                        .id;
    const auto held = memory.get(id);
    REQUIRE(held);
    CHECK(held->key == "k");
    CHECK(held->group == "g");
    CHECK(held->tags == std::vector<std::string>{"t", "u"});
    CHECK(held->metadata.size() == 2);
    CHECK(held->importance.ppm() == 250'000);
    CHECK(held->step == 7);
    CHECK(memory.step() == 7);
    CHECK(held->created == with.clock.now());
    CHECK(held->step_ttl == 3);
    CHECK(held->wall_ttl == minutes{5});
    CHECK(held->pinned);
    CHECK(held->from == workmem::provenance{"ann", "search", 4, 9});
    // With "k: " before its text.
    CHECK(held->tokens == 3 + 8 + line_bytes);
    CHECK(held->access_count == 1);
    CHECK(memory.get_by_key("k")->access_count == 2);
    CHECK(memory.touch(id));
    CHECK_FALSE(memory.touch("nobody"));
    CHECK(memory.peek(id)->access_count == 3);
}

TEST_CASE("wrong arguments change nothing and name the value", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .step = 5});
    const auto before = memory;
    const auto refused = [&](workmem::new_item what, const char* value) {
        const auto answer = memory.try_memorize(std::move(what));
        CHECK(refusal_of(answer) == error_code::validation_error);
        CHECK_THAT(answer.error().message(), contains(value));
    };
    refused({.text = ""}, "text");
    refused({.text = "x", .importance = 1.5}, "1.5");
    refused({.text = "x", .importance = -0.1}, "-0.1");
    refused({.text = "x", .importance = std::nan("")}, "nan");
    refused({.text = "x", .importance = std::numeric_limits<double>::infinity()}, "inf");
    refused({.text = "x", .step = 4}, "4");
    refused({.text = "x", .step = -1}, "-1");
    refused({.text = "x", .step_ttl = -1}, "-1");
    refused({.text = "x", .wall_ttl = minutes{0}}, "0 ms");
    refused({.text = "x", .key = std::string(1'025, 'k')}, "1025");
    refused({.text = "x", .tags = {""}}, "tag");
    refused({.text = "x", .metadata = {{"a", true}, {"a", false}}}, "twice");
    refused({.text = "x", .metadata = {{"a", std::numeric_limits<double>::quiet_NaN()}}},
            "metadata must be of finite numbers");
    CHECK(refusal_of(memory.try_set_step(4)) == error_code::validation_error);
    CHECK(refusal_of(memory.try_set_importance("id-1", 2.0)) == error_code::validation_error);
    CHECK(refusal_of(memory.try_set_importance("id-1", std::nan(""))) ==
          error_code::validation_error);
    CHECK(refusal_of(memory.try_set_importance("nobody", 0.2)) == error_code::not_found);
    const auto refused_change = [&](auto&& change, const char* value) {
        workmem::item_change what;
        change(what);
        const auto answer = memory.try_update("id-1", what);
        CHECK(refusal_of(answer) == error_code::validation_error);
        CHECK_THAT(answer.error().message(), contains(value));
    };
    refused_change([](auto& what) { what.text = ""; }, "text");
    refused_change([](auto& what) { what.importance = -1.0; }, "-1");
    refused_change([](auto& what) { what.group = std::string(1'025, 'g'); }, "1025");
    refused_change([](auto& what) { what.tags = std::vector<std::string>(65, "t"); }, "65");
    CHECK_THAT(memory.try_set_step(4).error().message(), contains("4") && contains("5"));
    CHECK(refusal_of(
              memory.try_memorize_all({{.text = "x", .key = "k"}, {.text = "y", .key = "k"}})) ==
          error_code::validation_error);
    for (const bounded_options& bad :
         {bounded_options{.max_items = 0}, bounded_options{.max_items = -3},
          bounded_options{.max_tokens = -1}, bounded_options{.step_ttl = -1},
          bounded_options{.wall_ttl = minutes{-1}}, bounded_options{.wall_ttl = minutes{0}},
          bounded_options{.max_tokens = 0}, bounded_options{.max_items = std::int64_t{1} << 40},
          bounded_options{.default_importance = std::nan("")},
          bounded_options{.importance_threshold_low = -0.1}, bounded_options{.protected_steps = -1},
          bounded_options{.importance_threshold_low = 0.8},
          bounded_options{.importance_threshold_high = std::nan("")},
          bounded_options{.half_life = 0}}) {
        CHECK(refusal_of(memory.try_set_options(bad)) == error_code::validation_error);
        CHECK(refusal_of(store::try_make(bad)) == error_code::validation_error);
    }
    CHECK_THAT(memory.try_set_options({.max_items = -3}).error().message(), contains("-3"));
    CHECK(memory == before);
    CHECK(memory.audit().empty());
}

TEST_CASE("text becomes valid UTF-8 on the way in", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "a\xff", .tags = {"t\xc0"}});
    CHECK(memory.all().front().text == "a\xEF\xBF\xBD");
    CHECK(memory.all().front().tags.front() == "t\xEF\xBF\xBD");
    CHECK_NOTHROW(memory.to_json());
}
