#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/reports.hpp>

#include <cstdint>

using namespace workmem_test;
using workmem::error_code;
using workmem::item;

TEST_CASE("capacity info", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize("a");
    const auto info = memory.get_capacity_info();
    CHECK(info.items == 1);
    CHECK(info.tokens == 1 + line_bytes);
    CHECK(info.max_items == 64);
    CHECK(info.max_tokens == 4'000);
    CHECK(info.available_items == 63);
    CHECK(info.available_tokens == 3'999 - static_cast<std::int64_t>(line_bytes));
    CHECK_THAT(info.eviction_policy, contains("0.3") && contains("0.7"));
}

TEST_CASE("explain says where an item comes from and why it would go", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .from = {"ann\n", "search", 0, 0}});
    memory.set_step(6);
    const auto why = memory.explain("id-1");
    CHECK(why.age_in_steps == 6);
    CHECK_FALSE(why.recent);
    CHECK_THAT(why.text, contains("\"ann\\n\"") && contains("search") && contains("oldest"));
    CHECK(refusal_of(memory.try_explain("nobody")) == error_code::not_found);
}
