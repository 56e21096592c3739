#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/stages/other.hpp>
#include <workmem/resolution/values/value_bounds.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::resolution {

/// A text that says what is not meant: "not the first one but the second", "not that one", "Gilt is
/// too far. What about the other one?"
struct exclusion {
    std::string_view excluded{};  ///< "the first one"
    std::string rest{};           ///< what the text says without it
    bool all_others = false;      ///< "all but the first"
    bool rest_refers = false;     ///< whether that still means something: "the second"
};

/// Finds it: a word that excludes, right before something that takes up a thing, or a relative
/// clause that denies ("the room that isn't Birch"). "Don't cancel it" is none, for it is meant.
[[nodiscard]] inline std::optional<exclusion> find_exclusion(const utterance& said) {
    using text::word_class;
    constexpr std::size_t most_words = 12;
    const auto refers = [&](std::size_t i) {
        const auto& word = said[i];
        return word.is(word_class::definite) || word.is(word_class::near_demonstrative) ||
               word.is(word_class::far_demonstrative) || word.is(word_class::pronoun) ||
               (word.capital && !word.is(word_class::self));
    };
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        if (said[i].capital && !said[i].begins_sentence) continue;  // part of a name
        auto from = i + 1;
        const bool instead = said[i].is(word_class::instead) && from + 1 < said.size() &&
                             said[from].is(word_class::function) &&
                             !said[from].is(word_class::definite) && !refers(from);
        if (instead) ++from;
        const bool anything =
            said[i].is(word_class::instead) && i > 0 &&
            (said[i - 1].is(word_class::every) || said[i - 1].is(word_class::indefinite));
        // "The cheapest room that isn't the phone box"
        const bool relative =
            i > 1 && said[i].is(word_class::negation) && said[i].is(word_class::predicate) &&
            !said[i].after_comma && !ends_phrase(said, i - 1) &&
            (said[i - 2].is(word_class::placeholder) ||
             (said.noun(i - 2) != nullptr && !said[i - 2].is(word_class::function))) &&
            (said[i - 1].is(word_class::far_demonstrative) ||
             said[i - 1].is(word_class::interrogative) ||
             said[i - 1].is(word_class::asking_person));
        // "Cheaper than the Casa Azul"
        const bool compares =
            said[i].is(word_class::comparing) && i > 0 &&
            (comparative_at(said, i - 1) || (i > 1 && comparative_at(said, i - 2)));
        const bool excludes = said[i].is(word_class::excluding) && !compares;
        if (!(instead || anything || relative || excludes) || said[from].after_comma ||
            !refers(from))
            continue;
        auto end = from + 1;
        while (end < said.size() && end - from < most_words && !ends_phrase(said, end) &&
               !said[end].is(word_class::instead))
            ++end;
        exclusion out;
        const auto text = said.text();
        const auto stop = end < said.size() ? said[end].position : text.size();
        out.excluded = text.substr(said[from].position, stop - said[from].position);
        if (end < said.size() && said[end].is(word_class::instead)) ++end;
        const auto rest = end < said.size() ? said[end].position : text.size();
        const auto begin = relative ? i - 1 : i;
        out.rest = std::string{text.substr(0, said[begin].position)} + ", " +
                   std::string{text.substr(rest)};
        for (std::size_t w = 0; w < said.size(); ++w) {
            if (w >= begin && w < end) continue;
            const auto& word = said[w];
            out.all_others = out.all_others || word.is(word_class::every);
            out.rest_refers = out.rest_refers || (refers(w) && !word.begins_sentence) ||
                              word.is(word_class::definite) || word.is(word_class::placeholder) ||
                              (word.known != nullptr && word.known->ordinal > 0);
        }
        return out;
    }
    // What was said before the sentence that asks for the other is about the one.
    if (const auto other = find_other(said)) {
        auto from = *other;
        while (from > 0 && !said[from].begins_sentence) --from;
        if (from == 0) return std::nullopt;
        const auto begin = said[from].position;
        return exclusion{said.text().substr(0, begin), std::string{said.text().substr(begin)},
                         false, true};
    }
    return std::nullopt;
}

}  // namespace workmem::resolution
