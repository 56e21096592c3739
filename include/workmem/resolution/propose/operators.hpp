#pragma once

#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::resolution {

/// "The two cheapest", "the second largest", "the newest".
struct superlative_operator {
    std::uint32_t highest = 0, lowest = 0;  ///< measures and the end of each that is meant
    bool by_age = false;
    text::direction towards = text::direction::highest;  ///< where no measure tells
    std::size_t take = 1, place = 1;
    word_set words = 0;
};

/// "The second", "the last two", "number 3".
struct place_operator {
    int place = 1;  ///< from 1; -1: the last
    std::size_t take = 1;
    word_set words = 0;
};

/// The operators of a text, each with its words.
struct operators {
    std::vector<superlative_operator> superlatives{};
    std::vector<place_operator> places{};
    std::size_t excluding = 0, behind_excluding = 0;  ///< words; equal: nothing is excluded
    bool rest = false;                                ///< "the others", "the rest"
    int quantity = 0;                                 ///< "the three", "both"; 0: none is said
    word_set negations = 0;

    [[nodiscard]] bool excludes() const noexcept { return excluding != behind_excluding; }
};

/// Reads them. Bounded work per word; only the first 64 words are looked at.
class operator_reader {
public:
    explicit operator_reader(const scene& at)
        : said_{at.said}, size_{(std::min)(at.said.size(), std::size_t{64})} {
        for (std::size_t i = 0; i < size_; ++i) {
            if (is(i, text::word_class::negation)) out_.negations |= bit(i);
            read_superlative(i);
            read_place(i);
            read_quantity(i);
            read_exclusion(i);
            out_.rest = out_.rest || is(i, text::word_class::rest) ||
                        (is(i, text::word_class::other) && !is(i, text::word_class::indefinite));
        }
    }
    [[nodiscard]] const operators& read() const noexcept { return out_; }

private:
    [[nodiscard]] bool is(std::size_t i, text::word_class c) const noexcept {
        return i < size_ && said_[i].is(c);
    }
    // Two or more, in words or digits; 0: no such number.
    [[nodiscard]] int number(std::size_t i) const noexcept {
        constexpr std::int64_t most = 20;
        if (i >= size_) return 0;
        const auto& word = said_[i];
        if (word.known != nullptr && word.known->cardinal > 1) return word.known->cardinal;
        const auto digits = detail::leading_digits(word.text);
        const auto amount = detail::to_number(word.text);
        const bool whole = digits != 0 && digits == word.text.size();
        return whole && amount > 1 && amount < most ? static_cast<int>(amount) : 0;
    }
    // Behind "number": "one", "25".
    [[nodiscard]] int numbered(std::size_t i) const noexcept {
        if (i >= size_) return 0;
        const auto& word = said_[i];
        if (word.known != nullptr && word.known->cardinal > 0) return word.known->cardinal;
        const auto digits = detail::leading_digits(word.text);
        return digits != 0 && digits < 4 && digits == word.text.size()
                   ? static_cast<int>(detail::to_number(word.text))
                   : 0;
    }
    [[nodiscard]] int ordinal(std::size_t i) const noexcept {
        if (i >= size_) return 0;
        const auto& word = said_[i];
        if (word.known != nullptr && word.known->ordinal != 0) return word.known->ordinal;
        if (word.is(text::word_class::list_end)) return -1;
        const auto digits = detail::leading_digits(word.text);
        return digits != 0 && digits < 3 && said_.is_ordinal_ending(word.text.substr(digits))
                   ? static_cast<int>(detail::to_number(word.text))
                   : 0;
    }

    void read_superlative(std::size_t i) {
        using text::direction;
        using text::word_class;
        const auto* const known = said_[i].known;
        if (known == nullptr) return;
        superlative_operator out;
        out.words = bit(i);
        const auto take = [&](const auto& each, bool turned) {
            const bool up = (each.towards == direction::highest) != turned;
            (up ? out.highest : out.lowest) |= std::uint32_t{1} << each.measure;
            out.towards = up ? direction::highest : direction::lowest;
        };
        for (const auto& each : known->compares)
            if (each.how != text::degree::plain) take(each, false);
        const bool upper = said_[i].is(word_class::most) || said_[i].is(word_class::more);
        const bool lower = said_[i].is(word_class::least) || said_[i].is(word_class::less);
        if (upper || lower) {
            out.towards = upper ? direction::highest : direction::lowest;
            if (i + 1 < size_ && said_[i + 1].known != nullptr) {
                for (const auto& each : said_[i + 1].known->compares)
                    if (each.how == text::degree::plain) take(each, lower);
                const auto measures = said_[i + 1].known->measures;
                if (out.highest + out.lowest == 0) (upper ? out.highest : out.lowest) = measures;
                if (measures != 0 || (out.highest | out.lowest) != 0) out.words |= bit(i + 1);
            }
        }
        const bool newest = said_[i].is(word_class::newest) || said_[i].is(word_class::list_end),
                   oldest = said_[i].is(word_class::oldest);
        if (newest || oldest) {
            out.by_age = true;
            out.towards = newest ? direction::highest : direction::lowest;
        }
        if (!upper && !lower && !out.by_age && (out.highest | out.lowest) == 0) return;
        for (const auto j : {i - 1, i + 1, i - 2}) {
            if (j >= size_) continue;
            if (number(j) > 1 && number(j) < 10) {
                out.take = static_cast<std::size_t>(number(j));
                out.words |= bit(j);
            } else if (j + 1 == i && ordinal(j) > 1) {
                out.place = static_cast<std::size_t>(ordinal(j));
                out.words |= bit(j);
            }
        }
        out_.superlatives.push_back(out);
    }
    void read_place(std::size_t i) {
        using text::word_class;
        auto place = i == skipped_ ? 0 : ordinal(i);
        place_operator out;
        out.words = bit(i);
        if (is(i, word_class::numbering) && numbered(i + 1) != 0) {
            place = numbered(i + 1);
            out.words |= bit(i + 1);
            out_.negations &= ~bit(i);
        } else if (place == 0 && is(i, word_class::list_top)) {
            place = 1;
        }
        if (is(i, word_class::former)) place = 1;
        if (is(i, word_class::latter)) place = -1;
        if (place == 0) return;
        // "the second to last": that "last" is no place of its own
        if (place > 1 && is(i + 1, word_class::target) && is(i + 2, word_class::list_end)) {
            place = -place;
            out.words |= bit(i + 2);
            skipped_ = i + 2;
        }
        // "the second from the end"
        if (place > 0)
            for (auto j = i + 1; j < size_ && j < i + 6; ++j)
                if (is(j, word_class::list_bottom) && is(i + 1, word_class::partitive)) {
                    place = -place;
                    out.words |= bit(j);
                }
        if (place == 1 || place == -1)
            for (const auto j : {i - 1, i + 1})
                if (j < size_ && number(j) > 1 && number(j) < 10) {
                    out.take = static_cast<std::size_t>(number(j));
                    out.words |= bit(j);
                }
        out.place = place;
        out_.places.push_back(out);
    }
    void read_quantity(std::size_t i) {
        using text::word_class;
        if (is(i, word_class::both)) out_.quantity = 2;
        if (i == 0 || number(i) < 2 || number(i) > 9) return;
        if (is(i - 1, word_class::definite) || is(i - 1, word_class::plural) ||
            is(i - 1, word_class::every) || is(i - 1, word_class::possessive) ||
            is(i - 1, word_class::other) || is(i - 1, word_class::owner_pronoun))
            out_.quantity = number(i);
    }
    void read_exclusion(std::size_t i) {
        using text::word_class;
        if (out_.excludes()) return;
        const bool apart = is(i, word_class::setting_apart) ||
                           (is(i, word_class::instead) && is(i, word_class::function) && i > 0 &&
                            !said_[i].begins_sentence);
        const bool cut = i > 0 && said_[i].after_comma && is(i, word_class::excluding);
        if (!apart && !cut) return;
        out_.excluding = i;
        out_.behind_excluding = i + 1;
        while (is(out_.behind_excluding, word_class::describing) ||
               is(out_.behind_excluding, word_class::excluding))
            ++out_.behind_excluding;
    }

    const utterance& said_;
    std::size_t size_;
    std::size_t skipped_ = 64;
    operators out_;
};

}  // namespace workmem::resolution
