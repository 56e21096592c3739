#include "catch.hpp"

#include <workmem/mcp/recent_ids.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

using nlohmann::json;
using workmem::mcp::recent_ids;

TEST_CASE("an id may be used once, and a number is another one than its text", "[mcp]") {
    recent_ids used;
    CHECK(used.insert(json(1)));
    CHECK_FALSE(used.insert(json(1)));
    CHECK(used.insert(json("1")));
    CHECK_FALSE(used.insert(json("1")));
}

TEST_CASE("a long id is told from another one by all of it", "[mcp]") {
    recent_ids used;
    const std::string longest(4'000'000, 'x');
    CHECK(used.insert(json(longest + "a")));
    CHECK(used.insert(json(longest + "b")));
    CHECK_FALSE(used.insert(json(longest + "a")));
}

TEST_CASE("what is older than the last 1,024 is forgotten, and so is all of another connection",
          "[mcp]") {
    recent_ids used;
    for (std::size_t i = 0; i < recent_ids::limit; ++i) REQUIRE(used.insert(json(i)));
    CHECK_FALSE(used.insert(json(0)));
    CHECK(used.insert(json("one more")));
    CHECK(used.insert(json(0)));
    CHECK_FALSE(used.insert(json(2)));
    used.clear();
    CHECK(used.insert(json(2)));
}
