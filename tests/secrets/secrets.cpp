#include "catch.hpp"

#include <workmem/secrets/secrets.hpp>

using namespace workmem;

TEST_CASE("a secret is described by kind and place", "[secrets]") {
    CHECK(describe({secret_kind::private_key, 12, 227}) == "a private_key of 227 bytes at byte 12");
    CHECK(describe({secret_kind::api_key, 0, 40}) == "an api_key of 40 bytes at byte 0");
}

TEST_CASE("every kind of secret has a name", "[secrets]") {
    CHECK(to_string(secret_kind::token) == "token");
    CHECK(to_string(secret_kind::password) == "password");
    CHECK(to_string(secret_kind::payment_card) == "payment_card");
    CHECK(to_string(secret_kind::bank_account) == "bank_account");
    CHECK(with_article(secret_kind::api_key) == "an api_key");
    CHECK(with_article(secret_kind::token) == "a token");
}

TEST_CASE("nobody who looks for none finds one", "[secrets]") {
    CHECK_FALSE(secrets::none{}.find("password: hunter22", 0));
    CHECK_FALSE(secrets::none{}.find_in_field("password", "hunter22"));
}
