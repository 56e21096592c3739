#include "catch.hpp"

#include <workmem_http/tokens.hpp>

#include <string>

namespace http = workmem::http;
using workmem_test::contains;

TEST_CASE("a token is known by its hash", "[http]") {
    http::token_table tokens;
    CHECK(tokens.empty());
    tokens.add({workmem::text::sha256_of("secret"), "ann", http::role::reader});
    const auto found = tokens.find("secret");
    REQUIRE(found);
    CHECK(found->tenant == "ann");
    CHECK(found->may == http::role::reader);
    // SHA-256 of "secret" begins so.
    CHECK(found->actor == "ann/2bb80d537b1d");
    for (const auto* const other : {"", "Secret", "secret ", "2bb80d537b1d"})
        CHECK_FALSE(tokens.find(other));
    CHECK(tokens.to_text() ==
          "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b ann reader\n");
    CHECK_FALSE(tokens.remove("2bb8"));
    CHECK(tokens.remove("2bb80d537b1d"));
    CHECK_FALSE(tokens.find("secret"));
}

TEST_CASE("what is stored of tokens is read again, or refused by its line", "[http]") {
    const std::string hash(64, 'a');
    const auto read = http::token_table::parse("# whose\n\n" + hash + " ann writer\n");
    REQUIRE(read);
    CHECK(read->all().size() == 1);
    CHECK(http::token_table::parse(read->to_text())->to_text() == read->to_text());
    for (const std::string& bad :
         {std::string{"x"}, hash, hash + " ann", hash + " ann owner", hash + " Ann writer",
          hash + " ann writer more", hash + "a ann writer", hash + " ../x writer"}) {
        const auto refused = http::token_table::parse("\n" + bad);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.error().message(), contains("line 2"));
    }
}

TEST_CASE("a tenant's name may name a file", "[http]") {
    for (const auto* const good : {"a", "ann-2_x"}) CHECK(http::is_tenant_name(good));
    for (const auto* const bad : {"", "A", "a/b", "..", "a.b", "a b", "\xc3\xa4"})
        CHECK_FALSE(http::is_tenant_name(bad));
    CHECK_FALSE(http::is_tenant_name(std::string(65, 'a')));
}

TEST_CASE("authorization shows a bearer's token", "[http]") {
    CHECK(http::bearer_token("Bearer x") == "x");
    CHECK(http::bearer_token("bEARER   x") == "x");
    for (const auto* const other : {"", "Bearer", "Bearer ", "Basic x", "x", "Bearerx"})
        CHECK_FALSE(http::bearer_token(other));
}
