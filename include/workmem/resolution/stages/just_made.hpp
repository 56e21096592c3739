#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// What a text says somebody made: "the page I just created", "what you booked a moment ago".
struct making {
    std::size_t noun = 0;  ///< the size of the text: any
    std::size_t first = 0, last = 0;
};

[[nodiscard]] inline std::optional<making> find_making(const utterance& said,
                                                       const kind_stage& kinds) {
    using text::word_class;
    constexpr std::size_t most_between = 3;
    const auto is_maker = [&](std::size_t i) {
        return said[i].is(word_class::self) || said[i].is(word_class::addressee);
    };
    for (std::size_t i = 1; i + 1 < said.size(); ++i) {
        if (!is_maker(i) || said[i].after_comma) continue;
        auto verb = i + 1;
        // "The case you just closed": whatever was done
        while (verb < said.size() && verb - i < most_between && !ends_phrase(said, verb) &&
               !said[verb].is(word_class::made) && !said[verb].is(word_class::recently))
            ++verb;
        if (ends_phrase(said, verb)) continue;
        // "The event you just found" only tells who speaks
        if (said[verb].is(word_class::recently) && !ends_phrase(said, verb + 1) &&
            !said[verb + 1].is(word_class::search))
            ++verb;
        else if (!said[verb].is(word_class::made))
            continue;
        auto noun = i - 1;
        const bool asks = said[noun].is(word_class::interrogative);
        if (noun > 0 && !said[noun].after_comma &&
            (said[noun].is(word_class::far_demonstrative) || asks) &&
            (said[noun - 1].is(word_class::placeholder) ||
             kinds.closest(noun - 1) != text::kinship::none))
            --noun;  // "the page that I made"
        else if (asks)
            return making{said.size(), noun, verb};  // "what I made"
        if (noun > 0 && said[noun - 1].known != nullptr && said[noun - 1].known->ordinal > 0)
            continue;  // "the second page I made"
        const bool any = said[noun].is(word_class::placeholder);
        const bool thing =
            any || said.noun(noun) != nullptr || kinds.closest(noun) != text::kinship::none;
        if (!thing || !takes_up(determiner_of(said, noun))) continue;
        return making{any ? said.size() : noun, noun, verb};
    }
    return std::nullopt;
}

/// Stage: the newest thing of the kind that a call acted on or returned alone. When there is none,
/// nothing is meant: what was only listed, nobody made.
[[nodiscard]] inline std::optional<outcome> by_making(const scene& at, const kind_stage& kinds) {
    const auto asked = find_making(at.said, kinds);
    if (!asked) return std::nullopt;
    const bool any = asked->noun >= at.said.size();
    std::optional<std::uint32_t> best;
    auto closest = text::kinship::none;
    for (std::uint32_t index = 0; index < at.entries.size(); ++index) {
        const auto& each = at.entries[index];
        if (!at.allows(each) || is_fact(each, at.words)) continue;
        // "the tickets I just bought" may be those of a concert
        const auto kin = any ? text::kinship::same : kinds.kinship_with(asked->noun, each);
        const auto how = (std::min)(kin, text::kinship::narrower);
        if (how == text::kinship::none || how < closest) continue;
        const bool made = each.level == strength::acted_on ||
                          (each.rank == 0 && each.level >= strength::mentioned);
        if (!made) continue;
        if (best && how == closest && each.observation <= at.entries[*best].observation) continue;
        best = index;
        closest = how;
    }
    // "The one you just deleted"
    if (!best || (at.focus_left != 0 && at.entries[*best].order < at.focus_left))
        return unresolved(at.said.text(), at.type);
    return resolved(picks({*best}, 920'000, "made or acted on last",
                          evidence(at.said, asked->first, asked->last)));
}

}  // namespace workmem::resolution
