#include "catch.hpp"

#include <workmem/secrets/secrets.hpp>
#include <workmem/secrets/tokens.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

using namespace workmem;

namespace {

constexpr std::array shapes{
    secrets::token_shape{"co?p-", 12, 20, secrets::alphabet::word, secret_kind::api_key}};

std::string token_in(std::string_view text, std::size_t at = 0) {
    const auto found = secrets::token_at(shapes, text, at);
    return found ? std::string{to_string(found->kind)} + " " +
                       std::string{text.substr(found->offset, found->length)}
                 : "nothing";
}

}  // namespace

TEST_CASE("a token has its prefix, and as many characters as its issuer gives", "[secrets]") {
    CHECK(token_in("corp-q7Xk2Z9f3b7c") == "api_key corp-q7Xk2Z9f3b7c");
    CHECK(token_in("co1p-q7Xk2Z9f3b7c.") == "api_key co1p-q7Xk2Z9f3b7c");
    CHECK(token_in("use corp-q7Xk2Z9f3b7c", 4) == "api_key corp-q7Xk2Z9f3b7c");
    CHECK(token_in("corp-q7Xk2Z9f3b7") == "nothing");
    CHECK(token_in("corp-q7Xk2Z9f3b7cq7Xk2Z9f3b") == "nothing");
    CHECK(token_in("corp_q7Xk2Z9f3b7c") == "nothing");
    CHECK(token_in("corp-documentation") == "nothing");
}

TEST_CASE("what stands behind bearer and basic is a token and a login", "[secrets]") {
    CHECK(token_in("Bearer q7Xk2Z9f3b7cQ8wE") == "token q7Xk2Z9f3b7cQ8wE");
    CHECK(token_in("bearer certificate_of_the_house") == "nothing");
    // ann:hunter22
    CHECK(token_in("Basic YW5uOmh1bnRlcjIy") == "password YW5uOmh1bnRlcjIy");
    CHECK(token_in("basic knowledge") == "nothing");
}
