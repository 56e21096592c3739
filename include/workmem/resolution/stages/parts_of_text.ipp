#pragma once

#include <workmem/resolution/absence/agreement.hpp>
#include <workmem/resolution/absence/calling.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/stages/cascade.hpp>
#include <workmem/resolution/stages/chosen_by_value.hpp>
#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/excerpt.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/resolution/stages/object.hpp>
#include <workmem/resolution/stages/pairs.hpp>
#include <workmem/resolution/stages/participants.hpp>
#include <workmem/resolution/stages/restricted_set.hpp>
#include <workmem/resolution/stages/said_value.hpp>
#include <workmem/resolution/stages/superlatives.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "The mission to the roof", "that ticket about money": not just any of the kind.
[[nodiscard]] inline bool tells_more(const utterance& said, std::size_t noun) {
    using text::word_class;
    if (is_restricted(said, noun)) return true;
    if (ends_phrase(said, noun + 1) || ends_phrase(said, noun + 2)) return false;
    const auto& next = said[noun + 2];
    return said[noun + 1].is(word_class::describing) &&
           (next.known == nullptr || next.is(word_class::definite) ||
            next.is(word_class::possessive));
}

// By a name, or by a phrase with an article or an owner: "Tim" alone may be whose thing it is.
[[nodiscard]] inline bool is_told_by_own_words(const outcome& of, const utterance& said) {
    const auto& best = of.candidates.front();
    if (best.score <= focusing_score || best.reason == by_property || best.reason == "type")
        return false;
    return best.reason == by_id || best.reason == by_whole_name || best.reason == by_part_of_name ||
           std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& each) {
               return each.is(text::word_class::definite) || (each.clitic && each.known == nullptr);
           });
}

// Whether a word begins what the sentence says of a thing, rather than which thing that is.
[[nodiscard]] inline bool leads_on(const token& word) noexcept {
    using text::word_class;
    if (word.known == nullptr) return true;
    if (word.is(word_class::interrogative) || word.is(word_class::ahead) ||
        word.is(word_class::behind) || word.is(word_class::placeholder))
        return false;
    return word.is(word_class::target) || word.is(word_class::predicate) ||
           (word.is(word_class::function) && !word.is(word_class::describing));
}

// "The last three", "the older": a noun may follow.
[[nodiscard]] inline bool opens(const token& word) noexcept {
    if (detail::leading_digits(word.text) != 0) return true;
    return word.known != nullptr && !word.clitic &&
           (word.known->cardinal > 1 || word.known->ordinal != 0 || !word.known->compares.empty() ||
            word.is(text::word_class::list_end));
}

// Not by their kind or their place alone.
[[nodiscard]] inline bool is_told_by_words(std::string_view reason) noexcept {
    return reason == by_restriction || reason == by_value_said || reason == by_one_value ||
           reason == by_all_words;
}

WORKMEM_DECL std::optional<outcome> cascade::by_phrase(const scene& at,
                                                       std::size_t least_words) const {
    using text::word_class;
    constexpr std::size_t most_phrases = 4, most_words = 10;
    const auto& said = at.said;
    std::size_t looked = 0;
    for (std::size_t i = 0; i + least_words <= said.size() && looked < most_phrases; ++i) {
        const auto& word = said[i];
        if (!(word.is(word_class::definite) || word.is(word_class::both)) || word.clitic) continue;
        if (i > 0 &&
            (said[i - 1].is(word_class::excluding) || said[i - 1].is(word_class::partitive)))
            continue;
        ++looked;
        auto end = i + 1;
        while (end < said.size() && end - i < most_words && !ends_phrase(said, end)) ++end;
        for (; end - i >= least_words; --end) {
            if (i == 0 && end == said.size()) continue;
            if (end < said.size() && !ends_phrase(said, end) &&
                (!leads_on(said[end]) || opens(said[end - 1]) || completes_participle(said, end)))
                continue;
            const excerpt phrase{at, i, end};
            auto out = refer(phrase.at());
            if (out.status == resolution_status::resolved &&
                is_told_by_words(out.candidates.front().reason))
                return out;
        }
    }
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::with_second(const scene& at,
                                                         const outcome& one) const {
    using text::word_class;
    constexpr std::size_t most_joints = 3, most_words = 64;
    const auto& said = at.said;
    if (one.status != resolution_status::resolved || !one.references.empty() ||
        said[0].is(word_class::asking))
        return std::nullopt;
    const auto is_one = [&](const outcome& of) {
        return of.status == resolution_status::resolved && of.references.empty();
    };
    std::size_t looked = 0;
    bool changes = false, may_name = false;
    for (std::size_t i = 1; i + 1 < (std::min)(said.size(), most_words); ++i) {
        const auto& joint = said[i];
        const auto& next = said[i + 1];
        const auto& last = said[i - 1];
        changes = changes || last.is(word_class::change);
        may_name = may_name || last.known == nullptr || last.is(word_class::definite) ||
                   last.is(word_class::pronoun) || last.is(word_class::near_demonstrative) ||
                   last.is(word_class::far_demonstrative);
        if (!may_name) continue;
        // "Delete the photo in the album" says where it is.
        const bool joins =
            joint.is(word_class::connective) || joint.is(word_class::target) ||
            (joint.is(word_class::relation) && !joint.is(word_class::partitive) && !changes);
        const bool begins = next.is(word_class::definite) ||
                            (next.known == nullptr && (next.capital || next.clitic));
        if (!joins || !begins || joint.begins_sentence || next.after_comma ||
            // "the one with the lowest rating"
            (last.is(word_class::placeholder) && joint.is(word_class::describing)) ||
            // "on the list", "in the morning", "to the address"
            (i + 2 < said.size() &&
             (said[i + 2].is(word_class::listing) || said[i + 2].is(word_class::moment) ||
              said[i + 2].is(word_class::property))))
            continue;
        if (++looked > most_joints) return std::nullopt;
        auto end = i + 2;
        while (end < said.size() && !ends_phrase(said, end)) ++end;
        const excerpt behind{at, i + 1, end};
        const auto second = refer(behind.at());
        if (!is_one(second) || !is_told_by_own_words(second, behind.said())) continue;
        // "The place with the lowest rent"
        if (joint.is(word_class::describing) && second.candidates.front().reason == by_scale)
            continue;
        const excerpt before{at, 0, i};
        const auto first = refer(before.at());
        if (!is_one(first) ||
            !(is_told_by_own_words(first, before.said()) || has_pronoun(before.said())))
            continue;
        const auto a = first.candidates.front().index, b = second.candidates.front().index;
        const auto known = one.candidates.front().index;
        if (a == b || (known != a && known != b)) continue;
        if (!joint.is(word_class::connective)) {
            auto out = first;
            out.references = {first, second};
            return out;
        }
        auto both = as_set(at, {a, b}, evidence(said, 0, end - 1));
        if (agrees(both, said)) return both;
    }
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::by_taken_up_kind(const scene& at) const {
    using text::word_class;
    const auto& said = at.said;
    kind_stage kinds{at};
    const auto object = find_object(said);
    constexpr std::size_t most_phrases = 4;
    std::size_t looked = 0;
    const auto is_of_kind = [&](std::size_t noun, const entry& each) {
        return at.allows(each) && kinds.kinship_with(noun, each) >= text::kinship::synonym;
    };
    for (const auto& noun : kinds.nouns()) {
        const auto i = noun.word;
        if (i == 0 || said[i].clitic || said[i].after_comma || tells_more(said, i)) continue;
        const auto& before = said[i - 1];
        const bool pointed = (before.is(word_class::near_demonstrative) ||
                              before.is(word_class::far_demonstrative)) &&
                             !before.is(word_class::plural) &&
                             at.words.singular(said[i].text) == said[i].text;
        const bool changed =
            object && object->first == i && object->last == i && before.is(word_class::definite);
        if (!pointed && !changed) continue;
        if (++looked > most_phrases) break;
        const auto count = std::count_if(at.entries.begin(), at.entries.end(),
                                         [&](const entry& each) { return is_of_kind(i, each); });
        if (count == 0 || (changed && count > 1)) continue;
        auto out = refer(excerpt{at, i - 1, i + 1}.at());
        if (out.status == resolution_status::resolved && !out.together &&
            out.candidates.front().score > focusing_score)
            return out;
    }
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::by_day(const scene& at) const {
    using text::word_class;
    const auto& said = at.said;
    const auto is_filler = [&](const token& word) {
        return word.is(word_class::function) && !word.is(word_class::pronoun) &&
               !word.is(word_class::predicate) && !word.is(word_class::asking_person) &&
               !word.is(word_class::negation) && !word.is(word_class::self) &&
               !word.is(word_class::addressee) && !word.is(word_class::ahead) &&
               word.known->ordinal == 0;
    };
    const auto is_day = [](const token& word) {
        return word.known != nullptr && word.known->weekday != 0;
    };
    const auto& all = said.tokens();
    const auto day = std::find_if(all.begin(), all.end(), is_day);
    if (day == all.end()) return std::nullopt;
    const auto next = static_cast<std::size_t>(day - all.begin()) + 1;
    const bool owns =
        day->clitic && (ends_phrase(said, next) || (said[next].is(word_class::function) &&
                                                    !said[next].is(word_class::indefinite) &&
                                                    !said[next].is(word_class::predicate)));
    const bool alone =
        all.size() > 1 && std::all_of(all.begin(), all.end(), [&](const token& each) {
            return &each == &*day || is_filler(each);
        });
    if (!owns && !alone) return std::nullopt;
    auto out = refer(excerpt{at, "the " + std::string{day->text} + " one"}.at());
    if (out.status == resolution_status::resolved && out.candidates.front().score > focusing_score)
        return out;
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::by_addressee(const scene& at) const {
    const auto told = find_addressee(at.said);
    if (!told) return std::nullopt;
    const excerpt part{at, told->first, told->end};
    if (part.said()[0].is(text::word_class::person_pronoun) && part.said().size() == 1)
        return person_in_focus(part.at());
    auto out = refer(part.at());
    if (out.status != resolution_status::resolved || !out.references.empty()) return std::nullopt;
    const auto& best = out.candidates.front();
    if (best.score > focusing_score &&
        (is_somebody(at.entries[best.index], at.words) || best.reason == by_whole_name ||
         best.reason == by_part_of_name))
        return out;
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::by_clause(const scene& at) const {
    constexpr std::size_t most_clauses = 8;
    const auto& said = at.said;
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < said.size(); ++i)
        if (i == 0 || said[i].begins_sentence || said[i].after_comma) begins.push_back(i);
    if (begins.size() < 2 || begins.size() > most_clauses) return std::nullopt;
    for (auto i = begins.size(); i-- > 0;) {
        const auto end = i + 1 < begins.size() ? begins[i + 1] : said.size();
        if (has_no_content(said, begins[i], end)) continue;
        const excerpt clause{at, begins[i], end};
        if (says_nothing(clause.said())) continue;
        auto out = decide(clause.at());
        // "Ring Mira, she called": nothing of Mira's
        if (out.status == resolution_status::resolved &&
            out.candidates.front().reason == by_one_value && speaks_of_person(said))
            return std::nullopt;
        if (out.status == resolution_status::resolved && !is_weak(out)) return out;
    }
    return std::nullopt;
}

WORKMEM_DECL std::optional<outcome> cascade::before_target(const scene& at,
                                                           std::vector<pick>& named) const {
    const auto end = object_end(at, named.front().position);
    if (end == at.said.size()) return std::nullopt;
    const excerpt object{at, 0, end};
    auto out = refer(object.at());
    if (out.status != resolution_status::resolved || !out.references.empty()) return std::nullopt;
    if (out.candidates.front().index != named.front().index)
        out.references = {out, resolved({named.front()})};
    return out;
}

}  // namespace detail

}  // namespace workmem::resolution
