#pragma once

#include <workmem/detail/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace workmem::text {

inline constexpr char32_t replacement_character = 0xFFFD;

/// A code point and how many bytes it took; `valid` is false where the bytes are not UTF-8, and
/// then `bytes` is the length of the longest prefix to replace (Unicode 15, section 3.9).
struct decoded {
    char32_t value;
    std::uint8_t bytes;
    bool valid;
};

namespace detail {

[[nodiscard]] constexpr decoded decode_beyond_ascii(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    unsigned low = 0x80, high = 0xBF;
    std::uint8_t more = 0;
    char32_t value = 0;
    if (lead >= 0xC2 && lead <= 0xDF) {
        more = 1;
        value = lead & 0x1F;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        more = 2;
        value = lead & 0x0F;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        more = 3;
        value = lead & 0x07;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return {replacement_character, 1, false};
    }
    for (std::uint8_t i = 1; i <= more; ++i) {
        if (i >= text.size() || byte(i) < low || byte(i) > high)
            return {replacement_character, i, false};
        value = (value << 6) | (byte(i) & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    return {value, static_cast<std::uint8_t>(more + 1), true};
}

}  // namespace detail

/// Decodes the code point at the front of a text that is not empty.
[[nodiscard]] constexpr decoded decode(std::string_view text) noexcept {
    const auto lead = static_cast<unsigned char>(text.front());
    return lead < 0x80 ? decoded{lead, 1, true} : detail::decode_beyond_ascii(text);
}
/// The one at byte `at`, which is in the text.
[[nodiscard]] constexpr decoded decode(std::string_view text, std::size_t at) noexcept {
    text.remove_prefix(at);
    return decode(text);
}

/// Writes a code point that is not a surrogate and answers how many bytes it took, at most 4.
constexpr std::size_t encode(char32_t c, char* to) noexcept {
    const auto put = [](char& at, char32_t byte) {
        at = static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (c < 0x80) {
        put(*to, c);
        return 1;
    }
    const std::size_t bytes = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (auto i = bytes; --i > 0; c >>= 6) put(to[i], 0x80 | (c & 0x3F));
    put(*to, (0xF00U >> bytes & 0xFFU) | c);
    return bytes;
}

/// Appends a code point that is not a surrogate.
inline void append(std::string& out, char32_t c) {
    char bytes[4];
    out.append(bytes, encode(c, bytes));
}

/// How many bytes at the front are ASCII for sure, looked at eight at a time.
[[nodiscard]] inline std::size_t ascii_words(std::string_view text) noexcept {
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + i, sizeof word);
        if ((word & 0x8080808080808080U) != 0) break;
    }
    return i;
}

/// Where the first byte stands that is not valid UTF-8; the size of the text if all is well.
[[nodiscard]] constexpr std::size_t find_invalid(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        if (!std::is_constant_evaluated()) {
            i += ascii_words(text.substr(i));
            if (i == text.size()) break;
        }
        const auto c = decode(text, i);
        if (!c.valid) return i;
        i += c.bytes;
    }
    return text.size();
}

[[nodiscard]] constexpr bool is_valid(std::string_view text) noexcept {
    if (!std::is_constant_evaluated() && workmem::detail::is_ascii(text)) return true;
    return find_invalid(text) == text.size();
}

/// The text with every broken sequence replaced by U+FFFD, so that writing it as JSON never fails.
[[nodiscard]] inline std::string to_valid(std::string_view text) {
    if (is_valid(text)) return std::string{text};
    const auto good = find_invalid(text);
    std::string out{text.substr(0, good)};
    for (std::size_t i = good; i < text.size();) {
        const auto c = decode(text, i);
        append(out, c.value);
        i += c.bytes;
    }
    return out;
}

/// The longest prefix of at most `bytes` bytes that does not cut a code point.
[[nodiscard]] constexpr std::string_view prefix(std::string_view text, std::size_t bytes) noexcept {
    if (text.size() <= bytes) return text;
    std::size_t end = bytes;
    for (int back = 0; back < 3 && end > 0; ++back) {
        if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80) break;
        --end;
    }
    return text.substr(0, end);
}

/// How many code points a valid text has; broken bytes count one each.
[[nodiscard]] constexpr std::size_t length(std::string_view text) noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++count) {
        if (!std::is_constant_evaluated()) {
            const auto ascii = ascii_words(text.substr(i));
            i += ascii;
            count += ascii;
            if (i == text.size()) break;
        }
        i += decode(text, i).bytes;
    }
    return count;
}

}  // namespace workmem::text
