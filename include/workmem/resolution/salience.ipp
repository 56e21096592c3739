#pragma once

#include <workmem/resolution/absence.hpp>
#include <workmem/resolution/accounting.hpp>
#include <workmem/resolution/agreement.hpp>
#include <workmem/resolution/calling.hpp>
#include <workmem/resolution/chosen_by_value.hpp>
#include <workmem/resolution/comparisons.hpp>
#include <workmem/resolution/excerpt.hpp>
#include <workmem/resolution/explicit_name.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/former_latter.hpp>
#include <workmem/resolution/just_made.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/left_out.hpp>
#include <workmem/resolution/mentions.hpp>
#include <workmem/resolution/negation.hpp>
#include <workmem/resolution/neighbours.hpp>
#include <workmem/resolution/object.hpp>
#include <workmem/resolution/ordinals.hpp>
#include <workmem/resolution/other.hpp>
#include <workmem/resolution/owners.hpp>
#include <workmem/resolution/pairs.hpp>
#include <workmem/resolution/participants.hpp>
#include <workmem/resolution/plurals.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/restricted_set.hpp>
#include <workmem/resolution/said_value.hpp>
#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/selection.hpp>
#include <workmem/resolution/set_phrase.hpp>
#include <workmem/resolution/superlatives.hpp>
#include <workmem/resolution/topics.hpp>
#include <workmem/resolution/unknown_name.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

// The stages in their order, with or without the signs of absence.
class cascade {
public:
    explicit cascade(bool refuses) noexcept : refuses_{refuses} {}

    [[nodiscard]] outcome resolve(const std::vector<entry>& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const {
        if (entries.empty()) return unresolved(text, query.type);
        if (const auto part = without_content(text, words); part.size() < text.size())
            return in_words(resolve(entries, part, query, words), text, query.type);
        utterance said{text, words};
        if (const auto figures = in_figures(said); !figures.empty())
            return in_words(resolve(entries, figures, query, words), text, query.type);
        read_possessives(said, entries);
        const scene at{entries, said, words, query.type, nullptr, query.focus_left};
        auto out = in_words(decide(at), text, query.type);
        // Who asks for one type only may ask for another one next.
        out.refers = refuses_ && query.type.empty() && out.status != resolution_status::resolved &&
                     takes_up_something(said);
        if (refuses_) add_participants(at, out);
        if (!refuses_ && out.status != resolution_status::resolved)
            if (auto focus = by_focus(at); !focus.empty()) return resolved(std::move(focus));
        return out;
    }

private:
    // With a message that quotes all that was said, whatever part of it a stage has read.
    [[nodiscard]] static outcome in_words(outcome out, std::string_view text,
                                          std::string_view type) {
        if (out.status == resolution_status::ambiguous)
            out.message = ambiguous_message(text);
        else if (out.status == resolution_status::unresolved)
            out.message = unresolved_message(text, type);
        else if (out.together)
            out.message = set_message(text, out.references.size());
        return out;
    }
    // The text with the numbers behind a bound in figures, "more than five hundred"; empty where it
    // has none, or one of more words than these.
    [[nodiscard]] static std::string in_figures(const utterance& said) {
        using text::word_class;
        constexpr std::int64_t hundred = 100;
        const auto bounds = [&](std::size_t i) {
            return said[i].is(word_class::from_bound) || said[i].is(word_class::to_bound);
        };
        const auto amount = [&](std::size_t i) {
            return i < said.size() && !said[i].after_comma && said[i].known != nullptr
                       ? std::int64_t{said[i].known->cardinal}
                       : std::int64_t{0};
        };
        const auto text = said.text();
        std::string out;
        std::size_t copied = 0;
        for (std::size_t i = 1; i < said.size(); ++i) {
            const bool follows =
                bounds(i - 1) || (i > 1 && said[i - 1].is(word_class::excluding) && bounds(i - 2));
            const bool scaled = amount(i + 1) >= hundred;
            if (!follows || amount(i) < (scaled ? 1 : 2)) continue;
            const auto last = scaled ? i + 1 : i;
            const auto behind = last + 1 < said.size() && said[last + 1].is(word_class::connective)
                                    ? last + 2
                                    : last + 1;
            if (amount(behind) > 0) return {};  // "two hundred and fifty"
            const auto end =
                (std::min)(text.find_first_of(" \t\r\n,;:.!?-", said[last].position), text.size());
            if (end < text.size() && text[end] == '-') return {};  // "twenty-five"
            out += text.substr(copied, said[i].position - copied);
            out += std::to_string(scaled ? amount(i) * amount(last) : amount(i));
            copied = end;
            i = last;
        }
        if (!out.empty()) out += text.substr(copied);
        return out;
    }
    // Whether a text means something that is there: "the older one", "Ann's", "both".
    [[nodiscard]] static bool takes_up_something(const utterance& said) noexcept {
        using text::word_class;
        if (said.size() == 0 || says_nothing(said)) return false;
        return std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& t) {
            return t.is(word_class::definite) || t.is(word_class::both) ||
                   t.is(word_class::far_demonstrative) || t.is(word_class::near_demonstrative) ||
                   t.is(word_class::placeholder) || t.is(word_class::interrogative) ||
                   (t.clitic && t.known == nullptr);
        });
    }
    // "Add a comment to it: fixed by the index": what is said behind the colon refers to nothing,
    // where the thing is said before it.
    [[nodiscard]] static std::string_view without_content(std::string_view text,
                                                          const text::lexicon& words) {
        const auto colon = text.find(": ");
        if (colon == std::string_view::npos || colon == 0) return text;
        const auto before = text.substr(0, colon);
        const utterance said{before, words};
        return said.size() > 1 && takes_pronoun(said) ? before : text;
    }

    [[nodiscard]] outcome decide(const scene& at) const {
        auto out = choose(at);
        if (!refuses_ || agrees(out, at.said)) return out;
        if (out.references.size() < 2) return unresolved(at.said.text(), at.type);
        return ambiguous(at.said.text(), std::move(out.candidates));
    }

    [[nodiscard]] outcome choose(const scene& at) const {
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
        if (refuses_ && (leaves_bound(at, out) || takes_one_of_many(at, out) ||
                         (out.together && selection.leaves_out())))
            return unresolved(at.said.text(), at.type);
        return out;
    }

    [[nodiscard]] outcome refer_further(const scene& at) const {
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

    // "Did the two that are done sign for it?": a phrase that says by itself which things it means,
    // whatever the sentence does with them.
    [[nodiscard]] std::optional<outcome> by_phrase(const scene& at, std::size_t least_words) const {
        using text::word_class;
        constexpr std::size_t most_phrases = 4, most_words = 10;
        const auto& said = at.said;
        std::size_t looked = 0;
        for (std::size_t i = 0; i + least_words <= said.size() && looked < most_phrases; ++i) {
            const auto& word = said[i];
            if (!(word.is(word_class::definite) || word.is(word_class::both)) || word.clitic)
                continue;
            if (i > 0 &&
                (said[i - 1].is(word_class::excluding) || said[i - 1].is(word_class::partitive)))
                continue;
            ++looked;
            auto end = i + 1;
            while (end < said.size() && end - i < most_words && !ends_phrase(said, end)) ++end;
            for (; end - i >= least_words; --end) {
                if (i == 0 && end == said.size()) continue;
                if (end < said.size() && !ends_phrase(said, end) &&
                    (!leads_on(said[end]) || opens(said[end - 1])))
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
    // "Put Maud on the kids tour", "link the upload bug to the crash": what stands behind the word
    // that joins them is a second thing, where it is told by words of its own.
    [[nodiscard]] std::optional<outcome> with_second(const scene& at, const outcome& one) const {
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
    // "Show me the picture from that attempt", "make the redirect end on Friday": a kind that is
    // pointed at, or that something is done to and of which there is one.
    [[nodiscard]] std::optional<outcome> by_taken_up_kind(const scene& at) const {
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
            const bool changed = object && object->first == i && object->last == i &&
                                 before.is(word_class::definite);
            if (!pointed && !changed) continue;
            if (++looked > most_phrases) break;
            const auto count =
                std::count_if(at.entries.begin(), at.entries.end(),
                              [&](const entry& each) { return is_of_kind(i, each); });
            if (count == 0 || (changed && count > 1)) continue;
            auto out = refer(excerpt{at, i - 1, i + 1}.at());
            if (out.status == resolution_status::resolved && !out.together &&
                out.candidates.front().score > focusing)
                return out;
        }
        return std::nullopt;
    }
    // "And Monday's as well", "what about Friday?": the one of that day.
    [[nodiscard]] std::optional<outcome> by_day(const scene& at) const {
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
        if (out.status == resolution_status::resolved && out.candidates.front().score > focusing)
            return out;
        return std::nullopt;
    }
    // "The mission to the roof", "that ticket about money": not just any of the kind.
    [[nodiscard]] static bool tells_more(const utterance& said, std::size_t noun) {
        using text::word_class;
        if (is_restricted(said, noun)) return true;
        if (ends_phrase(said, noun + 1) || ends_phrase(said, noun + 2)) return false;
        const auto& next = said[noun + 2];
        return said[noun + 1].is(word_class::describing) &&
               (next.known == nullptr || next.is(word_class::definite) ||
                next.is(word_class::possessive));
    }
    // "Text the owner to give us a ring", "let Ann know": whom something is told.
    [[nodiscard]] std::optional<outcome> by_addressee(const scene& at) const {
        const auto told = find_addressee(at.said);
        if (!told) return std::nullopt;
        const excerpt part{at, told->first, told->end};
        if (part.said()[0].is(text::word_class::person_pronoun) && part.said().size() == 1)
            return person_in_focus(part.at());
        auto out = refer(part.at());
        if (out.status != resolution_status::resolved || !out.references.empty())
            return std::nullopt;
        const auto& best = out.candidates.front();
        if (best.score > focusing &&
            (is_somebody(at.entries[best.index], at.words) || best.reason == by_whole_name ||
             best.reason == by_part_of_name))
            return out;
        return std::nullopt;
    }
    // "Him": whom attention rests on, where that is a person by type.
    [[nodiscard]] static std::optional<outcome> person_in_focus(const scene& at) {
        auto focus =
            at.said[0].is(text::word_class::he_or_she) ? by_focus(at) : std::vector<pick>{};
        if (focus.empty() || !is_somebody(at.entries[focus.front().index], at.words))
            return std::nullopt;
        return resolved({std::move(focus.front())});
    }

    // "Email it to her", "tell Stu to bring it back", "Joris should do the kitchen": who and what
    // takes part beside what the text means first.
    void add_participants(const scene& at, outcome& one) const {
        constexpr std::size_t most_words = 64;
        const auto& said = at.said;
        if (one.status != resolution_status::resolved || one.together || said.size() > most_words)
            return;
        std::vector<std::uint32_t> known{one.candidates.front().index};
        for (const auto& each : one.references) {
            const auto index = each.candidates.front().index;
            if (index != known.front()) known.push_back(index);
        }
        bool person = false, thing = false;
        const auto note = [&](std::uint32_t each) {
            (is_somebody(at.entries[each], at.words) ? person : thing) = true;
        };
        for (const auto each : known) note(each);
        const auto add = [&](outcome other) {
            if (one.references.empty()) one.references.push_back(resolved(one.candidates));
            known.push_back(other.candidates.front().index);
            note(known.back());
            one.references.push_back(std::move(other));
        };
        // What is known may not answer again.
        const scene others{at.entries, said, at.words, at.type, &known, at.focus_left};
        const auto add_phrase = [&](word_range words) {
            if (thing || words.end < words.first + 2 || !takes_up_in(said, words)) return;
            auto other = refer(excerpt{others, words.first, words.end}.at());
            if (other.status == resolution_status::resolved && other.references.empty() &&
                other.candidates.front().score > focusing &&
                !is_somebody(at.entries[other.candidates.front().index], at.words))
                add(std::move(other));
        };
        std::size_t receiver = 0;  // where somebody stands to whom something is given
        const auto note_receiver = [&](std::size_t i) {
            if (i > 0 && said[i - 1].is(text::word_class::target)) receiver = i;
        };
        if (const auto named = find_named_participant(at)) {
            const auto [first, end] = named->said;
            note_receiver(first);
            if (std::find(known.begin(), known.end(), named->index) == known.end())
                add(resolved({{named->index, 930'000, by_part_of_name,
                               evidence(said, first, end - 1), said[first].position}}));
            add_phrase({end, said.size()});
            if (first > 0) add_phrase({0, first - 1});
        }
        const bool found_person = person;
        for (std::size_t i = 1; i < said.size(); ++i) {
            if (!is_person_taking_part(said, i)) continue;
            note_receiver(i);
            if (found_person) continue;
            if (auto other = person_in_focus(excerpt{others, i, i + 1}.at())) {
                add(*std::move(other));
                break;
            }
        }
        for (std::size_t i = 1; i < said.size() && person && !thing; ++i) {
            if (!is_thing_taking_part(said, i)) continue;
            for (auto& each : by_focus(others)) {
                if (is_somebody(at.entries[each.index], at.words)) continue;
                add(resolved({std::move(each)}));
                // "Email it to her": what is given comes first.
                if (i < receiver) {
                    std::rotate(one.references.begin(), one.references.end() - 1,
                                one.references.end());
                    one.candidates = one.references.front().candidates;
                }
                break;
            }
        }
    }
    // "The restore", "that purchase", "Ann's shift": in one sentence.
    [[nodiscard]] static bool takes_up_in(const utterance& said, word_range words) noexcept {
        using text::word_class;
        bool out = false;
        for (auto i = words.first; i < words.end; ++i) {
            const auto& word = said[i];
            if (word.begins_sentence && i > words.first) return false;
            out = out || word.is(word_class::definite) || word.clitic ||
                  word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
        }
        return out;
    }
    // By a name, or by a phrase with an article or an owner: "Tim" alone may be whose thing it is.
    [[nodiscard]] static bool is_told_by_own_words(const outcome& of, const utterance& said) {
        const auto& best = of.candidates.front();
        if (best.score <= focusing || best.reason == by_property || best.reason == "type")
            return false;
        return best.reason == by_id || best.reason == by_whole_name ||
               best.reason == by_part_of_name ||
               std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& each) {
                   return each.is(text::word_class::definite) ||
                          (each.clitic && each.known == nullptr);
               });
    }
    // Whether a word begins what the sentence says of a thing, rather than which thing that is.
    [[nodiscard]] static bool leads_on(const token& word) noexcept {
        using text::word_class;
        if (word.known == nullptr) return true;
        if (word.is(word_class::interrogative) || word.is(word_class::ahead) ||
            word.is(word_class::behind) || word.is(word_class::placeholder))
            return false;
        return word.is(word_class::target) || word.is(word_class::predicate) ||
               (word.is(word_class::function) && !word.is(word_class::describing));
    }
    // "The last three", "the older": a noun may follow.
    [[nodiscard]] static bool opens(const token& word) noexcept {
        if (detail::leading_digits(word.text) != 0) return true;
        return word.known != nullptr && !word.clitic &&
               (word.known->cardinal > 1 || word.known->ordinal != 0 ||
                !word.known->compares.empty() || word.is(text::word_class::list_end));
    }
    // Not by their kind or their place alone.
    [[nodiscard]] static bool is_told_by_words(std::string_view reason) noexcept {
        return reason == by_restriction || reason == by_value_said || reason == by_one_value ||
               reason == by_all_words;
    }

    // "Close all the open ones, but leave Home": a set that the text before names without what is
    // named behind. `leaves` tells that no such set is named, though something is left out. What is
    // not understood makes all of it unresolved, never its opposite.
    [[nodiscard]] std::optional<outcome> by_leaving_out(const scene& at, bool& leaves) const {
        using text::word_class;
        constexpr std::size_t most_words = 256;
        const auto& said = at.said;
        bool whole = false;
        for (std::size_t i = 1; i + 1 < (std::min)(said.size(), most_words); ++i) {
            const auto& word = said[i];
            const bool denied = i > 1 && said[i - 2].is(word_class::negation);
            whole = !word.begins_sentence && (whole || (names_all(said[i - 1]) && !denied));
            if (!whole || !leaves_out(said, i)) continue;
            const auto begin = behind_joints(said, i);
            if (begin == said.size()) return std::nullopt;
            const excerpt all{at, 0, i};
            const excerpt rest{at, said.text().substr(said[begin].position), nullptr};
            const auto left = decide(all.at());
            leaves = !left.together;
            if (leaves) return std::nullopt;
            const auto out = refer(rest.at());
            if (out.status != resolution_status::resolved || is_guess(out)) {
                if (word.is(word_class::setting_apart)) return std::nullopt;
                return unresolved(said.text(), at.type);
            }
            std::vector<std::uint32_t> kept;
            const auto is_out = [&](std::uint32_t each) {
                if (out.references.empty()) return out.candidates.front().index == each;
                return std::any_of(
                    out.references.begin(), out.references.end(),
                    [&](const outcome& one) { return one.candidates.front().index == each; });
            };
            for (const auto& each : left.references)
                if (!is_out(each.candidates.front().index))
                    kept.push_back(each.candidates.front().index);
            if (kept.size() == left.references.size()) return unresolved(said.text(), at.type);
            return as_set(at, kept, evidence(said, 0, i));
        }
        return std::nullopt;
    }
    [[nodiscard]] static bool names_all(const token& word) noexcept {
        using text::word_class;
        return word.is(word_class::every) || word.is(word_class::everything);
    }
    // Whether nothing that was said tells what is meant, or no more than what it has.
    [[nodiscard]] static bool is_weak(const outcome& of) {
        return is_guess(of) || (of.status == resolution_status::resolved && of.references.empty() &&
                                of.candidates.front().reason == by_property);
    }
    [[nodiscard]] static bool is_guess(const outcome& of) {
        return of.status == resolution_status::resolved && of.references.empty() &&
               of.candidates.front().score <= focusing;
    }

    // "Remove tracks longer than 300 seconds", where nobody has understood what is longer.
    [[nodiscard]] static bool leaves_bound(const scene& at, const outcome& of) {
        using text::word_class;
        const auto& said = at.said;
        if (of.status != resolution_status::resolved || has_pronoun(said)) return false;
        const std::string_view words = of.candidates.front().evidence;
        const auto from = words.empty() ? std::string_view::npos : said.text().find(words);
        constexpr std::size_t most_back = 5;
        const auto is_many = [&](const token& word) {
            const auto* const noun = at.words.find_noun(word.text);
            return word.is(word_class::everything) || word.is(word_class::free_choice) ||
                   word.is(word_class::plural) ||
                   (at.words.singular(word.text) != word.text &&
                    (word.is(word_class::placeholder) ||
                     (noun != nullptr && at.words.has_kind(*noun))));
        };
        for (std::size_t i = 1; i < said.size(); ++i) {
            if (bound_at(said, i) < 2) continue;
            const bool read = from != std::string_view::npos && said[i].position >= from &&
                              said[i].position < from + words.size();
            if (read) continue;
            for (auto j = i; j > 0 && i - j < most_back && !said[j].after_comma; --j) {
                const auto& before = said[j - 1];
                if (before.is(word_class::target) || before.is(word_class::indefinite)) break;
                if (is_many(before)) return true;
            }
        }
        return false;
    }
    // "Recount anything that is old": several things are asked for, and one was only guessed.
    [[nodiscard]] static bool takes_one_of_many(const scene& at, const outcome& of) {
        using text::word_class;
        const auto& said = at.said;
        if (of.status != resolution_status::resolved || !of.references.empty() || has_pronoun(said))
            return false;
        const auto& best = of.candidates.front();
        if (best.score > focusing && best.reason != by_property && best.reason != "type")
            return false;
        for (std::size_t i = 1; i < said.size(); ++i) {
            const auto& word = said[i];
            if (word.after_comma || said[i - 1].is(word_class::function)) continue;
            const bool counts =
                word.is(word_class::every) && !ends_phrase(said, i + 1) &&
                (said[i + 1].is(word_class::definite) || said[i + 1].is(word_class::partitive) ||
                 at.words.find_noun(said[i + 1].text) != nullptr);
            if (word.is(word_class::everything) || counts ||
                (word.is(word_class::free_choice) && !said[i - 1].is(word_class::search)))
                return true;
        }
        return false;
    }

    // "1047 is done, resolve it": of clauses that only take something up, the nearest before them
    // that says what.
    [[nodiscard]] std::optional<outcome> by_clause(const scene& at) const {
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

    // The text without what it excludes, or what is left of two.
    [[nodiscard]] outcome exclude(const scene& at, const exclusion& found) const {
        const excerpt excluded{at, found.excluded, nullptr};
        const auto no = refer(excluded.at());
        std::vector<std::uint32_t> without;
        // what only the focus answers is not excluded, unless it is pointed at
        const auto telling_what = [&] {
            return no.candidates.front().score > focusing || has_pronoun(excluded.said());
        };
        if (no.status == resolution_status::resolved && telling_what()) {
            for (const auto& part : no.references) without.push_back(part.candidates.front().index);
            if (without.empty()) without.push_back(no.candidates.front().index);
        }
        const excerpt rest{at, found.rest, &without};
        const auto& remaining = rest.at();
        if (found.all_others && !without.empty())
            return as_set(remaining,
                          group_of(remaining, kind_stage{remaining}, rest.said().size()).members,
                          std::string{text::prefix(found.excluded, 120)});
        // All but something that is not understood is never all.
        if (found.all_others) return unresolved(at.said.text(), at.type);
        if (found.rest_refers || without.empty()) return refer(remaining);
        return only(at, by_other(remaining, kind_stage{remaining}, {}));
    }

    [[nodiscard]] outcome refer(const scene& at) const {
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
        if (refuses_ &&
            (names_unknown(at) || means_other_type(at, kinds, names_another(at, names))))
            return nothing();
        auto answer = by_salience(at, kinds);
        if (refuses_ && answer.status == resolution_status::resolved) {
            const auto& best = answer.candidates.front();
            if (best.score <= telling && asks_which(said)) return nothing();
            if (best.score <= focusing &&
                (accounting{at, kinds}.speaks_of_another(at.entries[best.index]) ||
                 accounting{at, kinds}.asks_for_new(at.entries[best.index])))
                return nothing();
            if (best.score > focusing && says_more(at, kinds, best.index)) return nothing();
            if (accounting{at, kinds}.contradicts(at.entries[best.index])) return nothing();
        }
        add_members(at, kinds, answer);
        return answer;
    }

    // "The ticket that we put on hold", "the most recently created flag": of several of the kind
    // one is meant that more is said of, and nobody has understood what.
    [[nodiscard]] static bool says_more(const scene& at, const kind_stage& kinds,
                                        std::uint32_t answer) {
        const auto& said = at.said;
        const auto is_one_of_several = [&](std::size_t noun) {
            return std::any_of(at.entries.begin(), at.entries.end(), [&](const entry& each) {
                return &each != &at.entries[answer] && at.allows(each) &&
                       kinds.is_of_kind(noun, each);
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
    [[nodiscard]] static bool is_compared(const utterance& said, std::size_t noun) noexcept {
        using text::word_class;
        for (auto i = noun; i > 0 && !ends_phrase(said, i); --i) {
            const auto& before = said[i - 1];
            if (before.is(word_class::definite)) break;
            if (before.is(word_class::most) || before.is(word_class::least)) return true;
        }
        return false;
    }
    // "Make it the 20th", but not "the sixth of them"
    [[nodiscard]] static bool takes_up_one(const utterance& said) noexcept {
        using text::word_class;
        for (std::size_t i = 0; i < said.size(); ++i)
            if (said[i].is(word_class::pronoun) && !said[i].is(word_class::plural) &&
                (i == 0 || !said[i - 1].is(word_class::partitive)))
                return true;
        return false;
    }
    // "Play something else."
    [[nodiscard]] static bool asks_for_something_else(const utterance& said) noexcept {
        using text::word_class;
        if (said.size() < 3) return false;
        const auto last = said.size() - 1;
        return said[last].is(word_class::other) && !said[last].after_comma &&
               said[last - 1].is(word_class::indefinite) && !has_pronoun(said) &&
               std::none_of(said.tokens().begin(), said.tokens().end(),
                            [](const token& each) { return each.is(word_class::negation); });
    }
    // "Which of them …", "which two …"
    [[nodiscard]] static bool asks_which(const utterance& said) noexcept {
        using text::word_class;
        for (std::size_t i = 0; i + 1 < said.size(); ++i) {
            const auto& next = said[i + 1];
            if (said[i].is(word_class::interrogative) && !said[i].clitic && !next.after_comma &&
                ((next.is(word_class::placeholder) && !has_pronoun(said)) ||
                 next.is(word_class::partitive) ||
                 (next.known != nullptr && next.known->cardinal > 1)))
                return true;
        }
        return false;
    }
    // "Add the label p1 to it", "push the date on that to June 15": what "it" is, nothing else in
    // the text tells.
    [[nodiscard]] static bool takes_pronoun(const utterance& said) noexcept {
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
    // Whether a phrase asks for something that nothing in memory is or has.
    [[nodiscard]] static bool misses_something(const scene& at, const kind_stage& kinds,
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

    [[nodiscard]] outcome by_salience(const scene& at, kind_stage& kinds) const {
        const auto& said = at.said;
        auto found = kinds.find();
        rank(found, at.entries);
        auto focus = by_focus(at);
        if (find_other(said)) return only(at, by_other(at, kinds, found.empty() ? focus : found));
        const auto strength = found.empty() ? 0 : found.front().score;
        if (refuses_ && strength < telling && is_absent(at, kinds.nouns()))
            return unresolved(said.text(), at.type);
        if (strength >= telling && has_object_and_target(said, kinds.nouns()))
            return as_pair(at, std::move(found));
        if (refuses_ && strength >= speaking) {
            if (const auto open = listed(at, kinds, found, false); open.size() > 1) {
                if (auto called = called_so(at, kinds, open)) return resolved({*std::move(called)});
                return ambiguous(said.text(),
                                 picks(open, 300'000, "nobody spoke of one of them", {}));
            }
            if (const auto all = listed(at, kinds, found, true); all.size() > 1)
                return as_set(at, all, found.front().evidence);
        }
        if (strength >= speaking) return resolved(std::move(found));
        if (focus.empty()) return unresolved(said.text(), at.type);
        if (refuses_ && (has_left(at, focus.front()) ||
                         !calls_for_focus(at, kinds, at.entries[focus.front().index])))
            return unresolved(said.text(), at.type);
        if (const auto open = left_open(at, focus.front()); refuses_ && open.size() > 1)
            return ambiguous(said.text(), picks(open, 300'000, "nobody spoke of one of them", {}));
        return resolved(std::move(focus));
    }
    // "Cancel the order", and "the orders", of several that came in one list and of which nobody
    // has spoken.
    [[nodiscard]] static std::vector<std::uint32_t> listed(const scene& at, const kind_stage& kinds,
                                                           const std::vector<pick>& found,
                                                           bool many) {
        std::vector<std::uint32_t> out;
        const auto& best = at.entries[found.front().index];
        if (is_named(best.level) || best.rank == 0) return out;
        const auto is_meant = [&](const noun& each) {
            const auto& word = at.said[each.word];
            if (each.word == 0) return false;
            const auto& before = at.said[each.word - 1];
            return (before.is(text::word_class::definite) ||
                    before.is(text::word_class::possessive)) &&
                   !word.is(text::word_class::place_noun) &&
                   kinds.kinship_with(each.word, best) >=
                       (many ? text::kinship::synonym : text::kinship::narrower) &&
                   (at.words.singular(word.text) == word.text) != many;
        };
        if (std::none_of(kinds.nouns().begin(), kinds.nouns().end(), is_meant)) return out;
        for (const auto& each : found)
            if (each.score == found.front().score && at.entries[each.index].rank != 0 &&
                at.entries[each.index].observation == best.observation)
                out.push_back(each.index);
        return out;
    }
    // "Delete the photo", of files of which one is called "Holiday photo".
    [[nodiscard]] static std::optional<pick> called_so(const scene& at, const kind_stage& kinds,
                                                       const std::vector<std::uint32_t>& open) {
        std::optional<pick> out;
        for (const auto& noun : kinds.nouns()) {
            if (!takes_up(noun.by)) continue;
            for (const auto each : open) {
                const auto& of = at.entries[each];
                const auto& word = at.said[noun.word].text;
                if (of.unnamed || !name_has_word(of.name, word)) continue;
                if (out && out->index != each) return std::nullopt;
                out = pick{each, 840'000, by_part_of_name, std::string{word}};
            }
        }
        return out;
    }
    // "Open it", when it has just been deleted.
    [[nodiscard]] static bool has_left(const scene& at, const pick& focus) {
        return at.focus_left != 0 && at.entries[focus.index].order < at.focus_left;
    }

    // "Escalate that", of several things of which nobody has spoken: all that came with it.
    [[nodiscard]] static std::vector<std::uint32_t> left_open(const scene& at, const pick& focus) {
        const auto& of = at.entries[focus.index];
        std::vector<std::uint32_t> out;
        if (is_named(of.level) || of.rank == 0) return out;
        for (std::uint32_t i = 0; i < at.entries.size(); ++i)
            if (const auto& each = at.entries[i];
                at.allows(each) && each.rank != 0 && each.observation == of.observation)
                out.push_back(i);
        return out;
    }

    // Above this a kind is evidence enough against the signs that something new is asked for.
    static constexpr std::uint32_t telling = 700'000;
    // Above this it is not the focus that answered.
    static constexpr std::uint32_t focusing = 500'000;
    // Above this a kind is better evidence than the focus.
    static constexpr std::uint32_t speaking = 600'000;

    // "None of these", "neither", "no".
    [[nodiscard]] static bool declines(const utterance& said) {
        using text::word_class;
        return said[0].is(word_class::negation) &&
               (said.size() == 1 || (said[1].is(word_class::partitive) && !said[1].after_comma));
    }

    // Whether the text names something that may not answer.
    [[nodiscard]] static bool names_another(const scene& at, const name_index& names) {
        if (at.type.empty()) return false;
        const auto hits = names.find(name_matching::partial);
        return std::any_of(hits.begin(), hits.end(), [&](const name_hit& hit) {
            const auto& owners = names.owners(hit.name);
            return std::none_of(owners.begin(), owners.end(),
                                [&](std::uint32_t each) { return at.allows(at.entries[each]); });
        });
    }

    // "Rename it to Home", "move the first one under Contact": what the verb acts on stands before
    // the target, and only the target has a name.
    [[nodiscard]] std::optional<outcome> before_target(const scene& at,
                                                       std::vector<pick>& named) const {
        const auto end = object_end(at, named.front().position);
        if (end == at.said.size()) return std::nullopt;
        const excerpt object{at, 0, end};
        auto out = refer(object.at());
        if (out.status != resolution_status::resolved || !out.references.empty())
            return std::nullopt;
        if (out.candidates.front().index != named.front().index)
            out.references = {out, resolved({named.front()})};
        return out;
    }

    // Names are answered in the order of the text: the first is the object of the first verb.
    [[nodiscard]] static outcome several(std::vector<pick> named) {
        std::vector<outcome> parts;
        if (named.size() > 1)
            for (const auto& each : named) parts.push_back(resolved({each}));
        auto out = resolved(std::move(named));
        out.references = std::move(parts);
        return out;
    }

    bool refuses_;
};

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
