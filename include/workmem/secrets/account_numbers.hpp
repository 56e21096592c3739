#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/secrets.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace workmem::secrets {

namespace detail {

/// How long the account numbers of a country are.
struct iban_country {
    std::string_view code;
    std::size_t length;
};

/// Of the registry of ISO 13616, in order.
inline constexpr std::array iban_countries = std::to_array<iban_country>(
    {{"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22},
     {"BH", 22}, {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22},
     {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FO", 18}, {"FR", 27},
     {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28},
     {"IE", 22}, {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20},
     {"LB", 28}, {"LC", 32}, {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"MC", 27}, {"MD", 24},
     {"ME", 22}, {"MK", 19}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NL", 18}, {"NO", 15}, {"PK", 24},
     {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"SA", 24}, {"SC", 31},
     {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"ST", 25}, {"SV", 28}, {"TL", 23}, {"TN", 24},
     {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20}});
inline constexpr auto by_code = [](const iban_country& a, const iban_country& b) {
    return a.code < b.code;
};
static_assert(std::is_sorted(iban_countries.begin(), iban_countries.end(), by_code));

/// The check digits of ISO 7064, MOD 97-10, as ISO 13616 places them.
[[nodiscard]] constexpr bool has_iban_check(std::string_view characters) noexcept {
    unsigned rest = 0;
    const auto take = [&](char c) {
        const auto value = static_cast<unsigned>(is_digit(c) ? c - '0' : c - 'A' + 10);
        rest = (rest * (value < 10 ? 10U : 100U) + value) % 97;
    };
    for (const char c : characters.substr(4)) take(c);
    for (const char c : characters.substr(0, 4)) take(c);
    return rest == 1;
}

}  // namespace detail

/// The international bank account number (ISO 13616) that begins at `at`, where a word begins: as
/// long as its country has them, in capitals and digits, in one or with blanks behind each four,
/// and the check digits right. O(1).
[[nodiscard]] constexpr std::optional<found_secret> account_number_at(std::string_view text,
                                                                      std::size_t at) noexcept {
    using namespace detail;
    const auto is_part = [](char c) { return is_digit(c) || is_upper(c); };
    if (text.size() - at < 15 || !is_upper(text[at]) || !is_upper(text[at + 1]) ||
        !is_digit(text[at + 2]) || !is_digit(text[at + 3]))
        return std::nullopt;
    const iban_country wanted{text.substr(at, 2), 0};
    const auto* const country =
        std::lower_bound(iban_countries.begin(), iban_countries.end(), wanted, by_code);
    if (country == iban_countries.end() || country->code != wanted.code) return std::nullopt;
    std::array<char, 34> characters{};
    std::size_t count = 0;
    auto end = at;
    for (; end < text.size() && count < country->length; ++end) {
        if (is_part(text[end]))
            characters[count++] = text[end];
        else if (text[end] != ' ' || count % 4 != 0 || text[end - 1] == ' ')
            return std::nullopt;
    }
    if (count < country->length || (end < text.size() && is_alnum(text[end]))) return std::nullopt;
    if (!has_iban_check({characters.data(), count})) return std::nullopt;
    return found_secret{secret_kind::bank_account, at, end - at};
}

}  // namespace workmem::secrets
