#pragma once

#include <workmem/entity/strength.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/noun_phrase.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// Stage: "the page I just created", "the one we booked": the newest thing of the kind that a call
/// acted on or returned alone. Nothing when there is none: then other stages decide.
[[nodiscard]] inline std::optional<outcome> by_making(const scene& at, const kind_stage& kinds) {
    using text::word_class;
    constexpr std::size_t most_between = 3;
    const auto& said = at.said;
    for (std::size_t i = 1; i + 1 < said.size(); ++i) {
        if (!said[i].is(word_class::self) || said[i].after_comma) continue;
        auto verb = i + 1;
        while (verb < said.size() && verb - i < most_between && !said[verb].is(word_class::made))
            ++verb;
        if (verb >= said.size() || !said[verb].is(word_class::made)) continue;
        auto noun = i - 1;
        if (noun > 0 && (said[noun].is(word_class::far_demonstrative) ||
                         said[noun].is(word_class::interrogative)))
            --noun;  // "the page that I made"
        const bool any = said[noun].is(word_class::placeholder);
        if (noun > 0 && said[noun - 1].known != nullptr && said[noun - 1].known->ordinal > 0)
            continue;  // "the second page I made"
        if (!takes_up(determiner_of(said, noun)) ||
            (!any && kinds.closest(noun) <= text::kinship::cue))
            continue;
        std::optional<std::uint32_t> best;
        for (std::uint32_t index = 0; index < at.entries.size(); ++index) {
            const auto& each = at.entries[index];
            if (!at.allows(each) || is_fact(each, at.words)) continue;
            if (!any && !kinds.is_of_kind(noun, each)) continue;
            const bool made = each.level == strength::acted_on ||
                              (each.rank == 0 && each.level >= strength::mentioned);
            if (!made) continue;
            if (!best || each.observation > at.entries[*best].observation) best = index;
        }
        if (!best) return std::nullopt;
        return resolved(picks({*best}, 920'000, "made or acted on last",
                              evidence(said, noun, verb)));
    }
    return std::nullopt;
}

}  // namespace workmem::resolution
