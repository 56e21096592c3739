#pragma once

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/names/possessives.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/text/lexicon_classes.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// Words of a text from `first` to before `end`.
struct word_range {
    std::size_t first = 0, end = 0;
};

namespace detail {

[[nodiscard]] inline bool begins_clause(const utterance& said, std::size_t i) noexcept {
    return i == 0 || ends_phrase(said, i);
}
// "And can you ask": nothing that tells what is meant stands before the word in its clause.
[[nodiscard]] inline bool leads_clause(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 12;
    for (std::size_t steps = 0; !begins_clause(said, i); ++steps) {
        if (steps == most_words) return false;
        const auto& before = said[--i];
        if (before.is(word_class::definite) || before.is(word_class::indefinite) ||
            before.is(word_class::possessive) || before.is(word_class::owner_pronoun))
            return false;
        if (!before.is(word_class::function) && !before.is(word_class::assent) &&
            !before.is(word_class::predicate) && !before.is(word_class::greeting))
            return false;
    }
    return true;
}

}  // namespace detail

/// Whether a name is somebody who takes part in what is said, "ask Lars if", "give it to Mei",
/// "Joris should do it", and does not tell which thing is meant: "Lars's", "the Miller one", "the
/// invoice from Lars".
[[nodiscard]] inline bool takes_part(const utterance& said, word_range name) noexcept {
    using text::word_class;
    if (said[name.end - 1].clitic) return false;
    const bool ends = ends_phrase(said, name.end);
    if (!ends) {
        const auto& next = said[name.end];
        if (next.is(word_class::placeholder) ||
            !(next.is(word_class::function) || next.is(word_class::predicate)))
            return false;
    }
    if (detail::begins_clause(said, name.first))
        return !ends && said[name.end].is(word_class::predicate);
    const auto& before = said[name.first - 1];
    if (before.is(word_class::partitive) || before.is(word_class::definite) ||
        before.is(word_class::possessive) || before.is(word_class::connective) ||
        before.is(word_class::asking))
        return false;
    if (before.is(word_class::target)) return true;
    // "Close the repair with Lena" says which.
    if (before.is(word_class::relation))
        return name.first > 1 && said[name.first - 2].is(word_class::pronoun);
    // "Thanks Lena, …"
    if (before.is(word_class::greeting)) return false;
    return !before.is(word_class::describing) && detail::leads_clause(said, name.first - 1);
}

namespace detail {

// Those who are persons by type in whose names all the words are, in whatever case.
[[nodiscard]] inline std::vector<std::uint32_t> somebody_called(const scene& at, word_range name) {
    const auto is_called_so = [&](const entry& of) {
        if (of.unnamed || !at.allows(of) || !is_somebody(of, at.words)) return false;
        for (auto i = name.first; i < name.end; ++i)
            if (!has_name(of.name, at.said[i].text)) return false;
        return true;
    };
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i)
        if (is_called_so(at.entries[i])) out.push_back(i);
    return out;
}
// Words that the language does not know, from one on: "hannah", "Lena Fischer".
[[nodiscard]] inline word_range unknown_words(const utterance& said, std::size_t first) noexcept {
    constexpr std::size_t shortest = 3;
    auto end = first;
    while (end < said.size() && said[end].known == nullptr && said[end].text.size() >= shortest &&
           (end == first || !ends_phrase(said, end)))
        ++end;
    return {first, end};
}
// "What do we hold for Ann", "the one to Ann", "Ann's is late": it only tells which thing is meant.
[[nodiscard]] inline bool tells_which_thing(const utterance& said, word_range name) noexcept {
    using text::word_class;
    const auto last = name.end - 1;
    if (said[last].clitic &&
        (ends_phrase(said, name.end) || said[name.end].is(word_class::function) ||
         said[name.end].is(word_class::placeholder)))
        return true;
    if (begins_clause(said, name.first)) return false;
    const auto& before = said[name.first - 1];
    const bool of_one = name.first > 1 && said[name.first - 2].is(word_class::placeholder);
    return before.is(word_class::describing) && (!before.is(word_class::target) || of_one);
}

// "Lena's email", "ask lena", "lena can do it": where a person stands, and no verb or colour.
[[nodiscard]] inline bool may_be_somebody(const utterance& said, word_range name) noexcept {
    using text::word_class;
    if (said[name.end - 1].clitic || takes_part(said, name)) return true;
    return name.first > 0 && !said[name.first].after_comma &&
           said[name.first - 1].is(word_class::telling);
}

}  // namespace detail

/// Stage: somebody whom a text names in small letters, or by a part of the name: "give me hannah's
/// email". Where several are called so, nobody: they are added to `open`.
[[nodiscard]] inline std::vector<pick> by_first_name(const scene& at, std::vector<pick>& open) {
    constexpr std::size_t most_words = 64;
    const auto& said = at.said;
    for (std::size_t i = 0; i < (std::min)(said.size(), most_words); ++i) {
        const auto name = detail::unknown_words(said, i);
        if (name.end == i) continue;
        i = name.end - 1;
        if (said[name.first].hyphen || said.noun(i) != nullptr ||
            detail::tells_which_thing(said, name) || !detail::may_be_somebody(said, name))
            continue;
        const auto found = detail::somebody_called(at, name);
        const auto words = evidence(said, name.first, i);
        const auto position = said[name.first].position;
        if (found.size() == 1) return {{found.front(), 930'000, by_part_of_name, words, position}};
        for (const auto each : found) {
            const bool known = std::any_of(open.begin(), open.end(),
                                           [&](const pick& one) { return one.index == each; });
            if (!known && open.size() < outcome::most_candidates)
                open.push_back({each, 600'000, "several are called so", words, position});
        }
    }
    return {};
}

/// Somebody whom a text names who takes part in what is said.
struct named_participant {
    std::uint32_t index = 0;
    word_range said{};
};
[[nodiscard]] inline std::optional<named_participant> find_named_participant(const scene& at) {
    const auto& said = at.said;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto name = detail::unknown_words(said, i);
        if (name.end == i) continue;
        i = name.end - 1;
        if (!takes_part(said, name)) continue;
        if (const auto found = detail::somebody_called(at, name); found.size() == 1)
            return named_participant{found.front(), name};
    }
    return std::nullopt;
}

/// Whether a pronoun is somebody who takes part: "email it to her", not "her invoice".
[[nodiscard]] inline bool is_person_taking_part(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    const auto& word = said[i];
    if (i == 0 || !word.is(word_class::he_or_she) || word.clitic) return false;
    if (ends_phrase(said, i + 1)) return true;
    const auto& next = said[i + 1];
    return next.is(word_class::pronoun) ||
           (next.is(word_class::function) && !next.is(word_class::adjective) &&
            !next.is(word_class::moment) && !next.is(word_class::other) &&
            !next.is(word_class::vacant));
}
/// Whom a text tells something: "the reporter" in "ask the reporter for a file", "her" in "let her
/// know". Linear in the text.
[[nodiscard]] inline std::optional<word_range> find_addressee(const utterance& said) noexcept {
    using text::word_class;
    const auto goes_on = [&](std::size_t i) {
        const auto& word = said[i];
        return !word.is(word_class::function) || word.is(word_class::partitive) ||
               word.is(word_class::adjective) ||
               (word.is(word_class::relation) && !word.is(word_class::target)) ||
               (word.is(word_class::definite) && said[i - 1].is(word_class::describing));
    };
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        const auto first = i + 1;
        if (!said[i].is(word_class::telling) || said[i].clitic ||
            detail::begins_clause(said, first) || said[first].is(word_class::self) ||
            !detail::leads_clause(said, i))
            continue;
        auto end = first + 1;
        if (!is_person_taking_part(said, first))
            while (!ends_phrase(said, end) && goes_on(end)) ++end;
        return word_range{first, end};
    }
    return std::nullopt;
}

namespace detail {

// "And what time is it": whether the clause asks before a word.
[[nodiscard]] inline bool asks_before(const utterance& said, std::size_t i) noexcept {
    constexpr std::size_t most_words = 6;
    for (std::size_t steps = 0; steps < most_words && !begins_clause(said, i); ++steps)
        if (said[--i].is(text::word_class::asking)) return true;
    return false;
}
// "Tell Lena it is late", "it will rain": it stands for nothing.
[[nodiscard]] inline bool is_late_or_so(const utterance& said, std::size_t it) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 4;
    for (auto i = it + 1; i < said.size() && i - it <= most_words && !ends_phrase(said, i); ++i) {
        if (said[i].is(word_class::impersonal)) return true;
        if (!said[i].is(word_class::function) && !said[i].is(word_class::predicate)) return false;
    }
    return false;
}

}  // namespace detail

/// Whether a pronoun is something that takes part: "tell Stu to bring it back", "Ann can take
/// that", not "tell her that I am late" and not "what time is it for Ann?".
[[nodiscard]] inline bool is_thing_taking_part(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    const auto& word = said[i];
    if (i == 0 || word.clitic || word.is(word_class::plural) ||
        (said[i - 1].is(word_class::predicate) && detail::asks_before(said, i)))
        return false;
    const bool ends = ends_phrase(said, i + 1);
    if (word.is(word_class::far_demonstrative))
        return ends || said[i + 1].is(word_class::placeholder) ||
               (said[i + 1].is(word_class::relation) && !said[i - 1].is(word_class::function));
    return word.is(word_class::pronoun) && !word.is(word_class::person_pronoun) &&
           !word.is(word_class::near_demonstrative) && !detail::is_late_or_so(said, i) &&
           (ends || said[i + 1].is(word_class::function) || said[i + 1].is(word_class::pronoun));
}

/// "Him": whom attention rests on, where that is a person by type.
[[nodiscard]] inline std::optional<outcome> person_in_focus(const scene& at) {
    auto focus = at.said[0].is(text::word_class::he_or_she) ? by_focus(at) : std::vector<pick>{};
    if (focus.empty() || !detail::is_somebody(at.entries[focus.front().index], at.words))
        return std::nullopt;
    return resolved({std::move(focus.front())});
}

}  // namespace workmem::resolution
