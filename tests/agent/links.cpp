#include "catch.hpp"

#include <workmem/agent/links.hpp>

using workmem::entity;
using workmem::detail::link_tag;
using workmem::detail::read_link;

TEST_CASE("a tag holds the thing that a text names", "[agent]") {
    const entity hat{.type = "order", .id = "o:3 \"x\"", .name = "Hat, \"big\"\n"};
    const auto read = read_link(link_tag(hat));
    REQUIRE(read);
    CHECK(*read == hat);
    const entity nameless{.type = "order", .id = 7, .name = "Unnamed order", .unnamed = true};
    CHECK(link_tag(nameless) == R"(entity:["order","7"])");
    CHECK(*read_link(link_tag(nameless)) == nameless);
}

TEST_CASE("other tags are no things", "[agent]") {
    for (const auto* const tag :
         {"", "entity", "entity:", "entity:[]", "entity:[1,2]", "entity:[\"a\"]", "entity:{}",
          "entity:[\"a\",\"b\",\"c\",\"d\"]", "urgent", "entity:[\"a\",null]"})
        CHECK_FALSE(read_link(tag));
}
