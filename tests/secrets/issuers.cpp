// What issuers give out has a shape of its own; what differs from it a little is none. Made up
// anew each time: nothing here was ever a secret.
#include "catch.hpp"
#include "fresh_seed.hpp"
#include "repetitions.hpp"

#include <workmem/secrets/detector.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

using namespace workmem;
using namespace workmem_test;

namespace {

const secrets::by_shape detector;

class issuer {
public:
    explicit issuer(std::uint64_t seed) : random_{seed} {}

    // The letters and digits of each begin alike, so that none is a word by chance.
    std::string hexadecimal(std::size_t size) {
        return "9f3b7c" + from("0123456789abcdef", size - 6);
    }
    std::string word(std::size_t size) {
        return "q7Xk2Z" +
               from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", size - 6);
    }
    std::string digits(std::size_t size) { return "7" + from("0123456789", size - 1); }
    std::string capitals(std::size_t size) {
        return "B7" + from("ABCDEFGHJKLMNPQRTUVWXYZ0123456789", size - 2);
    }

private:
    std::string from(std::string_view alphabet, std::size_t size) {
        std::string out;
        while (out.size() < size) out += alphabet[random_() % alphabet.size()];
        return out;
    }

    std::mt19937_64 random_;
};

std::string found_in(const std::string& text) {
    const auto found = detector.find(text);
    return found ? std::string{to_string(found->kind)} + " " +
                       text.substr(found->offset, found->length)
                 : "nothing";
}

}  // namespace

TEST_CASE("tokens of well-known issuers are found, and what is nearly one is not", "[secrets]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    issuer make{seed};
    // Numbers in base64, as Discord writes them: the id 112233445566778899.
    const std::string bot = "MTEyMjMzNDQ1NTY2Nzc4ODk5";
    for (std::uint64_t round = 0; round < repetitions(1, 1'000); ++round) {
        struct sample {
            std::string_view kind;
            std::string token, near_miss;
        };
        const auto hex = make.hexadecimal(32), key = make.word(24);
        const std::array samples{
            sample{"api_key", "SK" + hex, "SK" + hex.substr(1)},
            sample{"api_key", "AC" + hex, "AC" + hex + "0"},
            sample{"token", make.digits(9) + ":AA" + make.word(33),
                   make.digits(9) + ":AA" + make.word(32)},
            sample{"token", make.digits(10) + ":AA" + make.word(33),
                   make.digits(7) + ":AA" + make.word(33)},
            sample{"token", bot + "." + make.word(6) + "." + make.word(38),
                   bot + "." + make.word(7) + "." + make.word(38)},
            sample{"token", bot + "." + make.word(6) + "." + make.word(27),
                   "MabcMjMzNDQ1NTY2Nzc4ODk5." + make.word(6) + "." + make.word(27)},
            sample{"api_key", "key-" + hex, "key-" + hex.substr(0, 31) + "g"},
            sample{"token",
                   "hooks.slack.com/services/T0" + make.capitals(8) + "/B0" + make.capitals(8) +
                       "/" + key,
                   "hooks.slack.com/services/T0" + make.capitals(8) + "/B0" + make.capitals(8)},
            sample{"api_key", "GOCSPX-" + make.word(28), "GOCSPX-" + make.word(27)},
            sample{"token", "hvs." + make.word(90), "hvs." + make.word(20)},
            sample{"token", "hvb." + make.word(24), "hvx" + make.word(24)},
            sample{"token", "s." + key, "s." + key + "a"},
            sample{"token", "dckr_pat_" + make.word(27), "dckr_pat_" + make.word(22)},
            sample{"token", "dckr_oat_" + make.word(32), "dckr_cat_" + make.word(32)},
            sample{"api_key", "lin_api_" + make.word(40), "lin_api_" + make.word(24)},
            sample{"token", "lin_oauth_" + make.word(64), "lin_oauth_" + make.word(24)},
            sample{"token", "dapi" + hex, "dapi" + hex.substr(0, 30)},
            sample{"token", make.word(14) + ".atlasv1." + make.word(67),
                   make.word(13) + ".atlasv1." + make.word(67)},
            sample{"token", "discord.com/api/webhooks/" + make.digits(18) + "/" + make.word(68),
                   "discord.com/api/webhooks/" + make.digits(18)}};
        for (const auto& each : samples) {
            INFO(each.near_miss);
            CHECK(found_in("use " + each.token + ", then go on") ==
                  std::string{each.kind} + " " + each.token);
            CHECK(found_in(each.token) == std::string{each.kind} + " " + each.token);
            CHECK(found_in("use " + each.near_miss + ", then go on") == "nothing");
        }
        CHECK(found_in("post to https://" + samples[7].token) == "token " + samples[7].token);
        CHECK(found_in("GET https://api.telegram.org/bot" + samples[2].token + "/getMe") ==
              "token " + samples[2].token);
        CHECK(found_in("of dapi" + hex + "-2, the second") == "token dapi" + hex);
    }
    CHECK(found_in("post to https://hooks.slack.com/services/T00000000/B00000000/"
                   "XXXXXXXXXXXXXXXXXXXXXXXX") == "nothing");
    CHECK(found_in("the colour 12345678:left of the number") == "nothing");
}
