#pragma once

#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "The service that uses port 80": no pronoun, but more about the noun before it.
[[nodiscard]] inline bool is_relative(const utterance& said, std::size_t that) {
    using text::word_class;
    if (that == 0 || that + 1 >= said.size() || said[that].after_comma || said[that].clitic ||
        said[that].begins_sentence || said[that + 1].after_comma ||
        said[that + 1].begins_sentence || said[that + 1].is(word_class::function))
        return false;
    const auto* const noun = said.noun(that - 1);
    return said[that - 1].is(word_class::placeholder) ||
           (noun != nullptr && said.lexicon().has_kind(*noun) &&
            takes_up(determiner_of(said, that - 1)));
}

}  // namespace detail

/// Whether the text takes up something without saying its kind: "it", "that works", "there".
[[nodiscard]] inline bool has_pronoun(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        const bool points =
            word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
        if (points ? stands_alone(said, i) && !detail::is_relative(said, i)
                   : word.is(word_class::pronoun))
            return true;
    }
    return false;
}

namespace detail {

// "It is raining", "it doesn't matter", "how is it going?", "what time is it?"
[[nodiscard]] inline bool is_impersonal(const utterance& said, std::size_t it) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 4;
    // "how's it going?"
    if (it == 1 && said[0].clitic && said[0].is(word_class::asking))
        return said.size() == 3 && said[2].is(word_class::describing) &&
               !said[2].is(word_class::relation);
    const bool turned = it == 1 && said[0].is(word_class::predicate) && !said[0].clitic;
    if (it > 0 && !said[it].begins_sentence && !turned) {
        if (it < 2 || said[it].clitic || !said[it - 1].is(word_class::predicate)) return false;
        const bool asks = said[0].is(word_class::asking) && (it == 2 || it == 3);
        const bool last = it + 1 == said.size();
        if (asks && it == 3 && last) return said[1].is(word_class::moment);
        return asks && it == 2 && it + 2 == said.size() &&
               said[it + 1].is(word_class::describing) && !said[it + 1].is(word_class::relation);
    }
    bool verb = said[it].clitic || turned;
    for (auto i = it + 1; i < said.size() && i - it <= most_words; ++i) {
        if (said[i].after_comma) return false;
        if (said[i].is(word_class::impersonal)) return true;
        if (!said[i].is(word_class::function) && !said[i].is(word_class::predicate) &&
            !said[i].is(word_class::acquire))  // "getting"
            return false;
        verb = verb || said[i].is(word_class::predicate);
    }
    return false;
}

}  // namespace detail

/// "Four people" asks for nobody.
[[nodiscard]] inline bool is_number(const token& word) noexcept {
    return (word.known != nullptr && word.known->cardinal > 0) ||
           detail::leading_digits(word.text) != 0;
}

namespace detail {

[[nodiscard]] inline bool is_bare_noun(const token& word) noexcept {
    using text::word_class;
    return !word.is(word_class::placeholder) && !word.is(word_class::function) &&
           !word.is(word_class::pronoun) && !word.is(word_class::greeting) && !is_number(word);
}
// "Hang on a second", "wait", "forget it"
[[nodiscard]] inline bool breaks_off(const utterance& said) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 6;
    std::size_t i = 0;
    while (i < said.size() && !said[i].is(word_class::breaking_off) &&
           (said[i].is(word_class::assent) || said[i].is(word_class::negation) ||
            said[i].is(word_class::connective)))
        ++i;
    if (i == said.size() || said.size() - i > most_words || !said[i].is(word_class::breaking_off))
        return false;
    for (auto next = i + 1; next < said.size(); ++next) {
        const auto& word = said[next];
        if (word.is(word_class::definite) || word.is(word_class::placeholder)) return false;
        if (!word.is(word_class::function) && !word.is(word_class::moment) &&
            !word.is(word_class::pronoun) && !word.is(word_class::addressee))
            return false;
    }
    return true;
}
// "That's all for today", "thanks, that is a great help"
[[nodiscard]] inline bool closes(const utterance& said) noexcept {
    using text::word_class;
    const auto& all = said.tokens();
    const bool thanks = std::any_of(all.begin(), all.end(),
                                    [](const token& t) { return t.is(word_class::greeting); });
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        const auto& word = said[i];
        if (!word.is(word_class::far_demonstrative)) {
            if (word.is(word_class::assent) || word.is(word_class::greeting) ||
                word.is(word_class::connective))
                continue;
            return false;
        }
        auto next = i + 1;
        if (!word.clitic && !said[next++].is(word_class::predicate)) return false;
        if (next == said.size()) return false;
        const bool all_of_it = said[next].is(word_class::every) && next + 1 < said.size() &&
                               said[next + 1].is(word_class::describing);
        if (!all_of_it && !(thanks && said[next].is(word_class::indefinite))) return false;
        for (++next; next < said.size(); ++next)
            if (said[next].begins_sentence || said[next].is(word_class::placeholder)) return false;
        return true;
    }
    return false;
}

// "What's an incoterm?", "what is a good deductible?": what a word means, or what is usual.
[[nodiscard]] inline bool asks_for_meaning(const utterance& said) noexcept {
    using text::word_class;
    if (!said[0].is(word_class::interrogative)) return false;
    std::size_t i = 1;
    if (!said[0].clitic) {
        if (i == said.size() || !said[i].is(word_class::predicate)) return false;
        ++i;
    }
    if (i + 1 >= said.size() || !said[i].is(word_class::indefinite) || said[i].after_comma)
        return false;
    for (++i; i < said.size() && !said[i].begins_sentence; ++i) {
        if (said[i].is(word_class::placeholder) || said[i].is(word_class::pronoun)) return false;
        if (said[i].after_comma) break;
    }
    return true;
}

}  // namespace detail

/// Whether a text refers to nothing at all: greetings, "how are you?", "it is raining".
[[nodiscard]] inline bool says_nothing(const utterance& said) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 3;
    const auto& first = said[0];
    const auto is_free = [](const token& word) {
        return word.known == nullptr || word.is(word_class::greeting) ||
               word.is(word_class::addressee) || word.is(word_class::indefinite) ||
               word.is(word_class::place_pronoun);
    };
    const auto& all = said.tokens();
    const auto sentences =
        std::count_if(all.begin(), all.end(), [](const token& t) { return t.begins_sentence; });
    const bool greets = std::any_of(all.begin(), all.end(),
                                    [](const token& t) { return t.is(word_class::greeting); });
    if (said.size() <= most_words && greets && sentences == 1 &&
        std::all_of(all.begin(), all.end(), is_free))
        return true;
    // "good morning", "nice work"
    if (said.size() == 2 && first.is(word_class::adjective) &&
        (said[1].is(word_class::moment) ||
         (first.is(word_class::assent) && detail::is_bare_noun(said[1]))))
        return true;
    if (detail::breaks_off(said) || detail::closes(said) || detail::asks_for_meaning(said))
        return true;
    // "hello? are you still there?"
    if (first.is(word_class::greeting) && sentences > 1 &&
        std::all_of(all.begin(), all.end(), [](const token& t) {
            return t.is(word_class::greeting) || t.is(word_class::place_pronoun) ||
                   t.is(word_class::addressee) ||
                   (t.is(word_class::function) && !t.is(word_class::pronoun) &&
                    !t.is(word_class::definite) && !t.is(word_class::assent) && !is_number(t));
        }))
        return true;
    // "good morning by the way"
    for (std::size_t i = 0; i + 1 < said.size(); ++i)
        if (said[i].is(word_class::assent) && said[i].is(word_class::adjective) &&
            said[i + 1].known != nullptr && said[i + 1].known->day_from >= 0 &&
            !said[i + 1].after_comma && std::all_of(all.begin(), all.end(), [](const token& t) {
                return t.is(word_class::function) && !t.is(word_class::pronoun);
            }))
            return true;
    // "how are you?", "what can you do?"
    const auto is_address = [](const token& word) {
        return word.is(word_class::asking) || word.is(word_class::predicate) ||
               word.is(word_class::addressee);
    };
    if (said.size() > 2 && said.size() <= most_words + 1 && first.is(word_class::asking) &&
        std::all_of(all.begin(), all.end(), is_address) &&
        std::any_of(all.begin(), all.end(),
                    [](const token& t) { return t.is(word_class::addressee); }))
        return true;
    if (said.size() == 2 && first.is(word_class::negation) && said[1].is(word_class::impersonal))
        return true;
    bool impersonal = false;
    for (std::size_t i = 0; i < said.size(); ++i) {
        if (!said[i].is(word_class::pronoun)) {
            if (!said[i].begins_sentence && said[i].is(word_class::definite)) return false;
            continue;
        }
        if (!detail::is_impersonal(said, i)) return false;
        impersonal = true;
    }
    return impersonal;
}

/// Before the focus may answer: whether the text asks for something that memory does not hold.
/// "Find me a movie" wants new ones, "my balance" belongs to nobody here, and of "that invoice"
/// without an invoice nothing can be said. A wrong entity would be worse than no answer.
[[nodiscard]] inline bool is_absent(const scene& at, const std::vector<noun>& nouns) {
    using text::word_class;
    const auto& said = at.said;
    const auto any = [&](word_class c) {
        return std::any_of(said.tokens().begin(), said.tokens().end(),
                           [&](const token& t) { return t.is(c); });
    };
    if (has_pronoun(said)) return false;
    // "That email" is a thing, unless something has one.
    const auto is_pointed = [&](const noun& each, bool thing) {
        return thing && each.by == determiner::pointing &&
               std::none_of(at.entries.begin(), at.entries.end(), [&](const entry& of) {
                   return has_attribute_word(of, said[each.word].text);
               });
    };
    const bool searching = any(word_class::search);
    for (const auto& each : nouns) {
        const auto& word = said[each.word];
        const bool thing = each.known != nullptr && at.words.is_kind(*each.known);
        // "What's the deductible there?", where nothing has an address
        if (word.is(word_class::moment) || word.is(word_class::place_pronoun) ||
            (word.is(word_class::property) && !is_pointed(each, thing)))
            continue;
        // "the weather", when nobody has told any and nothing is anywhere
        if (word.is(word_class::fact) && !each.matched && takes_up(each.by) &&
            std::none_of(at.entries.begin(), at.entries.end(),
                         [&](const entry& of) { return is_located(of, at.words); }))
            return true;
        if (each.known != nullptr && each.known->is(word_class::fact)) continue;
        const auto next = each.word + 1;
        if (each.owned && !searching) continue;
        const bool counted = each.word > 0 && !word.after_comma && is_number(said[each.word - 1]);
        const bool modifies = !word.clitic && next < said.size() && !said[next].after_comma &&
                              said.noun(next) != nullptr && at.words.has_kind(*said.noun(next));
        const bool taken = each.matched && each.known != nullptr && !each.known->evoked.empty();
        if (modifies || taken) continue;
        const bool unknown = each.known == nullptr || any(word_class::change);
        const bool asks = each.by == determiner::indefinite || each.by == determiner::question;
        const bool plural =
            each.by == determiner::bare && !counted && at.words.singular(word.text) != word.text;
        const bool owned = thing && each.by == determiner::possessive && !any(word_class::acquire);
        if ((takes_up(each.by) || owned) && !each.matched &&
            (thing || (unknown && each.by == determiner::pointing)))
            return true;
        if (thing && (asks || plural) && (searching || !any(word_class::acquire))) return true;
        if (thing && searching && each.by == determiner::bare) return true;
    }
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto by = determiner_of(said, i);
        if (searching && said[i].is(word_class::placeholder) && by == determiner::bare) return true;
        const auto* noun = said.noun(i);
        if (noun != nullptr && noun->is(word_class::fact) && !noun->is(word_class::moment) &&
            !takes_up(by))
            return true;
        if (!said[i].is(word_class::vacant)) continue;
        for (std::size_t back = 1; back <= 3 && back <= i; ++back)
            if (said[i - back].is(word_class::self)) return true;
    }
    return false;
}

}  // namespace workmem::resolution
