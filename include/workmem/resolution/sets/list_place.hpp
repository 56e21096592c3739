#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/clauses.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// The places that a phrase chooses in an order: "first", "last two", "second to last".
struct list_place {
    std::vector<std::size_t> ranks{};  ///< 1-based
    bool from_end = false;
    std::size_t count = 1;  ///< how many from each of them on
    std::size_t next = 0;   ///< the word behind it

    /// What stands there, in its order; empty where the order is too short.
    [[nodiscard]] std::vector<std::uint32_t> of(const std::vector<std::uint32_t>& all) const {
        std::vector<std::uint32_t> out;
        for (const auto rank : ranks)
            for (auto n = rank; n < rank + count; ++n) {
                if (n > all.size()) return {};
                out.push_back(from_end ? all[all.size() - n] : all[n - 1]);
            }
        if (from_end) std::reverse(out.begin(), out.end());
        return out;
    }
};

/// Reads it: ordinals, in words and digits, "last", "penultimate", "the top three", and "#2" of
/// what has no numbers of its own. The scene and the kinds must outlive it. Constant for a word,
/// but linear in the entries for "#2".
class list_place_reader {
    using word_class = text::word_class;

public:
    list_place_reader(const scene& at, const kind_stage& kinds) noexcept
        : at_{at}, said_{at.said}, kinds_{kinds} {}

    /// The place that begins at a word; `end`: the word before which it ends at the latest.
    [[nodiscard]] std::optional<list_place> read(std::size_t begin, std::size_t end) const {
        if (begin >= end) return std::nullopt;
        const auto& word = said_[begin];
        list_place out;
        out.ranks = {1};
        out.next = begin + 1;
        const auto count = [&](std::size_t w) {
            return w < end ? std::size_t{number_of_things(said_[w])} : std::size_t{0};
        };
        if (word.known != nullptr && word.known->ordinal < 0) {  // "penultimate"
            out.ranks = {static_cast<std::size_t>(-word.known->ordinal)};
            out.from_end = true;
            return out;
        }
        if (const auto rank = ordinal(begin); rank != 0) {
            // "The first of April"
            const bool dates =
                begin + 2 < said_.size() && said_[begin + 1].is(word_class::partitive) &&
                said_[begin + 2].known != nullptr && said_[begin + 2].known->month != 0;
            if (dates || numbers_something(at_, begin)) return std::nullopt;
            out.ranks = {rank};
            read_behind(out, end);
            return out;
        }
        const bool counts_behind = count(out.next) != 0;
        if (word.is(word_class::list_end) || (word.is(word_class::list_bottom) && counts_behind)) {
            out.from_end = true;
        } else if (const auto words = number(begin); words != 0 && begin + words <= end) {
            out.next = begin + words;
            out.ranks = {static_cast<std::size_t>(detail::to_number(said_[out.next - 1].text))};
            return out;
        } else if (!word.is(word_class::list_top) || !counts_behind) {
            return std::nullopt;
        }
        if (counts_behind) out.count = count(out.next++);
        return out;
    }

    /// "First", "3rd"; 0: the word is none.
    [[nodiscard]] std::size_t ordinal(std::size_t i) const {
        const auto& word = said_[i];
        if (word.clitic) return 0;
        if (word.known != nullptr && word.known->ordinal > 0)
            return static_cast<std::size_t>(word.known->ordinal);
        const auto digits = detail::leading_digits(word.text);
        return digits != 0 && digits < 4 && said_.is_ordinal_ending(word.text.substr(digits))
                   ? static_cast<std::size_t>(detail::to_number(word.text.substr(0, digits)))
                   : std::size_t{0};
    }
    /// "#2", "number 2" of what has no numbers: how many words it takes; 0: it is none.
    [[nodiscard]] std::size_t number(std::size_t i) const {
        const bool named = said_[i].is(word_class::numbering) && i + 1 < said_.size();
        const auto at = named ? i + 1 : i;
        if (!named && !said_.gap(i).ends_with('#')) return 0;
        return is_small_number(at) && !has_numbers() ? at - i + 1 : std::size_t{0};
    }

private:
    // "Second to last", "first two", "first and third"
    void read_behind(list_place& out, std::size_t end) const {
        const auto rank = out.ranks.front();
        auto& next = out.next;
        if (next >= end) return;
        const auto counted = std::size_t{number_of_things(said_[next])};
        if (rank > 1 && next + 1 < end && said_[next + 1].is(word_class::list_end) &&
            (said_[next].is(word_class::target) || said_[next].is(word_class::partitive))) {
            out.from_end = true;
            next += 2;
        } else if (rank == 1 && counted != 0) {
            out.count = counted;
            ++next;
        } else {
            while (next + 1 < end && said_[next].is(word_class::connective) &&
                   ordinal(next + 1) != 0) {
                out.ranks.push_back(ordinal(next + 1));
                next += 2;
            }
        }
    }
    [[nodiscard]] bool is_small_number(std::size_t i) const noexcept {
        const auto& word = said_[i];
        return word.text.size() < 3 && word.text != "0" &&
               detail::leading_digits(word.text) == word.text.size();
    }
    [[nodiscard]] bool has_numbers() const {
        const auto things = group_of(at_, kinds_, said_.size());
        return std::any_of(things.members.begin(), things.members.end(), [&](std::uint32_t each) {
            return is_numbered(at_.entries[each], at_.words);
        });
    }

    const scene& at_;
    const utterance& said_;
    const kind_stage& kinds_;
};

}  // namespace workmem::resolution
