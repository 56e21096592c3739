#include "catch.hpp"

#include <workmem/secrets/labels.hpp>

using workmem::secrets::detail::label;
using workmem::secrets::detail::label_at_end;
using workmem::secrets::detail::label_with_purpose;

TEST_CASE("a name promises a secret in any spelling", "[secrets]") {
    for (const auto* const name : {"password", "DB_PASSWORD", "contraseña", "パスワード"}) {
        INFO(name);
        CHECK(label_at_end(name) == label::password);
    }
    for (const auto* const name : {"apiKey", "X-Api-Key", "access key"}) {
        INFO(name);
        CHECK(label_at_end(name) == label::key);
    }
    CHECK(label_at_end("the PIN") == label::pin);
    CHECK(label_at_end("auth_token") == label::token);
}

TEST_CASE("other names promise none", "[secrets]") {
    for (const auto* const name : {"", "key", "pagetoken", "spin", "note", "colour"}) {
        INFO(name);
        CHECK(label_at_end(name) == label::none);
    }
}

TEST_CASE("a person says what a password or a PIN is for", "[secrets]") {
    CHECK(label_with_purpose("the password for the wifi") == label::password);
    CHECK(label_with_purpose("la contraseña de la oficina") == label::password);
    CHECK(label_with_purpose("the PIN of the safe") == label::pin);
    CHECK(label_with_purpose("the api key for the shop") == label::none);
    CHECK(label_with_purpose("the password. This is for the wifi") == label::none);
    CHECK(label_with_purpose("the way to the station") == label::none);
}
