#pragma once

#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// By what an atom selects.
enum class atom_kind : std::uint8_t {
    name,
    value,
    id,
    type,
    flag,
    unset_flag,
    near_name,
    near_value,
    near_flag,
    near_unset_flag,
    near_type,
    denied,   ///< a name or value that they do not have
    lacking,  ///< they have nothing of that name
    having,   ///< they have something of that name
    either,   ///< of two that are joined by "and" or "or"
    bound,    ///< an amount or a day on the asked side of another
    count_
};

/// What a word or an operator of a text selects.
struct atom {
    thing_set things = 0;
    word_set words = 0;
    atom_kind kind = atom_kind::name;
    int fit = 0;     ///< of a bound: 0 any column, 2 a column of that measure, 4 one that is named
    int weight = 0;  ///< which are tried first
};

/// How well the text speaks of a column: 4 by its name, 3 nearly so, 2 by its measure; and the
/// words that do.
struct column_fit {
    int fit = 0;
    word_set words = 0;
};
[[nodiscard]] inline column_fit fit_of(const scene& at, const word_hits& hits,
                                       const window_things::column& of) {
    column_fit out;
    identifier_reader parts{of.name};
    for (std::string_view part; parts.next(part);) {
        if (part.empty()) continue;
        for_each_in(hits.content(), [&](std::size_t i) {
            const auto how = likeness(at.said[i].plain, part);
            if (how >= 7) {
                out.fit = 4;
                out.words |= bit(i);
            } else if (how >= 5 && out.fit < 3) {
                out.fit = 3;
                out.words |= bit(i);
            }
        });
    }
    if (out.fit == 0)
        for (std::size_t i = 0; i < hits.size(); ++i) {
            const auto* const known = at.said[i].known;
            if (known == nullptr) continue;
            const bool units = std::any_of(
                known->units.begin(), known->units.end(),
                [&](const auto& each) { return (of.measures >> each.measure & 1U) != 0; });
            if (units || (known->measures & of.measures) != 0) {
                out.fit = 2;
                out.words |= bit(i);
            }
        }
    return out;
}

/// Reads the atoms of a text: one for each word and field in which things have it, and the bounds.
class atom_reader {
public:
    atom_reader(const scene& at, const window_things& window, const word_hits& hits)
        : at_{at}, window_{window}, hits_{hits} {
        for (std::size_t i = 0; i < hits.size(); ++i) read_word(i);
        read_bounds();
    }
    [[nodiscard]] const std::vector<atom>& atoms() const noexcept { return atoms_; }
    /// The words that belong to a bound: "over 100".
    [[nodiscard]] word_set bounds() const noexcept { return bounds_; }

private:
    struct source {
        field in;
        atom_kind kind;
        int closeness;
    };
    static constexpr std::array sources{
        source{field::name, atom_kind::name, 10},
        source{field::value, atom_kind::value, 10},
        source{field::id, atom_kind::id, 10},
        source{field::type, atom_kind::type, 10},
        source{field::kind, atom_kind::near_type, 5},
        source{field::flag, atom_kind::flag, 10},
        source{field::unset_flag, atom_kind::unset_flag, 10},
        source{field::near_name, atom_kind::near_name, 6},
        source{field::near_value, atom_kind::near_value, 6},
        source{field::near_flag, atom_kind::near_flag, 6},
        source{field::near_unset_flag, atom_kind::near_unset_flag, 6},
    };

    void add(thing_set things, word_set words, atom_kind kind, int weight, int fit = 0) {
        if (things != 0) atoms_.push_back({things, words, kind, fit, weight});
    }
    [[nodiscard]] int weight_of(thing_set some, int closeness) const noexcept {
        // The fewer have it, the more it tells.
        return closeness * static_cast<int>(std::bit_width((window_.size() + 1) * 8 /
                                                           static_cast<std::size_t>(count(some))));
    }
    void read_word(std::size_t i) {
        if (hits_.role(i) == word_role::bare) return;
        const bool denied = hits_.denied(i);
        for (const auto& each : sources) {
            const auto found = hits_.at(i, each.in);
            if (found == 0) continue;
            const auto weight = weight_of(found, each.closeness);
            add(found, bit(i), each.kind, weight);
            const bool stands = each.kind == atom_kind::name || each.kind == atom_kind::value ||
                                each.kind == atom_kind::near_value;
            if (denied && stands)
                add(window_.of_kinds_in(found) & ~found, bit(i), atom_kind::denied, weight);
        }
        const auto filled = hits_.at(i, field::key), empty = hits_.at(i, field::empty_key);
        const auto kin = window_.of_kinds_in(filled | empty);
        if (kin == 0) return;
        if (denied)
            add(kin & ~filled, bit(i), atom_kind::lacking, 9);
        else if (filled != kin)
            add(filled, bit(i), atom_kind::having, 5);
    }

    void read_bounds() {
        for (std::size_t i = 0; i < hits_.size(); ++i) {
            const value_reader reader{at_.said, i};
            if (reader.values().empty() || ends_range(at_.said, i)) continue;
            const auto bound = find_bound(at_.said, i);
            if (!bound || bound->bound == value_bound::equal) continue;
            word_set words = 0;
            for (auto w = bound->first; w <= bound->last && w < hits_.size(); ++w) words |= bit(w);
            if (bound->scale && *bound->scale < hits_.size()) words |= bit(*bound->scale);
            bounds_ |= words;
            for (const auto& column : window_.columns())
                read_bound(column, *bound, reader.values().front(), words);
        }
    }
    void read_bound(const window_things::column& of, said_bound bound, const value& said,
                    word_set words) {
        const auto limit = limit_in(of, said);
        if (!limit) return;
        auto [fit, more] = fit_of(at_, hits_, of);
        if (bound.scale) {
            const auto& compares = at_.said[*bound.scale].known->compares;
            const auto by = std::find_if(compares.begin(), compares.end(), [&](const auto& each) {
                return (of.measures >> each.measure & 1U) != 0;
            });
            bound = bound.as(by == compares.end() ? text::direction::highest : by->towards);
            if (by != compares.end()) fit = (std::max)(fit, 2);
        }
        constexpr std::int64_t minutes_a_day = 1440;
        const auto upper = said.kind == value_kind::date && bound.upper > 0
                               ? day_of(of, bound.upper - 1) + minutes_a_day
                               : bound.upper;
        thing_set found = 0;
        for (const auto& [thing, exactly] : of.amounts) {
            // What happens on a day is not after it.
            const auto amount = said.kind == value_kind::date && of.is == magnitude::kind::instant
                                    ? exactly / minutes_a_day * minutes_a_day
                                    : exactly;
            const bool from = amount > *limit || (amount == *limit && !bound.open);
            const bool to = amount < *limit || (amount == *limit && !bound.open);
            if (bound.bound == value_bound::from ? from
                : bound.bound == value_bound::to ? to
                                                 : amount >= *limit && amount < upper)
                found |= bit(thing);
        }
        add(found, words | more, atom_kind::bound, 300 + 10 * fit, fit);
    }
    // What was said on the scale of a column.
    [[nodiscard]] static std::optional<std::int64_t> limit_in(const window_things::column& of,
                                                              const value& said) {
        if (said.kind == value_kind::time && of.is == magnitude::kind::time) return said.amount;
        if (said.kind == value_kind::number && of.is == magnitude::kind::number) return said.amount;
        if (said.kind != value_kind::date || !of.dated() || said.amount / 32 == 0)
            return std::nullopt;
        return day_of(of, said.amount);
    }
    // A day without a year is one of the year of the first that a column has; a month alone begins
    // on its first. The years are counted from March, as `magnitude` does.
    [[nodiscard]] static std::int64_t day_of(const window_things::column& of, std::int64_t said) {
        constexpr std::int64_t minutes_a_day = 1440, days_before_march = 306;
        const auto start = [](std::int64_t y) { return 365 * y + y / 4 - y / 100 + y / 400; };
        const auto any = of.amounts.front().second / minutes_a_day;
        auto year = any / 365;
        while (start(year) >= any) --year;
        if (any - start(year) > days_before_march) ++year;  // January and February
        const auto month = said / 32, day = (std::max)(said % 32, std::int64_t{1});
        if (month < 3) --year;
        const auto shifted = (month + 9) % 12;
        return (start(year) + (153 * shifted + 2) / 5 + day) * minutes_a_day;
    }

    const scene& at_;
    const window_things& window_;
    const word_hits& hits_;
    std::vector<atom> atoms_;
    word_set bounds_ = 0;
};

}  // namespace workmem::resolution
