#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/bytes.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/visible.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace workmem::text {

/// Whether a code point could break a line of a prompt or turn its direction: C0 and C1 controls,
/// DEL, line and paragraph separators, bidirectional controls and isolates, and the quote and the
/// backslash that the escapes themselves use.
[[nodiscard]] constexpr bool breaks_line(char32_t c) noexcept {
    return c < 0x20 || c == '"' || c == '\\' || (c >= 0x7F && c <= 0x9F) || c == 0x061C ||
           c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

namespace detail {

// Blocks of scripts whose letters joiners shape: Arabic, Syriac, Mongolian, and those of India and
// its neighbours (ArabicShaping.txt and IndicSyllabicCategory.txt of Unicode 15).
inline constexpr code_range joining_ranges[]{
    {0x600, 0xDFF},     {0xF00, 0x109F},    {0x1700, 0x18AF},   {0x1A20, 0x1AAF},
    {0x1B00, 0x1C4F},   {0xA800, 0xA95F},   {0xA980, 0xA9DF},   {0xAA00, 0xABFF},
    {0xFB50, 0xFDFF},   {0xFE70, 0xFEFE},   {0x10A00, 0x10A5F}, {0x10AC0, 0x10BAF},
    {0x10D00, 0x10FDF}, {0x11000, 0x11FFF}, {0x1E900, 0x1E95F}};
// What emoji begin with (emoji-variation-sequences.txt, emoji-zwj-sequences.txt).
inline constexpr code_range emoji_ranges[]{{0xA9, 0xA9},     {0xAE, 0xAE},      {0x203C, 0x203C},
                                           {0x2049, 0x2049}, {0x2122, 0x2122},  {0x2139, 0x2139},
                                           {0x2190, 0x27FF}, {0x2900, 0x2BFF},  {0x3030, 0x303D},
                                           {0x3297, 0x3299}, {0x1F000, 0x1FAFF}};

}  // namespace detail

/// Says of each code point of a text, in their order, whether it must not stand in a prompt or a
/// terminal as it is: what breaks a line, and what is not drawn. One variation selector stays
/// behind an emoji, a digit, "#" or "*", and one joiner behind an emoji or a letter that it shapes.
class escape_rule {
public:
    [[nodiscard]] constexpr bool operator()(char32_t c) noexcept {
        const auto before = std::exchange(before_, plain);
        if (breaks_line(c) || c == empty_braille) return true;
        if (!is_ignorable(c)) {
            before_ = kind_of(c);
            return false;
        }
        if ((c == 0xFE0E || c == 0xFE0F) && (before == emoji || before == keycap)) {
            before_ = selected;
            return false;
        }
        const bool joins = (c == 0x200D && (before == emoji || before == selected)) ||
                           ((c == 0x200C || c == 0x200D) && before == joining);
        return !joins;
    }

private:
    enum kind : std::uint8_t { plain, keycap, emoji, selected, joining };
    static constexpr char32_t empty_braille = 0x2800;

    [[nodiscard]] static constexpr kind kind_of(char32_t c) noexcept {
        if (c < 0x80) return (c >= '0' && c <= '9') || c == '#' || c == '*' ? keycap : plain;
        return detail::is_in(detail::joining_ranges, c) ? joining
               : detail::is_in(detail::emoji_ranges, c) ? emoji
                                                        : plain;
    }

    kind before_ = plain;
};

namespace detail {

// True when none of the eight bytes needs a closer look: printable ASCII, no quote, no backslash.
[[nodiscard]] inline bool plain_word(std::uint64_t word) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U, highs = 0x8080808080808080U;
    // A zero byte has its high bit set after the subtraction; so may others whose byte has it
    // already, and those need a closer look anyway.
    const auto has = [word](std::uint64_t byte) { return (word ^ (ones * byte)) - ones; };
    return ((word | (word - ones * 0x20) | has('"') | has('\\') | has(0x7F)) & highs) == 0;
}

#if defined(__SSE2__)
// The same for 16 bytes; as signed numbers, bytes beyond ASCII are below the space.
[[nodiscard]] inline bool plain_block(const char* at) noexcept {
    const auto all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto is = [all](char byte) { return _mm_cmpeq_epi8(all, _mm_set1_epi8(byte)); };
    const auto odd = _mm_or_si128(_mm_or_si128(is('"'), is('\\')),
                                  _mm_or_si128(is(0x7F), _mm_cmplt_epi8(all, _mm_set1_epi8(0x20))));
    return _mm_movemask_epi8(odd) == 0;
}
#endif

[[nodiscard]] constexpr bool plain(char c) noexcept {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void append_escape(std::string& out, char32_t c);

}  // namespace detail

/// Whether a text is printable ASCII without quotes and backslashes, which `append_escaped` leaves
/// as it is.
[[nodiscard]] bool is_plain(std::string_view text) noexcept;

namespace detail {

void append_with_escapes(std::string& out, std::string_view text);

}  // namespace detail

/// Appends the text so that it stays on one line and inside quotes whatever it holds: JSON escapes
/// for quotes, backslashes and controls, `\uXXXX` for C1, U+2028/9, bidi controls and what is not
/// drawn (`escape_rule`); broken UTF-8 becomes U+FFFD. Other text passes unchanged. Linear.
inline void append_escaped(std::string& out, std::string_view text) {
    if (is_plain(text))
        out.append(text);
    else
        detail::append_with_escapes(out, text);
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

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/quote.ipp>
#endif
