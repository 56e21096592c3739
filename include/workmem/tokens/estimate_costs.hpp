#pragma once

// Written by benchmarks/quality/fit_estimate.py, which says what is counted; not edited by hand.

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace workmem::detail {

// clang-format off

enum class script : std::uint8_t { punctuation, latin_1, latin_extended, mark, greek, cyrillic, other, hebrew, arabic, indic, thai, vietnamese, symbol, wide_sign, kana, han, hangul, variation, rare, emoji, flag, skin_tone, tag };
inline constexpr std::size_t script_count = 23;

/// Where a script ends, by blocks; what follows the last is `other`.
struct script_end {
    std::uint32_t end;
    script of;
};
inline constexpr script_end script_ends[]{
    {0xC0, script::punctuation},
    {0x100, script::latin_1},
    {0x2B0, script::latin_extended},
    {0x370, script::mark},
    {0x400, script::greek},
    {0x530, script::cyrillic},
    {0x590, script::other},
    {0x600, script::hebrew},
    {0x900, script::arabic},
    {0xE00, script::indic},
    {0xF00, script::thai},
    {0x1E00, script::other},
    {0x1F00, script::vietnamese},
    {0x2000, script::greek},
    {0x2070, script::punctuation},
    {0x2E80, script::symbol},
    {0x3040, script::wide_sign},
    {0x3100, script::kana},
    {0xA000, script::han},
    {0xAC00, script::other},
    {0xD7B0, script::hangul},
    {0xF900, script::other},
    {0xFB00, script::han},
    {0xFE00, script::arabic},
    {0xFE10, script::variation},
    {0xFE70, script::wide_sign},
    {0xFF00, script::arabic},
    {0xFFF0, script::wide_sign},
    {0x1F000, script::rare},
    {0x1F1E6, script::emoji},
    {0x1F200, script::flag},
    {0x1F3FB, script::emoji},
    {0x1F400, script::skin_tone},
    {0x20000, script::emoji},
    {0xE0000, script::han},
    {0xE0080, script::tag},
};

/// Thousandths of a token for a character, for a run of them, and on top for a special one.
struct script_cost {
    std::int16_t character, run, special;
};
/// Thousandths of a token.
struct estimate_costs {
    std::int16_t word;
    std::int16_t fresh_word;
    std::int16_t word_after_word;
    std::int16_t word_after_number;
    std::int16_t word_after_other;
    std::int16_t beyond_3;
    std::int16_t beyond_6;
    std::int16_t beyond_10;
    std::int16_t capital;
    std::int16_t capital_word;
    std::int16_t capitals;
    std::int16_t three_digits;
    std::int16_t number_after_space;
    std::int16_t number_after_word;
    std::int16_t signs;
    std::int16_t second_sign;
    std::int16_t fourth_sign;
    std::int16_t sign_after_number;
    std::int16_t spaces;
    std::int16_t lines;
    std::int16_t lines_after_sign;
    std::int16_t second_line;
    std::int16_t fresh_other;
    std::array<std::int16_t, 26> letters;
    std::array<script_cost, script_count> scripts;
};

inline constexpr estimate_costs o200k_costs{
    .word = 524,
    .fresh_word = -157,
    .word_after_word = 475,
    .word_after_number = 343,
    .word_after_other = -101,
    .beyond_3 = 27,
    .beyond_6 = -54,
    .beyond_10 = 391,
    .capital = 177,
    .capital_word = 742,
    .capitals = 14,
    .three_digits = 1000,
    .number_after_space = 560,
    .number_after_word = 227,
    .signs = 625,
    .second_sign = 329,
    .fourth_sign = 217,
    .sign_after_number = 414,
    .spaces = 1457,
    .lines = 502,
    .lines_after_sign = 450,
    .second_line = 1184,
    .fresh_other = 970,
    .letters = {272, 80, -85, 259, 154, -242, -308, 152, 182, 734, 774, -123, 118,
                -12, 73, 43, 138, -111, 52, 155, 419, -195, 102, 141, 43, 453},
    .scripts = {
        script_cost{672, 672, 0},  // punctuation
        script_cost{464, 0, 0},  // latin_1
        script_cost{1404, 0, 0},  // latin_extended
        script_cost{617, 617, 0},  // mark
        script_cost{275, 606, 500},  // greek
        script_cost{136, 726, 1051},  // cyrillic
        script_cost{600, 500, 0},  // other
        script_cost{264, 853, 0},  // hebrew
        script_cost{183, 754, 0},  // arabic
        script_cost{373, -80, 1358},  // indic
        script_cost{369, 1304, 0},  // thai
        script_cost{400, 0, 0},  // vietnamese
        script_cost{636, 387, 0},  // symbol
        script_cost{621, 621, 0},  // wide_sign
        script_cost{665, 546, 0},  // kana
        script_cost{801, -178, 0},  // han
        script_cost{668, 181, 0},  // hangul
        script_cost{606, 606, 0},  // variation
        script_cost{2000, 0, 0},  // rare
        script_cost{2021, 442, 0},  // emoji
        script_cost{1834, 424, 0},  // flag
        script_cost{1974, 1974, 0},  // skin_tone
        script_cost{1933, 11601, 0},  // tag
    }};

inline constexpr estimate_costs cl100k_costs{
    .word = 564,
    .fresh_word = 9,
    .word_after_word = 364,
    .word_after_number = 474,
    .word_after_other = -813,
    .beyond_3 = -1,
    .beyond_6 = -9,
    .beyond_10 = 787,
    .capital = 188,
    .capital_word = 1528,
    .capitals = -128,
    .three_digits = 1000,
    .number_after_space = 523,
    .number_after_word = -85,
    .signs = 423,
    .second_sign = 425,
    .fourth_sign = -385,
    .sign_after_number = 610,
    .spaces = 1445,
    .lines = 470,
    .lines_after_sign = 989,
    .second_line = 967,
    .fresh_other = 473,
    .letters = {552, 289, -100, 410, 133, -401, -433, 476, 221, 755, 1128, -116, 131,
                -124, -61, -63, 228, -83, -38, 43, 490, -244, 100, 91, -148, 694},
    .scripts = {
        script_cost{1274, 1274, 0},  // punctuation
        script_cost{1119, 0, 0},  // latin_1
        script_cost{1657, 0, 0},  // latin_extended
        script_cost{1014, 1014, 0},  // mark
        script_cost{799, 1233, 955},  // greek
        script_cost{337, 998, 1754},  // cyrillic
        script_cost{2000, 500, 0},  // other
        script_cost{866, 1503, 0},  // hebrew
        script_cost{547, 1311, 0},  // arabic
        script_cost{1727, -1940, 949},  // indic
        script_cost{956, 866, 0},  // thai
        script_cost{1600, 0, 0},  // vietnamese
        script_cost{1585, 328, 0},  // symbol
        script_cost{996, 996, 0},  // wide_sign
        script_cost{1138, -420, 0},  // kana
        script_cost{1213, 170, 0},  // han
        script_cost{1177, 428, 0},  // hangul
        script_cost{442, 442, 0},  // variation
        script_cost{3000, 0, 0},  // rare
        script_cost{2780, 40, 0},  // emoji
        script_cost{2587, 1308, 0},  // flag
        script_cost{1693, 1693, 0},  // skin_tone
        script_cost{1452, 8714, 0},  // tag
    }};

// clang-format on

}  // namespace workmem::detail
