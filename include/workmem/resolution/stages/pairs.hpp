#pragma once

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace workmem::resolution {

/// Whether a pronoun is the object of a verb and a second thing follows behind a preposition:
/// "add that to the entry". The pronoun then cannot stand for the second thing.
[[nodiscard]] inline bool has_object_and_target(const utterance& said,
                                                const std::vector<noun>& nouns) noexcept {
    using text::word_class;
    for (std::size_t i = 1; i + 2 < said.size(); ++i) {
        const auto& word = said[i];
        if (!word.is(word_class::pronoun) || word.clitic || word.begins_sentence) continue;
        const auto& verb = said[i - 1];
        if (verb.is(word_class::predicate) || verb.is(word_class::function) ||
            verb.is(word_class::interrogative) || word.after_comma)
            continue;
        if (!said[i + 1].is(word_class::relation) || said[i + 1].after_comma) continue;
        for (const auto& each : nouns)
            if (each.word > i + 1 && each.word <= i + 5 && each.matched && takes_up(each.by) &&
                !said[each.word].is(word_class::place_pronoun))
                return true;
    }
    return false;
}

/// The word that leads from an object to a target named at a position of the text: "to" in "rename
/// it to Home". Only behind a verb that changes things and something that is taken up: a pronoun, a
/// place, a thing or property of it. The size of the text: there is none.
[[nodiscard]] inline std::size_t object_end(const scene& at, std::size_t name) {
    using text::word_class;
    constexpr std::size_t most_between = 3, most_before = 12;
    const auto& said = at.said;
    std::size_t first = 0;
    while (first < said.size() && said[first].position < name) ++first;
    auto lead = first;
    for (std::size_t steps = 0; lead > 0 && steps <= most_between; ++steps)
        if (said[--lead].is(word_class::relation) || said[lead].is(word_class::target)) break;
    if (lead == 0 || first - lead > most_between + 1 ||
        !(said[lead].is(word_class::relation) || said[lead].is(word_class::target)))
        return said.size();
    bool changed = false, taken_up = false;
    for (std::size_t i = lead, steps = 0; i-- > 0 && steps < most_before; ++steps) {
        const auto& word = said[i];
        // "ask him to swap with Ann": he is the object of a verb
        const bool asked = word.is(word_class::he_or_she) && i > 0 && !word.after_comma &&
                           !said[i - 1].is(word_class::predicate) &&
                           !said[i - 1].is(word_class::function) &&
                           !said[i - 1].is(word_class::interrogative);
        changed = changed || asked || word.is(word_class::change);
        const bool points =
            word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
        taken_up = taken_up || word.is(word_class::pronoun) || points ||
                   (word.is(word_class::definite) && i + 1 < lead);
        if (word.begins_sentence) break;
    }
    return changed && taken_up ? lead : said.size();
}

/// The two references of such a sentence: first the object, what the focus rests on when the
/// targets are left aside, then the target. Without an object only the target is left.
[[nodiscard]] inline outcome as_pair(const scene& at, std::vector<pick> targets) {
    auto objects = by_focus(at);
    const auto best = targets.front().score;
    std::erase_if(objects, [&](const pick& each) {
        return std::any_of(targets.begin(), targets.end(), [&](const pick& target) {
            return target.index == each.index && target.score == best;
        });
    });
    auto target = resolved(std::move(targets));
    if (objects.empty()) return target;
    // "Move it into the main hall", of bookings: the hall is none.
    const auto& named = target.candidates.front();
    if (at.entries[objects.front().index].type == at.entries[named.index].type &&
        named.reason != reason(text::kinship::same) &&
        named.reason != reason(text::kinship::synonym))
        return resolved(std::move(objects));
    auto out = resolved(std::move(objects));
    out.references = {out, std::move(target)};
    return out;
}

}  // namespace workmem::resolution
