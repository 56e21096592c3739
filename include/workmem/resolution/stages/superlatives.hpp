#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/values/comparisons.hpp>
#include <workmem/resolution/values/conditions.hpp>
#include <workmem/resolution/values/ranking_by_attribute.hpp>
#include <workmem/resolution/values/value_phrases.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Why `by_comparison` picks one.
inline constexpr std::string_view by_scale = "the end of a scale";

namespace detail {

// "Of the two", "of both": at a word.
[[nodiscard]] inline bool is_of_two(const utterance& said, std::size_t first) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 3;
    if (ends_phrase(said, first) || !said[first].is(word_class::function)) return false;
    for (auto i = first + 1; i < first + most_words && !ends_phrase(said, i); ++i)
        if (said[i].is(word_class::both) ||
            (said[i].known != nullptr && said[i].known->cardinal == 2 &&
             (said[i - 1].is(word_class::definite) || said[i - 1].is(word_class::plural))))
            return true;
    return false;
}

// "Which route has the most stops?": the kind that a question chooses from; the size of the text:
// it says none.
[[nodiscard]] inline std::size_t asked_kind(const scene& at, const kind_stage& kinds,
                                            std::size_t before) {
    using text::word_class;
    constexpr std::size_t most_words = 3;
    const auto& said = at.said;
    auto first = before;
    while (first > 0 && !ends_phrase(said, first)) --first;
    for (auto i = first; i + 1 < before; ++i) {
        if (!said[i].is(word_class::interrogative) || said[i].clitic) continue;
        for (auto noun = i + 1; noun < before && noun <= i + most_words; ++noun) {
            if (said[noun].after_comma || said[noun].is(word_class::predicate) ||
                said[noun].is(word_class::partitive))
                break;
            if (kinds.closest(noun) > text::kinship::cue) return noun;
        }
    }
    return said.size();
}

}  // namespace detail

/// Stage: superlatives, and comparatives of two. The newest list, or things of the kind that the
/// phrase names, are compared by an attribute. A tie, fewer than two values, or a comparative of
/// more than two things is nothing to choose by: ambiguous. A kind that memory does not hold is
/// unresolved. No comparison in the text: nothing.
[[nodiscard]] inline std::optional<outcome> by_comparison(const scene& at, const kind_stage& kinds,
                                                          comparison asked) {
    const auto read_head = [&] {
        auto head = head_from(at, kinds, asked.last + 1);
        const auto kind = detail::asked_kind(at, kinds, asked.first);
        if (head.noun < at.said.size() || head.placeholder || kind == at.said.size()) return head;
        head.noun = kind;
        head.absent = head.general = false;
        head.last = asked.last;
        return head;
    };
    auto head = read_head();
    if (!asked.attribute.empty()) {
        const auto things = group_of(at, kinds, head.noun);
        const auto& all = things.members;
        if (ranking_by_attribute{at, things}.order(asked).empty() &&
            std::none_of(all.begin(), all.end(), [&](std::uint32_t each) {
                return has_attribute_word(at.entries[each], asked.attribute);
            })) {
            // "The smallest order" has a scale of its own; "the most dazzling one" has none.
            if (asked.scales.empty() && head.placeholder)
                return unresolved(at.said.text(), at.type);
            if (asked.scales.empty()) return std::nullopt;
            asked.attribute = {};
            asked.last = asked.first;
            head = read_head();
        }
    }
    if (asked.owner != 0 && !head.placeholder && head.noun == at.said.size()) {
        const auto& owner = at.said[asked.owner];
        head.placeholder = owner.is(text::word_class::placeholder) || number_of_things(owner) != 0;
        if (kinds.closest(asked.owner) != text::kinship::none) head.noun = asked.owner;
        head.absent = !head.placeholder && head.noun == at.said.size();
        head.general = false;
        head.last = asked.last;
    }
    auto things = group_of(at, kinds, head.noun);
    // "The biggest discount": an amount that they have
    const bool of_amount =
        (head.general || head.absent) && head.last == asked.last + 1 &&
        std::any_of(things.members.begin(), things.members.end(), [&](std::uint32_t each) {
            return has_attribute_word(at.entries[each], at.said[head.last].text);
        });
    if (of_amount) head.absent = false;
    if (head.general && !of_amount) return std::nullopt;
    const auto begin = of_amount ? head.last + 1 : asked.last + 1;
    conditions described{at, things};
    const bool named = head.placeholder || head.noun < at.said.size();
    using place = conditions::place;
    const bool noun = head.noun < at.said.size();
    described.read(begin, named ? head.last : head.last + 1,
                   noun ? place::before_noun : place::before_one);
    if ((named || head.last == asked.last) && !detail::is_question(at.said, asked.first))
        described.read(head.last + 1, detail::description_end(at.said, head.last) + 1,
                       noun ? place::behind_noun : place::behind_one);
    if (head.absent && described.empty()) {
        // "The best way" is no thing at all.
        const bool judges =
            asked.scales.size() == 1 &&
            at.words.better(asked.scales.front().measure) == text::direction::highest;
        if (judges) return std::nullopt;
        return unresolved(at.said.text(), at.type);
    }
    if (described.impossible()) return unresolved(at.said.text(), at.type);
    if (!described.empty()) {
        things.members = described.fitting();
        if (things.members.size() == 1)
            return resolved(picks(things.members, 940'000, "the only one of that sort",
                                  evidence(at.said, asked.first, head.last)));
    }
    const auto words = evidence(at.said, asked.first, (std::max)(asked.last, head.last));
    if (asked.how == text::degree::comparative || detail::is_of_two(at.said, head.last + 1)) {
        auto two = things.pair(at);
        // "Of the two": those that were spoken of last
        if (auto spoken = things.named(at);
            two.empty() && spoken.size() > 2 && detail::is_of_two(at.said, head.last + 1))
            two.assign(spoken.end() - 2, spoken.end());
        if (two.empty())
            return only(at, picks(things.members, 300'000, "more than two to compare", words));
        things.members = std::move(two);
    }
    const auto order = ranking_by_attribute{at, things}.order(asked);
    if (order.size() < 2) {
        auto all = picks(things.members, 300'000, "nothing to compare by", words);
        return all.size() < 2 ? unresolved(at.said.text(), at.type)
                              : ambiguous(at.said.text(), std::move(all));
    }
    if (asked.count > 1) {
        if (order.size() < asked.count) return unresolved(at.said.text(), at.type);
        std::vector<std::uint32_t> first;
        for (const auto& each : order)
            if (first.size() < asked.count || each.amount == order[asked.count - 1].amount)
                first.push_back(each.index);
        if (first.size() > asked.count)
            return ambiguous(at.said.text(), picks(first, 300'000, "more than were meant", words));
        return as_set(at, first, words);
    }
    const auto wanted = asked.place - 1;
    if (wanted >= order.size()) return unresolved(at.said.text(), at.type);
    std::vector<std::uint32_t> best;
    for (const auto& each : order)
        if (each.amount == order[wanted].amount) best.push_back(each.index);
    return only(at, picks(best, 940'000, by_scale, words));
}

}  // namespace workmem::resolution
