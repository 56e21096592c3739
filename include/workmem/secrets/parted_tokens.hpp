#pragma once

#include <workmem/secrets/characters.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

// Tokens of several parts, which are told by how these are joined.

namespace workmem::secrets::detail {

// Enough of a token to tell that it is one.
inline constexpr std::size_t judged = 96;

/// Hands the bytes that a text in base64 or base64url (RFC 4648) without padding encodes to
/// `accepts(byte)`. False where it is none, and once a byte is not accepted.
template <class Accepts>
[[nodiscard]] constexpr bool decode_base64(std::string_view text, Accepts&& accepts) noexcept {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (text.size() % 4 == 1) return false;
    unsigned bits = 0, count = 0;
    for (const char c : text) {
        const auto digit = digits.find(c == '-' ? '+' : c == '_' ? '/' : c);
        if (digit == std::string_view::npos) return false;
        bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xFFFFU;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        if (!accepts(static_cast<unsigned char>(bits >> count & 0xFFU))) return false;
    }
    return (bits & ((1U << count) - 1U)) == 0;
}

/// The length of a JSON web token (RFC 7519) at the front of the text, or 0: three or more parts
/// in base64url, the first of which begins a JSON object.
[[nodiscard]] constexpr std::size_t match_web_token(std::string_view text) noexcept {
    if (!text.starts_with("eyJ")) return 0;
    const auto all = without_last_dots(front_of(alphabet::dotted, text, text.size()));
    const auto head = all.find('.');
    if (head == std::string_view::npos || head < 12) return 0;
    const auto claims = all.find('.', head + 1);
    if (claims == std::string_view::npos || claims - head <= 8 || all.size() - claims <= 16)
        return 0;
    return looks_random(all.substr(0, judged), 8, 4) ? all.size() : 0;
}

/// The length of a bot's token (Discord) at the front of the text, or 0: the decimal id of the bot
/// in base64, six characters, and 27 or more.
[[nodiscard]] constexpr std::size_t match_bot_token(std::string_view text) noexcept {
    constexpr std::size_t least_id = 23, most_id = 28, time = 6, least_check = 27, most_check = 40;
    if (!is_any_of(text.front(), "MNO")) return 0;
    const auto id = front_of(alphabet::dashed, text, most_id + 1);
    if (id.size() < least_id || id.size() > most_id) return 0;
    const auto check_at = id.size() + 1 + time + 1;
    if (text.size() < check_at || text[id.size()] != '.' || text[check_at - 1] != '.') return 0;
    if (front_of(alphabet::dashed, text.substr(id.size() + 1), time).size() != time) return 0;
    const auto check = front_of(alphabet::dashed, text.substr(check_at), most_check + 1);
    if (check.size() < least_check || check.size() > most_check || !looks_random(check, 4, 4) ||
        is_placeholder(check))
        return 0;
    const auto is_digit_byte = [](unsigned char byte) { return byte >= '0' && byte <= '9'; };
    return decode_base64(id, is_digit_byte) ? check_at + check.size() : 0;
}

/// The length of a key (Mailgun) at the front of the text, or 0: 32, 8 and 8 hexadecimal digits.
[[nodiscard]] constexpr std::size_t match_hexadecimal_key(std::string_view text) noexcept {
    constexpr std::size_t first = 32, second = 8, size = first + 1 + second + 1 + second;
    if (text.size() < size || (text.size() > size && is_alnum(text[size])) ||
        text[first] != '-' || text[first + 1 + second] != '-')
        return 0;
    for (std::size_t at = 0; at < size; ++at)
        if (at != first && at != first + 1 + second && !is_in(alphabet::hexadecimal, text[at]))
            return 0;
    return looks_random(text.substr(0, first), 4, 4) ? size : 0;
}

/// The length of a token of Terraform Cloud at the front of the text, or 0: 14 characters,
/// `.atlasv1.`, and 60 or more.
[[nodiscard]] constexpr std::size_t match_atlas_token(std::string_view text) noexcept {
    constexpr std::string_view joint = ".atlasv1.";
    constexpr std::size_t id = 14, least = 60, most = 70;
    if (text.size() < id + joint.size() || text[id] != '.' || !text.substr(id).starts_with(joint) ||
        front_of(alphabet::word, text, id).size() != id)
        return 0;
    const auto body = front_of(alphabet::dashed, text.substr(id + joint.size()), most + 1);
    if (body.size() < least || body.size() > most || !looks_random(body, 4, 4) ||
        is_placeholder(body))
        return 0;
    return id + joint.size() + body.size();
}

/// The length of a bot's token (Telegram) at the front of the text, or 0: the number of the bot,
/// and 35 characters.
[[nodiscard]] constexpr std::size_t match_numbered_token(std::string_view text) noexcept {
    constexpr std::size_t least = 8, most = 10, key = 35;
    std::size_t digits = 0;
    while (digits < text.size() && digits <= most && is_digit(text[digits])) ++digits;
    if (digits < least || digits > most || digits == text.size() || text[digits] != ':') return 0;
    const auto body = front_of(alphabet::dashed, text.substr(digits + 1), key + 1);
    if (body.size() != key || !looks_random(body, 4, 4) || is_placeholder(body)) return 0;
    return digits + 1 + key;
}

/// The length of any of them at the front of a text that is not empty, or 0.
[[nodiscard]] constexpr std::size_t match_parted(std::string_view text) noexcept {
    if (is_digit(text.front()))
        if (const auto length = match_numbered_token(text); length != 0) return length;
    if (const auto length = match_hexadecimal_key(text); length != 0) return length;
    if (const auto length = match_web_token(text); length != 0) return length;
    if (const auto length = match_bot_token(text); length != 0) return length;
    return match_atlas_token(text);
}

}  // namespace workmem::secrets::detail
