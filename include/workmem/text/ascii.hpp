#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workmem::text {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Whether a byte is a control character of ASCII, a tab and the end of a line among them.
[[nodiscard]] constexpr bool is_control(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// The text without blanks and line ends around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Whether a text has a digit.
[[nodiscard]] constexpr bool has_digit(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), is_digit);
}
/// Whether a text is digits, at least one.
[[nodiscard]] constexpr bool is_digits(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

/// Whether a text is a decimal number that nothing is lost of when it is kept as one: at most 15
/// digits, no zero in front, and no seconds of a clock (more than 9 digits and a fraction). "007",
/// "+1" and "1718023456.001200" are texts.
[[nodiscard]] constexpr bool is_number(std::string_view text) noexcept {
    constexpr std::size_t most_digits = 15, most_before_point = 9;
    if (text.starts_with('-')) text.remove_prefix(1);
    const auto point = text.find('.');
    const auto whole = text.substr(0, point);
    if (!is_digits(whole) || whole.size() > most_digits || (whole.size() > 1 && whole[0] == '0'))
        return false;
    if (point == std::string_view::npos) return true;
    const auto part = text.substr(point + 1);
    return whole.size() <= most_before_point && part.size() <= most_digits && is_digits(part);
}

}  // namespace workmem::text
