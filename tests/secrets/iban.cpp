#include "catch.hpp"

#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/iban.hpp>
#include <workmem/text/fold.hpp>

#include <cstddef>
#include <string>

using namespace workmem;

namespace {

std::string found_in(const std::string& text) {
    const auto found = secrets::by_shape{}.find(text);
    return found ? std::string{to_string(found->kind)} + " " +
                       text.substr(found->offset, found->length)
                 : "nothing";
}

}  // namespace

TEST_CASE("the check digits of a bank account are those of ISO 7064", "[secrets]") {
    using secrets::detail::has_iban_check;
    CHECK(has_iban_check("DE89370400440532013000"));
    CHECK_FALSE(has_iban_check("DE88370400440532013000"));
    // The same modulo 97, which is no result of it.
    CHECK_FALSE(has_iban_check("DE00370400440532013000"));
    CHECK(secrets::detail::length_of_iban("NO") == 15);
    CHECK(secrets::detail::length_of_iban("ZZ") == 0);
}

TEST_CASE("a bank account is told by the length of its country and its check digits", "[secrets]") {
    // Those with which the register of IBANs shows what they look like.
    for (const std::string account :
         {"DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "GB29 NWBK 6016 1331 9268 19",
          "FR14 2004 1010 0505 0001 3M02 606", "ES9121000418450200051332",
          "IT60 X054 2811 1010 0000 0123 456", "NL91 ABNA 0417 1643 00",
          "PT50000201231234567890154", "CH93 0076 2011 6238 5295 7", "AT61 1904 3002 3457 3201",
          "BE68 5390 0754 7034", "NO93 8601 1117 947", "PL61109010140000071219812874",
          "SE45 5000 0000 0583 9825 7466", "MT84 MALT 0110 0001 2345 MTLC AST0 01S"}) {
        INFO(account);
        CHECK(found_in(account) == "bank_account " + account);
        CHECK(found_in("IBAN: " + account + ", mine") == "bank_account " + account);
        CHECK(found_in("pay to " + account + " today") == "bank_account " + account);
        CHECK(found_in("pay to " + account + ".") == "bank_account " + account);
        auto small = account;
        for (auto& c : small) c = ::workmem::text::fold_ascii(c);
        CHECK(found_in(small) == "bank_account " + small);
        for (const auto place : {std::size_t{3}, account.size() - 1}) {
            auto other = account;
            other[place] = other[place] == '7' ? '8' : '7';
            CHECK(found_in(other) == "nothing");
        }
        auto longer = account + "0";
        CHECK(found_in(longer) == "nothing");
        CHECK(found_in(account.substr(0, account.size() - 1)) == "nothing");
    }
}

TEST_CASE("the check digits alone make no bank account", "[secrets]") {
    // Right modulo 97, but of no country, and of Norway with the length of Belgium.
    for (const auto text :
         {"ZZ22370400440532013000", "XX46 3704 0044 0532 0130 00", "NO27 5390 0754 7034",
          "DE89-3704-0044-0532-0130-00", "DE89  3704 0044 0532 0130 00"})
        CHECK(found_in(text) == "nothing");
}
