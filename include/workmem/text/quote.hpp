#pragma once

#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace workmem::text {

/// Whether a code point could break a line of a prompt or turn its direction: C0 and C1 controls,
/// DEL, line and paragraph separators, bidirectional controls and isolates, and the quote and the
/// backslash that the escapes themselves use.
[[nodiscard]] constexpr bool needs_escape(char32_t c) noexcept {
    return c < 0x20 || c == '"' || c == '\\' || (c >= 0x7F && c <= 0x9F) || c == 0x061C ||
           c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

namespace detail {

// True when none of the eight bytes needs a closer look: printable ASCII, no quote, no backslash.
[[nodiscard]] inline bool plain_word(const char* at) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U, highs = 0x8080808080808080U;
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    const auto has = [](std::uint64_t x, std::uint64_t byte) {
        const auto same = x ^ (ones * byte);
        return (same - ones) & ~same & highs;
    };
    const auto below_space = (word - ones * 0x20) & ~word & highs;
    return ((word & highs) | below_space | has(word, '"') | has(word, '\\') | has(word, 0x7F)) == 0;
}

[[nodiscard]] constexpr bool plain(char c) noexcept {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

inline void append_escape(std::string& out, char32_t c) {
    constexpr char digits[] = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        default: break;
    }
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += digits[(c >> shift) & 0xF];
}

}  // namespace detail

/// Appends the text so that it stays on one line and inside quotes whatever it holds: JSON escapes
/// for quotes, backslashes and controls, `\uXXXX` for C1, U+2028/9 and bidi controls; broken UTF-8
/// becomes U+FFFD. Other text passes unchanged. Linear.
inline void append_escaped(std::string& out, std::string_view text) {
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (i + 8 <= text.size() && detail::plain_word(text.data() + i)) {
            i += 8;
            continue;
        }
        if (detail::plain(text[i])) {
            ++i;
            continue;
        }
        const auto c = decode(text.substr(i, 4));
        if (!c.valid || needs_escape(c.value)) {
            out.append(text.substr(done, i - done));
            if (c.valid)
                detail::append_escape(out, c.value);
            else
                append(out, replacement_character);
            done = i + c.bytes;
        }
        i += c.bytes;
    }
    out.append(text.substr(done));
}

/// `"text"`, escaped as by `append_escaped`.
inline void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    append_escaped(out, text);
    out += '"';
}

[[nodiscard]] inline std::string escaped(std::string_view text) {
    std::string out;
    append_escaped(out, text);
    return out;
}

[[nodiscard]] inline std::string quoted(std::string_view text) {
    std::string out;
    append_quoted(out, text);
    return out;
}

}  // namespace workmem::text
