#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/magnitude.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

using thing_set = std::uint64_t;  ///< a bit for each thing that is looked at
using word_set = std::uint64_t;   ///< a bit for each word of a text

[[nodiscard]] constexpr std::uint64_t bit(std::size_t i) noexcept { return std::uint64_t{1} << i; }
[[nodiscard]] constexpr int count(std::uint64_t set) noexcept { return std::popcount(set); }

/// Calls `do_it(i)` for each member of a set, in order.
template <class Do>
constexpr void for_each_in(std::uint64_t set, Do do_it) {
    for (; set != 0; set &= set - 1) do_it(static_cast<std::size_t>(std::countr_zero(set)));
}

/// The things that a text may mean, as members of sets: the newest `most` of the entries, and what
/// they have that can be compared. The scene must outlive it.
class window_things {
public:
    static constexpr std::size_t most = 64;

    /// An attribute of the things of one type that is an amount, a day or a time.
    struct column {
        std::string_view type, name;
        std::uint32_t measures = 0;
        std::uint8_t measure = 0;  ///< which its units were read as
        magnitude::kind is = magnitude::kind::number;
        thing_set has = 0;
        std::vector<std::pair<std::size_t, std::int64_t>> amounts{};

        [[nodiscard]] bool dated() const noexcept {
            return is == magnitude::kind::day || is == magnitude::kind::instant;
        }
    };
    struct kind {
        std::string_view name;
        thing_set members = 0;
    };

    /// `with` are looked at even where newer things would take all places.
    explicit window_things(const scene& at, std::vector<std::uint32_t> with = {}) : at_{at} {
        std::sort(with.begin(), with.end());
        with.erase(std::unique(with.begin(), with.end()), with.end());
        std::erase_if(with, [&](std::uint32_t i) {
            return i >= at.entries.size() || !at.allows(at.entries[i]);
        });
        auto wanted = (std::min)(with.size(), most);  // that are still to come
        for (std::uint32_t i = 0; i < at.entries.size() && of_.size() < most; ++i) {
            const bool is_wanted = std::binary_search(with.begin(), with.end(), i);
            if (!is_wanted && (of_.size() + wanted >= most || !at.allows(at.entries[i]))) continue;
            if (is_wanted && wanted-- == 0) break;
            of_.push_back(i);
        }
        for (std::size_t i = 0; i < of_.size(); ++i) {
            const auto& each = (*this)[i];
            kind_of(each.type).members |= bit(i);
            newest_ = (std::max)(newest_, each.observation);
            if (each.attributes != nullptr)
                for (const auto& one : *each.attributes) compare_by(i, each.type, one);
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return of_.size(); }
    [[nodiscard]] const entry& operator[](std::size_t i) const noexcept {
        return at_.entries[of_[i]];
    }
    /// Its place among the entries.
    [[nodiscard]] std::uint32_t index(std::size_t i) const noexcept { return of_[i]; }
    /// A set of the thing at a place among the entries; empty where it is not looked at.
    [[nodiscard]] thing_set place_of(std::uint32_t index) const noexcept {
        const auto found = std::lower_bound(of_.begin(), of_.end(), index);
        return found != of_.end() && *found == index
                   ? bit(static_cast<std::size_t>(found - of_.begin()))
                   : 0;
    }
    [[nodiscard]] thing_set all() const noexcept {
        return of_.size() == most ? ~thing_set{0} : bit(of_.size()) - 1;
    }
    [[nodiscard]] const std::vector<kind>& kinds() const noexcept { return kinds_; }
    [[nodiscard]] const std::vector<column>& columns() const noexcept { return columns_; }
    [[nodiscard]] std::uint64_t newest_observation() const noexcept { return newest_; }
    /// The things of all kinds that a set has some of.
    [[nodiscard]] thing_set of_kinds_in(thing_set some) const noexcept {
        thing_set out = 0;
        for (const auto& each : kinds_)
            if ((each.members & some) != 0) out |= each.members;
        return out;
    }
    [[nodiscard]] int count_kinds(thing_set in) const noexcept {
        return static_cast<int>(std::count_if(kinds_.begin(), kinds_.end(), [&](const kind& each) {
            return (each.members & in) != 0;
        }));
    }
    /// The members of a set as their lists had them, older lists first.
    [[nodiscard]] std::vector<std::size_t> in_order(thing_set of) const {
        std::vector<std::size_t> out;
        for_each_in(of, [&](std::size_t i) { out.push_back(i); });
        const auto key = [&](std::size_t i) {
            const auto& each = (*this)[i];
            return std::pair{each.observation, each.rank != 0 ? each.rank : each.number};
        };
        std::stable_sort(out.begin(), out.end(),
                         [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
        return out;
    }

private:
    kind& kind_of(std::string_view type) {
        for (auto& each : kinds_)
            if (each.name == type) return each;
        return kinds_.emplace_back(kind{type});
    }
    void compare_by(std::size_t thing, std::string_view type, const attribute& by) {
        constexpr std::size_t most_columns = 96;
        const auto known = std::find_if(columns_.begin(), columns_.end(), [&](const column& each) {
            return each.name == by.name && each.type == type;
        });
        const bool fresh = known == columns_.end();
        if (fresh && columns_.size() == most_columns) return;
        const auto measures = fresh ? measures_of(by.name, at_.words) : known->measures;
        const int first = measures == 0 ? static_cast<int>(text::lexicon::most_measures) - 1
                                        : std::countr_zero(measures);
        const auto measure = static_cast<std::uint8_t>(first);
        const auto amount = magnitude_reader{measure, at_.words}(by.value);
        if (!amount || (!fresh && known->is != amount->is)) return;
        auto& to =
            fresh
                ? columns_.emplace_back(column{type, by.name, measures, measure, amount->is, 0, {}})
                : *known;
        to.has |= bit(thing);
        to.amounts.emplace_back(thing, amount->amount);
    }

    const scene& at_;
    std::vector<std::uint32_t> of_;
    std::vector<kind> kinds_;
    std::vector<column> columns_;
    std::uint64_t newest_ = 0;
};

}  // namespace workmem::resolution
