#pragma once

#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// What one place of the text says of the candidates: bit i for the candidate that has it.
struct description_mark {
    std::size_t first = 0, last = 0;  // words
    std::uint64_t fits = 0;
    std::uint32_t weight = 0;
};

// Marks a text with what stands in attributes of the candidates. Bounded work per attribute.
class description_marks {
public:
    static constexpr std::size_t most_words = 256, most_values = 64;

    description_marks(const utterance& said, const std::vector<value>& values)
        : said_{said}, words_{said}, size_{(std::min)(said.size(), most_words)} {
        std::size_t word = 0;
        for (const auto& each : values) {
            while (word < size_ && said[word].position < each.position) ++word;
            if (word == size_ || values_.size() == most_values) break;
            values_.push_back({each, word});
        }
    }

    void add(const scalar& stored, std::uint64_t candidate) {
        if (const auto number = value_of(stored)) {
            const bool counts = number->kind == value_kind::number;
            if (counts && number->amount < 10'000 && number->amount % 1000 == 0) return;
            for (const auto& [each, word] : values_)
                if (each.may_be(*number)) mark(word, word, candidate, counts ? 1U : 2U);
        } else if (const auto* text = std::get_if<std::string>(&stored)) {
            if (find(*text, candidate)) return;
            // of an address its beginning is said
            const auto comma = text->find(',');
            if (comma != std::string::npos && text->find(' ') < comma)
                find(std::string_view{*text}.substr(0, comma), candidate);
        }
    }

    [[nodiscard]] std::vector<description_mark> take() {
        std::stable_sort(marks_.begin(), marks_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        return std::move(marks_);
    }

private:
    // Where the words of a stored text stand one after the other.
    bool find(std::string_view stored, std::uint64_t candidate) {
        constexpr std::size_t shortest = 3, longest = 80;
        if (stored.size() < shortest || stored.size() > longest ||
            !words_.may_name(stored, true, longest))
            return false;
        bool found = false;
        for (auto at = find_phrase(said_, stored, 0, size_); at.count != 0;
             at = find_phrase(said_, stored, at.first + 1, size_)) {
            mark(at.first, at.first + at.count - 1, candidate, 2);
            found = true;
        }
        return found;
    }
    void mark(std::size_t first, std::size_t last, std::uint64_t candidate, std::uint32_t weight) {
        for (auto& each : marks_)
            if (each.first == first && each.last == last && each.weight == weight) {
                each.fits |= candidate;
                return;
            }
        if (marks_.size() < most_values) marks_.push_back({first, last, candidate, weight});
    }

    const utterance& said_;
    said_words words_;
    std::size_t size_;
    std::vector<std::pair<value, std::size_t>> values_{};  // with their words
    std::vector<description_mark> marks_{};
};

// Whether a new part of a list begins between two words: "… or the 9:10 bus", "2. the house".
[[nodiscard]] inline bool coordinates(const utterance& said, std::size_t from, std::size_t to) {
    for (auto i = from; i <= to; ++i) {
        if (said[i].is(text::word_class::coordinating)) return true;
        if (i == from || !said[i].after_comma) continue;
        const auto& before = said[i - 1];
        const auto end = before.position + before.text.size();
        if (!said[i].begins_sentence ? said.text()[end] == ','
                                     : leading_digits(before.text) == before.text.size())
            return true;
    }
    return false;
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

/// The entries of the newest result that a text describes without naming them, in the order of
/// the text: the bus that "leaves at 6:30 am and costs $24"; "the 9:10 bus or the 4:30 bus". What
/// is said describes one thing as long as one thing has all of it; parts of a list may each
/// describe another. Only things that a name does not tell apart, only what not all of them
/// share, at least a time, a day, words, or two numbers. Of equals the most recent. Reads the
/// first 256 words of the text.
[[nodiscard]] inline std::vector<mention> find_described(const std::vector<entry>& entries,
                                                         const utterance& said,
                                                         const std::vector<value>& values) {
    constexpr std::size_t most_candidates = 64;
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
    if (candidates.empty()) return {};
    detail::description_marks reader{said, values};
    for (std::size_t c = 0; c < candidates.size(); ++c)
        for (const auto& each : *entries[candidates[c]].attributes)
            reader.add(each.value, std::uint64_t{1} << c);
    const auto all = ~std::uint64_t{0} >> (64 - candidates.size());
    struct description {
        detail::description_mark whole;
        std::size_t list;  // which
    };
    std::vector<description> found;
    for (const auto& mark : reader.take()) {
        if (mark.fits == all && candidates.size() > 1) continue;
        if (!found.empty() && (found.back().whole.fits & mark.fits) != 0) {
            auto& of = found.back().whole;
            of.fits &= mark.fits;
            of.weight += mark.weight;
            of.last = (std::max)(of.last, mark.last);
        } else if (found.empty() || mark.weight > 1) {
            const bool joins = !found.empty() &&
                               detail::coordinates(said, found.back().whole.last + 1, mark.first);
            const auto list = found.empty() ? 0 : found.back().list + (joins ? 0U : 1U);
            found.push_back({mark, list});
        }
    }
    const auto best = std::max_element(
        found.begin(), found.end(), [](const description& a, const description& b) {
            return a.whole.weight != b.whole.weight
                       ? a.whole.weight < b.whole.weight
                       : std::countr_zero(a.whole.fits) > std::countr_zero(b.whole.fits);
        });
    const auto words = (std::min)(said.size(), detail::description_marks::most_words);
    if (best == found.end() || best->whole.weight < 2 ||
        detail::speaks_of_others(entries[candidates.front()], said, words))
        return {};
    std::vector<mention> out;
    for (const auto& each : found) {
        if (each.list != best->list || each.whole.weight < 2) continue;
        const auto index = candidates[static_cast<std::size_t>(std::countr_zero(each.whole.fits))];
        std::erase_if(out, [&](const mention& m) { return m.index == index; });
        out.push_back({index, said[each.whole.first].position});
    }
    return out;
}

}  // namespace workmem::resolution
