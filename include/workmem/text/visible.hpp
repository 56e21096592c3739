#pragma once

#include <workmem/config.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace workmem::text {

namespace detail {

struct code_range {
    char32_t first, last;
};
// White_Space and Cc of Unicode 15 (PropList.txt, UnicodeData.txt), and the empty Braille pattern.
inline constexpr code_range blank_ranges[]{{0x0, 0x20},      {0x7F, 0xA0},     {0x1680, 0x1680},
                                           {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                                           {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};
// Default_Ignorable_Code_Point of Unicode 15 (DerivedCoreProperties.txt), and the controls of
// interlinear notes.
inline constexpr code_range ignorable_ranges[]{
    {0xAD, 0xAD},       {0x34F, 0x34F},    {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},  {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

template <std::size_t Count>
[[nodiscard]] constexpr bool is_in(const code_range (&ranges)[Count], char32_t c) noexcept {
    const auto* const range =
        std::lower_bound(std::begin(ranges), std::end(ranges), c,
                         [](const code_range& each, char32_t value) { return each.last < value; });
    return range != std::end(ranges) && c >= range->first;
}

}  // namespace detail

/// Whether a code point is not drawn, though it is neither white space nor a control: what text is
/// smuggled with past people.
[[nodiscard]] constexpr bool is_ignorable(char32_t c) noexcept {
    return c >= 0xAD && detail::is_in(detail::ignorable_ranges, c);
}
/// Whether a code point leaves a mark: neither white space nor a control nor something that is
/// not drawn. O(log of the number of ranges).
[[nodiscard]] constexpr bool is_visible(char32_t c) noexcept {
    return !detail::is_in(detail::blank_ranges, c) && !is_ignorable(c);
}
/// Whether a text shows anything at all.
[[nodiscard]] bool has_visible(std::string_view text) noexcept;

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/visible.ipp>
#endif
