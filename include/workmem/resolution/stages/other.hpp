#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/value_bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Where a text asks for the one that is not in focus: "the other one", "the other hotel".
[[nodiscard]] inline std::optional<std::size_t> find_other(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 1; i < said.size(); ++i) {
        if (!said[i].is(word_class::other) || is_compared_with(said, i)) continue;
        const auto by = determiner_of(said, i);
        // "a different one", but neither "another one" nor "more"
        const bool different = by == determiner::indefinite && i + 1 < said.size() &&
                               !said[i].is(word_class::indefinite) &&
                               said[i + 1].is(word_class::placeholder);
        if (!takes_up(by) && !different) continue;
        const bool alone = i + 1 == said.size() || said[i + 1].after_comma;
        if (alone || said[i + 1].is(word_class::placeholder) ||
            !said[i + 1].is(word_class::function))
            return i;
    }
    return std::nullopt;
}

/// Things like the one that is not meant, or else the one in focus, but for that one: those of its
/// list if it came in one, named ones before others. One is the answer, several are a choice that
/// only the speaker can make.
[[nodiscard]] inline std::vector<pick> by_other(const scene& at, const kind_stage& kinds,
                                                const std::vector<pick>& focus) {
    std::vector<pick> out;
    const auto other = find_other(at.said);
    // "The other speaker": among speakers, where values say what things are
    const bool said = other && *other + 1 < at.said.size() && kinds.is_of_said_kind(*other + 1);
    const bool excluded = at.without != nullptr && !at.without->empty();
    if (!excluded && focus.empty()) return out;
    const auto one = excluded ? at.without->front() : focus.front().index;
    const auto& now = at.entries[one];
    // "The other charger": of those that have the word, where any has.
    const auto has_noun = [&](const entry& of) {
        return of.type == now.type && accounting{at, kinds}.has(of, *other + 1);
    };
    const bool narrows = other && *other + 1 < at.said.size() &&
                         std::any_of(at.entries.begin(), at.entries.end(), [&](const entry& each) {
                             return &each != &now && at.allows(each) && has_noun(each);
                         });
    const auto collect = [&](bool same_list, bool named) {
        for (std::uint32_t i = 0; out.size() <= outcome::most_candidates && i < at.entries.size();
             ++i) {
            const auto& each = at.entries[i];
            if (i == one || !at.allows(each) || each.type != now.type) continue;
            if (narrows && !has_noun(each)) continue;
            if (said && !kinds.is_of_kind(*other + 1, each)) continue;
            if (same_list && (each.rank == 0 || each.observation != now.observation)) continue;
            if (named && !is_named(each.level)) continue;
            out.push_back({i, 900'000, "not the one in focus", {}});
        }
        return !out.empty();
    };
    const bool listed = now.rank != 0;
    if (!(listed && collect(true, true)) && !collect(false, true)) collect(listed, false);
    // "The other one", of several: the one that was spoken of together with this.
    if (out.size() > 1 && !excluded && is_named(at.entries[out.front().index].level)) {
        std::vector<std::uint32_t> all{one};
        for (const auto& each : out) all.push_back(each.index);
        const auto pair = last_together(at, std::move(all), 2);
        if (!pair.empty() && std::find(pair.begin(), pair.end(), one) != pair.end())
            std::erase_if(out, [&](const pick& each) {
                return std::find(pair.begin(), pair.end(), each.index) == pair.end();
            });
    }
    return out;
}

}  // namespace workmem::resolution
