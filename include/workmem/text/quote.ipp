#pragma once

#include <workmem/config.hpp>
#include <workmem/text/quote.hpp>

namespace workmem::text::detail {

WORKMEM_DECL void append_escape(std::string& out, char32_t c) {
    static constexpr char digits[] = "0123456789abcdef";
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
    const auto unit = [&out](char32_t value) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out += digits[(value >> shift) & 0xF];
    };
    if (c < 0x10000) return unit(c);
    // As JSON writes it: in two halves.
    unit(0xD800 + ((c - 0x10000) >> 10));
    unit(0xDC00 + ((c - 0x10000) & 0x3FF));
}

}  // namespace workmem::text::detail

namespace workmem::text {

WORKMEM_DECL bool is_plain(std::string_view text) noexcept {
    using detail::plain_word;
    using workmem::detail::load;
    const char* const at = text.data();
    if (text.size() < 4) return std::all_of(text.begin(), text.end(), detail::plain);
    if (text.size() < 8)  // words may overlap
        return plain_word(load<std::uint32_t>(at) |
                          std::uint64_t{load<std::uint32_t>(at + text.size() - 4)} << 32);
#if defined(__SSE2__)
    if (text.size() >= 16) {
        const auto last = text.size() - 16;
        for (std::size_t i = 0; i < last; i += 16)
            if (!detail::plain_block(at + i)) return false;
        return detail::plain_block(at + last);
    }
#endif
    const auto last = text.size() - 8;
    for (std::size_t i = 0; i < last; i += 8)
        if (!plain_word(load<std::uint64_t>(at + i))) return false;
    return plain_word(load<std::uint64_t>(at + last));
}

}  // namespace workmem::text

namespace workmem::text::detail {

WORKMEM_DECL void append_with_escapes(std::string& out, std::string_view text) {
    using workmem::detail::load;
    // Short pieces are put together here: text that is JSON has a quote every few bytes.
    char buffer[256];
    std::size_t used = 0;
    escape_rule must_be_escaped;
    const auto flush = [&] {
        out.append(buffer, used);
        used = 0;
    };
    for (std::size_t i = 0; i < text.size();) {
        if (used + 16 > sizeof buffer) flush();
        auto end = text.size();
        if (i + 8 <= end) {
            std::memcpy(buffer + used, text.data() + i, 8);
            if (plain_word(load<std::uint64_t>(buffer + used))) {
                (void)must_be_escaped(static_cast<unsigned char>(buffer[used + 7]));
                used += 8;
                i += 8;
                continue;
            }
            end = i + 8;
        }
        while (i < end && used + 8 <= sizeof buffer) {
            const char c = text[i];
            if (plain(c)) {
                (void)must_be_escaped(static_cast<unsigned char>(c));
                buffer[used++] = c;
                ++i;
            } else if (c == '"' || c == '\\') {
                (void)must_be_escaped(static_cast<unsigned char>(c));
                buffer[used++] = '\\';
                buffer[used++] = c;
                ++i;
            } else {
                const auto decoded = decode(text, i);
                flush();
                if (!decoded.valid)
                    append(out, replacement_character);
                else if (must_be_escaped(decoded.value))
                    append_escape(out, decoded.value);
                else
                    out.append(text.data() + i, decoded.bytes);
                i += decoded.bytes;
            }
        }
    }
    flush();
}

}  // namespace workmem::text::detail
