#include "catch.hpp"

#include <workmem/resolution/names/slug.hpp>

TEST_CASE("an address in the place of a slug is no name", "[resolution]") {
    workmem::entry entry;
    CHECK(workmem::resolution::slug_of(entry).empty());
    entry.slug = "about_us";
    CHECK(workmem::resolution::slug_of(entry) == "about_us");
    entry.slug = "https://docs.example/d/7f";
    CHECK(workmem::resolution::slug_of(entry).empty());
}
