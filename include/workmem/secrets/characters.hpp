#pragma once

#include <workmem/secrets/token_shapes.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/tokens/english_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// What tells a secret from words, numbers and names: which characters stand side by side.
namespace workmem::secrets {

using text::is_digit;
using text::is_letter;
using text::is_lower;
using text::is_upper;

[[nodiscard]] constexpr bool is_alnum(char c) noexcept { return is_letter(c) || is_digit(c); }
[[nodiscard]] constexpr bool is_ascii(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x80;
}
[[nodiscard]] constexpr bool is_any_of(char c, std::string_view set) noexcept {
    return set.find(c) != std::string_view::npos;
}

[[nodiscard]] constexpr bool is_in(alphabet set, char c) noexcept {
    switch (set) {
        case alphabet::hexadecimal: return is_digit(c) || (c >= 'a' && c <= 'f');
        case alphabet::upper: return is_upper(c) || is_digit(c);
        case alphabet::word: return is_alnum(c) || c == '_';
        case alphabet::dashed: return is_alnum(c) || c == '_' || c == '-';
        case alphabet::dotted: return is_alnum(c) || c == '_' || c == '-' || c == '.';
        case alphabet::base64: return is_alnum(c) || c == '+' || c == '/' || c == '=';
        case alphabet::bearer: return is_alnum(c) || is_any_of(c, "-._~+/=");
    }
    return false;
}

/// The characters of a set at the front of a text, `most` at most.
[[nodiscard]] constexpr std::string_view front_of(alphabet set, std::string_view text,
                                                  std::size_t most) noexcept {
    std::size_t end = 0;
    while (end < text.size() && end < most && is_in(set, text[end])) ++end;
    return text.substr(0, end);
}

/// How many neighbours of a text say something of it, and how many of those words do not have.
struct neighbours {
    std::size_t telling = 0;
    std::size_t odd = 0;
};

/// Looks at each two letters or digits side by side. Two digits and the hump of a camelCase name
/// say nothing; a letter beside a digit is odd, and so are two letters that seldom meet in words.
/// Two thirds or more of what tells are odd in random text, about a tenth in words. Linear.
[[nodiscard]] constexpr neighbours count_neighbours(std::string_view text) noexcept {
    neighbours out;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char a = text[i - 1], b = text[i];
        if (!is_alnum(a) || !is_alnum(b) || (is_digit(a) && is_digit(b)) ||
            (is_lower(a) && is_upper(b)))
            continue;
        ++out.telling;
        if (is_digit(a) || is_digit(b) ||
            (workmem::detail::letter_followers[workmem::detail::letter_index(a)] >>
                 workmem::detail::letter_index(b) &
             1U) == 0)
            ++out.odd;
    }
    return out;
}

/// Whether at least `least` neighbours are odd, and one in `share` of those that tell.
[[nodiscard]] constexpr bool looks_random(std::string_view text, std::size_t least,
                                          std::size_t share) noexcept {
    const auto seen = count_neighbours(text);
    return seen.odd >= least && seen.odd * share >= seen.telling;
}

/// Whether there is no digit, and no letter in the other case: a name more likely than a key.
[[nodiscard]] constexpr bool is_one_case(std::string_view text) noexcept {
    bool lower = false, upper = false;
    for (const char c : text) {
        if (is_digit(c)) return false;
        lower = lower || is_lower(c);
        upper = upper || is_upper(c);
    }
    return !(lower && upper);
}

/// The letter below the accent, in lower case, of the Latin-1 letter whose last byte in UTF-8,
/// after C3, is `last`.
[[nodiscard]] constexpr char unaccented(char last) noexcept {
    constexpr std::string_view letters = "aaaaaaaceeeeiiiidnooooo ouuuuyts";
    return letters[static_cast<unsigned char>(last) % letters.size()];
}

/// Whether `word`, in lower case, stands in the text at `at`, in any case.
[[nodiscard]] constexpr bool has_at(std::string_view text, std::size_t at,
                                    std::string_view word) noexcept {
    if (at > text.size() || text.size() - at < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (text::fold_ascii(text[at + i]) != word[i]) return false;
    return true;
}

/// Whether somebody wrote this where a secret is to stand: `your-key`, `xxxxxx`, `${KEY}`.
[[nodiscard]] constexpr bool stands_for_secret(std::string_view value) noexcept {
    constexpr std::array<std::string_view, 7> words{
        "example", "placeholder", "changeme", "redacted", "xxxxxx", "******", "......"};
    if (value.empty() || is_any_of(value.front(), "$<{%*") || has_at(value, 0, "your")) return true;
    for (std::size_t i = 0; i < value.size(); ++i)
        for (const auto word : words)
            if (has_at(value, i, word)) return true;
    return false;
}

/// The same, where no person chooses: what is typed first is no key.
[[nodiscard]] constexpr bool is_placeholder(std::string_view value) noexcept {
    constexpr std::array<std::string_view, 3> words{"12345678", "abcdefgh", "password"};
    if (stands_for_secret(value)) return true;
    for (std::size_t i = 0; i < value.size(); ++i)
        for (const auto word : words)
            if (has_at(value, i, word)) return true;
    return false;
}

[[nodiscard]] constexpr std::string_view without_last_dots(std::string_view text) noexcept {
    while (text.ends_with('.')) text.remove_suffix(1);
    return text;
}

/// 8-4-4-4-12 hexadecimal digits (RFC 9562).
[[nodiscard]] constexpr bool is_uuid(std::string_view value) noexcept {
    if (value.size() != 36) return false;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = text::fold_ascii(value[i]);
        if (dash ? c != '-' : !(is_digit(c) || (c >= 'a' && c <= 'f'))) return false;
    }
    return true;
}

}  // namespace workmem::secrets
