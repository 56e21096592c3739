#include "catch.hpp"

#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/field_secrets.hpp>

#include <cstdint>
#include <string>

using namespace workmem;

namespace {

const secrets::field_secrets<secrets::by_shape> found;

}  // namespace

TEST_CASE("it is told where a secret stands, and nothing of it", "[secrets]") {
    CHECK(found.in_text("password: hunter22") == "a password of 8 bytes at byte 10");
    CHECK(found.in_tags({"home", "password: hunter22"}) ==
          "a password of 8 bytes at byte 10 of a tag");
    CHECK(found.in_metadata({{"pin", std::int64_t{4711}}}) ==
          "a password of 4 bytes at byte 0 of its metadata");
    CHECK(found.in_metadata({{"password", std::string{"hunter22"}}}) ==
          "a password of 8 bytes at byte 0 of its metadata");
}

TEST_CASE("without a secret nothing is told", "[secrets]") {
    CHECK_FALSE(found.in_text("the meeting is on Monday"));
    CHECK_FALSE(found.in_tags({"home", "work"}));
    CHECK_FALSE(found.in_metadata({{"floor", std::int64_t{4711}}, {"open", true}}));
}
