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

/// Whether a text begins with a line of base64, after line ends (also escaped, as in JSON) and
/// headers such as `DEK-Info: …`. O(1).
[[nodiscard]] constexpr bool begins_key_body(std::string_view text) noexcept {
    constexpr std::size_t most = 512, least_line = 32;
    constexpr std::string_view line_ends = "\r\n\\";
    text = text.substr(0, most);
    while (!text.empty()) {
        if (text.starts_with("\\n") || text.starts_with("\\r")) {
            text.remove_prefix(2);
        } else if (is_any_of(text.front(), " \t\r\n")) {
            text.remove_prefix(1);
        } else if (front_of(alphabet::base64, text, least_line).size() == least_line) {
            return true;
        } else {
            const auto line = text.substr(0, text.find_first_of(line_ends));
            const auto name = front_of(alphabet::dashed, line, line.size());
            if (name.empty() || !line.substr(name.size()).starts_with(": ")) return false;
            text.remove_prefix(line.size());
        }
    }
    return false;
}

}  // namespace detail

/// The private key in PEM (RFC 7468) whose first line begins at `at`: its label ends in
/// `PRIVATE KEY` (or `PRIVATE KEY BLOCK`), and base64 follows. Reaches to the end of the last line,
/// or, where that is missing, of the text or to the next key. Certificates, public keys and the
/// first line alone are none. What is none costs O(1).
[[nodiscard]] constexpr std::optional<found_secret> private_key_at(std::string_view text,
                                                                   std::size_t at) noexcept {
    constexpr std::string_view dashes = "-----", begin = "-----BEGIN ", end = "-----END ";
    constexpr std::size_t most_label = 48;
    const auto rest = text.substr(at);
    if (!rest.starts_with(begin)) return std::nullopt;
    const auto label = rest.substr(begin.size(), most_label);
    const auto label_end = label.find(dashes);
    if (label_end == std::string_view::npos) return std::nullopt;
    auto name = label.substr(0, label_end);
    if (name.ends_with(" BLOCK")) name.remove_suffix(6);
    if (!name.ends_with("PRIVATE KEY")) return std::nullopt;
    const auto body = begin.size() + label_end + dashes.size();
    if (!detail::begins_key_body(rest.substr(body))) return std::nullopt;
    const auto next = rest.find(begin, body);
    const auto last = rest.substr(0, next).find(end, body);
    auto length = (std::min)(next, rest.size());
    if (last != std::string_view::npos) {
        const auto closing = rest.substr(last + end.size(), most_label).find(dashes);
        if (closing != std::string_view::npos) length = last + end.size() + closing + dashes.size();
    }
    return found_secret{secret_kind::private_key, at, length};
}

/// The password in a URL's authority, `scheme://name:password@host` (RFC 3986), whose `://` stands
/// at `at`. O(1).
[[nodiscard]] constexpr std::optional<found_secret> url_password_at(std::string_view text,
                                                                    std::size_t at) noexcept {
    constexpr std::string_view mark = "://";
    constexpr std::size_t most = 256, least = 4;
    if (at == 0 || !is_alnum(text[at - 1]) || !text.substr(at).starts_with(mark))
        return std::nullopt;
    auto authority = text.substr(at + mark.size(), most);
    authority = authority.substr(0, authority.find_first_of("/?# \t\r\n\"'`<>,"));
    const auto host = authority.rfind('@');
    if (host == std::string_view::npos) return std::nullopt;
    const auto colon = authority.substr(0, host).find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto value = authority.substr(colon + 1, host - colon - 1);
    constexpr std::array<std::string_view, 3> words{"pass", "passwd", "secret"};
    const bool is_word = std::find(words.begin(), words.end(), value) != words.end();
    if (value.size() < least || is_word || is_placeholder(value)) return std::nullopt;
    return found_secret{secret_kind::password, at + mark.size() + colon + 1, value.size()};
}

}  // namespace workmem::secrets
