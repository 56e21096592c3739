#pragma once

#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::resolution {

/// How a noun is introduced, which tells whether it takes something up or asks for something new.
enum class determiner : std::uint8_t { bare, indefinite, question, possessive, definite, pointing };

[[nodiscard]] constexpr bool takes_up(determiner d) noexcept {
    return d == determiner::definite || d == determiner::pointing;
}

/// The determiner of the noun at a word: looks back over adjectives and other nouns, not over
/// verbs, prepositions or commas. Bounded, so constant per noun.
[[nodiscard]] inline determiner determiner_of(const utterance& said, std::size_t noun) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 5;
    for (std::size_t i = noun, steps = 0; i > 0 && steps < most_words; --i, ++steps) {
        if (said[i].after_comma || said[i].begins_sentence) break;
        const auto& before = said[i - 1];
        if (before.clitic) break;
        if (before.is(word_class::definite)) return determiner::definite;
        if (before.is(word_class::near_demonstrative) || before.is(word_class::far_demonstrative))
            return determiner::pointing;
        if (before.is(word_class::possessive)) return determiner::possessive;
        if (before.is(word_class::interrogative)) return determiner::question;
        if (before.is(word_class::indefinite)) return determiner::indefinite;
        if (before.is(word_class::property) || before.is(word_class::list_end)) continue;
        if (before.is(word_class::predicate) || before.is(word_class::search) ||
            before.is(word_class::change) || before.is(word_class::pronoun))
            break;
        if (before.is(word_class::function) && !before.is(word_class::adjective)) break;
    }
    return determiner::bare;
}

/// Whether a word is a verb by what follows it: "add a comment", "can you fix the login?". A name
/// in the midst of a sentence has a capital.
[[nodiscard]] inline bool takes_object(const utterance& said, std::size_t at) noexcept {
    using text::word_class;
    const auto& word = said[at];
    if (word.clitic || (word.capital && at > 0 && !word.begins_sentence)) return false;
    if (at + 1 >= said.size() || said[at + 1].after_comma || said[at + 1].begins_sentence)
        return false;
    const auto& next = said[at + 1];
    return next.is(word_class::definite) || next.is(word_class::indefinite) ||
           next.is(word_class::possessive) || next.is(word_class::near_demonstrative) ||
           next.is(word_class::far_demonstrative);
}

/// Whether a demonstrative stands alone at a word ("that works"), not before a noun. Behind "this"
/// and "that" a word in the plural can only be a verb: "that helps".
[[nodiscard]] inline bool stands_alone(const utterance& said, std::size_t at) noexcept {
    using text::word_class;
    if (said[at].clitic || at + 1 == said.size()) return true;
    const auto& next = said[at + 1];
    const auto is_kind = [&] {
        const auto* noun = said.lexicon().find_noun(next.text);
        return noun != nullptr && said.lexicon().has_kind(*noun);
    };
    if (next.after_comma || next.begins_sentence) return true;
    // "Make that 20 percent": what it becomes
    const bool amount = next.text.front() >= '0' && next.text.front() <= '9';
    if (amount && at > 0 && said[at - 1].is(word_class::acquire)) return true;
    return next.is(word_class::predicate) || next.is(word_class::placeholder) ||
           (next.is(word_class::function) && !next.is(word_class::adjective)) ||
           next.is(word_class::pronoun) || next.is(word_class::change) ||
           (next.known == nullptr && said.lexicon().singular(next.text) != next.text && !is_kind());
}

/// Whether the "to" at a word belongs to a participle that describes something: "the ones assigned
/// to Mia", but not "move the closed to done".
[[nodiscard]] inline bool completes_participle(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    return i > 1 && i < said.size() && !said[i].after_comma &&
           (said[i].is(word_class::target) || said[i].is(word_class::origin)) &&
           said[i - 1].text.ends_with("ed") && !said[i - 2].is(word_class::definite);
}

}  // namespace workmem::resolution
