#pragma once

#include <workmem/resolution/conditions.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/value_phrases.hpp>
#include <workmem/resolution/values.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// Stage: what the values in a phrase pick from the newest list, or from the kind that the phrase
/// names. One that fits is the answer; of several the only one that was named, else they are
/// ambiguous. When nothing fits, "the one at 9" is unresolved; beside a noun the value may belong
/// to something else ("book the table for 9"), and other stages decide.
[[nodiscard]] inline std::optional<outcome> by_value(const scene& at, const kind_stage& kinds,
                                                     const std::vector<value>& values) {
    std::optional<outcome> out;
    for_each_value_phrase(at, kinds, [&](const value_phrase& each) {
        const bool bare = each.noun > each.last;
        if (each.first + 1 == each.noun && each.noun == each.last) return false;
        const auto things =
            group_of(at, kinds, each.placeholder || bare ? at.said.size() : each.noun);
        if (things.members.empty()) return false;
        conditions asked{at, things};
        asked.read(values, each.first + 1, each.last + 1);
        using place = conditions::place;
        asked.read(each.first + 1, (std::min)(each.noun, each.last + 1),
                   each.placeholder ? place::before_placeholder : place::before_noun);
        asked.read(each.noun + 1, each.last + 1, place::behind);
        const auto words = evidence(at.said, each.first, each.last);
        if (asked.impossible() && each.placeholder) {
            out = unresolved(at.said.text(), at.type);
            return true;
        }
        if (asked.empty()) return false;
        const auto fitting = asked.fitting();
        if (fitting.empty()) {
            if (!each.placeholder || (bare && !asked.comparable())) return false;
            out = unresolved(at.said.text(), at.type);
            return true;
        }
        if (fitting.size() > 1 && !each.placeholder && fitting.size() == things.members.size())
            return false;
        std::vector<std::uint32_t> named;
        for (const auto index : fitting)
            if (is_named(at.entries[index].level)) named.push_back(index);
        const auto& meant = named.size() == 1 ? named : fitting;
        out = only(at, picks(meant, 945'000, "a value says so", words));
        return true;
    });
    return out;
}

}  // namespace workmem::resolution
