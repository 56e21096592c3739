#pragma once

#include <workmem/text/fold.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::resolution {

/// Whether two texts are the same but for case. Allocates nothing.
[[nodiscard]] constexpr bool same_letters(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;  // folding hardly ever changes it
    for (std::size_t i = 0; i < a.size();) {
        const bool ascii =
            (static_cast<unsigned char>(a[i]) | static_cast<unsigned char>(b[i])) < 0x80;
        if (a[i] == b[i] || (ascii && text::fold_ascii(a[i]) == text::fold_ascii(b[i]))) {
            ++i;
            continue;
        }
        if (ascii) return false;
        // Back to where the code point began, of which the first bytes may be equal.
        auto start = i;
        while (start > 0 && i - start < 3 && (static_cast<unsigned char>(a[start]) & 0xC0) == 0x80)
            --start;
        const auto x = text::decode(a, start);
        const auto y = text::decode(b, start);
        const bool same = x.bytes == y.bytes && text::fold(x.value) == text::fold(y.value);
        if (!same || start + x.bytes <= i) return false;
        i = start + x.bytes;
    }
    return true;
}

/// Whether two words are the same but for case and accents, which people leave out: "Zoe" is "Zoë".
/// Allocates nothing.
[[nodiscard]] constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0, j = 0;
    const auto skip_accents = [](std::string_view text, std::size_t& at) {
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xFE) == 0xCC) {
            const auto c = text::decode(text, at);
            if (!text::is_accent(c.value)) return;
            at += c.bytes;
        }
    };
    while (i < a.size() && j < b.size()) {
        const auto both = static_cast<unsigned char>(a[i]) | static_cast<unsigned char>(b[j]);
        if (both < 0x80) {
            if (text::fold_ascii(a[i]) != text::fold_ascii(b[j])) return false;
            ++i;
            ++j;
            if (i == a.size() && j == b.size()) return true;
        } else {
            const auto x = text::decode(a, i);
            const auto y = text::decode(b, j);
            if (text::base_letter(x.value) != text::base_letter(y.value)) return false;
            i += x.bytes;
            j += y.bytes;
        }
        skip_accents(a, i);
        skip_accents(b, j);
    }
    return i == a.size() && j == b.size();
}

/// Whether a name that begins with an ASCII letter begins with another one than a folded word does.
[[nodiscard]] constexpr bool begins_otherwise(std::string_view name,
                                              std::string_view folded) noexcept {
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (name.empty() || folded.empty()) return false;
    const char first = text::fold_ascii(name[0]);
    return is_letter(first) && is_letter(folded[0]) && first != folded[0];
}

/// Whether two words may be the same noun: it and its plural begin alike, irregular ones too.
[[nodiscard]] constexpr bool begin_alike(std::string_view a, std::string_view b) noexcept {
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    const bool ascii = (static_cast<unsigned char>(a[0]) | static_cast<unsigned char>(b[0])) < 0x80;
    return !ascii || text::fold_ascii(a[0]) == text::fold_ascii(b[0]);
}

namespace detail {

// Whether two words differ before the last letter of the shorter one, as no noun and its regular
// plural do ("city", "cities"). Only ASCII is looked at.
[[nodiscard]] constexpr bool differ_inside(std::string_view a, std::string_view b) noexcept {
    const auto shorter = (std::min)(a.size(), b.size());
    for (std::size_t i = 0; i + 1 < shorter; ++i) {
        if ((static_cast<unsigned char>(a[i]) | static_cast<unsigned char>(b[i])) >= 0x80)
            return false;
        if (text::fold_ascii(a[i]) != text::fold_ascii(b[i])) return true;
    }
    return false;
}

// The places of `irregular_nouns` by their first letter, and where each letter's begin.
struct irregular_index {
    std::array<std::uint8_t, text::irregular_nouns.size()> places{};
    std::array<std::uint8_t, 27> begins{};
};
inline constexpr auto irregular_by_letter = [] {
    irregular_index out;
    std::uint8_t size = 0;
    for (std::size_t letter = 0; letter < 26; ++letter) {
        for (std::size_t i = 0; i < text::irregular_nouns.size(); ++i)
            if (static_cast<std::size_t>(text::irregular_nouns[i].singular[0] - 'a') == letter)
                out.places[size++] = static_cast<std::uint8_t>(i);
        out.begins[letter + 1] = size;
    }
    return out;
}();

[[nodiscard]] constexpr bool are_irregular(std::string_view a, std::string_view b) noexcept {
    const auto letter = a.empty() ? 26U : static_cast<unsigned>(text::fold_ascii(a[0]) - 'a');
    if (letter >= 26) return false;
    const auto& index = irregular_by_letter;
    for (std::size_t i = index.begins[letter]; i < index.begins[letter + 1]; ++i) {
        const auto& pair = text::irregular_nouns[index.places[i]];
        if ((same_word(a, pair.plural) && same_word(b, pair.singular)) ||
            (same_word(a, pair.singular) && same_word(b, pair.plural)))
            return true;
    }
    return false;
}

}  // namespace detail

/// Whether a word of a text is the noun, in singular or plural, in any case. Allocates nothing.
[[nodiscard]] constexpr bool same_noun(std::string_view word, std::string_view noun) noexcept {
    if (!begin_alike(word, noun)) return false;  // this and the next spare most comparisons
    if (detail::differ_inside(word, noun)) return detail::are_irregular(word, noun);
    if (same_word(word, noun)) return true;
    const auto extends = [](std::string_view longer, std::string_view stem, std::string_view end) {
        return longer.size() == stem.size() + end.size() &&
               same_word(longer.substr(0, stem.size()), stem) &&
               same_word(longer.substr(stem.size()), end);
    };
    const auto plural_of = [&](std::string_view many, std::string_view single) {
        if (extends(many, single, "s") || extends(many, single, "es")) return true;
        return single.size() > 1 && same_word(single.substr(single.size() - 1), "y") &&
               extends(many, single.substr(0, single.size() - 1), "ies");
    };
    if (plural_of(word, noun) || plural_of(noun, word)) return true;
    return detail::are_irregular(word, noun);
}

/// Whether a long word is another with one letter wrong, missing, too many, or two exchanged.
[[nodiscard]] constexpr bool is_slip(std::string_view word, std::string_view meant) noexcept {
    constexpr std::size_t shortest = 6;
    if (word.size() < shortest || meant.size() < shortest || word[0] != meant[0]) return false;
    std::size_t same = 0;
    while (same < word.size() && same < meant.size() && word[same] == meant[same]) ++same;
    const auto a = word.substr(same), b = meant.substr(same);
    if (a.empty() || b.empty()) return a.size() + b.size() == 1;
    if (a.size() == b.size())
        return a.substr(1) == b.substr(1) ||
               (a.size() > 1 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2));
    return a.size() > b.size() ? a.substr(1) == b : a == b.substr(1);
}

/// The last word of a type, which says what kind of thing it is: `request` in `pull_request`.
[[nodiscard]] constexpr std::string_view head_of(std::string_view type) noexcept {
    return type.substr(type.find_last_of("_- ") + 1);
}

/// Whether two types are the same noun phrase: `Pages` is `page`.
[[nodiscard]] constexpr bool same_type(std::string_view a, std::string_view b) noexcept {
    return same_noun(a, b);
}

/// The first words of a text, without what an apostrophe hangs at them: enough for a policy that
/// looks for types and demonstratives only, and no allocation.
class first_words {
public:
    static constexpr std::size_t most = 64;

    explicit first_words(std::string_view text) noexcept {
        text::word_reader reader{text};
        for (text::word word{}; count_ < most && reader.next(word); ++count_)
            words_[count_].set(word.text.substr(0, stem_size(word.text)));
    }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
        return {words_[i].data, words_[i].size};
    }

    /// Whether a type stands among them as whole words: `pull_request` in "both pull requests";
    /// its last word may stand in either number.
    [[nodiscard]] bool name(std::string_view type) const noexcept {
        const auto head = type.find_last_of("_- .") + 1;
        const auto last = type.substr(head);
        for (std::size_t i = 0; i < count_; ++i)
            if (begin_alike((*this)[i], last) && same_noun((*this)[i], last) &&
                follows(i, type.substr(0, head)))
                return true;
        return false;
    }

private:
    // Whether the words before word i end in those of the rest of a type.
    [[nodiscard]] bool follows(std::size_t i, std::string_view rest) const noexcept {
        while (!rest.empty()) {
            rest.remove_suffix(1);
            const auto at = rest.find_last_of("_- .") + 1;
            if (at < rest.size() && (i-- == 0 || !same_word((*this)[i], rest.substr(at))))
                return false;
            rest = rest.substr(0, at);
        }
        return true;
    }

    // As far as its first apostrophe.
    [[nodiscard]] static std::size_t stem_size(std::string_view word) noexcept {
        std::size_t size = 0;
        while (size < word.size() && word[size] != '\'') ++size;
        return size;
    }

    struct span {  // a view without a constructor: most are never written
        const char* data;
        std::size_t size;

        void set(std::string_view word) noexcept { *this = {word.data(), word.size()}; }
    };
    span words_[most];
    std::size_t count_ = 0;
};

}  // namespace workmem::resolution
