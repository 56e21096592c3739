#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/removal_reason.hpp>

#include <string>
#include <string_view>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::eviction_class;
using workmem::removal_reason;

TEST_CASE("a reason is read as it is written", "[bounded]") {
    for (int i = 0; i <= static_cast<int>(removal_reason::erased); ++i) {
        auto read = removal_reason::oldest;
        CHECK(workmem::parse_name(to_string(static_cast<removal_reason>(i)), read));
        CHECK(read == static_cast<removal_reason>(i));
    }
    auto untouched = removal_reason::cleared;
    CHECK_FALSE(workmem::parse_name("Oldest", untouched));
    CHECK_FALSE(workmem::parse_name("", untouched));
    CHECK(untouched == removal_reason::cleared);
}

TEST_CASE("what leaves for want of room was evicted, what was late has expired", "[bounded]") {
    CHECK(is_eviction(removal_reason::soft_forgotten));
    CHECK(is_eviction(removal_reason::group));
    CHECK_FALSE(is_eviction(removal_reason::superseded));
    CHECK_FALSE(is_eviction(removal_reason::erased));
    CHECK(is_expiration(removal_reason::expired));
    CHECK(is_expiration(removal_reason::expired_important));
    CHECK_FALSE(is_expiration(removal_reason::oldest));
}

TEST_CASE("the order in which items go", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 8});
    memory.memorize({.text = "important-expired", .importance = 0.7, .step = 0});
    memory.memorize({.text = "ordinary-expired", .importance = 0.6});
    memory.memorize({.text = "important", .importance = 0.8, .step = 21});
    memory.memorize({.text = "more-important", .importance = 0.9});
    memory.memorize({.text = "ordinary", .importance = 0.3});
    memory.memorize({.text = "low", .importance = 0.29});
    memory.memorize({.text = "forgotten", .importance = 1.0});
    memory.memorize({.text = "pinned", .importance = 0.0, .pinned = true});
    memory.forget("position:6");
    const auto standing = [&](std::string_view text) {
        for (const auto& each : memory.all({.with_forgotten = true}))
            if (each.text == text) return memory.explain(each.id).standing;
        return eviction_class::pinned;
    };
    CHECK(standing("important-expired") == eviction_class::expired_important);
    CHECK(standing("ordinary-expired") == eviction_class::expired);
    CHECK(standing("important") == eviction_class::important);
    CHECK(standing("ordinary") == eviction_class::ordinary);
    CHECK(standing("low") == eviction_class::low_importance);
    CHECK(standing("forgotten") == eviction_class::forgotten);
    CHECK(standing("pinned") == eviction_class::pinned);
    std::string order;
    for (int i = 0; i < 7; ++i) {
        const auto done = memory.memorize({.text = "new", .importance = 1.0});
        REQUIRE(done.evicted.size() == 1);
        order += done.evicted.front().value.text + '/' +
                 std::string{to_string(done.evicted.front().reason)} + ' ';
    }
    CHECK(order ==
          "forgotten/soft_forgotten ordinary-expired/expired low/low_importance ordinary/oldest "
          "important-expired/expired_important important/guard_overridden "
          "more-important/guard_overridden ");
    CHECK(memory.contains("id-8"));
}

TEST_CASE("time to live: in steps and by the clock", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 2});
    memory.memorize({.text = "old", .importance = 0.6});
    memory.set_step(20);
    const auto late = memory.memorize({.text = "late", .importance = 0.1}).id;
    CHECK_FALSE(memory.explain("id-1").expired);
    memory.set_step(21);
    CHECK(memory.explain("id-1").expired);
    // It stays until there is no room …
    CHECK(content(memory) == "old late");
    CHECK(memory.remember("old").size() == 1);
    CHECK(texts_of(memory.memorize("new").evicted) == "old");
    // … or until it is swept.
    with.clock.advance(minutes{60});
    CHECK(memory.explain(late).expired);
    CHECK(memory.sweep() == 2);
    CHECK(memory.empty());
    CHECK(memory.audit().back().items.front().reason == removal_reason::expired);
}

TEST_CASE("a sweep leaves important and pinned items", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "important", .importance = 0.7});
    memory.memorize({.text = "pinned", .pinned = true});
    memory.memorize({.text = "long", .step_ttl = 100, .wall_ttl = minutes{600}});
    memory.memorize({.text = "ordinary"});
    with.clock.advance(minutes{60});
    CHECK(memory.sweep() == 1);
    CHECK(content(memory) == "important pinned long");
}
