#include "catch.hpp"

#include <workmem/secrets/cards.hpp>
#include <workmem/secrets/secrets.hpp>

#include <string>
#include <string_view>

using namespace workmem;

namespace {

// What is the card in a text whose first digit begins one; "nothing" without one.
std::string card_in(std::string_view text) {
    const auto at = text.find_first_of("0123456789");
    const auto found = secrets::payment_card_at(text, at);
    if (!found) return "nothing";
    CHECK(found->kind == secret_kind::payment_card);
    CHECK(found->offset == at);
    return std::string{text.substr(found->offset, found->length)};
}

}  // namespace

TEST_CASE("the last digit of a card is that of Luhn", "[secrets]") {
    CHECK(secrets::detail::has_luhn_digit("4111111111111111"));
    CHECK_FALSE(secrets::detail::has_luhn_digit("4111111111111112"));
}

TEST_CASE("a card is grouped as cards are, or not at all", "[secrets]") {
    for (const std::string card :
         {"4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "378282246310005",
          "3782 822463 10005", "3056 930902 5904", "6205 5000 0000 0000 004"}) {
        INFO(card);
        CHECK(card_in("pay with " + card + ".") == card);
        CHECK(card_in("pay with " + card) == card);
    }
    for (const auto* const text : {"41 11 1111 1111 1111", "4111  1111 1111 1111",
                                   "4111 1111-1111 1111", "4111 1111 1111 1111 4111"}) {
        INFO(text);
        CHECK(card_in(text) == "nothing");
    }
}

TEST_CASE("a number of no issuer, with another last digit or in a word is no card", "[secrets]") {
    for (const auto* const text : {"4111 1111 1111 1112", "9111 1111 1111 1110",
                                   "order-4111111111111111", "4111111111111111x", "12345"}) {
        INFO(text);
        CHECK(card_in(text) == "nothing");
    }
}

TEST_CASE("the code on the back of a card is part of what is found", "[secrets]") {
    CHECK(card_in("4111 1111 1111 1111 123") == "4111 1111 1111 1111");
}
