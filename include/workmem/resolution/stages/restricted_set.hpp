#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restricted_phrase.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/values/value_phrases.hpp>
#include <workmem/resolution/values/values.hpp>

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
/// What the words before the head and behind it ask for are the things. Of a singular head only
/// one may be left. Bounded steps a word.
class restricted_set {
    using word_class = text::word_class;

public:
    restricted_set(const scene& at, const kind_stage& kinds, const std::vector<value>& values)
        : at_{at}, said_{at.said}, kinds_{kinds}, values_{values}, phrases_{at, kinds} {}

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_words = 256;
        const auto size = (std::min)(said_.size(), most_words);
        for (std::size_t i = 0; i < size; ++i) {
            auto found = phrases_.phrase_at(i);
            if (!found) found = phrases_.question_at(i);
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
            const auto found = asks ? std::nullopt : phrases_.phrase_at(i);
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
    [[nodiscard]] std::optional<outcome> placed_among(const restricted_phrase& of,
                                                      std::size_t first) const {
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

    // "Which one failed?", "which teas come from Assam?", but not "which gate does the flight use?"
    template <class Thing>
    [[nodiscard]] bool asks_which(std::size_t i, Thing is_thing) const {
        const auto asked = phrases_.question_at(i);
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
    [[nodiscard]] std::optional<outcome> restricted(const restricted_phrase& of) const {
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
    [[nodiscard]] std::optional<outcome> pick_from(const group& things, const restricted_phrase& of,
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
    [[nodiscard]] std::optional<outcome> pick_from(const group& things, const restricted_phrase& of,
                                                   std::size_t last, bool& begins,
                                                   bool& vain) const {
        restriction asked{at_, kinds_, things, values_};
        auto begin = of.before;
        bool others = false;
        for (; begin < of.head; ++begin) {
            const bool other = said_[begin].is(word_class::other);
            if (!other && phrases_.number(begin) == 0) break;
            others = others || other;
        }
        const auto& head = said_[of.head].text;
        // "The rooms": all of them, though only one is called "Blue Room"
        const bool is_type = std::any_of(
            things.members.begin(), things.members.end(),
            [&](std::uint32_t i) { return same_noun(head_of(at_.entries[i].type), head); });
        const bool values = (of.is_value || of.is_strange) && !(of.is_kind && is_type) &&
                            (said_[of.head].clitic || asked.things().tells_apart(head));
        if (of.is_value && !of.is_kind && !values && !asked.things().all_have(head) &&
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
        const bool verb = last > next + 1 && !asked.things().is_known(said_[next].text) &&
                          !said_[next].is(word_class::negation) &&
                          said_[next + 1].is(word_class::describing);
        while (last > of.head && !asked.read(verb ? next + 1 : next, last + 1)) {
            if (said_[of.first].is(word_class::interrogative)) return std::nullopt;
            while (last > of.head && !said_[last].is(word_class::describing) &&
                   !said_[last].is(word_class::function) && !phrases_.begins_noun_phrase(last))
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
    restricted_phrase_finder phrases_;
};

}  // namespace workmem::resolution
