#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/calling.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "Cancel the order", and "the orders", of several that came in one list and of which nobody
// has spoken.
[[nodiscard]] inline std::vector<std::uint32_t> listed(const scene& at, const kind_stage& kinds,
                                                       const std::vector<pick>& found, bool many) {
    std::vector<std::uint32_t> out;
    const auto& best = at.entries[found.front().index];
    if (is_named(best.level) || best.rank == 0) return out;
    const auto is_meant = [&](const noun& each) {
        const auto& word = at.said[each.word];
        if (each.word == 0) return false;
        const auto& before = at.said[each.word - 1];
        return (before.is(text::word_class::definite) || before.is(text::word_class::possessive)) &&
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
[[nodiscard]] inline std::optional<pick> called_so(const scene& at, const kind_stage& kinds,
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

// "Which patient is at nine?", "is anyone sitting on table nine?": several things of which a bare
// word speaks alike, and no pronoun takes up one of them. Empty: something tells which.
[[nodiscard]] inline std::vector<std::uint32_t> equally_meant(const scene& at,
                                                              const kind_stage& kinds,
                                                              const std::vector<pick>& found) {
    constexpr std::uint32_t taking_up_score = 800'000;
    std::vector<std::uint32_t> out;
    if (found.size() < 2 || found.front().score < speaking_score) return out;
    const auto& said = at.said;
    const auto& nouns = kinds.nouns();
    const auto& best = found.front();
    if (found[1].score != best.score || has_pronoun(said)) return out;
    for (const auto& each : nouns)
        if (each.by == determiner::pointing) return out;
    const bool spoken_of = is_named(at.entries[best.index].level);
    // "The entry": the newest, which came by itself.
    if (best.score >= taking_up_score && (spoken_of || at.entries[best.index].rank == 0))
        return out;
    // "Two tickets, please", "find me an order"
    const bool same = best.reason == reason(text::kinship::same);
    if (spoken_of && (best.reason == reason(text::kinship::cue) ||
                      (same && has_class(said, text::word_class::search))))
        return out;
    const auto takes_one_up = [&](const noun& each) {
        const auto& word = said[each.word];
        if (word.text != best.evidence) return false;
        // "Schedule the entry", "what's the deductible?", "cancel my order"
        if (takes_up(each.by) || each.by == determiner::possessive) return true;
        if (each.word > 0) {
            const auto& before = said[each.word - 1];
            if (before.is(text::word_class::partitive)) return true;  // "what kind of game?"
            // "Cancel order", "title Movie at the Century": an article was left out.
            if (same && !word.begins_sentence && !word.after_comma &&
                (word.capital ||
                 (before.begins_sentence && !before.is(text::word_class::function))))
                return true;
        }
        // "The average rating", "bus tickets": part of another word.
        const auto next = each.word + 1;
        if (ends_phrase(said, next)) return false;
        const auto* const known = said.noun(next);
        return said[next].is(text::word_class::property) ||
               (known != nullptr && at.words.is_kind(*known));
    };
    if (spoken_of && std::any_of(nouns.begin(), nouns.end(), takes_one_up)) return out;
    for (const auto& each : found)
        if (each.score == best.score) out.push_back(each.index);
    return out;
}

// "Escalate that", of several things of which nobody has spoken: all that came with it.
[[nodiscard]] inline std::vector<std::uint32_t> left_open(const scene& at, const pick& focus) {
    const auto& of = at.entries[focus.index];
    std::vector<std::uint32_t> out;
    if (is_named(of.level) || of.rank == 0) return out;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i)
        if (const auto& each = at.entries[i];
            at.allows(each) && each.rank != 0 && each.observation == of.observation)
            out.push_back(i);
    return out;
}

}  // namespace detail

}  // namespace workmem::resolution
