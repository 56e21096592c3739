#include "catch.hpp"

#include <workmem/secrets/parted_tokens.hpp>

#include <string>
#include <string_view>

using namespace workmem::secrets::detail;

namespace {

// The example of RFC 7519, section 3.1, with the signature of RFC 7515, appendix A.1.
const std::string web_token =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
    ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlf"
    "Q"
    ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
// Made up; the first part of the bot's stands for 123456789012345678.
const std::string bot_token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gx7Qz1.k2Wv9_Rt4Yb7Nc1Xe5Za8Df3Gh6";
const std::string hexadecimal_key = "3f9a1c7e5b2d8064a9e1f3c7b5d20846-7c1e9a3b-f05d2e86";
const std::string atlas_token =
    "aZ3kP9mQ7xT1vB.atlasv1.k2Wv9Rt4Yb7Nc1Xe5Za8Df3Gh6Jm0Lp2Qs4Uw8Iy1Ko3Tr5Ae7Sd9Fg2HjZx";
const std::string numbered_token = "7213456789:AAHk2Wv9Rt4Yb7Nc1Xe5Za8Df3Gh6Jm0Lp2";

}  // namespace

TEST_CASE("a token of parts is as long as its parts", "[secrets]") {
    for (const auto& each : {web_token, bot_token, hexadecimal_key, atlas_token, numbered_token}) {
        INFO(each);
        CHECK(match_parted(each) == each.size());
        CHECK(match_parted(each + " and more") == each.size());
        // Where a part is missing it is none.
        const auto dot = each.rfind('.');
        const auto last = dot != each.npos ? dot : each.find_last_of("-:");
        CHECK(match_parted(each.substr(0, last)) == 0);
        CHECK(match_parted(each.substr(0, last + 5)) == 0);
    }
}

TEST_CASE("the point that ends a sentence is no part of a token", "[secrets]") {
    CHECK(match_web_token(web_token + ".") == web_token.size());
    CHECK(match_web_token(web_token + "...") == web_token.size());
}

TEST_CASE("what looks like parts alone is no token", "[secrets]") {
    for (const std::string_view each :
         {"eyJhbGciOiJub25lIn0", "eyJ.eyJ.x", "www.example.com", "3.14.15", "12345678:30",
          "2024-05-06-07", "00000000000000000000000000000000-00000000-00000000",
          "1234567890:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}) {
        INFO(each);
        CHECK(match_parted(each) == 0);
    }
    // Its first part is no number.
    CHECK(match_bot_token("MTIzNDU2Nzg5MDEyMzQ1Njcx." + bot_token.substr(25)) != 0);
    CHECK(match_bot_token("MTIzNDU2Nzg5MDEyMzQ1Njcj." + bot_token.substr(25)) == 0);
}

TEST_CASE("base64 is read as RFC 4648 says, in either alphabet", "[secrets]") {
    const auto decoded = [](std::string_view text) {
        std::string out;
        const bool is_valid = decode_base64(text, [&](unsigned char byte) {
            out += static_cast<char>(byte);
            return true;
        });
        return is_valid ? out : "none";
    };
    // Section 10, without the padding.
    CHECK(decoded("") == "");
    CHECK(decoded("Zg") == "f");
    CHECK(decoded("Zm8") == "fo");
    CHECK(decoded("Zm9v") == "foo");
    CHECK(decoded("Zm9vYmFy") == "foobar");
    CHECK(decoded("-_8") == decoded("+/8"));
    for (const auto* const bad : {"Z", "Zm9vY", "Zg==", "Zh", "Zm 8", "Zm9\xC3"}) {
        INFO(bad);
        CHECK(decoded(bad) == "none");
    }
    int seen = 0;
    CHECK_FALSE(decode_base64("Zm9v", [&](unsigned char) { return ++seen < 2; }));
    CHECK(seen == 2);
}
