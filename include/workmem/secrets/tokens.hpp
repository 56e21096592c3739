#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/parted_tokens.hpp>
#include <workmem/secrets/secrets.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

// Secrets that can be told by their own shape.

namespace workmem::secrets {

namespace detail {

[[nodiscard]] constexpr bool begins_with(std::string_view text, std::string_view prefix) noexcept {
    if (text.size() < prefix.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i)
        if (prefix[i] == '?' ? !is_alnum(text[i]) : text[i] != prefix[i]) return false;
    return true;
}

// Most shapes are no more than one comparison away from being none.
[[nodiscard]] constexpr bool may_begin(const token_shape& shape, char c) noexcept {
    return shape.prefix.empty() || shape.prefix.front() == c || shape.prefix.front() == '?';
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

/// Whether a text is base64 (RFC 4648) of printable characters with a colon among them: a name and
/// a password (RFC 7617).
[[nodiscard]] constexpr bool encodes_login(std::string_view text) noexcept {
    const bool is_padded = text.ends_with('=');
    while (text.ends_with('=')) text.remove_suffix(1);
    bool has_colon = false;
    return decode_base64(text,
                         [&](unsigned char byte) {
                             has_colon = has_colon || byte == ':';
                             return byte >= 0x20 && byte != 0x7F;
                         }) &&
           has_colon && (text.size() % 4 == 0) != is_padded;
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
    for (const auto& shape : shapes) {
        if (!detail::may_begin(shape, rest.front())) continue;
        if (const auto length = detail::match(shape, rest); length != 0)
            return found_secret{shape.kind, at, length};
    }
    if (at == 0 || !is_in(alphabet::dotted, text[at - 1]))
        if (const auto length = detail::match_parted(rest); length != 0)
            return found_secret{secret_kind::token, at, length};
    auto found = detail::match_bearer(rest);
    if (!found) found = detail::match_basic(rest);
    if (found) found->offset += at;
    return found;
}

}  // namespace workmem::secrets
