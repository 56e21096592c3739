#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/secrets.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace workmem::secrets {

namespace detail {

/// How long the numbers of bank accounts of a country are, with its letters and the check digits.
struct iban_length {
    std::string_view country;
    std::size_t characters;
};

// The register of SWIFT for ISO 13616, release 99.
inline constexpr std::array iban_lengths = std::to_array<iban_length>(
    {{"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22},
     {"BH", 22}, {"BI", 27}, {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24},
     {"DE", 22}, {"DJ", 27}, {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18},
     {"FK", 18}, {"FO", 18}, {"FR", 27}, {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27},
     {"GT", 28}, {"HN", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22}, {"IL", 23}, {"IQ", 23}, {"IS", 26},
     {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28}, {"LC", 32}, {"LI", 21}, {"LT", 20},
     {"LU", 20}, {"LV", 21}, {"LY", 25}, {"MC", 27}, {"MD", 24}, {"ME", 22}, {"MK", 19}, {"MN", 20},
     {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NI", 28}, {"NL", 18}, {"NO", 15}, {"OM", 23}, {"PK", 24},
     {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"RU", 33}, {"SA", 24},
     {"SC", 31}, {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"SO", 23}, {"ST", 25},
     {"SV", 28}, {"TL", 23}, {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20},
     {"YE", 30}});

[[nodiscard]] constexpr std::size_t length_of_iban(std::string_view country) noexcept {
    for (const auto& each : iban_lengths)
        if (each.country == country) return each.characters;
    return 0;
}

/// ISO 7064, MOD 97-10, of the characters with the first four moved to the end. The check digits
/// are 02 to 98: others that are the same modulo 97 are no result of it.
[[nodiscard]] constexpr bool has_iban_check(std::string_view characters) noexcept {
    const auto check = characters.substr(2, 2);
    if (check == "00" || check == "01" || check == "99") return false;
    unsigned rest = 0;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const char c = characters[(i + 4) % characters.size()];
        rest = is_digit(c) ? rest * 10 + static_cast<unsigned>(c - '0')
                           : rest * 100 + static_cast<unsigned>(c - 'A') + 10;
        rest %= 97;
    }
    return rest == 1;
}

}  // namespace detail

/// The international bank account number (ISO 13616) that begins at `at`, where a word begins: as
/// long as its country has them, in one or in groups of four with a blank between, and the check
/// digits right. O(1).
[[nodiscard]] constexpr std::optional<found_secret> iban_at(std::string_view text,
                                                            std::size_t at) noexcept {
    constexpr std::size_t most = 34;
    const auto rest = text.substr(at);
    if (rest.size() < 4 || !is_letter(rest[0]) || !is_letter(rest[1]) || !is_digit(rest[2]) ||
        !is_digit(rest[3]))
        return std::nullopt;
    const auto upper = [](char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; };
    const std::array country{upper(rest[0]), upper(rest[1])};
    const auto length = detail::length_of_iban({country.data(), country.size()});
    if (length == 0) return std::nullopt;
    std::array<char, most> characters{};
    std::size_t count = 0, end = 0;
    const bool is_grouped = rest.size() > 4 && rest[4] == ' ';
    for (; count < length && end < rest.size(); ++end) {
        if (is_grouped && rest[end] == ' ' && count % 4 == 0 && rest[end - 1] != ' ') continue;
        if (!is_in(alphabet::upper, upper(rest[end]))) return std::nullopt;
        characters[count++] = upper(rest[end]);
    }
    if (count < length || (end < rest.size() && (is_alnum(rest[end]) || rest[end] == '_')) ||
        !detail::has_iban_check({characters.data(), count}))
        return std::nullopt;
    return found_secret{secret_kind::bank_account, at, end};
}

}  // namespace workmem::secrets
