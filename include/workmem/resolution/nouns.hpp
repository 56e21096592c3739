#pragma once

#include <workmem/text/fold.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workmem::resolution {

/// Whether two words are the same but for case. Allocates nothing.
[[nodiscard]] constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
    while (!a.empty() && !b.empty()) {
        const auto x = text::decode(a.substr(0, 4));
        const auto y = text::decode(b.substr(0, 4));
        if (text::fold(x.value) != text::fold(y.value)) return false;
        a.remove_prefix(x.bytes);
        b.remove_prefix(y.bytes);
    }
    return a.empty() && b.empty();
}

/// Whether a word of a text is the noun, in singular or plural, in any case. Allocates nothing.
[[nodiscard]] constexpr bool same_noun(std::string_view word, std::string_view noun) noexcept {
    if (word.empty() || noun.empty()) return word.empty() && noun.empty();
    // A noun and its plural begin alike, the irregular ones too; this spares most comparisons.
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (is_ascii(word[0]) && is_ascii(noun[0]) &&
        text::fold_ascii(word[0]) != text::fold_ascii(noun[0]))
        return false;
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
    for (const auto& pair : text::irregular_nouns)
        if ((same_word(word, pair.plural) && same_word(noun, pair.singular)) ||
            (same_word(word, pair.singular) && same_word(noun, pair.plural)))
            return true;
    return false;
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

    explicit constexpr first_words(std::string_view text) noexcept {
        text::word_reader reader{text};
        for (text::word word{}; count_ < most && reader.next(word);)
            words_[count_++] =
                word.text.substr(0, std::min(word.text.find('\''), word.text.size()));
    }
    [[nodiscard]] constexpr const std::string_view* begin() const noexcept { return words_; }
    [[nodiscard]] constexpr const std::string_view* end() const noexcept {
        return words_ + count_;
    }

    /// Whether a type stands among them as whole words: `pull_request` in "both pull requests";
    /// its last word may stand in either number.
    [[nodiscard]] constexpr bool name(std::string_view type) const noexcept {
        const auto head = type.find_last_of("_- .") + 1;
        const auto last = type.substr(head);
        for (std::size_t i = 0; i < count_; ++i)
            if (same_noun(words_[i], last) && follows(i, type.substr(0, head))) return true;
        return false;
    }

private:
    // Whether the words before word i end in those of the rest of a type.
    [[nodiscard]] constexpr bool follows(std::size_t i, std::string_view rest) const noexcept {
        while (!rest.empty()) {
            rest.remove_suffix(1);
            const auto at = rest.find_last_of("_- .") + 1;
            if (at < rest.size() && (i-- == 0 || !same_word(words_[i], rest.substr(at))))
                return false;
            rest = rest.substr(0, at);
        }
        return true;
    }

    std::string_view words_[most]{};
    std::size_t count_ = 0;
};

}  // namespace workmem::resolution
