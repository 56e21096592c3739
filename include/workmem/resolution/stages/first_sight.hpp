#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/calling.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/names.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/term_list.hpp>
#include <workmem/resolution/stages/chosen_by_value.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/resolution/stages/former_latter.hpp>
#include <workmem/resolution/stages/just_made.hpp>
#include <workmem/resolution/stages/negation.hpp>
#include <workmem/resolution/stages/neighbours.hpp>
#include <workmem/resolution/stages/ordinals.hpp>
#include <workmem/resolution/stages/other.hpp>
#include <workmem/resolution/stages/selection.hpp>
#include <workmem/resolution/stages/set_phrase.hpp>
#include <workmem/resolution/stages/superlatives.hpp>
#include <workmem/resolution/values/comparisons.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "Add the label p1 to it", "push the date on that to June 15": what "it" is, nothing else in
// the text tells.
[[nodiscard]] inline bool takes_pronoun(const utterance& said) noexcept {
    using text::word_class;
    for (std::size_t i = 1; i < said.size(); ++i) {
        const auto& word = said[i];
        const auto& before = said[i - 1];
        if (!word.is(word_class::pronoun) || word.is(word_class::plural) || word.after_comma)
            continue;
        const bool ends = i + 1 == said.size() || said[i + 1].after_comma;
        if (ends && before.is(word_class::target) && !word.is(word_class::far_demonstrative))
            return true;
        if (!ends && before.is(word_class::relation) && said[i + 1].is(word_class::target))
            return true;
    }
    return false;
}

// "Play something else."
[[nodiscard]] inline bool asks_for_something_else(const utterance& said) noexcept {
    using text::word_class;
    if (said.size() < 3) return false;
    const auto last = said.size() - 1;
    return said[last].is(word_class::other) && !said[last].after_comma &&
           said[last - 1].is(word_class::indefinite) && !has_pronoun(said) &&
           std::none_of(said.tokens().begin(), said.tokens().end(),
                        [](const token& each) { return each.is(word_class::negation); });
}

// "None of these", "neither", "no".
[[nodiscard]] inline bool declines(const utterance& said) {
    using text::word_class;
    return said[0].is(word_class::negation) &&
           (said.size() == 1 || (said[1].is(word_class::partitive) && !said[1].after_comma));
}

// Names are answered in the order of the text: the first is the object of the first verb.
[[nodiscard]] inline outcome several(std::vector<pick> named) {
    std::vector<outcome> parts;
    if (named.size() > 1)
        for (const auto& each : named) parts.push_back(resolved({each}));
    auto out = resolved(std::move(named));
    out.references = std::move(parts);
    return out;
}

}  // namespace detail

/// By what a first look told something.
enum class look : std::uint8_t {
    nothing,
    neighbour,
    name,
    plural,
    former_latter,
    making,
    comparison,
    place,
    value,
    alike,
    other,
    kind,
    focus,
    selection,
    set,
    absent,
    count_
};

/// What it told.
struct first_look {
    outcome told{};
    look by = look::nothing;
};

[[nodiscard]] inline first_look at_first_sight(const scene& at);

namespace detail {

// "Not the first one but the second": what is left is looked at, without what is not meant.
[[nodiscard]] inline std::optional<first_look> without_what_is_denied(const scene& at) {
    const auto denied = find_exclusion(at.said);
    if (!denied || denied->all_others || !denied->rest_refers) return std::nullopt;
    const utterance not_meant{denied->excluded, at.words}, rest{denied->rest, at.words};
    if (not_meant.size() == 0 || rest.size() == 0) return std::nullopt;
    std::vector<std::uint32_t> taken;
    if (at.without != nullptr) taken = *at.without;
    const auto other =
        at_first_sight({at.entries, not_meant, at.words, at.type, at.without, at.focus_left});
    if (other.told.status == resolution_status::resolved) {
        if (!other.told.together) taken.push_back(other.told.candidates.front().index);
        for (const auto& each : other.told.references)
            if (!each.candidates.empty()) taken.push_back(each.candidates.front().index);
    }
    return at_first_sight({at.entries, rest, at.words, at.type, &taken, at.focus_left});
}

}  // namespace detail

/// What a text means by names, places, comparisons, values, kinds and attention, the first that
/// tells: no operator but these, and no look at the rest of the sentence. A feature for the ranker.
[[nodiscard]] inline first_look at_first_sight(const scene& at) {
    using namespace detail;
    const auto& said = at.said;
    const auto nothing = [&](look by = look::nothing) {
        return first_look{unresolved(said.text(), at.type), by};
    };
    if (said.size() == 0 || declines(said) || says_nothing(said)) return nothing();
    const term_reader terms{at};
    if (auto found = selection_reader{at, terms}.read())
        return {*std::move(found), look::selection};
    if (auto found = set_reader{at, terms}.read()) return {*std::move(found), look::set};
    if (auto left = without_what_is_denied(at)) return *std::move(left);
    const name_index names{at.entries, said};
    const auto values = value_reader{said}.values();
    std::vector<pick> alike;
    auto named = by_link(at);
    if (named.empty()) named = by_name(at, names, values, alike);
    if (named.empty()) named = by_address(at);
    kind_stage kinds{at};
    if (auto found = by_neighbour(at, kinds, named)) return {*std::move(found), look::neighbour};
    const bool other = find_other(said).has_value();
    if (other && !named.empty()) {
        std::vector<std::uint32_t> taken;
        for (const auto& each : named) taken.push_back(each.index);
        auto left = at;
        left.without = &taken;
        return {only(at, by_other(left, kinds, named)), look::other};
    }
    if (!named.empty()) return {several(std::move(named)), look::name};
    if (asks_for_something_else(said)) return nothing(look::other);
    if (auto found = by_plural(at, kinds)) return {*std::move(found), look::plural};
    if (auto found = by_former_latter(at, kinds)) return {*std::move(found), look::former_latter};
    if (auto found = by_making(at, kinds)) return {*std::move(found), look::making};
    if (const auto compared = comparison_finder{said, at.words}.find())
        if (auto found = by_comparison(at, kinds, *compared))
            return {*std::move(found), look::comparison};
    if (const auto asked = find_position(said)) {
        auto placed = by_time(at, *asked, kinds);
        if (placed.empty()) placed = by_position(at, *asked, kinds);
        if (placed.empty()) return nothing(look::place);
        return {resolved(std::move(placed)), look::place};
    }
    if (!takes_pronoun(said))
        if (auto found = by_value(at, kinds, values)) return {*std::move(found), look::value};
    if (!alike.empty()) return {ambiguous(said.text(), std::move(alike)), look::alike};
    // Above this a kind is better evidence than the focus.
    constexpr std::uint32_t speaking_score = 600'000;
    auto found = kinds.find();
    rank(found, at.entries);
    auto focus = by_focus(at);
    if (other) return {only(at, by_other(at, kinds, found.empty() ? focus : found)), look::other};
    if (!found.empty() && found.front().score >= speaking_score)
        return {resolved(std::move(found)), look::kind};
    if (is_absent(at, kinds.nouns())) return nothing(look::absent);
    if (focus.empty() || has_left(at, focus.front()) ||
        !calls_for_focus(at, kinds, at.entries[focus.front().index]))
        return nothing();
    return {resolved(std::move(focus)), look::focus};
}

}  // namespace workmem::resolution
