#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/item_filter.hpp>

#include <string>

using namespace workmem_test;

TEST_CASE("a filter asks for each thing it names", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize(
        {.text = "one", .group = "g", .importance = 0.3, .from = {"ann", "search", 0, 0}});
    memory.set_step(2);
    memory.memorize({.text = "two", .importance = 0.6, .from = {"ben", "fetch", 0, 0}});
    memory.set_step(4);
    memory.memorize({.text = "three", .group = "h", .importance = 0.9});
    const auto texts = [&](const workmem::item_filter& filter) {
        std::string out;
        for (const auto& each : memory.all(filter)) out += each.text + ' ';
        return out;
    };
    CHECK(texts({.tool = "fetch"}) == "two ");
    CHECK(texts({.actor = "ann"}) == "one ");
    CHECK(texts({.group = "h"}) == "three ");
    CHECK(texts({.since_step = 2}) == "two three ");
    CHECK(texts({.since_step = 3}) == "three ");
    CHECK(texts({.until_step = 2}) == "one two ");
    CHECK(texts({.until_step = 1}) == "one ");
    CHECK(texts({.min_importance = 0.6}) == "two three ");
    CHECK(texts({.min_importance = 0.61}) == "three ");
}
