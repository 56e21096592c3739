#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/values/value_words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

/// Whether a word names somebody, a place or a number rather than saying something: "Lucy",
/// "sunita's", "4114". What something is changed to or given is no description: "to Rostock".
[[nodiscard]] inline bool is_proper(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t shortest_number = 3, shortest_name = 3;
    const auto& word = said[i];
    if (i > 0 && !word.begins_sentence && said[i - 1].is(word_class::target)) return false;
    if (leading_digits(word.text) == word.text.size()) return word.text.size() >= shortest_number;
    return word.text.size() >= shortest_name && leading_digits(word.text) == 0 &&
           word.known == nullptr && said.noun(i) == nullptr;
}

// "marsh" of "carol@marsh.example"
[[nodiscard]] inline bool is_part_of_identifier(const utterance& said, std::size_t i) noexcept {
    const auto text = said.text();
    const auto joins = [](char c) { return c == '@' || c == '.' || c == '/' || c == '_'; };
    const auto begin = said[i].position;
    const auto end = begin + said[i].text.size();
    if (begin > 1 && joins(text[begin - 1]) && text[begin - 2] != ' ') return true;
    return end + 1 < text.size() && joins(text[end]) && text[end + 1] != ' ';
}

// Whether it is called so.
[[nodiscard]] inline bool is_named_by(const entry& of, const token& word) {
    return of.id == word.text || (!of.unnamed && value_has_word(of.name, word.text));
}
[[nodiscard]] inline bool has_proper_word(const entry& of, const token& word) {
    if (is_named_by(of, word)) return true;
    if (of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        if (const auto* const text = std::get_if<std::string>(&each.value))
            return value_has_word(*text, word.text);
        const auto* const number = std::get_if<std::int64_t>(&each.value);
        return number != nullptr && std::to_string(*number) == word.text;
    });
}

}  // namespace detail

/// "Call Lucy, she is late": Lucy is meant where anything is called so, before a reservation of
/// hers.
[[nodiscard]] inline bool speaks_of_person(const utterance& said) noexcept {
    using text::word_class;
    const auto& all = said.tokens();
    return std::any_of(all.begin(), all.end(), [](const token& t) {
        return t.is(word_class::person_pronoun) && !t.is(word_class::plural);
    });
}

/// "Did Owen say why he left?": the pronoun stands for whom the same clause has named.
[[nodiscard]] inline bool speaks_of_somebody_named(const utterance& said) noexcept {
    using text::word_class;
    bool named = false;
    for (const auto& each : said.tokens()) {
        if (each.after_comma || each.begins_sentence) named = false;
        if (each.is(word_class::far_demonstrative) || each.is(word_class::near_demonstrative))
            return false;
        if (each.is(word_class::pronoun)) return named && each.is(word_class::he_or_she);
        named = named || (each.capital && each.known == nullptr && !each.clitic);
    }
    return false;
}

/// Why `by_said_value` picks.
inline constexpr std::string_view by_one_value = "one of its values";

namespace detail {

/// Looks which things have all the names and numbers that a text says. The scene and the kinds must
/// outlive it.
class said_value_reader {
    using word_class = text::word_class;

public:
    said_value_reader(const scene& at, const kind_stage& kinds)
        : at_{at}, said_{at.said}, kinds_{kinds}, person_{speaks_of_person(at.said)} {
        // "How do I phone management there?"
        placed_ = std::any_of(said_.tokens().begin(), said_.tokens().end(),
                              [](const token& t) { return t.is(word_class::place_pronoun); });
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e)
            if (at_.allows(at_.entries[e]) && !is_fact(at_.entries[e], at_.words))
                all_.push_back(e);
    }

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_words = 64;
        auto found = all_;
        std::size_t first = said_.size(), last = 0;
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < (std::min)(said_.size(), most_words); ++i) {
            if (said_[i].is(word_class::both)) count = 2;
            if (said_[i].known != nullptr && said_[i].known->cardinal > 1)
                count = static_cast<std::uint32_t>(said_[i].known->cardinal);
            if (!names_something(i)) continue;
            const auto having = having_it(i);
            // What all have alike tells none of them.
            if (having.empty() || (having.size() == all_.size() && all_.size() > 1)) continue;
            std::erase_if(found, [&](std::uint32_t e) {
                return !std::binary_search(having.begin(), having.end(), e);
            });
            first = (std::min)(first, i);
            last = i;
        }
        if (first == said_.size()) return std::nullopt;
        keep_kind(found);
        if (found.empty() || is_half_a_name(found.front(), first, last) ||
            accounting{at_, kinds_}.asks_for_new(at_.entries[found.front()]))
            return std::nullopt;
        const auto words = evidence(said_, first, last);
        if (found.size() == 1) return resolved(picks(found, 890'000, by_one_value, words));
        if (found.size() == count) return as_set(at_, found, words);
        return std::nullopt;
    }

private:
    [[nodiscard]] bool names_something(std::size_t i) const {
        if (!is_proper(said_, i) || is_part_of_identifier(said_, i) || takes_object(said_, i))
            return false;
        // "How big may an artifact be?"
        return said_[i].capital || !(placed_ || determiner_of(said_, i) == determiner::indefinite);
    }
    // Sorted.
    [[nodiscard]] std::vector<std::uint32_t> having_it(std::size_t i) const {
        std::vector<std::uint32_t> out;
        const auto collect = [&](auto is_it) {
            for (const auto e : all_)
                if (is_it(at_.entries[e], said_[i])) out.push_back(e);
        };
        if (person_) collect(is_named_by);
        if (out.empty()) collect(has_proper_word);
        return out;
    }
    // Of several those of a kind that the text names. "The bug that Bob reported" is none of his
    // issues that are no bugs, where others are.
    void keep_kind(std::vector<std::uint32_t>& found) const {
        if (found.size() == 1) {
            const auto& one = at_.entries[found.front()];
            const auto is_another = [&](const noun& each) {
                return takes_up(each.by) && !kinds_.is_of_kind(each.word, one) &&
                       std::any_of(all_.begin(), all_.end(), [&](std::uint32_t e) {
                           return at_.entries[e].type == one.type &&
                                  kinds_.is_of_kind(each.word, at_.entries[e]);
                       });
            };
            if (std::any_of(kinds_.nouns().begin(), kinds_.nouns().end(), is_another))
                found.clear();
        }
        if (found.size() < 2) return;
        for (const auto& each : kinds_.nouns()) {
            const auto is_of = [&](std::uint32_t e) {
                return kinds_.is_of_kind(each.word, at_.entries[e]);
            };
            if (std::any_of(found.begin(), found.end(), is_of))
                std::erase_if(found, [&](std::uint32_t e) { return !is_of(e); });
        }
    }
    // "The paper backpack", where there is none of paper or no backpack: half a name is another's.
    [[nodiscard]] bool is_half_a_name(std::uint32_t of, std::size_t first, std::size_t last) const {
        const auto& thing = at_.entries[of];
        const accounting known{at_, kinds_};
        const auto is_strange = [&](std::size_t i) {
            return said_[i].known == nullptr && said_.noun(i) == nullptr && known.matters(i) &&
                   !known.has(thing, i);
        };
        const auto begins = [&](std::size_t phrase, std::size_t name) {
            return phrase > 0 && said_[phrase - 1].is(word_class::definite) &&
                   !said_[name].capital && !said_[phrase].clitic && is_named_by(thing, said_[name]);
        };
        if (first > 1 && !said_[first].after_comma && begins(first - 1, first) &&
            is_strange(first - 1))
            return true;
        return begins(last, last) && !ends_phrase(said_, last + 1) && is_strange(last + 1);
    }

    const scene& at_;
    const utterance& said_;
    const kind_stage& kinds_;
    bool person_, placed_ = false;
    std::vector<std::uint32_t> all_{};
};

}  // namespace detail

/// Stage: what is told apart by a name or a number among its values, though nothing is called so:
/// "when did Lucy arrive?" of reservations with guests. A name is a word that the language does not
/// know, in whatever case. All that is said so must be of the same; of several those of the kind
/// that the text names, as many as it counts; else nothing is chosen.
[[nodiscard]] inline std::optional<outcome> by_said_value(const scene& at,
                                                          const kind_stage& kinds) {
    return detail::said_value_reader{at, kinds}.read();
}

}  // namespace workmem::resolution
