#pragma once

#include <workmem/tokens/common_words.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// What a bound knows of English words: the common ones, and which letters often meet in others.
namespace workmem::detail {

/// 0 for `a` and `A`.
[[nodiscard]] constexpr unsigned letter_index(char c) noexcept {
    return static_cast<unsigned>((c | ('a' ^ 'A')) - 'a');
}

/// For each letter the letters, as bits, that often follow it: nine tenths of all pairs.
inline constexpr auto letter_followers = [] {
    constexpr std::array<std::string_view, 26> often{"bcdgilmnprstu",
                                                     "aeiloru",
                                                     "aehiklortu",
                                                     "aeiors",
                                                     "acdefglmnoprstvx",
                                                     "aefilou",
                                                     "aehiloru",
                                                     "aeioy",
                                                     "abcdefglmnoprstvz",
                                                     "",
                                                     "ei",
                                                     "aeilosuy",
                                                     "abeimopu",
                                                     "acdegiost",
                                                     "abcdgilmnoprstuvw",
                                                     "aehiloprsu",
                                                     "u",
                                                     "acdeimnorstuy",
                                                     "acehilmopstu",
                                                     "aehilorstuy",
                                                     "abceilmnprst",
                                                     "aei",
                                                     "aeio",
                                                     "",
                                                     "",
                                                     "e"};
    std::array<std::uint32_t, 26> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        for (const char c : often[i]) out[i] |= 1U << letter_index(c);
    return out;
}();

/// The hash of a word, letter by letter from 0, in any case.
[[nodiscard]] constexpr std::uint32_t add_letter(std::uint32_t hash, char c) noexcept {
    return (hash ^ letter_index(c)) * 0x01000193U;
}

inline constexpr std::size_t word_cells = 4096;
[[nodiscard]] constexpr std::size_t word_cell(std::uint32_t hash) noexcept {
    return (hash ^ hash >> 15U) % word_cells;
}

/// Where a common word begins in the text of all, plus one, at or after the cell of its hash.
inline constexpr auto common_word_begins = [] {
    std::array<std::uint16_t, word_cells> out{};
    std::uint32_t hash = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < common_words.size(); ++i) {
        if (common_words[i] != ' ') {
            hash = add_letter(hash, common_words[i]);
            continue;
        }
        auto cell = word_cell(hash);
        while (out[cell] != 0) cell = (cell + 1) % word_cells;
        out[cell] = static_cast<std::uint16_t>(begin + 1);
        begin = i + 1;
        hash = 0;
    }
    return out;
}();

/// Whether a word of ASCII letters, whose hash is known, is a common one, in any case.
[[nodiscard]] constexpr bool is_common_word(std::string_view word, std::uint32_t hash) noexcept {
    for (auto cell = word_cell(hash); common_word_begins[cell] != 0;
         cell = (cell + 1) % word_cells) {
        const auto known = common_words.substr(common_word_begins[cell] - 1U);
        std::size_t i = 0;
        while (i < word.size() && known[i] != ' ' &&
               letter_index(known[i]) == letter_index(word[i]))
            ++i;
        if (i == word.size() && known[i] == ' ') return true;
    }
    return false;
}

}  // namespace workmem::detail
