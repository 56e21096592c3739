#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/value_words.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::resolution {

/// Whether the words of a bound are of time: "after 2000", "not after 2000"; "over 2000" is an
/// amount.
[[nodiscard]] inline bool speaks_of_time(const utterance& said, const said_bound& limits) noexcept {
    using text::word_class;
    const auto is_when = [](const token& word) {
        return (word.is(word_class::behind) || word.is(word_class::ahead)) &&
               !word.is(word_class::from_bound) && !word.is(word_class::to_bound);
    };
    for (auto i = limits.first; i < limits.last; ++i)
        if (is_when(said[i])) return true;
    return false;
}

/// The word of an attribute that is a year where things have one, by an amount in thousandths that
/// may be one: `year`, `releaseYear`. How things came to be (`founded`, `yearBuilt`) tells it where
/// only one does and nothing else says when. Empty: none. Linear in the attributes of the group.
[[nodiscard]] inline std::string_view year_word(const scene& at, const group& of,
                                                std::int64_t amount) {
    using text::word_class;
    const auto may_be_year = [](std::int64_t n) { return n >= 1'500'000 && n < 2'500'000; };
    // Not `nights`, `minutes`: they are counted.
    const auto is_moment = [&](std::string_view part) {
        const auto word = text::folded(part);
        const auto* const known = at.words.find_noun(word);
        return known != nullptr && known->is(word_class::moment) && at.words.singular(word) == word;
    };
    const auto is_made = [&](std::string_view part) {
        const auto* const known = at.words.find(text::folded(part));
        return known != nullptr && known->is(word_class::made);
    };
    if (!may_be_year(amount)) return {};
    std::string_view named, made;
    bool several = false, dated = false;
    for (const auto index : of.members)
        detail::each_attribute(at.entries[index], [&](const attribute& each) {
            const auto value = value_of(each.value);
            dated = dated || (value && value->kind == value_kind::date);
            if (!value || value->kind != value_kind::number || !may_be_year(value->amount)) return;
            std::string_view first, last;
            std::size_t count = 0;
            identifier_reader parts{each.name};
            for (std::string_view part; parts.next(part); last = part, ++count)
                if (count == 0) first = part;
            // A price per night is no night.
            const auto measures = measures_of(each.name, at.words);
            if (is_moment(last) && (measures & ~measures_of(last, at.words)) == 0) named = last;
            if (!(count == 1 || (count == 2 && is_moment(first))) || !is_made(last)) return;
            several = several || (!made.empty() && !same_word(made, last));
            made = last;
        });
    if (!named.empty()) return named;
    return several || dated ? std::string_view{} : made;
}

}  // namespace workmem::resolution
