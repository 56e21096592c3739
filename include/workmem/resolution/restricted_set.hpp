#pragma once

#include <workmem/resolution/absence.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/plurals.hpp>
#include <workmem/resolution/restriction.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/utterance.hpp>
#include <workmem/resolution/value_phrases.hpp>
#include <workmem/resolution/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Things as a phrase restricts them, with all its words: "the paid ones", "the two in Baixa",
/// "Maria's orders", "every order over 100", "all the tasks that are done", "which of them are
/// due?".
///
///     phrase     := determiner number? word* head description? | name "'s" | question
///     determiner := "the" | "these" | "all" | "both" … | name "'s"
///     head       := noun | "one" | "ones" | number | "everything"
///     question   := "which" (head | "of them")? clause
///
/// What the words before the head and behind it ask for are the things. Of a singular head only
/// one may be left. Bounded steps a word.
class restricted_set {
    using word_class = text::word_class;

public:
    restricted_set(const scene& at, const kind_stage& kinds, const std::vector<value>& values)
        : at_{at}, said_{at.said}, kinds_{kinds}, values_{values} {}

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_words = 256;
        const auto size = (std::min)(said_.size(), most_words);
        for (std::size_t i = 0; i < size; ++i) {
            auto found = phrase_at(i);
            if (!found) found = question_at(i);
            if (!found) continue;
            const auto of =
                said_[found->first].is(word_class::partitive) ? found->first + 1 : found->first;
            if (is_chosen_from(said_, of)) {
                if (auto out = placed_among(*found, of)) return out;
                continue;
            }
            if (auto out = restricted(*found)) return out;
        }
        return std::nullopt;
    }

    /// Whether a phrase asks for something that nothing in memory is or has: "restart the payments
    /// pod", "which one failed?". For the places of words `is_known` tells whether memory knows
    /// them, `is_thing` whether they are no property, no time and no number. What a question asks
    /// of one thing, and where a verb's object goes to, restricts nothing.
    template <class Known, class Thing>
    [[nodiscard]] bool misses(Known is_known, Thing is_thing) const {
        constexpr std::size_t most_words = 256;
        const auto size = (std::min)(said_.size(), most_words);
        const auto misses_any = [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i)
                if (!is_known(i)) return true;
            return false;
        };
        bool asks = false, acquires = false;
        for (std::size_t i = 0; i < size; ++i) {
            const auto& word = said_[i];
            if (word.begins_sentence) asks = acquires = false;
            acquires = acquires || word.is(word_class::acquire);
            if (word.is(word_class::interrogative) && asks_which(i, is_thing)) return true;
            asks = asks || word.is(word_class::asking);
            const auto found = asks ? std::nullopt : phrase_at(i);
            if (!found || (!found->is_kind && !said_[found->head].is(word_class::placeholder)))
                continue;
            const bool goes = found->first > 0 &&
                              said_[found->first - 1].is(word_class::relation) &&
                              !said_[found->first].begins_sentence;
            if (goes) continue;
            if (misses_any(found->before, found->head)) return true;
            const auto next = found->head + 1;
            if (found->last == found->head || acquires) continue;
            const bool tells = said_[next].is(word_class::far_demonstrative) ||
                               said_[next].is(word_class::interrogative);
            const bool owned = !ends_phrase(said_, next + 1) &&
                               said_[next + 1].is(word_class::possessive);  // "on my television"
            if ((tells || !(owned || said_[next].is(word_class::target))) &&
                misses_any(next, found->last + 1))
                return true;
        }
        return false;
    }

private:
    // "The first of Lena's notes": at a place of what the phrase restricts.
    template <class Phrase>
    [[nodiscard]] std::optional<outcome> placed_among(const Phrase& of, std::size_t first) const {
        const auto& chosen = said_[first - 2];
        const bool last = chosen.is(word_class::list_end);
        if (!said_[of.head].clitic && !(of.before < of.head && said_[of.before].clitic))
            return std::nullopt;
        if (!last && (chosen.known == nullptr || chosen.known->ordinal <= 0)) return std::nullopt;
        const auto all = restricted(of);
        if (!all || !all->together) return std::nullopt;
        const auto place =
            last ? all->references.size() : static_cast<std::size_t>(chosen.known->ordinal);
        if (place > all->references.size()) return unresolved(said_.text(), at_.type);
        auto out = all->references[place - 1];
        out.candidates.front().reason = "place in the list";
        return out;
    }

    struct phrase {
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

    [[nodiscard]] bool is_many(std::size_t i) const {
        const auto& word = said_[i];
        return !word.clitic && word.text.size() > 2 && at_.words.singular(word.text) != word.text;
    }
    [[nodiscard]] std::uint32_t number(std::size_t i) const {
        const auto& word = said_[i];
        if (i > 0 && said_.gap(i).starts_with('.')) return 0;  // "version 2.3"
        const auto digits = detail::leading_digits(word.text);
        const auto amount = digits == 1 && word.text.size() == 1 ? detail::to_number(word.text)
                            : word.known != nullptr              ? word.known->cardinal
                                                                 : 0;
        return amount > 1 ? static_cast<std::uint32_t>(amount) : 0;
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
        return (word.known->ordinal != 0 && !is_day(i)) || word.is(word_class::list_end) ||
               word.is(word_class::newest) || word.is(word_class::oldest) ||
               word.is(word_class::most) || word.is(word_class::least) ||
               word.is(word_class::former) || word.is(word_class::latter) ||
               word.is(word_class::next) || word.is(word_class::previous);
    }
    // "Reported on the 5th"
    [[nodiscard]] bool is_day(std::size_t i) const {
        return i > 1 && !said_[i].after_comma && said_[i - 1].is(word_class::definite) &&
               said_[i - 2].is(word_class::describing) && !said_[i - 2].is(word_class::partitive) &&
               (ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::function));
    }
    [[nodiscard]] bool ranks(std::size_t first, std::size_t last) const {
        for (auto i = first; i <= last && i < said_.size(); ++i)
            if (ranks(i)) return true;
        return false;
    }

    // A phrase whose head is the word.
    [[nodiscard]] std::optional<phrase> phrase_at(std::size_t i) const {
        const auto& word = said_[i];
        phrase out;
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
        const bool counts = (opens_restriction(i + 1) || owned) && number(i) != 0;
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
    // "The frost story", where nothing is called a story and nobody knows what else would be one.
    // What goes before has to say more than how it is ("the open gate"), and nothing else may be
    // meant ("refund it to the credit card").
    [[nodiscard]] bool is_strange(const phrase& of) const {
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
    [[nodiscard]] std::optional<phrase> in_clause(phrase out) const {
        constexpr std::size_t most_words = 12;
        if (ends_phrase(said_, out.head + 1) || !said_[out.head].is(word_class::everything))
            return std::nullopt;
        out.last = out.head;
        while (out.last < out.head + most_words && !detail::parts_phrases(said_, out.last + 1))
            ++out.last;
        if (ranks(out.head + 1, out.last)) return std::nullopt;
        return out;
    }
    [[nodiscard]] std::optional<phrase> described(phrase out) const {
        out.last = tells_who(out.head + 1) ? out.head : detail::description_end(said_, out.head);
        // "The issues Carla opened"
        const auto doer = out.head + 1;
        if (out.last == out.head && !ends_phrase(said_, doer) && !ends_phrase(said_, doer + 1) &&
            said_[doer].capital && !said_[doer].clitic && said_[doer].known == nullptr)
            out.last = doer;
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
               (said_[i + 1].is(word_class::addressee) || said_[i + 1].is(word_class::self));
    }
    [[nodiscard]] bool begins_noun_phrase(std::size_t i) const {
        const auto& word = said_[i];
        return word.is(word_class::indefinite) || word.is(word_class::definite) ||
               word.is(word_class::possessive);
    }
    // "Which one failed?", "which teas come from Assam?", but not "which gate does the flight use?"
    template <class Thing>
    [[nodiscard]] bool asks_which(std::size_t i, Thing is_thing) const {
        const auto asked = question_at(i);
        if (asked && !asked->is_kind) return true;
        const auto head = asked ? asked->head : i + 1;
        if (ends_phrase(said_, head) || ends_phrase(said_, head + 1) ||
            (!asked && (said_[i].clitic || !is_thing(head))))
            return false;
        for (auto next = head; next < said_.size(); ++next)
            if (const auto& word = said_[next];
                word.is(word_class::definite) || word.is(word_class::self) ||
                word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative))
                return false;
        return true;
    }
    // "Everything", and "all", "both", "those" before what restricts them.
    [[nodiscard]] bool is_whole(std::size_t i, phrase& out) const {
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
               said_[i + 1].is(word_class::connective) || said_[i + 1].is(word_class::predicate);
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
    [[nodiscard]] bool determine(phrase& of) const {
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
        const std::vector<value> none;
        const restriction of_some{at_, kinds_, things, none};
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

    // "Which orders are paid?", "which one failed?", "which of them are due?": what is asked
    // restricts.
    [[nodiscard]] std::optional<phrase> question_at(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        auto head = i + 1;
        if (ends_phrase(said_, head)) return std::nullopt;
        if (said_[i].is(word_class::asking_person)) return asked_for_somebody(i);
        if (!said_[i].is(word_class::interrogative)) return std::nullopt;
        if (said_[i].clitic || said_[head].is(word_class::predicate)) return asked_for_all(i);
        phrase out;
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

    // "Ida" of "Ida Holm's"
    [[nodiscard]] bool names_owner(std::size_t i) const {
        return said_[i].known == nullptr && !ends_phrase(said_, i + 1) &&
               (said_[i + 1].clitic || (said_[i + 1].capital && !ends_phrase(said_, i + 2) &&
                                        said_[i + 2].clitic));
    }

    // "What's pending?", "which are in room 1?", "what does Tobias have?"
    [[nodiscard]] std::optional<phrase> asked_for_all(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        if (has_pronoun(said_)) return std::nullopt;
        phrase out;
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
    [[nodiscard]] std::optional<phrase> asked_for_somebody(std::size_t i) const {
        constexpr std::size_t most_words = 12;
        if (has_pronoun(said_)) return std::nullopt;
        phrase out;
        out.first = out.before = out.head = out.last = i;
        while (out.last < i + most_words && !detail::parts_phrases(said_, out.last + 1)) ++out.last;
        if (ranks(i + 1, out.last)) return std::nullopt;
        return out;
    }

    [[nodiscard]] std::optional<outcome> restricted(const phrase& of) const {
        const auto noun = of.is_kind ? of.head : said_.size();
        const auto newest = group_of(at_, kinds_, noun);
        bool vain = false;
        if (auto out = pick_from(newest, of, vain)) return out;
        if (of.is_kind || said_[of.head].clitic) {
            const auto all = all_of(at_, kinds_, noun);
            if (all.members.size() != newest.members.size())
                if (auto out = pick_from(all, of, vain)) return out;
        }
        // "All orders in May", when none is: never all of them
        return vain ? std::optional{unresolved(said_.text(), at_.type)} : std::nullopt;
    }
    // "Henrik's meetings" of things whose type the language does not know, and which therefore may
    // be meetings.
    [[nodiscard]] bool may_be_called(const group& things, std::size_t noun) const {
        const auto* const known = said_.noun(noun);
        return known != nullptr && at_.words.is_kind(*known) &&
               std::none_of(things.members.begin(), things.members.end(), [&](std::uint32_t i) {
                   const auto* const type =
                       at_.words.find_noun(text::folded(head_of(at_.entries[i].type)));
                   return type != nullptr && at_.words.has_kind(*type);
               });
    }
    // `vain` becomes true where several were asked for in words that are all known, and none is so.
    [[nodiscard]] std::optional<outcome> pick_from(const group& things, const phrase& of,
                                                   bool& vain) const {
        if (things.members.empty()) return std::nullopt;
        bool begins = false;
        if (auto out = pick_from(things, of, of.last, begins, vain)) return out;
        // "Have the dirty ones cleaned": what follows says what is to be done with them
        return begins && of.last > of.head && of.before < of.head
                   ? pick_from(things, of, of.head, begins, vain)
                   : std::nullopt;
    }
    // `begins` tells whether the words up to the head are known.
    [[nodiscard]] std::optional<outcome> pick_from(const group& things, const phrase& of,
                                                   std::size_t last, bool& begins,
                                                   bool& vain) const {
        restriction asked{at_, kinds_, things, values_};
        auto begin = of.before;
        bool others = false;
        for (; begin < of.head; ++begin) {
            const bool other = said_[begin].is(word_class::other);
            if (!other && number(begin) == 0) break;
            others = others || other;
        }
        const auto& head = said_[of.head].text;
        const bool values =
            (of.is_value || of.is_strange) && (said_[of.head].clitic || asked.tells_apart(head));
        if (of.is_value && !of.is_kind && !values && !asked.all_have(head) &&
            !((said_[of.before].clitic || of.owner) && may_be_called(things, of.head)) &&
            !of.is_strange && !(of.owner && of.count > 1))
            return std::nullopt;
        if (of.owner && !asked.read_word(said_[*of.owner].text)) return std::nullopt;
        if (!asked.read(begin, of.head)) return std::nullopt;
        if (values && !asked.read_word(head)) return std::nullopt;
        begins = true;
        // What follows may say more of the verb than of the things: "… on the list".
        const auto next = of.head + 1;
        // "Which come from Oslo?": where, by what: the verb before that says little
        const bool verb = last > next + 1 && !asked.is_known(said_[next].text) &&
                          !said_[next].is(word_class::negation) &&
                          said_[next + 1].is(word_class::describing);
        while (last > of.head && !asked.read(verb ? next + 1 : next, last + 1)) {
            if (said_[of.first].is(word_class::interrogative)) return std::nullopt;
            while (last > of.head && !said_[last].is(word_class::describing) &&
                   !said_[last].is(word_class::function) && !begins_noun_phrase(last))
                --last;
            if (last > of.head) --last;
        }
        if (asked.empty()) return std::nullopt;
        auto found = asked.fitting();
        // "Merge Priya's": what she has, not herself
        if (said_[of.head].clitic) {
            const auto is_owner = [&](std::uint32_t i) {
                const auto& each = at_.entries[i];
                const auto says = [&](const attribute& one) {
                    const auto* const text = std::get_if<std::string>(&one.value);
                    return text != nullptr && value_has_word(*text, head);
                };
                return !each.unnamed && value_has_word(each.name, head) &&
                       (each.attributes == nullptr ||
                        std::none_of(each.attributes->begin(), each.attributes->end(), says));
            };
            if (!std::all_of(found.begin(), found.end(), is_owner)) std::erase_if(found, is_owner);
        }
        // "The other open one": not the one in focus
        if (const auto focus = others ? by_focus(at_) : std::vector<pick>{}; !focus.empty())
            std::erase(found, focus.front().index);
        vain = found.empty() && !of.one && asked.compares() &&
               !said_[of.first].is(word_class::interrogative);
        if (found.empty() || (of.one && found.size() != 1)) return std::nullopt;
        const auto words = evidence(said_, of.first, (std::max)(last, of.head));
        if (of.count != 0 && found.size() > of.count)
            return ambiguous(said_.text(), picks(found, 300'000, "more than were meant", words));
        return as_set(at_, found, words);
    }

    const scene& at_;
    const utterance& said_;
    const kind_stage& kinds_;
    const std::vector<value>& values_;
};

}  // namespace workmem::resolution
