#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/absence/agreement.hpp>
#include <workmem/resolution/absence/calling.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/mentions.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/stages/cascade.hpp>
#include <workmem/resolution/stages/chosen_by_value.hpp>
#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/exclusion.ipp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/resolution/stages/former_latter.hpp>
#include <workmem/resolution/stages/just_made.hpp>
#include <workmem/resolution/stages/negation.hpp>
#include <workmem/resolution/stages/neighbours.hpp>
#include <workmem/resolution/stages/object.hpp>
#include <workmem/resolution/stages/open_list.hpp>
#include <workmem/resolution/stages/ordinals.hpp>
#include <workmem/resolution/stages/other.hpp>
#include <workmem/resolution/stages/owners.hpp>
#include <workmem/resolution/stages/pairs.hpp>
#include <workmem/resolution/stages/participants.ipp>
#include <workmem/resolution/stages/parts_of_text.ipp>
#include <workmem/resolution/stages/restricted_set.hpp>
#include <workmem/resolution/stages/said_value.hpp>
#include <workmem/resolution/stages/selection.hpp>
#include <workmem/resolution/stages/set_phrase.hpp>
#include <workmem/resolution/stages/superlatives.hpp>
#include <workmem/resolution/stages/topics.hpp>
#include <workmem/resolution/stages/unknown_name.hpp>
#include <workmem/resolution/values/comparisons.hpp>
#include <workmem/resolution/values/figures.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

// With a message that quotes all that was said, whatever part of it a stage has read.
[[nodiscard]] inline outcome in_words(outcome out, std::string_view text, std::string_view type) {
    if (out.status == resolution_status::ambiguous)
        out.message = ambiguous_message(text);
    else if (out.status == resolution_status::unresolved)
        out.message = unresolved_message(text, type);
    else if (out.together)
        out.message = set_message(text, out.references.size());
    return out;
}

// Whether a text means something that is there: "the older one", "Ann's", "both".
[[nodiscard]] inline bool takes_up_something(const utterance& said) noexcept {
    using text::word_class;
    if (said.size() == 0 || says_nothing(said)) return false;
    return std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& t) {
        return t.is(word_class::definite) || t.is(word_class::both) ||
               t.is(word_class::far_demonstrative) || t.is(word_class::near_demonstrative) ||
               t.is(word_class::placeholder) || t.is(word_class::interrogative) ||
               (t.clitic && t.known == nullptr);
    });
}

// "Add the label p1 to it", "push the date on that to June 15": what "it" is, nothing else in
// the text tells.
[[nodiscard]] inline bool takes_pronoun(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 1; i < said.size(); ++i) {
        const auto& word = said[i];
        const auto& before = said[i - 1];
        if (!word.is(word_class::pronoun) || word.is(word_class::plural) || word.after_comma)
            continue;
        const bool ends = i + 1 == said.size() || said[i + 1].after_comma;
        if (ends && before.is(word_class::target) && !word.is(word_class::far_demonstrative))
            return true;
        if (!ends && before.is(word_class::relation) && said[i + 1].is(word_class::target))
            return true;
    }
    return false;
}

// "Add a comment to it: fixed by the index": what is said behind the colon refers to nothing,
// where the thing is said before it.
[[nodiscard]] inline std::string_view without_content(std::string_view text,
                                                      const text::lexicon& words) {
    const auto colon = text.find(": ");
    if (colon == std::string_view::npos || colon == 0) return text;
    const auto before = text.substr(0, colon);
    const utterance said{before, words};
    return said.size() > 1 && takes_pronoun(said) ? before : text;
}

// "Make it the 20th", but not "the sixth of them"
[[nodiscard]] inline bool takes_up_one(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 0; i < said.size(); ++i)
        if (said[i].is(word_class::pronoun) && !said[i].is(word_class::plural) &&
            (i == 0 || !said[i - 1].is(word_class::partitive)))
            return true;
    return false;
}

// "Play something else."
[[nodiscard]] inline bool asks_for_something_else(const utterance& said) noexcept {
    using text::word_class;
    if (said.size() < 3) return false;
    const auto last = said.size() - 1;
    return said[last].is(word_class::other) && !said[last].after_comma &&
           said[last - 1].is(word_class::indefinite) && !has_pronoun(said) &&
           std::none_of(said.tokens().begin(), said.tokens().end(),
                        [](const token& each) { return each.is(word_class::negation); });
}

// "None of these", "neither", "no".
[[nodiscard]] inline bool declines(const utterance& said) {
    using text::word_class;
    return said[0].is(word_class::negation) &&
           (said.size() == 1 || (said[1].is(word_class::partitive) && !said[1].after_comma));
}

// Whether the text names something that may not answer.
[[nodiscard]] inline bool names_another(const scene& at, const name_index& names) {
    if (at.type.empty()) return false;
    const auto hits = names.find(name_matching::partial);
    return std::any_of(hits.begin(), hits.end(), [&](const name_hit& hit) {
        const auto& owners = names.owners(hit.name);
        return std::none_of(owners.begin(), owners.end(),
                            [&](std::uint32_t each) { return at.allows(at.entries[each]); });
    });
}

// Names are answered in the order of the text: the first is the object of the first verb.
[[nodiscard]] inline outcome several(std::vector<pick> named) {
    std::vector<outcome> parts;
    if (named.size() > 1)
        for (const auto& each : named) parts.push_back(resolved({each}));
    auto out = resolved(std::move(named));
    out.references = std::move(parts);
    return out;
}

WORKMEM_DECL outcome cascade::resolve(const std::vector<entry>& entries, std::string_view text,
                                      const resolve_query& query,
                                      const text::lexicon& words) const {
    if (entries.empty()) return unresolved(text, query.type);
    if (const auto part = without_content(text, words); part.size() < text.size())
        return in_words(resolve(entries, part, query, words), text, query.type);
    utterance said{text, words};
    if (const auto figures = in_figures(said); !figures.empty())
        return in_words(resolve(entries, figures, query, words), text, query.type);
    read_possessives(said, entries);
    const scene at{entries, said, words, query.type, nullptr, query.focus_left};
    auto out = in_words(decide_among_parts(at), text, query.type);
    // Who asks for one type only may ask for another one next.
    out.refers = refuses_ && query.type.empty() && out.status != resolution_status::resolved &&
                 takes_up_something(said);
    if (refuses_) add_participants(at, out);
    if (!refuses_ && out.status != resolution_status::resolved)
        if (auto focus = by_focus(at); !focus.empty()) return resolved(std::move(focus));
    return out;
}

WORKMEM_DECL outcome cascade::decide_among_parts(const scene& at) const {
    auto out = decide(at);
    if (!refuses_ || out.status != resolution_status::unresolved) return out;
    for (const auto& parts : newest_parts(at)) {
        auto among = at;
        among.listed = &parts;
        auto found = decide(among);
        if (found.status == resolution_status::resolved && !is_weak(found)) return found;
    }
    return out;
}

WORKMEM_DECL outcome cascade::decide(const scene& at) const {
    auto out = choose(at);
    if (refuses_ &&
        (leaves_comparison(at, out) || leaves_bound(at, out) || leaves_restriction(at.said, out)))
        return unresolved(at.said.text(), at.type);
    if (!refuses_ || agrees(out, at.said)) return out;
    if (out.references.size() < 2) return unresolved(at.said.text(), at.type);
    return ambiguous(at.said.text(), std::move(out.candidates));
}

WORKMEM_DECL outcome cascade::choose(const scene& at) const {
    if (at.said.size() == 0 || (refuses_ && (declines(at.said) || says_nothing(at.said))))
        return unresolved(at.said.text(), at.type);
    const term_reader terms{at};
    selection_reader selection{at, terms};
    if (refuses_)
        if (auto selected = selection.read()) {
            auto both = with_second(at, *selected);
            return both ? *std::move(both) : *std::move(selected);
        }
    bool leaves = false;
    if (refuses_)
        if (auto left = by_leaving_out(at, leaves)) return *std::move(left);
    // "The open ones, not the zebra ones": never all but those.
    if (refuses_ && selection.misses_exclusion()) return unresolved(at.said.text(), at.type);
    if (auto set = set_reader{at, terms}.read()) return *std::move(set);
    if (leaves) return unresolved(at.said.text(), at.type);
    if (const auto found = find_exclusion(at.said)) return exclude(at, *found);
    auto out = refer_further(at);
    // What is left out or compared has to be understood.
    if (refuses_ && (takes_one_of_many(at, out) || (out.together && selection.leaves_out())))
        return unresolved(at.said.text(), at.type);
    return out;
}

WORKMEM_DECL outcome cascade::refer_further(const scene& at) const {
    auto out = refer(at);
    const bool open = out.status == resolution_status::ambiguous && has_pronoun(at.said);
    if (is_weak(out) || open)
        if (auto told = by_clause(at)) return *std::move(told);
    if (refuses_ && (is_weak(out) || out.status != resolution_status::resolved))
        if (auto told = by_phrase(at, is_weak(out) || has_pronoun(at.said) ? 3 : 2))
            return *std::move(told);
    if (refuses_ && (is_weak(out) || out.status != resolution_status::resolved))
        if (auto told = by_addressee(at)) out = *std::move(told);
    if (refuses_ && out.status != resolution_status::resolved)
        if (auto told = by_taken_up_kind(at)) out = *std::move(told);
    if (refuses_ && out.status != resolution_status::resolved)
        if (auto told = by_day(at)) out = *std::move(told);
    if (refuses_)
        if (auto both = with_second(at, out)) return *std::move(both);
    if (refuses_ && is_weak(out) &&
        topic_reader{at, kind_stage{at}}.is_another(at.entries[out.candidates.front().index]))
        return unresolved(at.said.text(), at.type);
    return out;
}

WORKMEM_DECL outcome cascade::refer(const scene& at) const {
    const auto& said = at.said;
    const auto nothing = [&] { return unresolved(said.text(), at.type); };
    if (said.size() == 0) return nothing();
    const name_index names{at.entries, said};
    const auto values = value_reader{said}.values();
    std::vector<pick> alike;  // share a name that the text says
    auto named = by_name(at, names, values, alike);
    if (named.empty()) named = by_address(at);
    if (named.empty()) named = by_first_name(at, alike);
    kind_stage kinds{at};
    if (auto found = restricted_set{at, kinds, values}.read()) return *std::move(found);
    if (auto found = by_neighbour(at, kinds, named)) return *std::move(found);
    if (auto found = by_owner(at, kinds, named)) return *std::move(found);
    if (!named.empty()) {
        if (auto found = before_target(at, named)) return *std::move(found);
        if (refuses_ && named.size() == 1 && accounting{at, kinds}.only_owns(named.front()))
            return nothing();
        return several(std::move(named));
    }
    if (refuses_ && asks_for_something_else(said)) return nothing();
    const auto compared = comparison_finder{said, at.words}.find();
    if (compared && compared->count > 1)
        if (auto found = by_comparison(at, kinds, *compared)) return *std::move(found);
    if (auto found = by_plural(at, kinds)) return *std::move(found);
    if (auto found = by_former_latter(at, kinds)) return *std::move(found);
    if (auto found = by_making(at, kinds)) return *std::move(found);
    if (compared)
        if (auto found = by_comparison(at, kinds, *compared)) return *std::move(found);
    // "Not on the second floor", though a track may have a number.
    bool numbers = false;
    for (std::size_t i = 0; i < said.size() && !numbers; ++i)
        numbers = numbers_something(at, i) && kinds.closest(i + 1) <= text::kinship::cue;
    if (const auto asked = numbers ? std::nullopt : find_position(said)) {
        auto placed = by_time(at, *asked, kinds);
        if (placed.empty()) placed = by_position(at, *asked, kinds);
        if (!placed.empty()) return resolved(std::move(placed));
        if (!takes_up_one(said)) return nothing();
    }
    if (!takes_pronoun(said))
        if (auto found = by_value(at, kinds, values)) return *std::move(found);
    // "The other light" is not the one that has the word, but one that is not in focus.
    const bool asks_for_other = find_other(said).has_value();
    if ((!has_pronoun(said) || speaks_of_somebody_named(said)) && !asks_for_other)
        if (auto found = by_said_value(at, kinds)) return *std::move(found);
    if (!alike.empty()) {
        alike.resize((std::min)(alike.size(), outcome::most_candidates));
        return ambiguous(said.text(), std::move(alike));
    }
    if (auto found = asks_for_other ? std::nullopt : by_object(at, kinds);
        found && (refuses_ || found->status == resolution_status::resolved))
        return *std::move(found);
    if (refuses_ && !has_pronoun(said) && misses_something(at, kinds, values)) return nothing();
    if (refuses_ && (names_unknown(at) || means_other_type(at, kinds, names_another(at, names))))
        return nothing();
    auto answer = by_salience(at, kinds);
    if (refuses_ && answer.status == resolution_status::resolved) {
        const auto& best = answer.candidates.front();
        if (best.score <= telling_score && asks_which(said)) return nothing();
        if (best.score <= focusing_score &&
            (accounting{at, kinds}.speaks_of_another(at.entries[best.index]) ||
             accounting{at, kinds}.asks_for_new(at.entries[best.index])))
            return nothing();
        if (best.score > focusing_score && says_more(at, kinds, best.index)) return nothing();
        if (accounting{at, kinds}.contradicts(at.entries[best.index])) return nothing();
    }
    add_members(at, kinds, answer);
    return answer;
}

WORKMEM_DECL outcome cascade::by_salience(const scene& at, kind_stage& kinds) const {
    const auto& said = at.said;
    auto found = kinds.find();
    rank(found, at.entries);
    auto focus = by_focus(at);
    if (find_other(said)) return only(at, by_other(at, kinds, found.empty() ? focus : found));
    const auto strength = found.empty() ? 0 : found.front().score;
    if (refuses_ && strength < telling_score && is_absent(at, kinds.nouns()))
        return unresolved(said.text(), at.type);
    if (strength >= telling_score && has_object_and_target(said, kinds.nouns()))
        return as_pair(at, std::move(found));
    if (refuses_ && strength >= speaking_score) {
        if (const auto open = listed(at, kinds, found, false); open.size() > 1) {
            if (auto called = called_so(at, kinds, open)) return resolved({*std::move(called)});
            return ambiguous(said.text(), picks(open, 300'000, "nobody spoke of one of them", {}));
        }
        if (const auto all = listed(at, kinds, found, true); all.size() > 1) {
            const auto restricts = [&](const auto& noun) { return is_restricted(said, noun.word); };
            if (std::any_of(kinds.nouns().begin(), kinds.nouns().end(), restricts))
                return unresolved(said.text(), at.type);
            return as_set(at, all, found.front().evidence);
        }
    }
    if (refuses_)
        if (const auto open = equally_meant(at, kinds, found); !open.empty())
            return at.words.singular(found.front().evidence) != found.front().evidence
                       ? unresolved(said.text(), at.type)
                       : ambiguous(said.text(), picks(open, 300'000, "several are alike", {}));
    if (strength >= speaking_score) return resolved(std::move(found));
    if (focus.empty()) return unresolved(said.text(), at.type);
    if (refuses_ && (has_left(at, focus.front()) ||
                     !calls_for_focus(at, kinds, at.entries[focus.front().index])))
        return unresolved(said.text(), at.type);
    if (const auto open = left_open(at, focus.front()); refuses_ && open.size() > 1)
        return ambiguous(said.text(), picks(open, 300'000, "nobody spoke of one of them", {}));
    return resolved(std::move(focus));
}

}  // namespace detail

WORKMEM_DECL outcome salience::resolve(const std::vector<entry>& entries, std::string_view text,
                                       const resolve_query& query,
                                       const text::lexicon& words) const {
    return detail::cascade{true}.resolve(entries, text, query, words);
}

WORKMEM_DECL std::vector<mention> salience::mentions(const std::vector<entry>& entries,
                                                     std::string_view text, role speaker,
                                                     const text::lexicon& words) const {
    return find_mentions(entries, text, speaker, words);
}

WORKMEM_DECL outcome salience_without_refusal::resolve(const std::vector<entry>& entries,
                                                       std::string_view text,
                                                       const resolve_query& query,
                                                       const text::lexicon& words) const {
    return detail::cascade{false}.resolve(entries, text, query, words);
}

}  // namespace workmem::resolution
