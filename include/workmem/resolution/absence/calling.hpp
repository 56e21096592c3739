#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/absence/object_phrase.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>

#include <algorithm>
#include <cstddef>

namespace workmem::resolution {

namespace detail {

// "Sounds good", "two at 12:00": none of the words from one to another is about anything else.
[[nodiscard]] inline bool has_no_content(const utterance& said, std::size_t from,
                                         std::size_t to) noexcept {
    using text::word_class;
    for (auto i = from; i < to; ++i) {
        const auto& each = said[i];
        const bool free = each.is(word_class::assent) || each.is(word_class::function) ||
                          each.is(word_class::predicate) || each.is(word_class::adjective) ||
                          each.is(word_class::greeting);
        if (!free && !is_number(each) && (each.known == nullptr || each.known->month == 0))
            return false;
    }
    return true;
}
[[nodiscard]] inline bool has_class(const utterance& said, text::word_class c) noexcept {
    const auto& all = said.tokens();
    return std::any_of(all.begin(), all.end(), [&](const token& t) { return t.is(c); });
}
// "Thank you very much", "bye for now"
[[nodiscard]] inline bool only_greets(const utterance& said) noexcept {
    return has_class(said, text::word_class::greeting) &&
           !has_class(said, text::word_class::assent);
}

// "The baby one", "his Christmas one", "did the bunny's get called off?"
[[nodiscard]] inline bool tells_which(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 4;
    const auto& word = said[i];
    const bool ends = ends_phrase(said, i + 1);
    if (word.clitic && word.known == nullptr &&
        (ends || said[i + 1].is(word_class::predicate) || said[i + 1].is(word_class::acquire)))
        return true;
    if (!word.is(word_class::placeholder) || word.is(word_class::predicate)) return false;
    bool strange = false;
    for (std::size_t back = 1; back <= most_words && back <= i; ++back) {
        const auto& before = said[i - back];
        if (said[i - back + 1].after_comma) return false;
        if (before.is(word_class::definite) || before.is(word_class::person_pronoun) ||
            before.is(word_class::possessive) || before.clitic)
            return strange;
        if (before.known == nullptr) strange = true;
    }
    return false;
}
// "Both lists", "the two in Baixa", "the one from '73": a phrase that means something else, which
// nobody has understood.
[[nodiscard]] inline bool has_other_phrase(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        if (tells_which(said, i)) return true;
        // "That's the one I want"
        if (i > 0 && (said[i - 1].clitic || said[i - 1].is(word_class::predicate))) continue;
        if (word.is(word_class::both) || word.is(word_class::everything)) return true;
        if (i + 1 >= said.size() || said[i + 1].after_comma) continue;
        const auto& next = said[i + 1];
        // "Only those with a balcony"
        if (word.is(word_class::far_demonstrative) && word.is(word_class::plural) &&
            next.is(word_class::describing))
            return true;
        const bool asks = word.is(word_class::interrogative);
        if (!word.is(word_class::definite) && !asks) continue;
        if (next.known != nullptr && next.known->cardinal > 1) return true;
        const bool ends =
            i + 2 >= said.size() || said[i + 2].after_comma || said[i + 2].begins_sentence;
        if (!asks && next.is(word_class::placeholder) && !ends) return true;
    }
    return false;
}

// "Whose licence expires soonest?", "is anybody over capacity?", "who doesn't charge a fee?": one
// of several is asked for, but not by "who is the director?".
[[nodiscard]] inline bool chooses_person(const utterance& said) noexcept {
    using text::word_class;
    const bool turned = said.size() > 1 && said[0].is(word_class::predicate);
    if (said[turned ? 1 : 0].is(word_class::choosing_person)) return true;
    if (!said[0].is(word_class::asking_person)) return false;
    std::size_t i = 1;
    while (i < said.size() && said[i].is(word_class::predicate) && said[i].is(word_class::function))
        ++i;
    return i + 1 < said.size() && !said[i].is(word_class::definite) &&
           !said[i].is(word_class::possessive);
}

// "Who has the least on their plate?", where nothing says how much that is.
[[nodiscard]] inline bool asks_for_extreme(const utterance& said) noexcept {
    using text::word_class;
    const auto& first = said[0];
    if (!first.is(word_class::asking_person) && !first.is(word_class::interrogative)) return false;
    const auto& all = said.tokens();
    return std::any_of(all.begin(), all.end(), [](const token& t) {
        return t.is(word_class::most) || t.is(word_class::least);
    });
}

// "How many points is the essay worth?": a definite phrase whose noun nothing in memory has.
[[nodiscard]] inline bool takes_up_stranger(const scene& at, const kind_stage& kinds,
                                            const entry& focus) {
    const accounting known{at, kinds};
    bool out = false;
    object_finder{at.said}.for_each_definite([&](const object_phrase& each) {
        const auto& said = at.said;
        // Not its verb: "when do the winter holidays start?"
        auto noun = each.last;
        while (noun > each.first && (said[noun].is(text::word_class::predicate) ||
                                     said[noun].is(text::word_class::describing)))
            --noun;
        // "The commencement time", "the check-in time"
        const bool goes_on = noun == each.last && !ends_phrase(said, noun + 1) &&
                             !said[noun + 1].is(text::word_class::predicate) &&
                             (said[noun + 1].hyphen || accounting::is_general(said[noun + 1]));
        // "The address of the venuw", "what time is the opening pitch?": what has it, said
        // otherwise.
        const auto before = each.first - 2;
        const bool owns = each.first > 2 && accounting::is_general(said[before - 1]) &&
                          (said[before].is(text::word_class::partitive) ||
                           said[before].is(text::word_class::predicate));
        out = !goes_on && !owns && each.by == determiner::definite && said[noun].known == nullptr &&
              known.matters(noun) && !known.has(focus, noun) &&
              kinds.kinship_with(noun, focus) == text::kinship::none;
        return out;
    });
    return out;
}

// "Do we need a permit for switzerland?", "what does diesel cost today?": a text that takes nothing
// up speaks of things that the one in focus does not know.
[[nodiscard]] inline bool brings_in_something(const scene& at, const kind_stage& kinds,
                                              const entry& focus) {
    using text::word_class;
    const auto& said = at.said;
    const accounting known{at, kinds};
    bool out = false;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        if (word.is(word_class::definite) || word.is(word_class::near_demonstrative) ||
            word.is(word_class::far_demonstrative) || word.is(word_class::place_pronoun) ||
            word.is(word_class::possessive) || word.is(word_class::pronoun))
            return false;
        const bool after_speaker =
            i > 0 && (said[i - 1].is(word_class::self) || said[i - 1].is(word_class::addressee));
        // "Can I bring a kid?", "are pets allowed?"
        if (word.is(word_class::permitting) &&
            (after_speaker || i + 1 == said.size() || said[i + 1].is(word_class::self)))
            return false;
        // A verb: "what did you say?"
        if (after_speaker) continue;
        out = out || (word.known == nullptr && known.matters(i) && !known.has(focus, i));
    }
    return out && (said[0].is(word_class::asking) ||
                   (said[0].is(word_class::predicate) && said[0].is(word_class::function)));
}

}  // namespace detail

/// Whether a text that names no thing calls for the one in focus: it has a pronoun ("open it"),
/// asks for something that a thing has ("what's the address?"), goes on with a booking ("two
/// tickets, please book") or agrees to what was offered ("sounds good"). "Order pizza", "hang on a
/// second", "is it going to rain?" do not.
[[nodiscard]] inline bool calls_for_focus(const scene& at, const kind_stage& kinds,
                                          const entry& focus) {
    using text::word_class;
    const auto& said = at.said;
    const auto& first = said[0];
    if (detail::has_other_phrase(said) || detail::asks_for_extreme(said)) return false;
    if (has_pronoun(said)) return true;
    if (detail::chooses_person(said) || detail::brings_in_something(at, kinds, focus) ||
        detail::takes_up_stranger(at, kinds, focus))
        return false;
    if (first.is(word_class::assent) ||
        (detail::has_no_content(said, 0, said.size()) && !detail::only_greets(said)))
        return true;
    // "Can I bring my dog?", "are pets allowed?"
    if (first.is(word_class::predicate) && said.size() > 2 &&
        (said[1].is(word_class::self) || (said[said.size() - 1].is(word_class::predicate) &&
                                          !said[said.size() - 1].is(word_class::function))))
        return true;
    // "Works for me"
    if (first.is(word_class::predicate) && !first.is(word_class::function) &&
        !first.is(word_class::search))
        return true;
    const bool is_vacancy = detail::has_class(said, word_class::vacant);
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        // Not "are there any units on astronomy?"
        if (word.is(word_class::place_pronoun) &&
            (is_vacancy || i == 0 || !said[i - 1].is(word_class::predicate)))
            return true;
        // "Please book for two", not "order pizza"
        if (word.is(word_class::acquire) &&
            (i + 1 == said.size() || said[i + 1].after_comma || is_number(said[i + 1]) ||
             (said[i + 1].is(word_class::function) && !said[i + 1].is(word_class::indefinite))))
            return true;
        const auto by = determiner_of(said, i);
        if (by == determiner::possessive) continue;
        if (word.is(word_class::property) || has_attribute_word(focus, word.text)) return true;
        if (word.is(word_class::fact) && takes_up(by) && is_located(focus, at.words)) return true;
    }
    return false;
}

}  // namespace workmem::resolution
