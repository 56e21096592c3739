#pragma once

#include <workmem/entity/entry.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/utterance.hpp>
#include <workmem/resolution/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// Whether the words of a stored text stand in the utterance one after the other.
[[nodiscard]] inline bool says(const utterance& said, std::size_t most, std::string_view stored) {
    constexpr std::size_t most_bytes = 80;
    if (stored.empty() || stored.size() > most_bytes) return false;
    text::word_reader reader{stored};
    text::word first{};
    if (!reader.next(first)) return false;
    for (std::size_t i = 0; i < most; ++i) {
        if (!same_word(said[i].text, first.text)) continue;
        auto rest = reader;
        auto at = i + 1;
        bool all = true;
        for (text::word next{}; all && rest.next(next); ++at)
            all = at < said.size() && same_word(said[at].text, next.text);
        if (all) return true;
    }
    return false;
}

// 2 for what tells things apart in talk (times, days, words), 1 for numbers, 0 for no match.
[[nodiscard]] inline std::uint32_t attribute_weight(const utterance& said, std::size_t most,
                                                    const value* begin, const value* end,
                                                    const scalar& stored) {
    if (const auto number = value_of(stored)) {
        if (number->kind == value_kind::number && number->amount < 10'000 &&
            number->amount % 1000 == 0)
            return 0;
        const bool found =
            std::any_of(begin, end, [&](const value& each) { return each.may_be(*number); });
        return found ? (number->kind == value_kind::number ? 1U : 2U) : 0U;
    }
    const auto* text = std::get_if<std::string>(&stored);
    return text != nullptr && text->size() > 2 && says(said, most, *text) ? 2U : 0U;
}

// Whether the text names kinds of things, none of which is that of the entry.
[[nodiscard]] inline bool speaks_of_others(const entry& of, const utterance& said,
                                           std::size_t most) {
    const auto type = text::folded(of.type);
    const auto& words = said.lexicon();
    const auto* own = words.find_noun(head_of(type));
    bool others = false;
    for (std::size_t i = 0; i < most; ++i) {
        if (name_has_word(type, said[i].text)) return false;
        if (said[i].capital && !said[i].begins_sentence) continue;  // part of a name
        const auto* known = said.noun(i);
        if (known == nullptr || !words.is_kind(*known) || said[i].is(text::word_class::property))
            continue;
        if (own != nullptr && words.related(*known, *own) != text::kinship::none) return false;
        others = true;
    }
    return others;
}

}  // namespace detail

/// The entry of the newest result that a text describes without naming it: the bus that "leaves at
/// 6:30 am and costs $24", the game "on March 2nd". Only things that a name does not tell apart,
/// only attributes that not all of them share, at least a time, a day, words, or two numbers.
/// At most one mention; of equals the most recent. Reads the first 256 words of the text.
[[nodiscard]] inline std::vector<mention> find_described(const std::vector<entry>& entries,
                                                         const utterance& said,
                                                         const std::vector<value>& values) {
    constexpr std::size_t most_words = 256, most_values = 64, most_candidates = 64;
    std::uint64_t newest = 0;
    for (const auto& each : entries)
        if (!is_fact(each, said.lexicon())) newest = (std::max)(newest, each.observation);
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < entries.size() && candidates.size() < most_candidates; ++i)
        if (entries[i].observation == newest && !is_fact(entries[i], said.lexicon()))
            candidates.push_back(i);
    const auto nameless = [&](std::uint32_t i) {
        return entries[i].unnamed ||
               std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t other) {
                   return other != i && entries[other].name == entries[i].name;
               });
    };
    std::erase_if(candidates, [&](std::uint32_t i) {
        return entries[i].attributes == nullptr || !nameless(i);
    });
    const auto words = (std::min)(said.size(), most_words);
    if (candidates.empty()) return {};
    const auto* begin = values.data();
    const auto* end = begin + (std::min)(values.size(), most_values);
    struct match {
        std::string_view attribute;
        std::size_t count;
    };
    std::vector<match> shared;
    std::vector<std::vector<std::pair<std::string_view, std::uint32_t>>> found(candidates.size());
    for (std::size_t c = 0; c < candidates.size(); ++c)
        for (const auto& each : *entries[candidates[c]].attributes) {
            const auto weight =
                detail::attribute_weight(said, words, begin, end, each.value);
            if (weight == 0) continue;
            found[c].push_back({each.name, weight});
            const auto at = std::find_if(shared.begin(), shared.end(), [&](const match& m) {
                return m.attribute == each.name;
            });
            if (at == shared.end())
                shared.push_back({each.name, 1});
            else
                ++at->count;
        }
    std::uint32_t most = 1;
    std::size_t best = candidates.size();
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        std::uint32_t score = 0;
        for (const auto& [name, weight] : found[c])
            for (const auto& m : shared)
                if (m.attribute == name && (m.count < candidates.size() || m.count == 1))
                    score += weight;
        if (score > most) {
            most = score;
            best = c;
        }
    }
    if (best == candidates.size() ||
        detail::speaks_of_others(entries[candidates.front()], said, words))
        return {};
    return {{candidates[best], 0}};
}

}  // namespace workmem::resolution
