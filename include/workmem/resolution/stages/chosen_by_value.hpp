#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/conditions.hpp>
#include <workmem/resolution/values/value_phrases.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

namespace detail {

[[nodiscard]] inline conditions conditions_of(const scene& at, const group& things,
                                              const value_phrase& of,
                                              const std::vector<value>& values) {
    using place = conditions::place;
    conditions out{at, things};
    out.read(values, of.first + 1, of.last + 1);
    out.read(of.first + 1, (std::min)(of.noun, of.last + 1),
             of.placeholder ? place::before_one : place::before_noun);
    out.read(of.noun + 1, of.last + 1, of.placeholder ? place::behind_one : place::behind_noun);
    return out;
}

}  // namespace detail

/// Why `by_value` picks.
inline constexpr std::string_view by_value_said = "a value says so";

/// Stage: what the values in a phrase pick from the newest list, or from the kind that the phrase
/// names; where nothing there fits, from all that memory holds. One that fits is the answer; of
/// several the only one that was named, else they are ambiguous. When nothing fits at all, "the
/// one at 9" is unresolved; beside a noun the value may belong to something else ("book the table
/// for 9"), and other stages decide.
[[nodiscard]] inline std::optional<outcome> by_value(const scene& at, const kind_stage& kinds,
                                                     const std::vector<value>& values) {
    std::optional<outcome> out;
    for_each_value_phrase(at, kinds, [&](const value_phrase& each) {
        const bool bare = each.noun > each.last;
        if (each.first + 1 == each.noun && each.noun == each.last) return false;
        const auto noun = each.placeholder || bare ? at.said.size() : each.noun;
        const auto things = group_of(at, kinds, noun);
        if (things.members.empty()) return false;
        const auto asked = detail::conditions_of(at, things, each, values);
        if (asked.empty() && !asked.impossible()) return false;
        auto fitting = asked.impossible() ? std::vector<std::uint32_t>{} : asked.fitting();
        if (fitting.size() > 1 && !each.placeholder && fitting.size() == things.members.size())
            return false;
        if (fitting.empty()) {
            const auto all = all_of(at, kinds, noun);
            const auto of_all = detail::conditions_of(at, all, each, values);
            if (!of_all.empty() && !of_all.impossible()) fitting = of_all.fitting();
        }
        if (fitting.empty()) {
            const bool certain =
                asked.impossible() || asked.comparable() || (each.placeholder && !bare);
            if (!certain) return false;
            out = unresolved(at.said.text(), at.type);
            return true;
        }
        std::vector<std::uint32_t> named;
        for (const auto index : fitting)
            if (is_named(at.entries[index].level)) named.push_back(index);
        const auto& meant = named.size() == 1 ? named : fitting;
        out = only(at,
                   picks(meant, 945'000, by_value_said, evidence(at.said, each.first, each.last)));
        return true;
    });
    return out;
}

}  // namespace workmem::resolution
