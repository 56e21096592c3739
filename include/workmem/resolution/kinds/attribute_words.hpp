#pragma once

#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/attribute.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::resolution {

/// Walks over the words of an identifier: `street_address`, `departureTime`, `price-per.night`.
/// Allocates nothing.
class identifier_reader {
public:
    explicit constexpr identifier_reader(std::string_view name) noexcept : rest_{name} {}

    /// The next word, or false at the end; between two separators it is empty.
    constexpr bool next(std::string_view& out) noexcept {
        if (rest_.empty()) return false;
        std::size_t end = 0;
        while (end < rest_.size() && !separates(rest_[end]) &&
               !(end > 0 && is_upper(rest_[end]) && !is_upper(rest_[end - 1])))
            ++end;
        out = rest_.substr(0, end);
        rest_.remove_prefix(end < rest_.size() && separates(rest_[end]) ? end + 1 : end);
        return true;
    }

private:
    static constexpr bool separates(char c) noexcept {
        return c == '_' || c == '-' || c == ' ' || c == '.';
    }
    static constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }

    std::string_view rest_;
};

/// Whether an identifier has the word in it: `address` in `street_address`.
[[nodiscard]] constexpr bool name_has_word(std::string_view name, std::string_view word) noexcept {
    identifier_reader parts{name};
    for (std::string_view part; parts.next(part);)
        if (same_noun(part, word)) return true;
    return false;
}

/// What is known of a word that may have capitals, if it is ASCII and short.
[[nodiscard]] inline const text::lexicon::word* find_unfolded(std::string_view word,
                                                              const text::lexicon& words) {
    constexpr std::size_t longest = 24;
    char folded[longest];
    if (word.size() > longest) return nullptr;
    for (std::size_t i = 0; i < word.size(); ++i) folded[i] = text::fold_ascii(word[i]);
    return words.find({folded, word.size()});
}

/// What is known of the plural that only ends with "s": "views" of `viewCount`.
[[nodiscard]] inline const text::lexicon::word* find_many(std::string_view word,
                                                          const text::lexicon& words) {
    constexpr std::size_t longest = 24;
    char many[longest];
    if (word.size() >= longest) return nullptr;
    std::copy(word.begin(), word.end(), many);
    many[word.size()] = 's';
    return find_unfolded({many, word.size() + 1}, words);
}

/// The measures that an attribute's name speaks of, one bit each.
[[nodiscard]] inline std::uint32_t measures_of(std::string_view name, const text::lexicon& words) {
    std::uint32_t out = 0;
    identifier_reader parts{name};
    for (std::string_view part; parts.next(part);) {
        const auto* known = find_unfolded(part, words);
        if (known == nullptr || known->measures == 0) known = find_many(part, words);
        if (known != nullptr) out |= known->measures;
    }
    return out;
}

}  // namespace workmem::resolution
