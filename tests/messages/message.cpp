#include "catch.hpp"

#include <workmem/messages/message.hpp>

#include <string_view>

using workmem::message_role;

TEST_CASE("a role is read as any of the formats writes it", "[messages]") {
    const auto read = [](std::string_view text) {
        auto role = message_role::user;
        REQUIRE(parse_name(text, role));
        return role;
    };
    CHECK(read("system") == message_role::system);
    CHECK(read("developer") == message_role::system);
    CHECK(read("human") == message_role::user);
    CHECK(read("model") == message_role::assistant);
    CHECK(read("ai") == message_role::assistant);
    CHECK(read("function") == message_role::tool);
    for (const auto role :
         {message_role::system, message_role::user, message_role::assistant, message_role::tool})
        CHECK(read(to_string(role)) == role);
}

TEST_CASE("what is no role changes nothing", "[messages]") {
    auto role = message_role::tool;
    CHECK_FALSE(parse_name("", role));
    CHECK_FALSE(parse_name("User", role));
    CHECK_FALSE(parse_name("narrator", role));
    CHECK(role == message_role::tool);
}
