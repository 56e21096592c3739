#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// A place in a list beside another: "the one after it", "the next hotel", "second to last".
struct neighbour {
    enum class anchor_kind : std::uint8_t { focus, place, name };

    int step = 0;  ///< how many places on; negative: back
    anchor_kind anchor = anchor_kind::focus;
    bool counts = false;      ///< digits stand where the name should: they may as well be a time
    std::uint32_t place = 0;  ///< of the anchor; 0: the last
    std::size_t anchor_word = 0;  ///< where a name may stand
    std::size_t noun = 0;         ///< what is listed; the size of the text: any
    bool absent = false;
    bool recalls = false;  ///< "the previous hotel" may also be the one talked about before
    std::size_t first = 0, last = 0;
};

namespace detail {

// "After that", "before the last one", "below Saltmarsh".
[[nodiscard]] inline bool read_anchor(const utterance& said, std::size_t from, neighbour& out) {
    using text::word_class;
    auto i = from;
    if (ends_phrase(said, i)) return false;
    const bool definite = said[i].is(word_class::definite);
    if (definite && !ends_phrase(said, i + 1)) ++i;
    const auto& word = said[i];
    out.last = i;
    out.anchor_word = i;
    const auto digits = leading_digits(word.text);
    if (word.known != nullptr && word.known->ordinal > 0) {
        out.anchor = neighbour::anchor_kind::place;
        out.place = static_cast<std::uint32_t>(word.known->ordinal);
        return true;
    }
    if (word.is(word_class::list_end) && definite) {
        out.anchor = neighbour::anchor_kind::place;
        return true;
    }
    out.counts = digits != 0;
    if (word.known != nullptr && word.known->day_from >= 0) return false;  // "before noon"
    if (word.is(word_class::pronoun) && !definite) return true;
    out.anchor = neighbour::anchor_kind::name;
    return !word.is(word_class::function);
}

// What "after it" is said of: "the one right after it", "the page that is listed before it". The
// size of the text: nothing that stands in a list.
[[nodiscard]] inline std::size_t thing_beside(const utterance& said, std::size_t preposition) {
    using text::word_class;
    constexpr std::size_t most_between = 4;
    auto at = preposition - 1;
    for (std::size_t steps = 0; steps < most_between && at > 0; ++steps, --at) {
        const auto& word = said[at];
        const bool passes = word.is(word_class::placed) || word.is(word_class::function) ||
                            word.is(word_class::adjective) || word.is(word_class::recently) ||
                            word.is(word_class::far_demonstrative);
        if (said[at + 1].after_comma) return said.size();
        if (word.is(word_class::placeholder) || word.is(word_class::relation) || !passes) break;
    }
    return at;
}

}  // namespace detail

/// Finds a place beside another in a text.
[[nodiscard]] inline std::optional<neighbour> find_neighbour(const scene& at,
                                                             const kind_stage& kinds) {
    using text::word_class;
    const auto& said = at.said;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        if (word.known == nullptr) continue;
        neighbour out;
        out.noun = said.size();
        out.first = out.last = i;
        const auto next_is = [&](std::size_t by, word_class c) {
            return !ends_phrase(said, i + by) && said[i + by].is(c);
        };
        const bool next = word.is(word_class::next);
        // "the penultimate one", "the second last"
        const bool from_end = word.known->ordinal < 0;
        if (from_end || (word.known->ordinal > 1 && next_is(1, word_class::list_end))) {
            if (determiner_of(said, i) != determiner::definite) continue;
            out.anchor = neighbour::anchor_kind::place;
            out.step = from_end ? word.known->ordinal + 1 : 1 - word.known->ordinal;
            out.last = from_end ? i : i + 1;
            const auto head = head_from(at, kinds, out.last + 1);
            if (head.general) continue;
            out.noun = head.noun;
            out.absent = head.absent;
            out.last = (std::max)(out.last, head.last);
            return out;
        }
        // "second to last", "next to last", "second from the bottom"
        if ((word.known->ordinal > 1 || next) && next_is(1, word_class::relation)) {
            const std::size_t end = next_is(2, word_class::definite) ? 3 : 2;
            if (next_is(end, word_class::list_end)) {
                out.anchor = neighbour::anchor_kind::place;
                out.step = next ? -1 : 1 - word.known->ordinal;
                const auto head = head_from(at, kinds, i + end + 1);
                out.noun = head.noun;
                out.absent = head.absent;
                out.last = (std::max)(i + end, head.last);
                return out;
            }
        }
        // "last but one"
        if (word.is(word_class::list_end) && next_is(1, word_class::instead) &&
            next_is(2, word_class::placeholder)) {
            out.anchor = neighbour::anchor_kind::place;
            out.step = -1;
            out.last = i + 2;
            return out;
        }
        // "the next one", "the previous section"
        if (next || word.is(word_class::previous)) {
            const auto by = determiner_of(said, i);
            const auto head = head_from(at, kinds, i + 1);
            const bool alone = ends_phrase(said, i + 1);
            const bool introduced =
                by == determiner::definite || (by == determiner::bare && head.placeholder);
            const bool listed = alone || head.placeholder || head.noun < said.size();
            if (introduced && !head.general && listed) {
                out.step = next ? 1 : -1;
                out.recalls = !next && head.noun < said.size();
                out.noun = head.noun;
                out.last = (std::max)(i, head.last);
                return out;
            }
        }
        // "the one after it"
        const bool behind = word.is(word_class::behind);
        if ((behind || word.is(word_class::ahead)) && i > 0 && !word.after_comma) {
            const auto before = detail::thing_beside(said, i);
            if (before >= said.size()) continue;
            const bool placeholder = said[before].is(word_class::placeholder);
            const auto* kind = said.noun(before);
            out.absent = !placeholder && kinds.closest(before) <= text::kinship::cue;
            if (determiner_of(said, before) != determiner::definite ||
                (out.absent && (kind == nullptr || !at.words.is_kind(*kind))))
                continue;
            out.step = behind ? 1 : -1;
            out.first = before;
            if (!placeholder) out.noun = before;
            if (detail::read_anchor(said, i + 1, out)) return out;
        }
    }
    return std::nullopt;
}

/// Stage: the entry beside another in the newest list, or among things of the kind that came one
/// by one. The other is what was named last, a place, or a name. Where there is no anchor or
/// nothing beside it, nothing is meant.
[[nodiscard]] inline std::optional<outcome> by_neighbour(const scene& at, const kind_stage& kinds,
                                                         const std::vector<pick>& named) {
    const auto asked = find_neighbour(at, kinds);
    if (!asked) return std::nullopt;
    const auto nothing = unresolved(at.said.text(), at.type);
    if (asked->absent) return nothing;
    const bool by_name = asked->anchor == neighbour::anchor_kind::name;
    auto things = group_of(at, kinds, asked->noun);
    const std::uint32_t* anchor = nullptr;
    if (asked->anchor == neighbour::anchor_kind::place) {
        anchor = things.at_place(asked->place);
    } else {
        // of a single thing in focus the neighbours are those that came before and after it
        const auto focus = by_focus(at);
        const auto find = [&](std::uint32_t index) {
            const auto found = std::find(things.members.begin(), things.members.end(), index);
            return found == things.members.end() ? nullptr : &*found;
        };
        if (by_name) {
            // Here even a word of the language can be a name: "the one after pricing".
            for (const auto& each : things.members)
                if (same_word(at.entries[each].name, at.said[asked->anchor_word].text))
                    anchor = &each;
            for (const auto& each : named)
                if (anchor == nullptr) anchor = find(each.index);
            const bool any = asked->noun == at.said.size();
            if (anchor == nullptr && named.empty() && (!any || asked->counts)) return std::nullopt;
        } else {
            for (const auto& each : focus)
                if (anchor == nullptr && is_named(at.entries[each.index].level))
                    anchor = find(each.index);
        }
    }
    if (anchor == nullptr && asked->recalls) return std::nullopt;
    if (anchor == nullptr) return nothing;
    const auto place = things.places[static_cast<std::size_t>(anchor - things.members.data())];
    const auto wanted = static_cast<std::int64_t>(place) + asked->step;
    if (asked->recalls && wanted < 1) return std::nullopt;
    if (place == 0 || wanted < 1) return nothing;
    const auto* found = things.at_place(static_cast<std::uint32_t>(wanted));
    if (found == nullptr) return nothing;
    return resolved(picks({*found}, 940'000, "beside another in the list",
                          evidence(at.said, asked->first, asked->last)));
}

}  // namespace workmem::resolution
