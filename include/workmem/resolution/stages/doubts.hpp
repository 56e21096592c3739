#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/stages/chosen_by_value.hpp>
#include <workmem/resolution/stages/object.hpp>
#include <workmem/resolution/stages/restricted_set.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem::resolution {

namespace detail {

/// Above this a kind is evidence enough against the signs that something new is asked for.
inline constexpr std::uint32_t telling_score = 700'000;
/// Above this a kind is better evidence than the focus.
inline constexpr std::uint32_t speaking_score = 600'000;
/// Above this it is not the focus that answered.
inline constexpr std::uint32_t focusing_score = 500'000;

// Whether only the focus tells what is meant.
[[nodiscard]] inline bool is_guess(const outcome& of) {
    return of.status == resolution_status::resolved && of.references.empty() &&
           of.candidates.front().score <= focusing_score;
}

// Whether nothing that was said tells what is meant, or no more than what it has.
[[nodiscard]] inline bool is_weak(const outcome& of) {
    return is_guess(of) || (of.status == resolution_status::resolved && of.references.empty() &&
                            of.candidates.front().reason == by_property);
}

// "The hotel cheaper than the Ritz", "which are cheaper than …": asks for what is so, and does not
// say of something that it is cheaper. Looks back over a bounded number of words.
[[nodiscard]] inline bool asks_by_comparing(const utterance& said, const kind_stage& kinds,
                                            std::size_t i) {
    using text::word_class;
    // "More attachments than m-9003"
    const bool counts = (said[i].is(word_class::more) || said[i].is(word_class::less)) &&
                        i + 3 < said.size() && said[i + 2].is(word_class::comparing) &&
                        !is_number(said[i + 3]);
    if (!counts && !comparative_at(said, i)) return false;
    constexpr std::size_t most_back = 16;
    bool says = false, subject = false;
    for (std::size_t back = 0; back < most_back && i > 0 && !said[i].begins_sentence; ++back, --i) {
        const auto& before = said[i - 1];
        if (before.is(word_class::far_demonstrative) || before.is(word_class::interrogative) ||
            before.is(word_class::asking_person))
            return true;
        const bool stands_for = before.is(word_class::placeholder) ||
                                before.is(word_class::everything) ||
                                before.is(word_class::free_choice) || before.is(word_class::plural);
        if (stands_for ||
            (!before.is(word_class::function) && kinds.closest(i - 1) > text::kinship::cue)) {
            if (!says) return true;
            subject = true;
        } else if (before.is(word_class::predicate)) {
            says = true;
        } else if (before.is(word_class::pronoun) ||
                   !(before.is(word_class::function) || is_number(before) ||
                     before.text.ends_with("ed") ||
                     (before.known != nullptr && before.known->measures != 0))) {
            subject = true;
        }
    }
    return !subject;
}

// The stretch of a text that an answer goes by.
class evidence_of {
public:
    evidence_of(const utterance& said, const outcome& of) : said_{said} {
        const std::string_view words = of.candidates.front().evidence;
        if (words.empty()) return;
        from_ = said.text().find(words);
        size_ = words.size();
    }
    [[nodiscard]] bool has(std::size_t word) const {
        const auto at = said_[word].position;
        return from_ != std::string_view::npos && at >= from_ && at < from_ + size_;
    }

private:
    const utterance& said_;
    std::size_t from_ = std::string_view::npos, size_ = 0;
};

// "The hotels cheaper than the Ritz", where nobody has understood what is cheaper than it.
[[nodiscard]] inline bool leaves_comparison(const scene& at, const outcome& of) {
    const auto& said = at.said;
    if (of.status != resolution_status::resolved ||
        std::none_of(said.tokens().begin(), said.tokens().end(),
                     [](const token& each) { return each.is(text::word_class::comparing); }))
        return false;
    const kind_stage kinds{at};
    const evidence_of read{said, of};
    const bool by_value_alone = of.candidates.front().reason == by_value_said;
    for (std::size_t i = 0; i < said.size(); ++i) {
        // "… or more expensive than 200", "cheaper than 100, or with a pool", "… and direct"
        const bool ends = i > 0 && i + 1 < said.size() && read.has(i - 1) && !read.has(i + 1);
        if (said[i].is(text::word_class::choosing) && (by_value_alone || ends)) return true;
        if (ends && said[i].is(text::word_class::coordinating) && i + 2 == said.size()) return true;
        if (!read.has(i) && asks_by_comparing(said, kinds, i)) return true;
    }
    return false;
}

// "Pay the invoices, but only the open ones": nobody has understood which.
[[nodiscard]] inline bool leaves_restriction(const utterance& said, const outcome& of) {
    if (of.status != resolution_status::resolved || (!of.together && !is_weak(of))) return false;
    for (std::size_t i = 0; i + 1 < said.size(); ++i)
        if (said[i].is(text::word_class::instead) && restricts_further(said, i + 1) &&
            bound_at(said, i + 1) == 0 && !said[i + 1].is(text::word_class::negation))
            return true;
    return false;
}

// "Remove tracks over 300 seconds", where nobody has understood what is over it.
[[nodiscard]] inline bool leaves_bound(const scene& at, const outcome& of) {
    using text::word_class;
    const auto& said = at.said;
    if (of.status != resolution_status::resolved) return false;
    const bool taken_up = has_pronoun(said);
    constexpr std::size_t most_back = 5;
    const auto is_many = [&](const token& word) {
        const auto* const noun = at.words.find_noun(word.text);
        return word.is(word_class::everything) || word.is(word_class::free_choice) ||
               word.is(word_class::plural) ||
               (at.words.singular(word.text) != word.text &&
                (word.is(word_class::placeholder) ||
                 (noun != nullptr && at.words.has_kind(*noun))));
    };
    const evidence_of read{said, of};
    for (std::size_t i = 1; i < said.size(); ++i) {
        if (bound_at(said, i) < 2 || read.has(i)) continue;
        // "Save them, none over 100", but "move it to after 6 pm"
        if (taken_up && !(said[i - 1].is(word_class::negation) && said[i - 1].after_comma))
            continue;
        // "…, not under 70", "…, but none over 100"
        const auto goes_on = [&](std::size_t j) {
            return !said[j].after_comma || j == i || said[j].is(word_class::negation) ||
                   said[j].is(word_class::instead);
        };
        for (auto j = i; j > 0 && i - j < most_back && goes_on(j); --j) {
            const auto& before = said[j - 1];
            if (before.is(word_class::target) || before.is(word_class::indefinite)) break;
            if (is_many(before)) return true;
        }
    }
    return false;
}

// "Recount anything that is old": several things are asked for, and one was only guessed.
[[nodiscard]] inline bool takes_one_of_many(const scene& at, const outcome& of) {
    using text::word_class;
    const auto& said = at.said;
    if (of.status != resolution_status::resolved || !of.references.empty()) return false;
    const auto& best = of.candidates.front();
    if (best.score > focusing_score && best.reason != by_property && best.reason != "type")
        return false;
    const bool taken_up = has_pronoun(said);
    for (std::size_t i = 1; i < said.size(); ++i) {
        const auto& word = said[i];
        if (word.after_comma || said[i - 1].is(word_class::function)) continue;
        const bool counts =
            word.is(word_class::every) && !ends_phrase(said, i + 1) &&
            (said[i + 1].is(word_class::definite) || said[i + 1].is(word_class::partitive) ||
             at.words.find_noun(said[i + 1].text) != nullptr);
        // "Anything that …" takes nothing up.
        const bool relative =
            !ends_phrase(said, i + 1) && said[i + 1].is(word_class::far_demonstrative);
        if ((word.is(word_class::everything) || counts ||
             (word.is(word_class::free_choice) && !said[i - 1].is(word_class::search))) &&
            (relative || !taken_up))
            return true;
    }
    return false;
}

[[nodiscard]] inline bool is_compared(const utterance& said, std::size_t noun) noexcept {
    using text::word_class;
    for (auto i = noun; i > 0 && !ends_phrase(said, i); --i) {
        const auto& before = said[i - 1];
        if (before.is(word_class::definite)) break;
        if (before.is(word_class::most) || before.is(word_class::least)) return true;
    }
    return false;
}

// "The ticket that is late", "the most recently created flag": of several of the kind one is meant
// that more is said of, and nobody has understood what.
[[nodiscard]] inline bool says_more(const scene& at, const kind_stage& kinds,
                                    std::uint32_t answer) {
    const auto& said = at.said;
    const auto is_one_of_several = [&](std::size_t noun) {
        return std::any_of(at.entries.begin(), at.entries.end(), [&](const entry& each) {
            return &each != &at.entries[answer] && at.allows(each) && kinds.is_of_kind(noun, each);
        });
    };
    for (const auto& noun : kinds.nouns()) {
        if (!takes_up(noun.by) || !kinds.is_of_kind(noun.word, at.entries[answer])) continue;
        if (!is_restricted(said, noun.word) && !is_compared(said, noun.word) &&
            !accounting{at, kinds}.is_elsewhere(noun.word, at.entries[answer]))
            continue;
        if (is_one_of_several(noun.word)) return true;
    }
    return false;
}

// "Which of them …", "which two …"
[[nodiscard]] inline bool asks_which(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        const auto& next = said[i + 1];
        if (said[i].is(word_class::interrogative) && !said[i].clitic && !next.after_comma &&
            ((next.is(word_class::placeholder) && !has_pronoun(said)) ||
             next.is(word_class::partitive) || (next.known != nullptr && next.known->cardinal > 1)))
            return true;
    }
    return false;
}

// Whether a phrase asks for something that nothing in memory is or has.
[[nodiscard]] inline bool misses_something(const scene& at, const kind_stage& kinds,
                                           const std::vector<value>& values) {
    const object_reader reader{at, kinds};
    const auto is_thing = [&](std::size_t i) { return reader.must_be_known(i); };
    const auto look = [&](std::size_t i) {
        const auto& word = at.said[i].text;
        constexpr std::size_t shortest = 3;  // less is an amount
        if (leading_digits(word) == word.size() && word.size() >= shortest)
            return reader.has_number(word);
        return !is_thing(i) || reader.is_known(i);
    };
    std::vector<std::optional<bool>> known(at.said.size());
    const auto is_known = [&](std::size_t i) {
        if (!known[i]) known[i] = look(i);
        return *known[i];
    };
    return restricted_set{at, kinds, values}.misses(is_known, is_thing);
}

}  // namespace detail

}  // namespace workmem::resolution
