#pragma once

#include <workmem/text/unicode_tables.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace workmem::text {

/// The general category of a code point, as coarse as words and tokens need it.
enum class character_class : std::uint8_t {
    other,   ///< punctuation, symbols, separators, controls, unassigned
    upper,   ///< Lu, Lt
    lower,   ///< Ll
    letter,  ///< Lm, Lo: neither
    mark,    ///< Mn, Mc, Me
    number   ///< Nd, Nl, No
};

namespace detail {

[[nodiscard]] constexpr character_class find_class(char32_t c) noexcept {
    const auto after = std::upper_bound(std::begin(class_ranges), std::end(class_ranges),
                                        static_cast<std::uint32_t>(c) << 4 | 15U);
    constexpr unsigned even_upper = 6;
    const auto kind = *std::prev(after) & 15U;
    if (kind < even_upper) return static_cast<character_class>(kind);
    return (c + kind) % 2 == 0 ? character_class::upper : character_class::lower;
}

inline constexpr auto ascii_classes = [] {
    std::array<character_class, 128> out{};
    for (char32_t c = 0; c < 128; ++c) out[c] = find_class(c);
    return out;
}();

}  // namespace detail

/// O(1) for ASCII, else O(log of the number of ranges).
[[nodiscard]] constexpr character_class class_of(char32_t c) noexcept {
    return c < 0x80 ? detail::ascii_classes[c] : detail::find_class(c);
}

/// Simple case folding (CaseFolding.txt, status C and S): one code point becomes one code point,
/// which is at most half as long again in UTF-8. O(log of the number of ranges).
[[nodiscard]] constexpr char32_t fold(char32_t c) noexcept {
    if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    const auto* const range =
        std::lower_bound(std::begin(detail::fold_ranges), std::end(detail::fold_ranges), c,
                         [](const auto& each, char32_t value) { return each.last < value; });
    if (range == std::end(detail::fold_ranges) || c < range->first ||
        (c - range->first) % range->step != 0)
        return c;
    return static_cast<char32_t>(static_cast<std::int32_t>(c) + range->add);
}

/// Calls `visit(code point)` for what a code point stands for in compatible text (the K of NFKC,
/// and full case folding): one of full width for the usual one, a ligature for its letters, `ß` for
/// two `s`; for most itself. Not for Arabic forms and radicals. O(log of the size of the tables).
template <class Visit>
constexpr void visit_compatible(char32_t c, Visit&& visit) noexcept {
    constexpr char32_t first = 0xA0;
    if (c < first) return visit(c);
    const auto* const range =
        std::lower_bound(std::begin(detail::compatible_ranges), std::end(detail::compatible_ranges),
                         c, [](const auto& each, char32_t value) { return each.last < value; });
    if (range != std::end(detail::compatible_ranges) && c >= range->first)
        return visit(static_cast<char32_t>(static_cast<std::int32_t>(c) + range->add));
    const auto* const text =
        std::lower_bound(std::begin(detail::compatible_texts), std::end(detail::compatible_texts),
                         c, [](const auto& each, char32_t value) { return each.point < value; });
    if (text == std::end(detail::compatible_texts) || text->point != c) return visit(c);
    for (unsigned i = 0; i < text->count; ++i)
        visit(static_cast<char32_t>(detail::compatible_parts[text->at + i]));
}

/// The small letter below the accents of a Latin letter ("e" of "É", "o" of "ø"), else the folded
/// code point. As dear as folding.
[[nodiscard]] constexpr char32_t base_letter(char32_t c) noexcept {
    constexpr char32_t latin = 0xC0, latin_end = 0x250, more_latin = 0x1E00, more_end = 0x1F00;
    const auto small = fold(c);
    char letter = '.';
    if (small >= latin && small < latin_end) letter = detail::latin_base_letters[small - latin];
    if (small >= more_latin && small < more_end)
        letter = detail::more_latin_base_letters[small - more_latin];
    return letter == '.' ? small : static_cast<char32_t>(letter);
}
/// Whether a code point is an accent that stands behind its letter, as decomposed text writes it.
[[nodiscard]] constexpr bool is_accent(char32_t c) noexcept { return c >= 0x300 && c < 0x370; }

}  // namespace workmem::text
