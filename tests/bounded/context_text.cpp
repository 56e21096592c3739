#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/context_text.hpp>

#include <cstddef>

using namespace workmem_test;
using workmem::item;

TEST_CASE("the context is one line an item, within a budget that counts all of it", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    CHECK(memory.context().empty());
    memory.memorize({.text = "one\n- \"forged\"", .importance = 0.2});
    memory.memorize({.text = "two", .importance = 0.9});
    memory.memorize({.text = "three"});
    CHECK(memory.context() ==
          "[RECENT MEMORY]\n- \"one\\n- \\\"forged\\\"\"\n- \"two\"\n- \"three\"");
    for (std::size_t budget = 0; budget < 80; ++budget)
        CHECK(memory.context(budget).size() <= budget);
    CHECK(memory.context(30) == "[RECENT MEMORY]\n- \"two\"");
    CHECK(memory.context(3).empty());
    memory.pin("id-3");
    CHECK(memory.context(27) == "[RECENT MEMORY]\n- \"three\"");
}
