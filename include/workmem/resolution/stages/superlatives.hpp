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

// "The older of the two budgets", "the slowest of the failed jobs": what it is chosen from.
struct chosen_from {
    std::vector<std::uint32_t> members{};
    std::size_t count = 0;  // 0: none is said
    std::size_t last = 0;
};
[[nodiscard]] inline std::optional<chosen_from> find_chosen_from(const scene& at,
                                                                 const kind_stage& kinds,
                                                                 std::size_t of) {
    using text::word_class;
    constexpr std::size_t most_words = 6;
    const auto& said = at.said;
    if (ends_phrase(said, of) || !said[of].is(word_class::partitive)) return std::nullopt;
    chosen_from out;
    auto i = of + 1;
    for (; !ends_phrase(said, i); ++i) {
        const auto& word = said[i];
        if (word.is(word_class::both))
            out.count = 2;
        else if (word.known != nullptr && word.known->cardinal > 1)
            out.count = static_cast<std::size_t>(word.known->cardinal);
        else if (!word.is(word_class::definite) && !word.is(word_class::plural) &&
                 !word.is(word_class::every))
            break;
    }
    auto end = i;
    while (end < i + most_words && !parts_phrases(said, end) && !said[end].is(word_class::function))
        ++end;
    if (end == i) return std::nullopt;  // "of the two"
    const bool is_kind = kinds.closest(end - 1) > text::kinship::cue;
    // "The oldest of the group": what holds them all
    if (is_kind && i + 1 == end && at.words.singular(said[i].text) == said[i].text)
        return std::nullopt;
    const auto things = group_of(at, kinds, is_kind ? end - 1 : said.size());
    const std::vector<value> none;
    restriction asked{at, kinds, things, none};
    if (!asked.read(i, is_kind ? end - 1 : end)) return std::nullopt;
    out.members = asked.fitting();
    out.last = end - 1;
    return out;
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

// "Which has the lowest charge?", where nothing of the newest list has any: the newest things of
// another type that can be compared so.
[[nodiscard]] inline std::vector<ranking_by_attribute::standing> order_of_others(
    const scene& at, const group& newest, const comparison& asked) {
    constexpr std::size_t most_types = 4;
    std::vector<std::string_view> types;
    if (!newest.members.empty()) types.push_back(at.entries[newest.members.front()].type);
    std::vector<std::uint32_t> order(at.entries.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return at.entries[a].order > at.entries[b].order;
    });
    for (const auto index : order) {
        const auto type = at.entries[index].type;
        if (!at.allows(at.entries[index]) || is_fact(at.entries[index], at.words) ||
            std::find(types.begin(), types.end(), type) != types.end())
            continue;
        if (types.size() > most_types) break;
        types.push_back(type);
        group others;
        for (std::uint32_t i = 0; i < at.entries.size(); ++i)
            if (at.allows(at.entries[i]) && at.entries[i].type == type) others.members.push_back(i);
        if (auto found = ranking_by_attribute{at, others}.order(asked); found.size() > 1)
            return found;
    }
    return {};
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
    const auto newest = things.members.size();
    // "The biggest discount": an amount that they have
    const bool of_amount =
        (head.general || head.absent) && head.last == asked.last + 1 &&
        std::any_of(things.members.begin(), things.members.end(), [&](std::uint32_t each) {
            return has_attribute_word(at.entries[each], at.said[head.last].text);
        });
    if (of_amount) head.absent = false;
    if (head.general && !of_amount) return std::nullopt;
    auto begin = of_amount ? head.last + 1 : asked.last + 1;
    if (const auto from = detail::find_chosen_from(at, kinds, head.last + 1)) {
        begin = from->last + 1;
        things.members = from->members;
        head.last = from->last;
        head.absent = false;
        if (from->count != 0 && from->count != things.members.size())
            return only(at, picks(things.members, 300'000, "more than two to compare",
                                  evidence(at.said, asked.first, head.last)));
    }
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
    auto order = ranking_by_attribute{at, things}.order(asked);
    const bool whole = things.members.size() == newest;
    if (order.size() < 2 && whole && asked.how == text::degree::superlative && !asked.by_age &&
        head.noun == at.said.size() && described.empty())
        if (auto found = detail::order_of_others(at, things, asked); found.size() > 1)
            order = std::move(found);
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
