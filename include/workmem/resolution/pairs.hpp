#pragma once

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/noun_phrase.hpp>
#include <workmem/resolution/scene.hpp>

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
    auto out = resolved(std::move(objects));
    out.references = {out, std::move(target)};
    return out;
}

}  // namespace workmem::resolution
