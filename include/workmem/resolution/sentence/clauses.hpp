#pragma once

#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/lexicon.hpp>

#include <cstddef>
#include <cstdint>

namespace workmem::resolution {

/// "Two", "3": how many things a word asks for; 0 where it is no such number, or one or above 20.
[[nodiscard]] inline std::uint32_t number_of_things(const token& word) noexcept {
    constexpr std::int16_t most = 20;
    if (word.clitic) return 0;
    if (word.known != nullptr && word.known->cardinal > 1 && word.known->cardinal <= most)
        return static_cast<std::uint32_t>(word.known->cardinal);
    return word.text.size() == 1 && word.text[0] > '1' && word.text[0] <= '9'
               ? static_cast<std::uint32_t>(word.text[0] - '0')
               : 0U;
}

}  // namespace workmem::resolution

namespace workmem::resolution::detail {

// The determiner right before a word, but for adjectives; the size of the text: none.
[[nodiscard]] inline std::size_t introduced_by(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    for (std::size_t steps = 0; i > 0 && steps < 3; --i, ++steps) {
        if (said[i].after_comma || said[i].begins_sentence || said[i - 1].clitic) break;
        const auto& before = said[i - 1];
        if (before.is(word_class::definite) || before.is(word_class::indefinite) ||
            before.is(word_class::possessive) || before.is(word_class::near_demonstrative) ||
            before.is(word_class::far_demonstrative))
            return i - 1;
        if (!before.is(word_class::adjective) &&
            (before.known == nullptr || (before.known->ordinal == 0 && before.known->cardinal < 0)))
            break;
    }
    return said.size();
}

// The noun that a clause around the comparison describes, or 0: "the hotel that is cheaper",
// "the one with the lowest price".
[[nodiscard]] inline std::size_t described_by(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 4;
    for (std::size_t steps = 0; i > 1 && steps < most_words; --i, ++steps) {
        if (said[i].after_comma || said[i].begins_sentence) return 0;
        const auto& before = said[i - 1];
        const bool verb = before.is(word_class::predicate) ||
                          (before.known != nullptr && before.known->measures != 0);
        // "that is cheaper", "with the lowest price", "leaving later"
        const bool opens = before.is(word_class::relation) ||
                           before.is(word_class::far_demonstrative) ||
                           before.is(word_class::interrogative) || verb;
        if (before.is(word_class::describing) && opens && !before.after_comma) {
            const auto by = introduced_by(said, i - 2);
            if (by < said.size() && !said[by].is(word_class::indefinite)) return i - 2;
            if (!verb) return 0;
        }
        if (!verb && !before.is(word_class::definite)) return 0;
    }
    return 0;
}

}  // namespace workmem::resolution::detail
