#pragma once

#include <workmem/entity/attribute.hpp>
#include <workmem/resolution/attribute_words.hpp>
#include <workmem/resolution/comparisons.hpp>
#include <workmem/resolution/conditions.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/magnitude.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/value_phrases.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Compares the things of a group by an attribute and finds the one at the end of the scale.
/// The scene and the group must outlive it.
class ranking_by_attribute {
public:
    struct standing {
        std::uint32_t index;
        std::int64_t amount;
    };

    ranking_by_attribute(const scene& at, const group& of) noexcept : at_{at}, of_{of} {}

    /// Those that can be compared on the first scale that at least two of them have, the asked end
    /// first; empty when there is no such scale.
    [[nodiscard]] std::vector<standing> order(const comparison& asked) const {
        std::vector<standing> out;
        if (!asked.attribute.empty()) {
            for (const auto name : names([&](std::string_view each) {
                     return name_has_word(each, asked.attribute);
                 })) {
                out = compare(name, 0);
                if (out.size() >= 2) return sorted(std::move(out), asked.towards);
            }
            return {};
        }
        for (const auto& scale : asked.scales) {
            for (const auto name : names([&](std::string_view each) {
                     return (measures_of(each, at_.words) >> scale.measure & 1U) != 0;
                 })) {
                out = compare(name, scale.measure);
                if (out.size() >= 2) return sorted(std::move(out), scale.towards);
            }
        }
        return asked.by_age ? by_age(asked.age) : std::vector<standing>{};
    }

private:
    // Any dates at all; without dates things that came one by one stand as they came.
    [[nodiscard]] std::vector<standing> by_age(text::direction towards) const {
        std::vector<standing> out;
        for (const auto name : names([](std::string_view) { return true; })) {
            out = compare(name, text::lexicon::most_measures, true);
            if (out.size() >= 2) return sorted(std::move(out), towards);
        }
        out.clear();
        if (of_.listed) return out;
        for (std::size_t i = 0; i < of_.members.size(); ++i)
            out.push_back({of_.members[i], static_cast<std::int64_t>(i)});
        return sorted(std::move(out), towards);
    }

    static std::vector<standing> sorted(std::vector<standing> all, text::direction towards) {
        std::stable_sort(all.begin(), all.end(), [&](const standing& a, const standing& b) {
            return towards == text::direction::lowest ? a.amount < b.amount : a.amount > b.amount;
        });
        return all;
    }

    // The names of attributes that fit: those whose words the text says too, then the shortest.
    template <class Fits>
    [[nodiscard]] std::vector<std::string_view> names(Fits fits) const {
        struct choice {
            std::string_view name;
            std::size_t said;
        };
        std::vector<choice> found;
        for (const auto index : of_.members) {
            const auto* attributes = at_.entries[index].attributes;
            if (attributes == nullptr) continue;
            for (const auto& each : *attributes) {
                const bool known = std::any_of(found.begin(), found.end(), [&](const choice& c) {
                    return c.name == each.name;
                });
                if (!known && fits(each.name)) found.push_back({each.name, count_said(each.name)});
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const choice& a, const choice& b) {
            return a.said != b.said ? a.said > b.said : a.name.size() < b.name.size();
        });
        std::vector<std::string_view> out;
        for (const auto& each : found) out.push_back(each.name);
        return out;
    }
    [[nodiscard]] std::size_t count_said(std::string_view name) const {
        constexpr std::size_t most_words = 64;
        std::size_t count = 0;
        for (std::size_t i = 0; i < at_.said.size() && i < most_words; ++i)
            count += name_has_word(name, at_.said[i].text);
        return count;
    }

    // The values of one attribute, as long as they are of one kind.
    [[nodiscard]] std::vector<standing> compare(std::string_view name, std::uint8_t measure,
                                                bool only_dates = false) const {
        const magnitude_reader read{measure, at_.words};
        std::vector<standing> out;
        auto kind = magnitude::kind::number;
        for (const auto index : of_.members) {
            const auto* attributes = at_.entries[index].attributes;
            const auto* stored =
                attributes == nullptr ? nullptr : find_attribute(*attributes, name);
            auto value = stored == nullptr ? std::nullopt : read(*stored);
            if (!value) continue;
            if (only_dates && value->is != magnitude::kind::day &&
                value->is != magnitude::kind::instant)
                return {};
            complete(*value, *attributes, name, read);
            if (out.empty()) kind = value->is;
            if (value->is != kind) return {};
            out.push_back({index, value->amount});
        }
        return out;
    }

    // A time of day needs its day, and a day its time: `date` beside `departure_time`.
    void complete(magnitude& value, const attribute_list& attributes, std::string_view name,
                  const magnitude_reader& read) const {
        using kind = magnitude::kind;
        if (value.is != kind::time && value.is != kind::day) return;
        const auto wanted = value.is == kind::time ? kind::day : kind::time;
        const auto own = measures_of(name, at_.words);
        const attribute* best = nullptr;
        std::int64_t amount = 0;
        bool close = false;
        for (const auto& each : attributes) {
            if (each.name == name) continue;
            const auto measures = measures_of(each.name, at_.words);
            const bool shares = (measures & own) == own;
            if (measures == 0 || (best != nullptr && (close || !shares))) continue;
            // `end_time` says nothing about `start_date`, `time` does
            if (!shares && (measures & own) != measures) continue;
            const auto other = read(each.value);
            if (!other || other->is != wanted) continue;
            best = &each;
            close = shares;
            amount = other->amount;
        }
        if (best == nullptr) return;
        value = {kind::instant, value.amount + amount};
    }

    const scene& at_;
    const group& of_;
};

/// Stage: superlatives, and comparatives of two. The newest list, or things of the kind that the
/// phrase names, are compared by an attribute. A tie, fewer than two values, or a comparative of
/// more than two things is nothing to choose by: ambiguous. A kind that memory does not hold is
/// unresolved. No comparison in the text: nothing.
[[nodiscard]] inline std::optional<outcome> by_comparison(const scene& at,
                                                          const kind_stage& kinds,
                                                          comparison asked) {
    auto head = head_from(at, kinds, asked.last + 1);
    if (!asked.attribute.empty()) {
        const auto all = group_of(at, kinds, head.noun).members;
        if (std::none_of(all.begin(), all.end(), [&](std::uint32_t each) {
                return has_attribute_word(at.entries[each], asked.attribute);
            })) {
            // "The smallest order" has a scale of its own; "the most dazzling one" has none.
            if (asked.scales.empty() && head.placeholder)
                return unresolved(at.said.text(), at.type);
            if (asked.scales.empty()) return std::nullopt;
            asked.attribute = {};
            asked.last = asked.first;
            head = head_from(at, kinds, asked.last + 1);
        }
    }
    if (asked.owner != 0 && !head.placeholder && head.noun == at.said.size()) {
        head.placeholder = at.said[asked.owner].is(text::word_class::placeholder);
        if (kinds.closest(asked.owner) != text::kinship::none) head.noun = asked.owner;
        head.absent = !head.placeholder && head.noun == at.said.size();
        head.general = false;
        head.last = asked.last;
    }
    if (head.general) return std::nullopt;
    auto things = group_of(at, kinds, head.noun);
    conditions described{at, things};
    const auto begin = asked.last + 1;
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
        const bool judges = asked.scales.size() == 1 &&
                            at.words.better(asked.scales.front().measure) ==
                                text::direction::highest;
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
    if (asked.how == text::degree::comparative) {
        auto two = things.pair(at);
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
    const auto wanted = asked.place - 1;
    if (wanted >= order.size()) return unresolved(at.said.text(), at.type);
    std::vector<std::uint32_t> best;
    for (const auto& each : order)
        if (each.amount == order[wanted].amount) best.push_back(each.index);
    return only(at, picks(best, 940'000, "the end of a scale", words));
}

}  // namespace workmem::resolution
