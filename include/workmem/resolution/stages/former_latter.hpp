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
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Stage: "the former", "the latter hotel": of exactly two that were named, the one named first or
/// last; else of a list of two. Without such a pair nothing is meant.
[[nodiscard]] inline std::optional<outcome> by_former_latter(const scene& at,
                                                             const kind_stage& kinds) {
    using text::word_class;
    for (std::size_t i = 1; i < at.said.size(); ++i) {
        const bool former = at.said[i].is(word_class::former);
        if ((!former && !at.said[i].is(word_class::latter)) || !takes_up(determiner_of(at.said, i)))
            continue;
        const auto head = head_from(at, kinds, i + 1);
        if (head.absent) return unresolved(at.said.text(), at.type);
        auto two = group_of(at, kinds, head.noun).pair(at);
        if (two.empty()) return unresolved(at.said.text(), at.type);
        const auto& a = at.entries[two[0]];
        const auto& b = at.entries[two[1]];
        // Answering touches, too; then the list tells better what came first.
        const bool touched = a.level >= strength::chosen || b.level >= strength::chosen;
        if (touched && a.rank != 0 && b.rank != 0 && a.observation == b.observation &&
            a.rank > b.rank)
            std::swap(two[0], two[1]);
        return resolved(picks({two[former ? 0U : 1U]}, 940'000,
                              former ? "the former of two" : "the latter of two",
                              evidence(at.said, i, (std::max)(i, head.last))));
    }
    return std::nullopt;
}

}  // namespace workmem::resolution
