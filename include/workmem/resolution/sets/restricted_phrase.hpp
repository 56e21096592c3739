#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/group_words.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/values/value_phrases.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// Places of words in a text.
struct restricted_phrase {
    std::size_t first = 0;   // its determiner
    std::size_t before = 0;  // where the words before the head begin
    std::size_t head = 0;
    std::size_t last = 0;                // of what describes it
    std::uint32_t count = 0;             // 0: however many there are
    bool one = false;                    // a singular
    bool is_kind = false;                // the head is a noun for things in memory
    bool is_value = false;               // the head may be what only some of them are
    bool is_strange = false;             // the head is no word for anything in memory
    std::optional<std::size_t> owner{};  // "his": whom the text named before
};

/// Finds the phrases of a text that restrict things.
///
///     phrase     := determiner number? word* head description? | name "'s" | question
///     determiner := "the" | "these" | "all" | "both" … | name "'s" | "his" …
///     head       := noun | "one" | "ones" | number | "everything"
///     question   := "which" (head | "of them")? clause
///
/// Bounded steps a word. The scene and the kinds must outlive it.
class restricted_phrase_finder {
    using word_class = text::word_class;

public:
    restricted_phrase_finder(const scene& at, const kind_stage& kinds) noexcept
        : at_{at}, said_{at.said}, kinds_{kinds} {}

    /// The phrase whose head is the word.
    [[nodiscard]] std::optional<restricted_phrase> phrase_at(std::size_t i) const {
        const auto& word = said_[i];
        restricted_phrase out;
        out.first = out.before = out.head = i;
        if (is_whole(i, out)) {
            if (auto asked = in_clause(out)) return asked;
            return described(out);
        }
        if (word.clitic && is_owner_alone(i)) {
            while (out.first > 0 && is_name_before(out.first)) --out.first;
            out.before = out.first;
            out.is_value = true;
            out.last = i;
            if (out.first > 1 && said_[out.first - 1].is(word_class::partitive) &&
                said_[out.first - 2].is(word_class::both))
                out.count = 2;
            return out;
        }
        const bool owned = i > 0 &&
                           (said_[i - 1].clitic || said_[i - 1].is(word_class::owner_pronoun)) &&
                           !word.after_comma &&
                           (said_[i - 1].is(word_class::owner_pronoun) ||
                            !said_[i - 1].is(word_class::function)) &&
                           !said_[i - 1].is(word_class::interrogative) &&
                           (ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::function));
        const bool told = !ends_phrase(said_, i + 1) && said_[i + 1].is(word_class::self) &&
                          denies_behind(i + 1);  // "the three I haven't read"
        const bool counts = (opens_restriction(i + 1) || owned || told) && number(i) != 0;
        const bool stands_for = word.is(word_class::placeholder);
        if (word.is(word_class::function) && !stands_for && !counts) return std::nullopt;
        if (!determine(out)) return std::nullopt;
        const bool many = is_many(i);
        out.is_kind = !stands_for && kinds_.closest(i) > text::kinship::cue;
        out.is_strange = !counts && !stands_for && !out.is_kind && is_strange(out);
        // "The French school" among bookings
        const bool may_be_part = !many && !counts && !stands_for && !out.is_kind &&
                                 !out.is_strange && out.before < i && !is_number(word) &&
                                 !word.is(word_class::property) && !word.is(word_class::moment) &&
                                 (ends_phrase(said_, i + 1) || said_[i + 1].known != nullptr) &&
                                 (word.known == nullptr || word.known->measures == 0);
        if (!many && !counts && !stands_for && !out.is_kind && !out.is_strange && !may_be_part)
            return std::nullopt;
        if (counts && !many) out.count = number(i);
        out.one = !many && !counts && !said_[out.first].is(word_class::every);
        out.is_value = (many && !stands_for) || may_be_part;
        return described(out);
    }

    /// "Which orders are paid?", "which one failed?", "which of them are due?": what is asked
    /// restricts.
    [[nodiscard]] std::optional<restricted_phrase> question_at(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        auto head = i + 1;
        if (ends_phrase(said_, head)) return std::nullopt;
        if (said_[i].is(word_class::asking_person)) return asked_for_somebody(i);
        if (!said_[i].is(word_class::interrogative)) return std::nullopt;
        if (said_[i].clitic || said_[head].is(word_class::predicate)) return asked_for_all(i);
        restricted_phrase out;
        out.first = i;
        std::size_t owner = said_.size();
        if (const auto count = number(head); count != 0 && !ends_phrase(said_, head + 1)) {
            out.count = count;
            out.before = out.head = out.last = head;
            while (out.last < head + most_words && !detail::parts_phrases(said_, out.last + 1))
                ++out.last;
            return out;
        }
        if (said_[head].is(word_class::partitive)) {
            while (!ends_phrase(said_, head + 1) &&
                   (said_[head].is(word_class::partitive) || said_[head].is(word_class::definite)))
                ++head;
            // "Which of Ida's bookings is paid?"
            owner = head;
            while (!ends_phrase(said_, head + 1) && (said_[head].clitic || names_owner(head)))
                ++head;
            if (!said_[head].is(word_class::plural) && kinds_.closest(head) <= text::kinship::cue)
                return std::nullopt;
        } else {
            while (head < i + 3 && !ends_phrase(said_, head + 1) &&
                   !said_[head].is(word_class::placeholder) &&
                   kinds_.closest(head) <= text::kinship::cue) {
                // "What about the one …"
                if (said_[head].is(word_class::function) && !said_[head].is(word_class::adjective))
                    return std::nullopt;
                ++head;
            }
        }
        out.is_kind = kinds_.closest(head) > text::kinship::cue;
        const bool stands_for =
            said_[head].is(word_class::placeholder) || said_[head].is(word_class::plural);
        if ((!out.is_kind && !stands_for) || ends_phrase(said_, head + 1)) return std::nullopt;
        out.before = said_[i + 1].is(word_class::partitive) ? (std::min)(owner, head) : i + 1;
        out.head = out.last = head;
        while (out.last < head + most_words && !detail::parts_phrases(said_, out.last + 1))
            ++out.last;
        if (ranks(out.before, out.last)) return std::nullopt;
        out.one = !is_many(head) && !said_[head].is(word_class::plural);
        return out;
    }

    /// How many of them, as digits or a word; 0: the word is no number, or one.
    [[nodiscard]] std::uint32_t number(std::size_t i) const {
        const auto& word = said_[i];
        if (i > 0 && said_.gap(i).starts_with('.')) return 0;  // "version 2.3"
        const auto digits = detail::leading_digits(word.text);
        const auto amount = digits == 1 && word.text.size() == 1 ? detail::to_number(word.text)
                            : word.known != nullptr              ? word.known->cardinal
                                                                 : 0;
        return amount > 1 ? static_cast<std::uint32_t>(amount) : 0;
    }
    /// Whether something begins that has a phrase of its own: "a", "the", "my".
    [[nodiscard]] bool begins_noun_phrase(std::size_t i) const {
        const auto& word = said_[i];
        return word.is(word_class::indefinite) || word.is(word_class::definite) ||
               word.is(word_class::possessive);
    }

private:
    [[nodiscard]] bool is_many(std::size_t i) const {
        const auto& word = said_[i];
        return !word.clitic && word.text.size() > 2 && at_.words.singular(word.text) != word.text;
    }
    [[nodiscard]] bool opens_restriction(std::size_t i) const {
        return !ends_phrase(said_, i) &&
               (said_[i].is(word_class::describing) || bound_at(said_, i) != 0);
    }
    // "First", "cheapest", "other": a place or a comparison, which other stages know.
    [[nodiscard]] bool ranks(std::size_t i) const {
        const auto& word = said_[i];
        if (word.known == nullptr) {
            const auto digits = detail::leading_digits(word.text);
            return digits != 0 && digits < word.text.size() &&
                   said_.is_ordinal_ending(word.text.substr(digits)) && !is_day(i);
        }
        if (bound_at(said_, i) != 0) return false;
        for (const auto& each : word.known->compares)
            if (each.how != text::degree::plain) return true;
        return (word.known->ordinal != 0 && !is_day(i) && !numbers_something(at_, i)) ||
               word.is(word_class::list_end) || word.is(word_class::newest) ||
               word.is(word_class::oldest) || word.is(word_class::most) ||
               word.is(word_class::least) || word.is(word_class::former) ||
               word.is(word_class::latter) || word.is(word_class::next) ||
               word.is(word_class::previous);
    }
    // "Reported on the 5th"
    [[nodiscard]] bool is_day(std::size_t i) const {
        return i > 1 && !said_[i].after_comma && said_[i - 1].is(word_class::definite) &&
               said_[i - 2].is(word_class::describing) &&
               (!said_[i - 2].is(word_class::partitive) || said_[i - 2].is(word_class::relation)) &&
               (ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::function));
    }
    [[nodiscard]] bool ranks(std::size_t first, std::size_t last) const {
        for (auto i = first; i <= last && i < said_.size(); ++i)
            if (ranks(i)) return true;
        return false;
    }

    // "The frost story", where nothing is called a story and nobody knows what else would be one.
    // What goes before has to say more than how it is ("the open gate"), and nothing else may be
    // meant ("refund it to the credit card").
    [[nodiscard]] bool is_strange(const restricted_phrase& of) const {
        const auto& word = said_[of.head];
        const auto* const known = said_.noun(of.head);
        if (word.clitic || is_number(word) || !ends_phrase(said_, of.head + 1) ||
            word.is(word_class::property) || word.is(word_class::moment) ||
            (known != nullptr && at_.words.has_kind(*known)))
            return false;
        if (!of.owner && (has_pronoun(said_) || (of.first > 0 && !said_[of.first].begins_sentence &&
                                                 said_[of.first - 1].is(word_class::relation))))
            return false;
        for (auto i = of.before; i < of.head; ++i)
            if (of.owner || said_[i].clitic || said_[i].known == nullptr ||
                said_[i].known->weekday != 0)
                return true;
        return false;
    }
    // "Whatever is pending or done"
    [[nodiscard]] std::optional<restricted_phrase> in_clause(restricted_phrase out) const {
        constexpr std::size_t most_words = 12;
        if (ends_phrase(said_, out.head + 1) || !said_[out.head].is(word_class::everything))
            return std::nullopt;
        out.last = out.head;
        while (out.last < out.head + most_words && !detail::parts_phrases(said_, out.last + 1))
            ++out.last;
        if (ranks(out.head + 1, out.last)) return std::nullopt;
        return out;
    }
    [[nodiscard]] std::optional<restricted_phrase> described(restricted_phrase out) const {
        out.last = tells_who(out.head + 1) ? out.head : detail::description_end(said_, out.head);
        // "The issues Carla opened"
        const auto doer = out.head + 1;
        if (out.last == out.head && !ends_phrase(said_, doer) && !ends_phrase(said_, doer + 1) &&
            said_[doer].capital && !said_[doer].clitic && said_[doer].known == nullptr)
            out.last = doer;
        // "The three I haven't read", "the one nobody has"
        if (out.last == out.head && !ends_phrase(said_, doer) &&
            (((said_[doer].is(word_class::self) || said_[doer].is(word_class::addressee)) &&
              denies_behind(doer)) ||
             (said_[doer].is(word_class::negation) &&
              said_[doer].is(word_class::choosing_person)))) {
            constexpr std::size_t most_words = 6;
            while (out.last < out.head + most_words && !detail::parts_phrases(said_, out.last + 1))
                ++out.last;
        }
        const bool restricts =
            out.before < out.head || out.last > out.head || out.is_value || out.owner;
        if (!restricts || ranks(out.before, out.last)) return std::nullopt;
        // "The one after it"
        const auto next = out.head + 1;
        if (out.last > out.head && bound_at(said_, next) == 0 &&
            (said_[next].is(word_class::behind) || said_[next].is(word_class::ahead)))
            return std::nullopt;
        return out;
    }
    // "… that you found": tells of who speaks, not of the thing.
    [[nodiscard]] bool tells_who(std::size_t i) const {
        return !ends_phrase(said_, i) && !ends_phrase(said_, i + 1) &&
               (said_[i].is(word_class::far_demonstrative) ||
                said_[i].is(word_class::interrogative)) &&
               (said_[i + 1].is(word_class::addressee) || said_[i + 1].is(word_class::self)) &&
               !denies_behind(i + 1);
    }
    // "I haven't read", "we still haven't paid": what has not been done tells of the thing.
    [[nodiscard]] bool denies_behind(std::size_t i) const {
        constexpr std::size_t most_words = 3;
        for (auto next = i + 1; next < i + most_words && !ends_phrase(said_, next + 1); ++next)
            if (said_[next].is(word_class::negation)) return true;
        return false;
    }
    // "Everything", and "all", "both", "those" before what restricts them.
    [[nodiscard]] bool is_whole(std::size_t i, restricted_phrase& out) const {
        const auto& word = said_[i];
        if (word.is(word_class::everything)) return true;
        if (!opens_restriction(i + 1)) return false;
        if (word.is(word_class::both)) out.count = 2;
        if (word.is(word_class::every) || word.is(word_class::both)) return true;
        return word.is(word_class::plural) && !said_[i + 1].is(word_class::partitive);
    }
    // "Merge Priya's": nothing that she has is named.
    [[nodiscard]] bool is_owner_alone(std::size_t i) const {
        if (said_[i].is(word_class::function) || said_[i].is(word_class::interrogative))
            return false;
        return ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::relation) ||
               said_[i + 1].is(word_class::connective) || said_[i + 1].is(word_class::predicate) ||
               said_[i + 1].is(word_class::describing);
    }
    [[nodiscard]] bool is_name_before(std::size_t i) const {
        return said_[i - 1].capital && !said_[i - 1].begins_sentence && !ends_phrase(said_, i);
    }

    // "The open ones": a word that else would be a verb.
    [[nodiscard]] bool is_behind_determiner(std::size_t i) const {
        return i > 0 && !said_[i].after_comma && !said_[i].is(word_class::relation) &&
               (said_[i - 1].is(word_class::definite) || said_[i - 1].is(word_class::every) ||
                said_[i - 1].is(word_class::both));
    }
    // Finds the determiner of a phrase.
    [[nodiscard]] bool determine(restricted_phrase& of) const {
        constexpr std::size_t most_words = 6;
        bool found = false;
        for (std::size_t steps = 0; of.first > 0 && steps < most_words; ++steps) {
            if (detail::parts_phrases(said_, of.first)) break;
            const auto i = of.first - 1;
            const auto& word = said_[i];
            const bool quantifies = word.is(word_class::every) || word.is(word_class::both);
            const bool points =
                word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
            if (found && !quantifies && !word.is(word_class::partitive)) break;
            // "That dentist offers services": not those of one.
            if (points && !word.is(word_class::plural) && is_many(of.head)) break;
            if (!found && of.first < of.head && kinds_.closest(i) > text::kinship::cue &&
                !kinds_.is_of_said_kind(i))
                break;
            if (quantifies || points || word.is(word_class::definite)) {
                if (word.is(word_class::both)) of.count = 2;
                if (!found) of.before = i + 1;
                found = true;
            } else if (found) {
                // "all of the"
            } else if (word.clitic) {
                of.first = i;
                while (of.first > 0 && is_name_before(of.first)) --of.first;
                of.before = of.first;
                return !word.is(word_class::function) && !word.is(word_class::interrogative);
            } else if (of.owner = named_before(i); of.owner) {
                of.first = of.before = i;
                ++of.before;
                return true;
            } else if (const auto count = number(i); count != 0) {
                of.count = count;
            } else if (!word.is(word_class::adjective) && !is_behind_determiner(i) &&
                       !said_[of.first].hyphen &&  // "the on-hold order"
                       (word.is(word_class::function) || word.is(word_class::pronoun) ||
                        word.is(word_class::indefinite) || word.is(word_class::search))) {
                break;
            }
            of.first = i;
        }
        return found;
    }

    // "Franz is ill, who takes his two tours?": whom the possessive stands for, where the text has
    // named one whom things in memory have. Of two nobody knows which.
    [[nodiscard]] std::optional<std::size_t> named_before(std::size_t i) const {
        constexpr std::size_t most_words = 12, shortest = 3;
        if (!said_[i].is(word_class::owner_pronoun) || ends_phrase(said_, i + 1))
            return std::nullopt;
        const auto things = group_of(at_, kinds_, said_.size());
        const group_words of_some{at_, things};
        std::optional<std::size_t> out;
        for (auto at = i; at > 0 && i - at < most_words; --at) {
            const auto& word = said_[at - 1];
            if (word.known != nullptr || word.clitic || word.text.size() < shortest ||
                !(word.capital || word.begins_sentence || at == 1) ||
                !of_some.tells_apart(word.text))
                continue;
            if (out) return std::nullopt;
            out = at - 1;
        }
        return out;
    }

    // "Ida" of "Ida Holm's"
    [[nodiscard]] bool names_owner(std::size_t i) const {
        return said_[i].known == nullptr && !ends_phrase(said_, i + 1) &&
               (said_[i + 1].clitic ||
                (said_[i + 1].capital && !ends_phrase(said_, i + 2) && said_[i + 2].clitic));
    }

    // "What's pending?", "which are in room 1?", "what does Tobias have?"
    [[nodiscard]] std::optional<restricted_phrase> asked_for_all(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        if (has_pronoun(said_)) return std::nullopt;
        restricted_phrase out;
        out.first = out.before = out.head = out.last = i;
        while (out.last < i + most_words && !detail::parts_phrases(said_, out.last + 1)) {
            const auto& next = said_[++out.last];
            // What it is of one thing is asked: "what's the price?", "which do I leave from?"
            if (begins_noun_phrase(out.last) || next.is(word_class::property) ||
                next.is(word_class::near_demonstrative) || next.is(word_class::far_demonstrative) ||
                next.is(word_class::self) || next.is(word_class::addressee) ||
                (next.known != nullptr && next.known->measures != 0))
                return std::nullopt;
        }
        if (out.last == i || ranks(i + 1, out.last)) return std::nullopt;
        return out;
    }

    // "Who declined?", "who is in sales?"
    [[nodiscard]] std::optional<restricted_phrase> asked_for_somebody(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        if (has_pronoun(said_)) return std::nullopt;
        restricted_phrase out;
        out.first = out.before = out.head = out.last = i;
        while (out.last < i + most_words && !detail::parts_phrases(said_, out.last + 1)) ++out.last;
        if (ranks(i + 1, out.last)) return std::nullopt;
        return out;
    }

    const scene& at_;
    const utterance& said_;
    const kind_stage& kinds_;
};

}  // namespace workmem::resolution
