#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/secrets.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace workmem::secrets {

namespace detail {

/// The first six digits that issuers of payment cards have, and how long their numbers are
/// (ISO/IEC 7812).
struct issuer_range {
    std::uint32_t first, last;
    std::size_t digits;
};

inline constexpr std::array issuer_ranges{
    issuer_range{300'000, 305'999, 14}, issuer_range{340'000, 349'999, 15},
    issuer_range{352'800, 358'999, 16}, issuer_range{360'000, 369'999, 14},
    issuer_range{370'000, 379'999, 15}, issuer_range{380'000, 399'999, 14},
    issuer_range{400'000, 499'999, 16}, issuer_range{510'000, 559'999, 16},
    issuer_range{601'100, 601'199, 16}, issuer_range{620'000, 629'999, 16},
    issuer_range{620'000, 629'999, 19}, issuer_range{644'000, 659'999, 16},
    issuer_range{222'100, 272'099, 16}};

/// A run of digit groups with one blank or one dash between each two: at most what a card has,
/// and a bit more.
struct digit_groups {
    static constexpr std::size_t most_groups = 7, most_digits = 32;

    std::array<std::size_t, most_groups> sizes{};
    std::array<std::size_t, most_groups> ends{};  ///< where in the text each group ends
    std::array<char, most_digits> digits{};
    std::size_t groups = 0;
    std::size_t count = 0;
    char separator = 0;
    bool ends_well = true;  ///< no letter, no decimal, no further dash follows
};

[[nodiscard]] constexpr digit_groups read_groups(std::string_view text, std::size_t at) noexcept {
    digit_groups out;
    while (out.groups < digit_groups::most_groups) {
        std::size_t size = 0;
        for (; at < text.size() && is_digit(text[at]); ++at, ++size) {
            if (out.count == digit_groups::most_digits) {
                out.ends_well = false;
                return out;
            }
            out.digits[out.count++] = text[at];
        }
        out.sizes[out.groups] = size;
        out.ends[out.groups++] = at;
        const bool more = at + 1 < text.size() && (text[at] == ' ' || text[at] == '-') &&
                          is_digit(text[at + 1]) &&
                          (out.separator == 0 || text[at] == out.separator);
        if (!more) break;
        out.separator = text[at++];
    }
    if (at < text.size()) {
        const char c = text[at];
        const bool joined = at + 1 < text.size() && is_alnum(text[at + 1]);
        out.ends_well = !is_alnum(c) && c != '_' && !(is_any_of(c, "-.") && joined);
    }
    return out;
}

/// The check digit of ISO/IEC 7812 (H. P. Luhn).
[[nodiscard]] constexpr bool has_luhn_digit(std::string_view digits) noexcept {
    unsigned sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        auto value = static_cast<unsigned>(digits[digits.size() - 1 - i] - '0');
        if (i % 2 == 1) value = value < 5 ? value * 2 : value * 2 - 9;
        sum += value;
    }
    return sum % 10 == 0;
}

[[nodiscard]] constexpr bool is_card_number(std::string_view digits) noexcept {
    std::uint32_t issuer = 0;
    for (const char c : digits.substr(0, 6)) issuer = issuer * 10 + static_cast<unsigned>(c - '0');
    for (const auto& range : issuer_ranges)
        if (digits.size() == range.digits && issuer >= range.first && issuer <= range.last)
            return has_luhn_digit(digits);
    return false;
}

/// How many groups from the first on are grouped as cards are: 16, 15, 14 or 19 digits in one,
/// 4-4-4-4, 4-4-4-4-3, 4-6-5, 4-6-4. 0: not so.
[[nodiscard]] constexpr std::size_t card_groups(const digit_groups& in) noexcept {
    const auto& s = in.sizes;
    if (s[0] >= 14 && s[0] <= 19) return 1;
    if (s[0] != 4) return 0;
    if (s[1] == 6 && (s[2] == 5 || s[2] == 4)) return 3;
    if (s[1] != 4 || s[2] != 4 || s[3] != 4) return 0;
    if (s[4] == 3 && in.groups == 5) return 5;
    return s[4] == 4 ? 0 : 4;  // a table of numbers
}

}  // namespace detail

/// The payment card whose first digit stands at `at`, where no digit stands before: length and
/// range of an issuer, grouped with blanks or dashes as cards are or not at all, and the check
/// digit right. Not what goes on in letters, dashes or points, nor a column of numbers, nor an
/// IBAN. O(1).
[[nodiscard]] constexpr std::optional<found_secret> payment_card_at(std::string_view text,
                                                                    std::size_t at) noexcept {
    using namespace detail;
    if (at > 0) {
        const char c = text[at - 1];
        if (is_alnum(c) || is_any_of(c, "_.+-/#$")) return std::nullopt;
        // Digits before the blank, as in an IBAN: the middle of something. So with a comma, unless
        // it separates fields.
        const bool short_group = at + 4 < text.size() && !is_digit(text[at + 4]);
        if ((c == ' ' || (c == ',' && short_group)) && at > 1 && is_digit(text[at - 2]))
            return std::nullopt;
    }
    const auto in = read_groups(text, at);
    const auto taken = card_groups(in);
    if (taken == 0) return std::nullopt;
    std::size_t count = 0;
    for (std::size_t i = 0; i < taken; ++i) count += in.sizes[i];
    if (taken == in.groups && !in.ends_well) return std::nullopt;
    if (taken < in.groups && in.separator == '-') return std::nullopt;
    const std::string_view digits{in.digits.data(), count};
    if (in.sizes[4] == 3 && taken == 5 && !is_card_number(digits)) {
        // Four groups and what is printed on the back.
        if (in.separator == '-' || !is_card_number(digits.substr(0, 16))) return std::nullopt;
        return found_secret{secret_kind::payment_card, at, in.ends[3] - at};
    }
    if (!is_card_number(digits)) return std::nullopt;
    return found_secret{secret_kind::payment_card, at, in.ends[taken - 1] - at};
}

}  // namespace workmem::secrets
