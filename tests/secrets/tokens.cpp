// The tokens of issuers, and account numbers, by their shapes. Made up: nothing here opens
// anything.
#include "catch.hpp"

#include <workmem/secrets/detector.hpp>

#include <string>
#include <string_view>

using workmem::found_secret;
using workmem::secret_kind;
using workmem::secrets::by_shape;

namespace {

// As random as tokens are, and the same each time.
std::string random_text(std::size_t size, std::string_view of) {
    std::string out;
    std::uint32_t state = 2'463'534'242U + static_cast<std::uint32_t>(size);
    while (out.size() < size) {
        state ^= state << 13U;
        state ^= state >> 17U;
        state ^= state << 5U;
        out += of[state % of.size()];
    }
    return out;
}
std::string word(std::size_t size) {
    return random_text(size, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
}
std::string hexadecimal(std::size_t size) { return random_text(size, "0123456789abcdef"); }

std::optional<found_secret> found(const std::string& text) { return by_shape{}.find(text); }

struct issued {
    std::string token;
    std::string no_token;  // one character too few, or another one wrong
    secret_kind kind = secret_kind::token;
};

}  // namespace

TEST_CASE("the tokens of issuers are found whole, and nothing that only resembles them",
          "[secrets]") {
    const auto each = GENERATE(
        issued{"SK" + hexadecimal(32), "SK" + hexadecimal(31), secret_kind::api_key},
        issued{"key-" + hexadecimal(32), "key-" + hexadecimal(33), secret_kind::api_key},
        issued{"GOCSPX-" + word(28), "GOCSPX-" + word(27), secret_kind::api_key},
        issued{"dapi" + hexadecimal(32), "dapi" + hexadecimal(31)},
        issued{"hvs." + word(90), "hvs." + word(23)}, issued{"hvb." + word(90), "hv." + word(90)},
        issued{"dckr_pat_" + word(27), "dckr_pat_" + word(20)},
        issued{"lin_api_" + word(40), "lin_api_" + word(20), secret_kind::api_key},
        issued{word(14) + ".atlasv1." + word(67), word(14) + ".atlasv1." + word(40)},
        issued{"1234567890:" + word(35), "1234567:" + word(35)},
        issued{"12345678:" + word(35), "12345678:" + word(34)},
        issued{word(24) + ".Gx4f2k." + word(38), word(24) + ".Gx4f2." + word(38)},
        issued{word(26) + ".Gx4f2k." + word(38), word(20) + ".Gx4f2k." + word(38)},
        issued{"hooks.slack.com/services/T0" + word(8) + "/B0" + word(8) + "/" + word(24),
               "hooks.slack.com/services/overview"},
        issued{"discord.com/api/webhooks/112233445566778899/" + word(68),
               "discord.com/api/webhooks/112233445566778899"});
    INFO(each.token);
    for (const std::string before : {"", "use ", "\"", "https://"}) {
        const auto hit = found(before + each.token + (before == "\"" ? "\"" : " now"));
        REQUIRE(hit);
        CHECK(*hit == found_secret{each.kind, before.size(), each.token.size()});
    }
    CHECK_FALSE(found("use " + each.no_token + " now"));
}

TEST_CASE("an account number is one by its country, its length and its check digits", "[secrets]") {
    // The examples of the registry of ISO 13616.
    for (const std::string number :
         {"DE89370400440532013000", "GB29 NWBK 6016 1331 9268 19", "FR1420041010050500013M02606",
          "NL91ABNA0417164300", "NO9386011117947", "CH93 0076 2011 6238 5295 7",
          "MT84MALT011000012345MTLCAST001S"}) {
        INFO(number);
        const auto hit = found("pay to " + number + ", please");
        REQUIRE(hit);
        CHECK(*hit == found_secret{secret_kind::bank_account, 7, number.size()});
        auto wrong = number;
        wrong.back() = wrong.back() == '1' ? '2' : '1';
        CHECK_FALSE(found("pay to " + wrong + ", please"));
        CHECK_FALSE(found("pay to " + number + "7, please"));
        CHECK_FALSE(found("pay to " + number.substr(0, number.size() - 1)));
        CHECK_FALSE(found("x" + number));
    }
    CHECK_FALSE(found("part XX89370400440532013000"));
    CHECK_FALSE(found("part DE89-3704-0044-0532-0130-00"));
}
