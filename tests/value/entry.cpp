#include "catch.hpp"

#include <workmem/value/entry.hpp>

using workmem::strength;

TEST_CASE("from offered on an entity was named", "[value]") {
    CHECK_FALSE(workmem::is_named(strength::returned));
    CHECK_FALSE(workmem::is_named(strength::read));
    CHECK(workmem::is_named(strength::offered));
    CHECK(workmem::is_named(strength::acted_on));
}

TEST_CASE("a strength is read as it is written", "[value]") {
    for (const auto each : {strength::returned, strength::read, strength::offered,
                            strength::mentioned, strength::chosen, strength::acted_on}) {
        auto read = strength::returned;
        CHECK(parse_name(to_string(each), read));
        CHECK(read == each);
    }
    auto kept = strength::chosen;
    CHECK_FALSE(parse_name("Chosen", kept));
    CHECK_FALSE(parse_name("", kept));
    CHECK(kept == strength::chosen);
}
