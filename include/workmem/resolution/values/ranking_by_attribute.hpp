#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/comparisons.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/resolution/values/magnitude.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
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
            out = by_word(asked.attribute, asked.towards);
            return out.empty() && asked.asks ? by_only_amount(asked.towards) : out;
        }
        if (auto dated = by_said_date(asked); !dated.empty()) return dated;
        // "The latest invoice": by a day rather than by `amount_due`
        for (const bool dated : {true, false}) {
            if (dated && !asked.by_age) continue;
            for (const auto& scale : asked.scales)
                for (const auto name : names([&](std::string_view each) {
                         return (measures_of(each, at_.words) >> scale.measure & 1U) != 0;
                     })) {
                    out = compare(name, scale.measure, dated);
                    if (out.size() >= 2) return sorted(std::move(out), scale.towards);
                }
        }
        // "The most views": no scale of that name, but an attribute
        if (!asked.scales.empty() && asked.last > asked.first)
            if (out = by_word(at_.said[asked.last].text, asked.scales.front().towards);
                !out.empty())
                return out;
        // "The biggest delay": no scale of sizes, but an attribute of that name
        if (!asked.scales.empty() && !ends_phrase(at_.said, asked.last + 1))
            if (out = by_word(at_.said[asked.last + 1].text, asked.scales.front().towards);
                !out.empty())
                return out;
        if (!asked.scales.empty() && is_sized(asked)) {
            if (out = by_only_amount(asked.scales.front().towards); !out.empty()) return out;
            // "The longest open incident": since when it is
            if (lasts(asked)) return by_age(opposite(asked.scales.front().towards));
        }
        return asked.by_age ? by_age(asked.age) : std::vector<standing>{};
    }

private:
    [[nodiscard]] bool lasts(const comparison& asked) const noexcept {
        const auto* const duration = at_.words.find("duration");
        return duration != nullptr &&
               std::any_of(asked.scales.begin(), asked.scales.end(), [&](const auto& each) {
                   return (duration->measures >> each.measure & 1U) != 0;
               });
    }
    [[nodiscard]] static text::direction opposite(text::direction of) noexcept {
        return of == text::direction::lowest ? text::direction::highest : text::direction::lowest;
    }

    // By an attribute called by the word, or by one that begins with it ("humid" of `humidity`) or
    // has it inside (`numberofemployees`), or by one called by a word for the same.
    [[nodiscard]] std::vector<standing> by_word(std::string_view word,
                                                text::direction towards) const {
        constexpr std::size_t shortest = 4;
        const auto begins = [&](std::string_view each) {
            identifier_reader parts{each};
            for (std::string_view part; parts.next(part);)
                if (word.size() >= shortest && part.size() > word.size() &&
                    same_word(part.substr(0, word.size()), word))
                    return true;
            return false;
        };
        const auto alike = [&](std::string_view each) {
            identifier_reader parts{each};
            for (std::string_view part; parts.next(part);)
                if (is_synonym(part, word, at_.words) ||
                    (word.size() > shortest && holds(part, word)))
                    return true;
            return begins(each);
        };
        for (const bool whole : {true, false})
            for (const auto name : names([&](std::string_view each) {
                     return whole ? name_has_word(each, word) : alike(each);
                 }))
                if (auto out = compare(name, 0); out.size() >= 2)
                    return sorted(std::move(out), towards);
        return {};
    }

    [[nodiscard]] bool is_sized(const comparison& asked) const noexcept {
        for (auto i = asked.first; i <= asked.last && i < at_.said.size(); ++i)
            if (at_.said[i].is(text::word_class::sized)) return true;
        return false;
    }
    [[nodiscard]] static bool holds(std::string_view name, std::string_view word) noexcept {
        for (std::size_t i = 0; i + word.size() <= name.size(); ++i)
            if (same_word(name.substr(i, word.size()), word)) return true;
        return false;
    }
    // "The biggest deal", "the longest thread": by the one amount that tells them apart, or by
    // several on which the same thing comes first.
    [[nodiscard]] std::vector<standing> by_only_amount(text::direction towards) const {
        std::vector<standing> found;
        for (const auto name : names([](std::string_view) { return true; })) {
            if (std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
                    return identifies(name, at_.entries[i].type, at_.words);
                }))
                continue;
            auto each = amounts(name);
            if (each.size() < 2) continue;
            each = sorted(std::move(each), towards);
            if (found.empty())
                found = std::move(each);
            else if (found.front().index != each.front().index)
                return {};
        }
        return found;
    }
    // The values of an attribute that is a number, and not the same one, for all that have it.
    [[nodiscard]] std::vector<standing> amounts(std::string_view name) const {
        constexpr std::int64_t instant = 1'000'000'000;  // seconds since 1970, as services count
        std::vector<standing> out;
        for (const auto index : of_.members) {
            const auto* attributes = at_.entries[index].attributes;
            const auto* stored =
                attributes == nullptr ? nullptr : find_attribute(*attributes, name);
            if (stored == nullptr) continue;
            const bool number = std::holds_alternative<std::int64_t>(*stored) ||
                                std::holds_alternative<double>(*stored);
            const auto value = number ? value_of(*stored) : std::nullopt;
            if (!value || value->amount / 1000 >= instant) return {};
            out.push_back({index, value->amount});
        }
        const bool same = std::all_of(out.begin(), out.end(), [&](const standing& each) {
            return each.amount == out.front().amount;
        });
        return same ? std::vector<standing>{} : out;
    }

    // "Whose licence expires soonest?": of several dates that which the text speaks of.
    [[nodiscard]] std::vector<standing> by_said_date(const comparison& asked) const {
        if (!asked.by_age && asked.scales.empty()) return {};
        const auto towards = asked.by_age ? asked.age : asked.scales.front().towards;
        for (const auto name : names([&](std::string_view each) { return count_said(each) != 0; }))
            if (auto out = compare(name, text::lexicon::most_measures, true); out.size() >= 2)
                return sorted(std::move(out), towards);
        return {};
    }

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

    // The names of attributes that fit: those whose words the text says too, then
    // those that tell least besides, then the shortest.
    template <class Fits>
    [[nodiscard]] std::vector<std::string_view> names(Fits fits) const {
        struct choice {
            std::string_view name;
            std::size_t said;
            int measures;
        };
        std::vector<choice> found;
        for (const auto index : of_.members) {
            const auto* attributes = at_.entries[index].attributes;
            if (attributes == nullptr) continue;
            for (const auto& each : *attributes) {
                const bool known = std::any_of(found.begin(), found.end(), [&](const choice& c) {
                    return c.name == each.name;
                });
                if (!known && fits(each.name))
                    found.push_back({each.name, count_said(each.name),
                                     std::popcount(measures_of(each.name, at_.words))});
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const choice& a, const choice& b) {
            if (a.said != b.said) return a.said > b.said;
            return a.measures != b.measures ? a.measures < b.measures
                                            : a.name.size() < b.name.size();
        });
        std::vector<std::string_view> out;
        for (const auto& each : found) out.push_back(each.name);
        return out;
    }
    [[nodiscard]] std::size_t count_said(std::string_view name) const {
        constexpr std::size_t most_words = 64;
        std::size_t count = 0;
        for (std::size_t i = 0; i < at_.said.size() && i < most_words; ++i)
            count += !at_.said[i].is(text::word_class::function) &&
                     name_has_word(name, at_.said[i].text);
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
        std::uint32_t of_best = 0;  // its measures
        for (const auto& each : attributes) {
            if (each.name == name) continue;
            const auto measures = measures_of(each.name, at_.words);
            const bool shares = (measures & own) == own;
            const bool better = best == nullptr || (shares && (of_best & own) != own) ||
                                (shares && std::popcount(measures) < std::popcount(of_best));
            if (measures == 0 || !better) continue;
            // `end_time` says nothing about `start_date`, `time` does
            if (!shares && (measures & own) != measures) continue;
            const auto other = read(each.value);
            if (!other || other->is != wanted) continue;
            best = &each;
            of_best = measures;
            amount = other->amount;
        }
        if (best == nullptr) return;
        value = {kind::instant, value.amount + amount};
    }

    const scene& at_;
    const group& of_;
};

}  // namespace workmem::resolution
