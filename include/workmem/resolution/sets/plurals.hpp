#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Several things meant at once: "both", "all of them", "these two", "the last three pages".
struct plural_phrase {
    std::uint32_t count = 0;  ///< 0: all of them
    bool from_start = false;  ///< "the first three"
    bool from_end = false;    ///< "the last two"
    std::size_t noun = 0;     ///< the size of the text: any
    std::size_t first = 0, last = 0;
};

/// "The better of these two", "one of those three": of several one is meant.
[[nodiscard]] inline bool is_chosen_from(const utterance& said, std::size_t plural) noexcept {
    using text::word_class;
    if (plural < 2 || said[plural].after_comma || !said[plural - 1].is(word_class::function))
        return false;
    const auto& chosen = said[plural - 2];
    return chosen.known != nullptr &&
           (!chosen.known->compares.empty() || chosen.known->ordinal != 0 ||
            chosen.is(word_class::list_end) || chosen.known->cardinal == 1 ||
            chosen.is(word_class::former) || chosen.is(word_class::latter));
}

/// Finds such a phrase in a text. "Both nights", "all right" and "those tickets" are none.
[[nodiscard]] inline std::optional<plural_phrase> find_plural(const scene& at,
                                                              const kind_stage& kinds) {
    using text::word_class;
    const auto& said = at.said;
    const auto none = said.size();
    // Two or more, in words or in digits; 0: no number.
    const auto number = [&](std::size_t i) -> std::uint32_t {
        if (ends_phrase(said, i) || (i + 1 < none && said[i + 1].hyphen)) return 0;
        const auto digits = detail::leading_digits(said[i].text);
        const auto amount = digits != 0 && digits < 4 && digits == said[i].text.size()
                                ? detail::to_number(said[i].text)
                                : (said[i].known != nullptr ? said[i].known->cardinal : 0);
        return amount > 1 ? static_cast<std::uint32_t>(amount) : 0;
    };
    // What follows, if it can be many things: "of them", "the pages", "ones", nothing.
    const auto ends_in = [&](std::size_t i, plural_phrase& out, bool may_be_alone) {
        out.noun = none;
        if (!ends_phrase(said, i) && said[i].is(word_class::partitive) &&
            !said[i].is(word_class::definite) && !said[i].is(word_class::plural) && i + 1 < none &&
            (said[i + 1].is(word_class::plural) ||
             (said[i + 1].is(word_class::definite) && number(i + 2) == 0)))
            ++i;
        const bool open = i < none && !ends_phrase(said, i) &&
                          (said[i].is(word_class::definite) || said[i].is(word_class::plural));
        if (open) {
            out.last = i++;
            if (said[i - 1].is(word_class::plural) &&
                (ends_phrase(said, i) || said[i].is(word_class::function) ||
                 said[i].is(word_class::relation)))
                return true;
        }
        const auto head = head_from(at, kinds, i);
        if (head.general || head.absent) return false;
        if (head.placeholder && said[head.last].known->cardinal == 1) return false;
        if (head.noun < none && kinds.closest(head.noun) <= text::kinship::cue) return false;
        if (head.noun == none && !head.placeholder)
            return may_be_alone && !open &&
                   (ends_phrase(said, i) || said[i].is(word_class::function));
        out.noun = head.noun;
        out.last = (std::max)(out.last, head.last);
        return true;
    };
    for (std::size_t i = 0; i < none; ++i) {
        const auto& word = said[i];
        if (word.known == nullptr && detail::leading_digits(word.text) == 0) continue;
        plural_phrase out;
        out.first = out.last = i;
        if (word.is(word_class::both)) {
            out.count = 2;
            if (ends_in(i + 1, out, true)) return out;
            continue;
        }
        if (word.is(word_class::every) && !ends_phrase(said, i + 1)) {
            out.count = number(i + 1);
            out.last = out.count != 0 ? i + 1 : i;
            if (ends_in(out.last + 1, out, out.count != 0)) {
                const bool many = out.count != 0 || out.noun != none || out.last > i;
                if (many) return out;
            }
            continue;
        }
        if (word.is(word_class::every) && i > 0 && !word.after_comma &&
            said[i - 1].is(word_class::plural) && !is_chosen_from(said, i - 1)) {
            out.first = i - 1;
            out.noun = none;
            return out;  // "them all"
        }
        const auto count = number(i);
        if (count == 0 || i == 0 || word.after_comma) continue;
        const auto& before = said[i - 1];
        out.count = count;
        out.first = i - 1;
        const auto by = determiner_of(said, i - 1);
        const bool edge = takes_up(by) || by == determiner::possessive;
        out.from_start = edge && before.known != nullptr && before.known->ordinal == 1;
        out.from_end = edge && before.is(word_class::list_end);
        const bool points = before.is(word_class::plural) && !before.is(word_class::placeholder);
        if (!(out.from_start || out.from_end || points || before.is(word_class::definite)))
            continue;
        if ((points || before.is(word_class::definite)) && is_chosen_from(said, i - 1)) continue;
        if (ends_in(i + 1, out, !before.is(word_class::definite))) return out;
    }
    return std::nullopt;
}

/// An answer of several: resolved, `references` holds one part for each, in order. One is a single.
[[nodiscard]] inline outcome as_set(const scene& at, const std::vector<std::uint32_t>& of,
                                    const std::string& words) {
    const std::string_view why = of.size() == 1 ? "what is said of it" : "what is said of them";
    std::vector<pick> all;
    std::vector<outcome> parts;
    for (const auto each : of) {
        pick one{each, 930'000, why, words};
        parts.push_back(resolved({one}));
        if (all.size() < outcome::most_candidates) all.push_back(std::move(one));
    }
    if (all.empty()) return unresolved(at.said.text(), at.type);
    auto out = resolved(std::move(all));
    if (parts.size() == 1) return out;
    out.message = set_message(at.said.text(), parts.size());
    out.references = std::move(parts);
    out.together = true;
    return out;
}

/// Whether words behind a phrase restrict it: "those two about money", "all that are late". Nobody
/// has understood them when a stage for whole phrases asks.
[[nodiscard]] inline bool is_restricted(const utterance& said, std::size_t last) {
    using text::word_class;
    const auto next = last + 1;
    if (ends_phrase(said, next) || ends_phrase(said, next + 1)) return false;
    const auto& word = said[next];
    if (bound_at(said, next) != 0 || (word.is(word_class::describing) && bound_at(said, next + 1)))
        return true;
    const bool relates =
        word.is(word_class::far_demonstrative) || word.is(word_class::interrogative);
    const bool describes = word.is(word_class::describing) && !word.is(word_class::relation) &&
                           !word.is(word_class::placed) && !word.is(word_class::partitive);
    const auto& told = said[next + 1];
    if (completes_participle(said, next + 1)) return true;
    if (relates)
        return !told.is(word_class::moment) && !told.is(word_class::self) &&
               !told.is(word_class::addressee);
    return describes && !told.is(word_class::function) && !told.is(word_class::moment) &&
           !is_number(told);
}

/// Whether nothing tells more of the things than their kind: "both", "those two rooms", but not
/// "both chem things" and not "the two in the kitchen".
[[nodiscard]] inline bool is_bare(const utterance& said, const plural_phrase& phrase) noexcept {
    using text::word_class;
    for (auto i = phrase.first; i <= phrase.last; ++i)
        if (i != phrase.noun && said[i].known == nullptr) return false;
    const auto next = phrase.last + 1;
    return ends_phrase(said, next) ||
           (said[next].is(word_class::function) && !said[next].is(word_class::indefinite) &&
            (!said[next].is(word_class::relation) || said[next].is(word_class::target)));
}

/// Stage: several things of the newest list, or of the kind that the phrase names. A number must
/// be that of the things or of those that were named; else it is ambiguous which are meant.
[[nodiscard]] inline std::optional<outcome> by_plural(const scene& at, const kind_stage& kinds) {
    const auto asked = find_plural(at, kinds);
    if (!asked) return std::nullopt;
    if (is_restricted(at.said, asked->last)) return unresolved(at.said.text(), at.type);
    auto things = group_of(at, kinds, asked->noun);
    const auto words = evidence(at.said, asked->first, asked->last);
    auto& all = things.members;
    if (asked->from_start || asked->from_end) {
        if (all.size() < asked->count) return unresolved(at.said.text(), at.type);
        const auto extra = static_cast<std::ptrdiff_t>(all.size() - asked->count);
        if (asked->from_start)
            all.erase(all.end() - extra, all.end());
        else
            all.erase(all.begin(), all.begin() + extra);
        return as_set(at, all, words);
    }
    // "All stale issues": which, nobody has understood; but "all cron jobs" of a `cronjob`
    const auto is_strange = [&](std::size_t i) {
        const auto& word = at.said[i];
        return word.known == nullptr && !word.hyphen &&
               std::none_of(all.begin(), all.end(), [&](std::uint32_t each) {
                   return at.entries[each].type.find(word.text) != std::string_view::npos;
               });
    };
    if (asked->count == 0 && asked->noun < at.said.size())
        for (auto i = asked->first; i < asked->noun; ++i)
            if (is_strange(i)) return unresolved(at.said.text(), at.type);
    if (asked->count == 0) return as_set(at, all, words);
    const auto named = things.named(at);
    if (named.size() == asked->count) return as_set(at, named, words);
    if (all.size() == asked->count) return as_set(at, all, words);
    // "Those two tickets" are no two things, but for one
    if (all.size() < asked->count && asked->noun < at.said.size()) return std::nullopt;
    if (all.size() < asked->count) return unresolved(at.said.text(), at.type);
    if (is_bare(at.said, *asked) &&
        (asked->noun == at.said.size() || kinds.closest(asked->noun) >= text::kinship::synonym))
        if (const auto last = last_together(at, named, asked->count); !last.empty())
            return as_set(at, last, words);
    return ambiguous(at.said.text(), picks(all, 300'000, "more than were meant", words));
}

}  // namespace workmem::resolution
