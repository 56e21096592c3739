#include "catch.hpp"

#include <workmem/value/entity_id.hpp>

#include <cstdint>
#include <string>

using workmem::entity_id;

TEST_CASE("a number and its text are the same id, and which it was is kept", "[entity]") {
    CHECK(entity_id{42} == entity_id{"42"});
    CHECK(entity_id{42}.is_number());
    CHECK_FALSE(entity_id{"42"}.is_number());
    CHECK(entity_id{-1}.text() == "-1");
    CHECK(entity_id{std::uint64_t(-1)}.text() == "18446744073709551615");
    CHECK(entity_id{INT64_MIN}.text() == "-9223372036854775808");
    CHECK(entity_id{"a"} < entity_id{"b"});
    CHECK(entity_id{}.empty());
    CHECK(entity_id{std::string{"p-1"}} == "p-1");
}
