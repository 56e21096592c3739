#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

using namespace workmem_test;
using workmem::audit_kind;
using workmem::error_code;
using workmem::importance_protection;

TEST_CASE("never more than max_items, never more than max_tokens", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 64, .max_tokens = 4'000});
    std::size_t step = 0;
    for (const auto& [count, bytes] : {std::pair{10, 45}, {20, 45}, {30, 28}, {25, 35}, {20, 45}}) {
        memory.set_step(static_cast<std::int64_t>(step));
        step += 5;
        for (int i = 0; i < count; ++i) {
            memory.memorize({.text = std::string(static_cast<std::size_t>(bytes), 'x'),
                             .importance = i % 4 * 0.25});
            REQUIRE(memory.size() <= 64);
            REQUIRE(memory.tokens() <= 4'000);
        }
    }
    CHECK(memory.size() == 64);
    // The newest are there.
    std::size_t newest = 0;
    for (const auto& each : memory.all()) newest += each.step == 20;
    CHECK(newest >= 15);
}

TEST_CASE("a strict guard refuses the newcomer", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 2, .guard = importance_protection::strict});
    memory.memorize({.text = "a", .importance = 0.7});
    memory.memorize({.text = "b", .importance = 0.8});
    CHECK(refusal_of(memory.try_memorize({.text = "c", .importance = 1.0})) ==
          error_code::capacity);
    CHECK(content(memory) == "a b");
    // Older ones may go once they have expired.
    memory.set_step(21);
    CHECK(texts_of(memory.memorize({.text = "c", .importance = 1.0}).evicted) == "a");
}

TEST_CASE("limits can change; who is beyond them goes at once", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    for (const auto* const text : {"a", "b", "c"}) memory.memorize(text);
    memory.memorize({.text = "d", .importance = 0.1});
    CHECK(texts_of(memory.set_options({.max_items = 2})) == "d a");
    CHECK(memory.audit().back().kind == audit_kind::limits_changed);
    CHECK_THAT(memory.audit().back().detail, contains("max_items 2"));
    CHECK(memory.audit().back().before.items == 4);
    CHECK(memory.audit().back().after.items == 2);
    CHECK(texts_of(memory.memorize("e").evicted) == "b");
    CHECK(memory.set_options({.max_items = 64}).empty());
    memory.memorize("f");
    CHECK(memory.size() == 3);
    // Other thresholds hold at once.
    memory.set_options({.max_items = 3, .importance_threshold_low = 0.6});
    memory.set_importance("id-3", 0.65);
    CHECK(texts_of(memory.memorize("g").evicted) == "e");
}
