#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/metrics/metrics.hpp>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::forget_mode;

TEST_CASE("metrics count what comes, goes and is looked for", "[bounded][metrics]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 3});
    for (const auto* const text : {"a", "b", "c", "d"}) memory.memorize(text);
    CHECK_FALSE(memory.get("id-1"));
    CHECK(memory.get("id-2"));
    CHECK_FALSE(memory.get_by_key("none"));
    CHECK(memory.remember("d").size() == 1);
    CHECK(memory.remember("nothing like it").empty());
    auto seen = memory.metrics();
    CHECK(seen.entities == 3);
    CHECK(seen.capacity == 3);
    CHECK(seen.additions == 4);
    CHECK(seen.evictions == 1);
    CHECK(seen.recent_evictions == 1);
    CHECK(seen.lookups == 5);
    CHECK(seen.hits == 2);
    CHECK(seen.expirations == 0);
    // A newer fact is an addition, a changed item is none; what is forgotten was not evicted.
    memory.memorize({.text = "e", .key = "k"});
    memory.memorize({.text = "f", .key = "k"});
    memory.set_importance("id-4", 0.9);
    memory.forget("oldest", forget_mode::hard);
    seen = memory.metrics();
    CHECK(seen.additions == 6);
    CHECK(seen.evictions == 2);
    CHECK(memory.set_options({.max_items = 1}).size() == 1);
    CHECK(memory.metrics().evictions == 3);
    CHECK(memory.metrics().capacity == 1);
    // Whose time is over has expired, whoever makes it go.
    memory.set_options({.max_items = 2, .importance_threshold_high = 1.0});
    memory.memorize("g");
    with.clock.advance(minutes{60});
    memory.memorize("h");
    CHECK(memory.sweep() == 1);
    seen = memory.metrics();
    CHECK(seen.expirations == 2);
    CHECK(seen.evictions == 3);
    CHECK(seen.entities == 1);
    // Silence costs nothing and counts nothing.
    struct uncounted : guard_plain {
        using metrics = workmem::metrics::none;
    };
    store_of<uncounted> silent;
    silent.memorize("a");
    (void)silent.get("id-1");
    CHECK(silent.metrics().additions == 0);
    CHECK(silent.metrics().lookups == 0);
    CHECK(silent.metrics().entities == 1);
    CHECK(silent.metrics().capacity == 64);
}
