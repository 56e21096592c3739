// Texts with and without secrets, made up anew each time: nothing in them was ever a secret.
#pragma once

#include <workmem/secrets/secrets.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

class secret_samples {
public:
    struct positive {
        workmem::secret_kind kind;
        std::string before, secret, after;
    };

    explicit secret_samples(std::uint64_t seed) : random_{seed} {}

    // 30 texts, each with one secret.
    std::vector<positive> positives() {
        using kind = workmem::secret_kind;
        std::vector<positive> out{
            {kind::api_key, "use ", "sk-" + word(48), " for it"},
            {kind::api_key, "(", "sk-proj-" + word(20) + "_" + word(24), ")"},
            {kind::api_key, "key=", "sk_live_" + word(24), ""},
            {kind::api_key, "It is ", "AKIA" + from(base32, 16), "."},
            {kind::api_key, "\"", "AIza" + from(base64url, 34) + "x", "\""},
            {kind::api_key, "mail: ", "SG." + word(22) + "." + word(43), ", ok"},
            {kind::token, "push with ", "ghp_" + word(36), ""},
            {kind::token, "https://", "gho_" + word(36), "@host.example/a.git"},
            {kind::token, "bot ", "xoxb-" + digits(12) + "-" + digits(13) + "-" + word(24), "\n"},
            {kind::token, "cookie: ", web_token(), "."},
            {kind::token, "Authorization: Bearer ", word(40), ""},
            {kind::token, "-H 'authorization: bearer ", from(base64url, 43), "'"},
            {kind::token, "{\"access_token\": \"", word(32), "\", \"expires_in\": 3600}"},
            {kind::token, "deploy --token=", from(hexadecimal, 40), " --now"},
            {kind::api_key, "{\"apiKey\":\"", word(32), "\"}"},
            {kind::api_key, "X-Api-Key: ", from(hexadecimal, 40), "\r\n"},
            {kind::api_key, "https://api.example/v1?api_key=", word(28), "&user=7"},
            {kind::api_key, "AWS_SECRET_ACCESS_KEY=", word(40), "\nREGION=x"},
            {kind::password, "export DB_PASSWORD='", password(12), "'"},
            {kind::password, "the password is ", password(12), ", as ever"},
            {kind::password, "**Password:** ", password(14), ""},
            {kind::password, "<password>", password(10), "</password>"},
            {kind::password, "client_secret: ", word(32), "\n"},
            {kind::password, "db://app:", password(12), "@db.example:5432/shop"},
            {kind::private_key, "keep\n", key_block("RSA PRIVATE KEY", "\n"), "\n"},
            {kind::private_key, "{\"pem\": \"", key_block("PRIVATE KEY", "\\n"), "\"}"},
            {kind::payment_card, "card ", card("4", 16, {16}, ' '), " exp 12/27"},
            {kind::payment_card, "pay with ", card("5" + digit('1', '5'), 16, {4, 4, 4, 4}, ' '),
             "."},
            {kind::payment_card, "no. ", card("37", 15, {4, 6, 5}, '-'), ", mine"},
            {kind::payment_card, "4711,", card("6011", 16, {16}, ' '), ",12/27"}};
        return out;
    }

    // 30 texts, each with something that looks a bit like one.
    std::vector<std::string> negatives() {
        const auto uuid = from(hexadecimal, 8) + "-" + from(hexadecimal, 4) + "-4" +
                          from(hexadecimal, 3) + "-a" + from(hexadecimal, 3) + "-" +
                          from(hexadecimal, 12);
        std::vector<std::string> out{
            "request " + uuid + " failed",
            "token: " + uuid,
            "commit " + from(hexadecimal, 40),
            "image@sha256:" + from(hexadecimal, 64),
            "![chart](data:image/png;base64,iVBORw0KGgo" + from(base64, 400) + "==)",
            "uploads/" + from(base64url, 32) + ".png",
            "order " + digits(3) + "-" + digits(7) + "-" + digits(7) + " shipped",
            "ORD-2024-" + digits(6) + " and invoice " + digits(10),
            "card " + broken_card() + " was declined as invalid",
            "call +49 151 " + digits(4) + " " + digits(4) + " or (0" + digits(3) + ") " +
                digits(4) + " " + digits(4),
            "ISBN 978-3-" + digits(2) + "-" + digits(6) + "-" + digits(1) + ", 978" + digits(10),
            "DE00 " + digits(4) + " " + digits(4) + " " + digits(4) + " " + digits(4) + " " +
                digits(2),
            "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft",
            "getUserAccountByPrimaryEmailAddressOrThrow" + digits(1) + "(x)",
            "https://shop.example/items/" + digits(12) + "?v=" + word(11) + "&ref=" + word(8) +
                "#top",
            "/usr/lib/x86_64-linux-gnu/lib" + word(5) + ".so." + digits(1) + "." + digits(2),
            R"(C:\Users\me\AppData\Local\Temp\)" + word(8) + ".tmp",
            "2024-12-22T15:" + digits(2) + ":00.123Z, epoch 17" + digits(11),
            "host 10.0." + digits(2) + "." + digits(2) + " mac 00:1b:" + from(hexadecimal, 2) +
                ":44:11:" + from(hexadecimal, 2),
            "sums: " + digits(4) + " " + digits(4) + " " + digits(4) + " " + digits(4) + " " +
                digits(4) + " " + digits(4),
            "The API key is in the vault, the password is case-sensitive, and the token: see " +
                word(4) + ".",
            "password: must contain 8-16 characters, one digit and one symbol",
            "api_key: your-api-key-" + digits(4) + ", secret: <" + word(20) + ">",
            "password: ${DB_PASSWORD_" + digits(2) + "}, token=$TOKEN_" + digits(6),
            "api_key = os.environ[\"API_KEY_" + digits(2) + "\"]; password = hash256(value)",
            "next_page_token: " + word(32),
            "pip install sk-learn-based-pipeline-for-training-2024-v" + digits(2),
            "-----BEGIN PUBLIC KEY-----\n" + from(base64, 64) + "\n" + from(base64, 64) +
                "\n-----END PUBLIC KEY-----",
            "files with -----BEGIN RSA PRIVATE KEY----- must not be committed, as in " +
                from(hexadecimal, 40),
            "Bearer of good news arrived-in-the-morning, max_tokens=" + digits(5) +
                ", tokenizer: cl100k_base, secret: projects/" + digits(6) + "/db-password/2"};
        return out;
    }

private:
    static constexpr std::string_view base62 =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    static constexpr std::string_view base64 =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static constexpr std::string_view base64url =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    static constexpr std::string_view base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    static constexpr std::string_view hexadecimal = "0123456789abcdef";
    static constexpr std::string_view decimal = "0123456789";

    std::string from(std::string_view alphabet, std::size_t size) {
        std::string out;
        while (out.size() < size) out += alphabet[random_() % alphabet.size()];
        return out;
    }
    std::string word(std::size_t size) { return from(base62, size); }
    std::string digits(std::size_t size) { return from(decimal, size); }
    std::string digit(char first, char last) {
        return std::string(
            1, static_cast<char>(first + static_cast<char>(random_() % static_cast<std::uint64_t>(
                                                                           last - first + 1))));
    }

    // As sites demand them: both cases, a digit and a mark.
    std::string password(std::size_t size) {
        auto out = "K" + word(size - 4) + from("!*+~", 1) + digits(1) + "q";
        return out;
    }

    std::string web_token() {
        const auto encoded = [](const std::string& text) {
            std::string out;
            for (std::size_t i = 0; i < text.size(); i += 3) {
                std::uint32_t bits = 0;
                for (std::size_t j = 0; j < 3; ++j)
                    bits = bits << 8U |
                           (i + j < text.size() ? static_cast<unsigned char>(text[i + j]) : 0U);
                for (std::size_t j = 0; j < 4 && i + j <= text.size(); ++j)
                    out += base64url[bits >> (18 - 6 * j) & 63U];
            }
            return out;
        };
        return encoded(R"({"alg":"HS256","typ":"JWT"})") + "." +
               encoded(R"({"sub":")" + digits(10) + R"(","name":")" + word(8) + "\"}") + "." +
               from(base64url, 42) + "x";
    }

    std::string key_block(const std::string& label, const std::string& line_end) {
        auto out = "-----BEGIN " + label + "-----" + line_end;
        for (int i = 0; i < 5; ++i) out += from(base64, 64) + line_end;
        return out + "-----END " + label + "-----";
    }

    // The digit that makes the sum of Luhn a multiple of ten.
    static char last_digit(const std::string& number) {
        int sum = 0;
        for (std::size_t i = 0; i < number.size(); ++i) {
            int value = number[number.size() - 1 - i] - '0';
            if (i % 2 == 0) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
            sum += value;
        }
        return static_cast<char>('0' + (10 - sum % 10) % 10);
    }
    std::string card(const std::string& issuer, std::size_t size,
                     const std::vector<std::size_t>& groups, char separator) {
        auto number = issuer + digits(size - 1 - issuer.size());
        number += last_digit(number);
        std::string out;
        std::size_t at = 0;
        for (const auto group : groups) {
            if (at > 0) out += separator;
            out += number.substr(at, group);
            at += group;
        }
        return out;
    }
    std::string broken_card() {
        auto number = card("4", 16, {16}, ' ');
        number.back() = number.back() == '9' ? '0' : static_cast<char>(number.back() + 1);
        return number;
    }

    std::mt19937_64 random_;
};

}  // namespace workmem_test
