#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/value_phrases.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// Those of some things that a stretch of words tells of, where all of it is understood: "open and
/// assigned to Mia", "paid or void", "neither done nor blocked", "from Oslo or Bergen over 500".
///
///     restriction := part (joint part)* bound?
///
/// "And" joins what a thing is at once, or where nothing is both, what it is one of. What is denied
/// before "or" and "nor" is denied behind it. The scene, the kinds and the values must outlive it.
/// For each part linear in the things.
class joined_restriction {
    using word_class = text::word_class;

public:
    using members = std::vector<std::uint32_t>;

    joined_restriction(const scene& at, const kind_stage& kinds, const std::vector<value>& values)
        : at_{at}, said_{at.said}, kinds_{kinds}, values_{values} {}

    /// Those of the things that fit the words from `begin` to before `end`, in their order; nothing
    /// where a word is not understood, or none says anything.
    [[nodiscard]] std::optional<members> read(const group& things, std::size_t begin,
                                              std::size_t end) const {
        if (begin >= end || said_[begin].is(word_class::coordinating)) return std::nullopt;
        std::vector<part> parts{{begin, begin}};
        bool chooses = false;
        for (auto i = begin; i < end; ++i) {
            if (speaks_of_others(i)) return std::nullopt;
            if (said_[i].is(word_class::coordinating) && !is_in_bound(i, end)) {
                chooses = chooses || !said_[i].is(word_class::connective);
                parts.push_back({i + 1, i + 1});
            } else {
                parts.back().end = i + 1;
            }
        }
        if (std::any_of(parts.begin(), parts.end(),
                        [](const part& each) { return each.begin >= each.end; }))
            return std::nullopt;
        if (parts.size() == 1) return fitting(things, begin, end, false);
        for (auto i = parts.back().begin; i < end; ++i)
            if (const auto words = bound_at(said_, i); words > 1 && i + words + 1 >= end) {
                // "… and under 490"
                const auto before = i == parts.back().begin ? i - 1 : i;
                if (before != i && said_[before].is(word_class::choosing)) break;
                return both(read(things, begin, before), fitting(things, i, end, false));
            }
        if (!chooses) {
            auto at_once = fitting(things, begin, end, false);
            if (at_once && !at_once->empty()) return at_once;
            // "Under 100 and with a pool", which nothing is: never all that are either
            for (auto i = begin; i < end; ++i)
                if (bound_at(said_, i) > 1) return at_once;
        }
        return join(things, parts);
    }

private:
    struct part {
        std::size_t begin, end;
    };

    [[nodiscard]] std::optional<members> join(const group& things,
                                              const std::vector<part>& parts) const {
        members out;
        bool denied = false;
        for (const auto& each : parts) {
            const bool first = each.begin == parts.front().begin;
            // "Neither done nor blocked", but "done or not blocked"
            const bool both = denied && !first;
            const bool inherits = both && !said_[each.begin].is(word_class::negation);
            for (auto i = each.begin; i < each.end; ++i) {
                if (!said_[i].is(word_class::negation)) continue;
                // "Not over 30 or done": whether the rest is denied, nothing says
                if (bound_at(said_, i + 1) != 0) return std::nullopt;
                denied = denied || first;
            }
            const auto fits = fitting(things, each.begin, each.end, inherits);
            if (!fits) return std::nullopt;
            if (first)
                out = *fits;
            else if (both)
                std::erase_if(out, [&](auto e) { return !contains(*fits, e); });
            else
                out.insert(out.end(), fits->begin(), fits->end());
        }
        members ordered;
        for (const auto e : things.members)
            if (contains(out, e)) ordered.push_back(e);
        return ordered;
    }
    [[nodiscard]] static std::optional<members> both(std::optional<members> some,
                                                     const std::optional<members>& others) {
        if (!some || !others) return std::nullopt;
        std::erase_if(*some, [&](auto e) { return !contains(*others, e); });
        return some;
    }
    [[nodiscard]] std::optional<members> fitting(const group& things, std::size_t begin,
                                                 std::size_t end, bool denied) const {
        restriction asked{at_, kinds_, things, values_};
        if (!asked.read(begin, end, denied) || asked.empty()) return std::nullopt;
        return asked.fitting();
    }
    // "The one after Home", "… you found", "… with it": which thing it is, something else tells.
    [[nodiscard]] bool speaks_of_others(std::size_t i) const {
        const auto& word = said_[i];
        const bool beside = word.is(word_class::behind) || word.is(word_class::ahead);
        const bool month =
            i + 1 < said_.size() && said_[i + 1].known != nullptr && said_[i + 1].known->month != 0;
        return word.is(word_class::self) || word.is(word_class::addressee) ||
               (word.is(word_class::pronoun) && !word.is(word_class::far_demonstrative)) ||
               (beside && !month && bound_at(said_, i) == 0) ||
               (word.after_comma && detail::parts_phrases(said_, i));
    }
    // "Between 2 and 8", "4 or more"
    [[nodiscard]] bool is_in_bound(std::size_t i, std::size_t end) const {
        if (i == 0 || i + 1 >= end) return false;
        const auto& next = said_[i + 1];
        // "Under 70 or over 200", "… or more expensive than 200"
        const bool bounds = bound_at(said_, i + 1) != 0;
        return ends_range(said_, i + 1) ||
               (!bounds && (next.is(word_class::from_bound) || next.is(word_class::to_bound)) &&
                detail::leading_digits(said_[i - 1].text) != 0);
    }

    const scene& at_;
    const utterance& said_;
    const kind_stage& kinds_;
    const std::vector<value>& values_;
};

}  // namespace workmem::resolution
