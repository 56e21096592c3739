#pragma once

#include <workmem/text/unicode.hpp>
#include <workmem/text/utf8.hpp>

#include <string>
#include <string_view>

namespace workmem::text {

[[nodiscard]] constexpr char fold_ascii(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Whether a code point belongs to a word: letters, marks and digits as far as blocks tell,
/// that is, everything outside ASCII but the common punctuation, symbol and space blocks.
[[nodiscard]] constexpr bool is_word(char32_t c) noexcept {
    if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
    if (c == 0xD7 || c == 0xF7) return false;
    if (c >= 0x2000 && c <= 0x2BFF) return c >= 0x20D0 && c <= 0x214F;
    if (c >= 0x3000 && c <= 0x3004) return false;
    if (c >= 0x3008 && c <= 0x3020) return false;
    if (c >= 0xFE10 && c <= 0xFE6F) return false;
    // Signs of full and half width.
    if (c >= 0xFF00 && c <= 0xFF65)
        return (c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) ||
               (c >= 0xFF41 && c <= 0xFF5A);
    return c != replacement_character;
}

/// The text in folded case, made valid UTF-8.
[[nodiscard]] inline std::string folded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            out += fold_ascii(text[i++]);
            continue;
        }
        const auto c = decode(text, i);
        append(out, fold(c.value));
        i += c.bytes;
    }
    return out;
}

}  // namespace workmem::text
