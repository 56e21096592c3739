#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <workmem/config.hpp>

namespace workmem::text {

/// The longest word that `porter_stem` takes; longer ones are no English.
inline constexpr std::size_t porter_longest = 63;

namespace detail {

struct porter_rule {
    std::string_view ending;
    std::string_view becomes;
};

// Rules by the letter before the last one of their ending, which tells most of them apart.
template <std::size_t Count>
struct porter_rules {
    std::array<porter_rule, Count> rules{};
    std::array<std::uint8_t, 27> from{};  // where the rules of a letter begin

    // Of endings that end alike the longer one comes first.
    explicit constexpr porter_rules(const porter_rule (&all)[Count]) {
        std::size_t count = 0;
        for (std::size_t letter = 0; letter < 26; ++letter) {
            from[letter] = static_cast<std::uint8_t>(count);
            for (const auto& each : all)
                if (each.ending[each.ending.size() - 2] == static_cast<char>('a' + letter))
                    rules[count++] = each;
        }
        from[26] = static_cast<std::uint8_t>(count);
    }
};

inline constexpr porter_rules porter_step_2{
    {{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
     {"izer", "ize"},    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"},
     {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
     {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
     {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"}}};
inline constexpr porter_rules porter_step_3{{{"icate", "ic"},
                                             {"ative", ""},
                                             {"alize", "al"},
                                             {"iciti", "ic"},
                                             {"ical", "ic"},
                                             {"ful", ""},
                                             {"ness", ""}}};
inline constexpr porter_rules porter_step_4{{{"al", ""},
                                             {"ance", ""},
                                             {"ence", ""},
                                             {"er", ""},
                                             {"ic", ""},
                                             {"able", ""},
                                             {"ible", ""},
                                             {"ant", ""},
                                             {"ement", ""},
                                             {"ment", ""},
                                             {"ent", ""},
                                             {"ion", ""},
                                             {"ou", ""},
                                             {"ism", ""},
                                             {"ate", ""},
                                             {"iti", ""},
                                             {"ous", ""},
                                             {"ive", ""},
                                             {"ize", ""}}};

inline constexpr auto porter_vowels = [] {
    std::array<bool, 256> out{};
    for (const char c : {'a', 'e', 'i', 'o', 'u'}) out[static_cast<unsigned char>(c)] = true;
    return out;
}();

// A word with a bit for each of its vowels. `y` behind a consonant is one.
class porter_word {
public:
    porter_word(char* letters, std::size_t size) noexcept : letters_{letters}, size_{size} {
        mark(0);
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] char last(std::size_t back = 0) const noexcept {
        return back < size_ ? letters_[size_ - 1 - back] : '\0';
    }
    [[nodiscard]] bool ends(std::string_view ending) const noexcept {
        if (size_ < ending.size()) return false;
        const char* const at = letters_ + size_ - ending.size();
        for (auto i = ending.size(); i-- > 0;)
            if (at[i] != ending[i]) return false;
        return true;
    }
    /// How often a consonant follows a vowel in the first `length` letters: the paper's m.
    [[nodiscard]] int measure(std::size_t length) const noexcept {
        return std::popcount((vowels_ << 1) & ~vowels_ & below(length));
    }
    [[nodiscard]] bool has_vowel(std::size_t length) const noexcept {
        return (vowels_ & below(length)) != 0;
    }
    [[nodiscard]] bool ends_in_double_consonant() const noexcept {
        return size_ >= 2 && last() == last(1) && !is_vowel(size_ - 1);
    }
    /// Consonant, vowel, consonant, the last none of `w`, `x`, `y`: the paper's *o.
    [[nodiscard]] bool ends_short(std::size_t length) const noexcept {
        if (length < 3 || is_vowel(length - 1) || !is_vowel(length - 2) || is_vowel(length - 3))
            return false;
        const char c = letters_[length - 1];
        return c != 'w' && c != 'x' && c != 'y';
    }
    void cut(std::size_t letters) noexcept { size_ -= letters; }
    void replace(std::size_t letters, std::string_view by) noexcept {
        const auto from = size_ - letters;
        for (std::size_t i = 0; i < by.size(); ++i) letters_[from + i] = by[i];
        size_ = from + by.size();
        mark(from);
    }

private:
    static std::uint64_t below(std::size_t length) noexcept {
        return (std::uint64_t{1} << length) - 1;
    }
    [[nodiscard]] bool is_vowel(std::size_t i) const noexcept { return ((vowels_ >> i) & 1) != 0; }
    void mark(std::size_t from) noexcept;

    char* letters_;
    std::size_t size_;
    std::uint64_t vowels_ = 0;
};

// The first rule whose ending fits decides, whether it may be applied or not.
template <std::size_t Count>
void porter_replace(porter_word& word, const porter_rules<Count>& all, int above) noexcept {
    const auto letter = static_cast<std::size_t>(static_cast<unsigned char>(word.last(1))) - 'a';
    if (letter >= 26) return;
    for (std::size_t i = all.from[letter]; i < all.from[letter + 1]; ++i) {
        const auto& [ending, becomes] = all.rules[i];
        if (!word.ends(ending)) continue;
        const auto stem = word.size() - ending.size();
        const bool ion = ending == "ion" && word.last(3) != 's' && word.last(3) != 't';
        if (word.measure(stem) > above && !ion) word.replace(ending.size(), becomes);
        return;
    }
}

void porter_past_and_gerund(porter_word& word) noexcept;

}  // namespace detail

/// Stems an English word of the letters a to z in place and answers its new length; a word of one
/// or two letters, or of more than `porter_longest`, stays as it is. Steps 1a to 5b of M. F.
/// Porter, "An algorithm for suffix stripping", Program 14(3), 1980. Linear.
[[nodiscard]] std::size_t porter_stem(char* letters, std::size_t size) noexcept;

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/porter.ipp>
#endif
