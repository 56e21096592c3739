#include "catch.hpp"

#include <workmem/secrets/keys.hpp>
#include <workmem/secrets/secrets.hpp>

#include <string>
#include <string_view>

using namespace workmem;

namespace {

// A block of PEM with that label and nothing in it that was ever a key.
std::string block(const std::string& label) {
    std::string line;
    while (line.size() < 64) line += "q7Xk2Z9f";
    return "-----BEGIN " + label + "-----\n" + line + "\n" + line + "\n-----END " + label + "-----";
}

std::string password_in(std::string_view url) {
    const auto found = secrets::url_password_at(url, url.find("://"));
    return found ? std::string{url.substr(found->offset, found->length)} : "nothing";
}

}  // namespace

TEST_CASE("a private key reaches to the end of its last line", "[secrets]") {
    for (const auto* const label : {"PRIVATE KEY", "RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK"}) {
        INFO(label);
        const auto key = block(label);
        const auto found = secrets::private_key_at(key + " and more", 0);
        REQUIRE(found);
        CHECK(*found == found_secret{secret_kind::private_key, 0, key.size()});
    }
}

TEST_CASE("of a key without an end everything is secret, up to the next one", "[secrets]") {
    const auto key = block("PRIVATE KEY");
    const auto cut = key.substr(0, key.size() - 25);
    CHECK(secrets::private_key_at(cut, 0)->length == cut.size());
    CHECK(secrets::private_key_at(cut + key, 0)->length == cut.size());
}

TEST_CASE("certificates, public keys and a first line alone are no private key", "[secrets]") {
    CHECK_FALSE(secrets::private_key_at(block("CERTIFICATE"), 0));
    CHECK_FALSE(secrets::private_key_at(block("PUBLIC KEY"), 0));
    CHECK_FALSE(secrets::private_key_at("-----BEGIN PRIVATE KEY-----", 0));
    CHECK_FALSE(secrets::private_key_at("-----BEGIN PRIVATE KEY-----\nask the team\n", 0));
}

TEST_CASE("the password of an address stands between name and host", "[secrets]") {
    CHECK(password_in("postgres://app:q7Xk2Z@db.example/orders") == "q7Xk2Z");
    CHECK(password_in("https://app@example.com/a:b@c") == "nothing");
    CHECK(password_in("https://example.com:8080/") == "nothing");
    CHECK(password_in("https://app:secret@example.com/") == "nothing");
    CHECK(password_in("https://app:abc@example.com/") == "nothing");
}
