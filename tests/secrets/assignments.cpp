#include "catch.hpp"

#include <workmem/secrets/assignments.hpp>

#include <string>
#include <string_view>

using namespace workmem;
using workmem::secrets::assigned_at;
using workmem::secrets::option_password_at;
using workmem::secrets::secret_in_field;

namespace {

// What the first sign that gives a name a value hides; empty where that is nothing.
std::string_view assigned(std::string_view text, std::string_view sign) {
    const auto found = assigned_at(text, text.find(sign));
    return found ? text.substr(found->offset, found->length) : std::string_view{};
}
std::string_view option(std::string_view text, std::string_view name) {
    const auto found = option_password_at(text, text.find(name));
    return found ? text.substr(found->offset, found->length) : std::string_view{};
}

}  // namespace

TEST_CASE("a value is the secret that its label promises", "[secrets]") {
    CHECK(assigned("password=hunter22", "=") == "hunter22");
    CHECK(assigned("password: \"two words\"", ":") == "");
    CHECK(assigned("\"password\": \"correct-horse7\",", ":") == "correct-horse7");
    CHECK(assigned("the password is hunter22.", " is") == "hunter22");
    CHECK(assigned("Password (old): hunter22", ":") == "hunter22");
    CHECK(assigned("PIN: 4711", ":") == "4711");
    CHECK(assigned("api_key = 9fK2mQ7xT1vB3nZ8", "=") == "9fK2mQ7xT1vB3nZ8");
    CHECK(assigned("<password>hunter22</password>", ">") == "hunter22");
}

TEST_CASE("it is told what kind of secret a label names", "[secrets]") {
    const auto kind = [](std::string_view text) {
        const auto found = assigned_at(text, text.find('='));
        REQUIRE(found);
        return found->kind;
    };
    CHECK(kind("password=hunter22") == secret_kind::password);
    CHECK(kind("api_key=9fK2mQ7xT1vB3nZ8") == secret_kind::api_key);
    CHECK(kind("auth_token=9fK2mQ7xT1vB3nZ8") == secret_kind::token);
}

TEST_CASE("what a program computes, a link or a word is no secret", "[secrets]") {
    for (const auto* const text :
         {"password=getpass()", "password={{ vault }}", "token=$TOKEN", "password=<password>",
          "api_key=https://example.com/keys/9fK2mQ7xT1vB3nZ8",
          "token=550e8400-e29b-41d4-a716-446655440000", "colour=hunter22", "PIN=12",
          "PIN=12345678901234", "secret=sauce"}) {
        INFO(text);
        CHECK(assigned(text, "=") == "");
    }
}

TEST_CASE("a password may stand right behind its name, where it has digits", "[secrets]") {
    CHECK(assigned("password hunter22", " ") == "hunter22");
    CHECK(assigned("PIN 4711", " ") == "4711");
    CHECK(assigned("password protected", " ") == "");
    CHECK(assigned("pin 4711", " ") == "");
}

TEST_CASE("a command is given a password by its option", "[secrets]") {
    CHECK(option("curl -u ann:hunter22 https://example.com", "-u") == "hunter22");
    CHECK(option("curl --user ann:hunter22 https://example.com", "--user") == "hunter22");
    CHECK(option("sshpass -p hunter22 ssh ann@example.com", "-p") == "hunter22");
    CHECK(option("mkdir -p hunter22", "-p") == "");
    CHECK(option("sort -u ann:hunter22", "-u") == "");
    CHECK(option("curl -u ann https://example.com", "-u") == "");
    // Of another command's line.
    CHECK(option("curl x\nsort -u ann:hunter22", "-u") == "");
}

TEST_CASE("a field's name promises what its value is", "[secrets]") {
    const auto found = secret_in_field("db_password", "hunter22");
    REQUIRE(found);
    CHECK(*found == found_secret{secret_kind::password, 0, 8});
    CHECK(secret_in_field("pin", "4711"));
    CHECK_FALSE(secret_in_field("floor", "4711"));
    CHECK_FALSE(secret_in_field("password", "two words"));
    CHECK_FALSE(secret_in_field("token", "550e8400-e29b-41d4-a716-446655440000"));
    // All of a long one, though its beginning tells.
    std::string longest;
    while (longest.size() < 400) longest += "9fK2mQ7xT1vB3nZ8" + std::to_string(longest.size());
    CHECK(secret_in_field("api_key", longest) ==
          found_secret{secret_kind::api_key, 0, longest.size()});
}
