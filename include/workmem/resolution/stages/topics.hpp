#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>

namespace workmem::resolution {

namespace detail {

/// Finds what a text sets before the clause that takes it up: "the full one, who's in charge
/// there?", "link sharing, kill it": a phrase without a verb. Bounded, whatever the text.
class topic_reader {
public:
    topic_reader(const scene& at, const kind_stage& kinds) noexcept
        : said_{at.said}, known_{at, kinds}, kinds_{kinds} {}

    /// Whether there is one, and nothing of it is known of an entry.
    [[nodiscard]] bool is_another(const entry& of) const {
        constexpr int most_phrases = 8;
        int count = 0;
        for (std::size_t begin = 0, end = 0; begin < said_.size() && count < most_phrases;
             begin = end, ++count) {
            end = begin + 1;
            while (end < said_.size() && !ends_phrase(said_, end)) ++end;
            if (is_taken_up(end) && is_strange(begin, end, of)) return true;
        }
        return false;
    }

private:
    using word_class = text::word_class;

    // Whether the sentence goes on with a pronoun.
    [[nodiscard]] bool is_taken_up(std::size_t from) const noexcept {
        constexpr std::size_t most_words = 64;
        for (auto i = from; i < (std::min)(said_.size(), from + most_words); ++i) {
            if (said_[i].begins_sentence) return false;
            if (said_[i].is(word_class::pronoun) || said_[i].is(word_class::place_pronoun))
                return true;
        }
        return false;
    }
    [[nodiscard]] bool is_strange(std::size_t begin, std::size_t end, const entry& of) const {
        while (begin < end && leads_in(said_[begin])) ++begin;
        if (begin == end) return false;
        const auto& first = said_[begin];
        const bool points = first.is(word_class::definite) || first.clitic ||
                            (first.known != nullptr && first.known->ordinal != 0 &&
                             begin + 1 < end);  // "first, what does it cost?"
        std::size_t content = 0;
        for (auto i = begin; i < end; ++i) {
            const auto& word = said_[i];
            if (word.is(word_class::pronoun) || (word.is(word_class::moment) && !word.clitic) ||
                word.is(word_class::self) || word.is(word_class::addressee) ||
                (word.is(word_class::predicate) && word.is(word_class::function)))
                return false;
            if (known_.has(of, i) || kinds_.kinship_with(i, of) != text::kinship::none)
                return false;
            content += word.known == nullptr && known_.matters(i);
        }
        constexpr std::size_t bare = 2;  // "argh, delete it"
        return points || (first.known == nullptr && content >= bare);
    }
    [[nodiscard]] static bool leads_in(const token& word) noexcept {
        return word.is(word_class::assent) || word.is(word_class::greeting) ||
               word.is(word_class::connective) || word.is(word_class::negation);
    }

    const utterance& said_;
    accounting known_;
    const kind_stage& kinds_;
};

}  // namespace detail

}  // namespace workmem::resolution
