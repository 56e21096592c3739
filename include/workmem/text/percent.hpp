#pragma once

#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::text {

/// A text as one segment of a URI: all but unreserved characters as `%XX` (RFC 3986, 2.3).
[[nodiscard]] inline std::string percent_encoded(std::string_view text) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
                                c == '~';
        if (unreserved) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
}

/// The text that a segment stands for; nothing for one with a slash, with broken escapes, or that
/// is no UTF-8.
[[nodiscard]] inline std::optional<std::string> percent_decoded(std::string_view segment) {
    const auto digit = [](char c) -> int {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    };
    std::string out;
    for (std::size_t i = 0; i < segment.size(); ++i) {
        if (segment[i] == '/') return std::nullopt;
        if (segment[i] != '%') {
            out += segment[i];
            continue;
        }
        if (i + 2 >= segment.size()) return std::nullopt;
        const int high = digit(segment[i + 1]), low = digit(segment[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    if (!is_valid(out)) return std::nullopt;
    return out;
}

}  // namespace workmem::text
