#pragma once

#include <workmem/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::text {

/// Whether a code point is a syllable of Hangul.
[[nodiscard]] constexpr bool is_hangul(char32_t c) noexcept { return c >= 0xAC00 && c <= 0xD7A3; }
/// The final consonant of a syllable by its number, 0 where it ends in a vowel.
[[nodiscard]] constexpr unsigned final_of(char32_t syllable) noexcept {
    return (syllable - 0xAC00) % 28;
}

namespace detail {

// What a particle follows.
enum class after_sound : std::uint8_t { any, consonant, vowel, vowel_or_l };

struct korean_particle {
    std::u32string_view text;
    after_sound after;
    std::size_t least;  // syllables before it
};
// The longer ones first. What also ends many nouns needs two syllables before it.
inline constexpr std::array korean_particles{
    korean_particle{U"\uC5D0\uAC8C\uC11C", after_sound::any, 1},  // egeseo
    korean_particle{U"\uC73C\uB85C", after_sound::consonant, 1},  // euro
    korean_particle{U"\uC5D0\uC11C", after_sound::any, 1},        // eseo
    korean_particle{U"\uC5D0\uAC8C", after_sound::any, 1},        // ege
    korean_particle{U"\uD55C\uD14C", after_sound::any, 1},        // hante
    korean_particle{U"\uBD80\uD130", after_sound::any, 1},        // buteo
    korean_particle{U"\uAE4C\uC9C0", after_sound::any, 1},        // kkaji
    korean_particle{U"\uCC98\uB7FC", after_sound::any, 1},        // cheoreom
    korean_particle{U"\uBCF4\uB2E4", after_sound::any, 1},        // boda
    korean_particle{U"\uC774\uB791", after_sound::consonant, 1},  // irang
    korean_particle{U"\uC740", after_sound::consonant, 1},        // eun
    korean_particle{U"\uB294", after_sound::vowel, 1},            // neun
    korean_particle{U"\uC744", after_sound::consonant, 1},        // eul
    korean_particle{U"\uB97C", after_sound::vowel, 1},            // reul
    korean_particle{U"\uC774", after_sound::consonant, 2},        // i
    korean_particle{U"\uAC00", after_sound::vowel, 2},            // ga
    korean_particle{U"\uACFC", after_sound::consonant, 2},        // gwa
    korean_particle{U"\uC640", after_sound::vowel, 2},            // wa
    korean_particle{U"\uB85C", after_sound::vowel_or_l, 2},       // ro
    korean_particle{U"\uC758", after_sound::any, 2},              // ui
    korean_particle{U"\uC5D0", after_sound::any, 2},              // e
    korean_particle{U"\uB3C4", after_sound::any, 2},              // do
    korean_particle{U"\uB9CC", after_sound::any, 2},              // man
};

[[nodiscard]] constexpr bool follows(after_sound wanted, char32_t last) noexcept {
    constexpr unsigned l = 8;
    // The script of a foreign word does not show how it ends.
    if (!is_hangul(last) || wanted == after_sound::any) return true;
    const auto final = final_of(last);
    switch (wanted) {
        case after_sound::consonant: return final != 0;
        case after_sound::vowel: return final == 0;
        default: return final == 0 || final == l;
    }
}

}  // namespace detail

/// A word without the Korean particles behind it: both of `Seoul-eseo-neun` and none of `Seoul`.
/// Words of other scripts stay as they are. Linear in the word.
[[nodiscard]] constexpr std::string_view without_particles(std::string_view word) noexcept {
    constexpr std::size_t bytes = 3;
    const auto last_of = [](std::string_view text) {
        if (text.empty()) return char32_t{0};
        auto at = text.size() - 1;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
        return decode(text, at).value;
    };
    for (bool is_cut = true; is_cut;) {
        is_cut = false;
        if (!is_hangul(last_of(word))) break;
        for (const auto& each : detail::korean_particles) {
            const auto size = each.text.size() * bytes;
            if (word.size() <= size) continue;
            bool is_it = true;
            for (std::size_t i = 0; i < each.text.size() && is_it; ++i) {
                const auto at = word.size() - size + i * bytes;
                is_it = decode(word, at).value == each.text[i];
            }
            if (!is_it) continue;
            const auto rest = word.substr(0, word.size() - size);
            const auto before = last_of(rest);
            const auto needed = is_hangul(before) ? each.least * bytes : each.least;
            if (rest.size() < needed || !detail::follows(each.after, before)) continue;
            word = rest;
            is_cut = true;
            break;
        }
    }
    return word;
}

}  // namespace workmem::text
