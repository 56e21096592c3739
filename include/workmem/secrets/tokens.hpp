#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/secrets.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

// Secrets that can be told by their own shape.

namespace workmem::secrets {

namespace detail {

// Enough of a token to tell that it is one.
inline constexpr std::size_t judged = 96;

[[nodiscard]] constexpr bool begins_with(std::string_view text, std::string_view prefix) noexcept {
    if (text.size() < prefix.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i)
        if (prefix[i] == '?' ? !is_alnum(text[i]) : text[i] != prefix[i]) return false;
    return true;
}

/// The length of the token of this shape at the front of the text, or 0.
[[nodiscard]] constexpr std::size_t match(const token_shape& shape,
                                          std::string_view text) noexcept {
    if (!begins_with(text, shape.prefix)) return 0;
    const auto rest = text.substr(shape.prefix.size());
    const auto seen = front_of(shape.characters, rest, (std::max)(judged, shape.least));
    if (seen.size() < shape.least || !looks_random(seen, 4, 4) || is_placeholder(seen)) return 0;
    const auto body = without_last_dots(front_of(shape.characters, rest, rest.size()));
    if (body.size() > shape.most || (body.size() < rest.size() && is_alnum(rest[body.size()])))
        return 0;
    return shape.prefix.size() + body.size();
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

/// The place of the token after the word "bearer" at the front of the text.
[[nodiscard]] constexpr std::optional<found_secret> match_bearer(std::string_view text) noexcept {
    constexpr std::string_view word = "bearer";
    if (!has_at(text, 0, word)) return std::nullopt;
    auto at = word.size();
    while (at < text.size() && at < word.size() + 4 && is_any_of(text[at], " \t:=\"'")) ++at;
    if (at == word.size()) return std::nullopt;
    const auto seen = front_of(alphabet::bearer, text.substr(at), judged);
    if (seen.size() < 16 || !looks_random(seen, 5, 3) || is_placeholder(seen) || is_uuid(seen))
        return std::nullopt;
    const auto body = without_last_dots(front_of(alphabet::bearer, text.substr(at), text.size()));
    return found_secret{secret_kind::token, at, body.size()};
}

/// The length of the token of a Telegram bot at the front of the text, or 0: its number, a colon
/// and 35 random characters.
[[nodiscard]] constexpr std::size_t match_bot_token(std::string_view text) noexcept {
    std::size_t digits = 0;
    while (digits < text.size() && digits < 11 && is_digit(text[digits])) ++digits;
    if (digits < 8 || digits > 10 || text.size() < digits + 36 || text[digits] != ':') return 0;
    const auto key = front_of(alphabet::dashed, text.substr(digits + 1), 36);
    return key.size() == 35 && looks_random(key, 5, 4) ? digits + 36 : 0;
}

/// Whether a text is base64 (RFC 4648) of printable characters with a colon among them: a name and
/// a password (RFC 7617).
[[nodiscard]] constexpr bool encodes_login(std::string_view text) noexcept {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const bool is_padded = text.ends_with('=');
    while (text.ends_with('=')) text.remove_suffix(1);
    if (text.size() % 4 == 1) return false;
    unsigned bits = 0, count = 0;
    bool has_colon = false;
    for (const char c : text) {
        const auto digit = digits.find(c);
        if (digit == std::string_view::npos) return false;
        bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xFFFFU;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        const auto byte = bits >> count & 0xFFU;
        if (byte < 0x20 || byte == 0x7F) return false;
        has_colon = has_colon || byte == ':';
    }
    return has_colon && (text.size() % 4 == 0) != is_padded && (bits & ((1U << count) - 1U)) == 0;
}

/// The login after the word "basic" at the front of the text.
[[nodiscard]] constexpr std::optional<found_secret> match_basic(std::string_view text) noexcept {
    constexpr std::string_view word = "basic ";
    if (!has_at(text, 0, word)) return std::nullopt;
    const auto rest = text.substr(word.size());
    const auto seen = front_of(alphabet::base64, rest, judged);
    if (seen.size() < 8 || !encodes_login(seen)) return std::nullopt;
    const auto length = front_of(alphabet::base64, rest, rest.size()).size();
    return found_secret{secret_kind::password, word.size(), length};
}

}  // namespace detail

/// The token that begins at `at`, where a word begins, or after the word "bearer" or "basic" there.
/// What is no token costs O(1), but for what begins like a web token and is none: those do not
/// overlap.
template <class Shapes>
[[nodiscard]] constexpr std::optional<found_secret> token_at(const Shapes& shapes,
                                                             std::string_view text,
                                                             std::size_t at) noexcept {
    const auto rest = text.substr(at);
    for (const auto& shape : shapes)
        if (const auto length = detail::match(shape, rest); length != 0)
            return found_secret{shape.kind, at, length};
    if (at == 0 || !is_in(alphabet::dotted, text[at - 1]))
        if (const auto length = detail::match_web_token(rest); length != 0)
            return found_secret{secret_kind::token, at, length};
    auto found = detail::match_bearer(rest);
    if (!found) found = detail::match_basic(rest);
    if (found) found->offset += at;
    return found;
}

/// The token that begins with the digit at `at`. O(1).
[[nodiscard]] constexpr std::optional<found_secret> bot_token_at(std::string_view text,
                                                                 std::size_t at) noexcept {
    const auto length = detail::match_bot_token(text.substr(at));
    if (length == 0) return std::nullopt;
    return found_secret{secret_kind::token, at, length};
}

}  // namespace workmem::secrets
