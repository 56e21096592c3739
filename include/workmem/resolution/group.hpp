#pragma once

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace workmem::resolution {

[[nodiscard]] inline bool contains(const std::vector<std::uint32_t>& things,
                                   std::uint32_t each) noexcept {
    return std::find(things.begin(), things.end(), each) != things.end();
}

/// The things that a phrase chooses from, in the order of their list; those that came alone
/// stand behind it, in the order in which they came.
struct group {
    std::vector<std::uint32_t> members{};
    std::vector<std::uint32_t> places{};  ///< of each member: 1-based in the list; 0: not in it
    bool listed = false;                  ///< they came in one list

    /// The member at a place of the list, or null; 0 is the last, counted by what is known of it.
    [[nodiscard]] const std::uint32_t* at_place(std::uint32_t place) const {
        if (place == 0 && !places.empty()) place = *std::max_element(places.begin(), places.end());
        const auto found = std::find(places.begin(), places.end(), place);
        return place == 0 || found == places.end()
                   ? nullptr
                   : &members[static_cast<std::size_t>(found - places.begin())];
    }

    /// Those of them that were named, the one named first in front.
    [[nodiscard]] std::vector<std::uint32_t> named(const scene& at) const {
        std::vector<std::uint32_t> out;
        for (const auto each : members)
            if (is_named(at.entries[each].level)) out.push_back(each);
        std::sort(out.begin(), out.end(), [&](std::uint32_t a, std::uint32_t b) {
            return at.entries[a].order < at.entries[b].order;
        });
        return out;
    }
    /// The two that "the former", "both" or "the cheaper one" speaks of: all there are, or the
    /// two that were named last. Anything else is no pair, and empty.
    [[nodiscard]] std::vector<std::uint32_t> pair(const scene& at) const {
        auto out = named(at);
        if (members.size() == 2) return out.size() == 2 ? out : members;
        const bool counts_more = std::any_of(
            at.said.tokens().begin(), at.said.tokens().end(),
            [](const token& each) { return each.known != nullptr && each.known->cardinal > 2; });
        if (out.size() < 2 || (out.size() > 2 && counts_more)) return {};
        return {out.end() - 2, out.end()};
    }
};

namespace detail {

// Without a list things stand in the order in which they came. What a list returned and a later
// call returned again has left its place: when the list has one gap and one thing came after it,
// that is where it stood.
inline void place(const scene& at, group& of, bool all_listed) {
    std::uint32_t last = 0, gap = 0, gaps = 0;
    std::size_t later = 0;
    for (const auto each : of.members) {
        const auto rank = at.entries[each].rank;
        of.places.push_back(
            of.listed && all_listed ? rank : static_cast<std::uint32_t>(of.places.size() + 1));
        if (rank == 0) {
            ++later;
        } else {
            if (rank > last + 1) gap = last + 1, gaps += rank - last - 1;
            last = rank;
        }
    }
    if (of.listed && later == 1 && gaps == 1) of.places.back() = gap;
}

}  // namespace detail

/// Tells which entries a noun of the text may speak of; without a noun (`noun` = the size of the
/// text) any.
class kind_filter {
public:
    kind_filter(const scene& at, const kind_stage& kinds, std::size_t noun)
        : at_{at}, kinds_{kinds}, noun_{noun} {
        if (any()) return;
        least_ = (std::min)(kinds.closest(noun), text::kinship::narrower);
        least_ = (std::max)(least_, text::kinship::cue);
    }
    [[nodiscard]] bool any() const noexcept { return noun_ >= at_.said.size(); }
    [[nodiscard]] bool operator()(const entry& each) const {
        return at_.allows(each) && !is_fact(each, at_.words) &&
               (any() || kinds_.kinship_with(noun_, each) >= least_);
    }

private:
    const scene& at_;
    const kind_stage& kinds_;
    std::size_t noun_;
    text::kinship least_ = text::kinship::none;
};

/// All things that a noun may speak of, newest first, wherever they came from.
[[nodiscard]] inline group all_of(const scene& at, const kind_stage& kinds, std::size_t noun) {
    const kind_filter fits{at, kinds, noun};
    group out;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i)
        if (fits(at.entries[i])) out.members.push_back(i);
    return out;
}

/// The group that a noun of the text speaks of: the newest list of such things and what came
/// alone after it; without a list all such things. Without a noun (`noun` = the size of the text)
/// the newest list of any things; without a list whatever is of the kind in focus.
[[nodiscard]] inline group group_of(const scene& at, const kind_stage& kinds, std::size_t noun) {
    const kind_filter fits{at, kinds, noun};
    const bool any = fits.any();
    group out;
    if (any && at.listed != nullptr) {
        std::copy_if(at.listed->begin(), at.listed->end(), std::back_inserter(out.members),
                     [&](std::uint32_t each) { return fits(at.entries[each]); });
        out.listed = true;
        detail::place(at, out, false);
        return out;
    }
    const entry* newest = nullptr;
    for (const auto& each : at.entries)
        if (each.rank != 0 && (newest == nullptr || each.observation > newest->observation) &&
            fits(each))
            newest = &each;
    out.listed = newest != nullptr;
    if (newest == nullptr && any) {
        const auto focus = by_focus(at);
        if (focus.empty()) return out;
        newest = &at.entries[focus.front().index];
    }
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        bool belongs = true;
        if (out.listed)
            belongs = each.rank != 0
                          ? each.observation == newest->observation
                          : each.observation > newest->observation && each.type == newest->type;
        else if (any)
            belongs = each.type == newest->type;
        if (belongs && fits(each)) out.members.push_back(i);
    }
    std::stable_sort(out.members.begin(), out.members.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto& x = at.entries[a];
        const auto& y = at.entries[b];
        if ((x.rank == 0) != (y.rank == 0)) return y.rank == 0;
        if (x.rank != 0) return x.rank < y.rank;
        return x.observation != y.observation ? x.observation < y.observation : x.number < y.number;
    });
    // "The first to-do" of a list of blocks: counted among those alone
    detail::place(at, out, any || !kinds.is_of_said_kind(noun));
    return out;
}

/// The words from one to another as they stand in the text, for a pick's evidence.
[[nodiscard]] inline std::string evidence(const utterance& said, std::size_t first,
                                          std::size_t last) {
    constexpr std::size_t most = 120;
    const auto& end = said[last];
    const auto bytes = end.position + end.text.size() - said[first].position;
    return std::string{text::prefix(said.text().substr(said[first].position, bytes), most)};
}

/// A candidate for each of some entries.
[[nodiscard]] inline std::vector<pick> picks(const std::vector<std::uint32_t>& of,
                                             std::uint32_t score, std::string_view reason,
                                             const std::string& words) {
    std::vector<pick> out;
    for (const auto each : of) {
        if (out.size() == outcome::most_candidates) break;
        out.push_back({each, score, reason, words});
    }
    return out;
}

/// One entry is the answer, several are a choice that only the speaker can make.
[[nodiscard]] inline outcome only(const scene& at, std::vector<pick> found) {
    if (found.empty()) return unresolved(at.said.text(), at.type);
    return found.size() == 1 ? resolved(std::move(found))
                             : ambiguous(at.said.text(), std::move(found));
}

/// Of more things than are asked for those that were spoken of together at last: nearer to each
/// other than to any before them. None where that is open.
[[nodiscard]] inline std::vector<std::uint32_t> last_together(const scene& at,
                                                              std::vector<std::uint32_t> things,
                                                              std::size_t count) {
    if (count < 2 || things.size() <= count) return {};
    const auto newer = [&](std::uint32_t a, std::uint32_t b) {
        return at.entries[a].order > at.entries[b].order;
    };
    auto recent = things;
    std::sort(recent.begin(), recent.end(), newer);
    std::uint64_t widest = 0;
    for (std::size_t i = 0; i + 1 < count; ++i)
        widest = (std::max)(widest, at.entries[recent[i]].order - at.entries[recent[i + 1]].order);
    if (at.entries[recent[count - 1]].order - at.entries[recent[count]].order <= widest) return {};
    std::erase_if(things, [&](std::uint32_t each) { return newer(recent[count - 1], each); });
    return things;
}

/// Where a phrase ends: a sign other than a space stands before the word, or nothing follows.
[[nodiscard]] inline bool ends_phrase(const utterance& said, std::size_t word) noexcept {
    return word >= said.size() || said[word].after_comma || said[word].begins_sentence;
}

/// Whether an ordinal is no place in a list: "the second floor", where things have a floor that is
/// a number.
[[nodiscard]] inline bool numbers_something(const scene& at, std::size_t word) {
    const auto* const known = at.said[word].known;
    if (known == nullptr || known->ordinal <= 0 || ends_phrase(at.said, word + 1)) return false;
    return std::any_of(at.entries.begin(), at.entries.end(), [&](const entry& each) {
        return at.allows(each) && has_number(each, at.said[word + 1].text, known->ordinal);
    });
}

/// The noun that a phrase is about, behind its adjectives.
struct phrase_head {
    std::size_t noun = 0;  ///< the size of the text: none, or one that stands for any
    std::size_t last = 0;  ///< last word of the phrase so far
    bool placeholder = false;
    bool absent = false;   ///< it is something that memory does not hold
    bool general = false;  ///< it is a moment or a property: "the best day"
};

/// Looks for it from a word on, over at most five words.
[[nodiscard]] inline phrase_head head_from(const scene& at, const kind_stage& kinds,
                                           std::size_t first) {
    using text::word_class;
    constexpr std::size_t most_words = 5;
    const auto& said = at.said;
    phrase_head out{said.size(), first == 0 ? 0 : first - 1, false, false, false};
    bool unknown = false;
    for (auto i = first; i < first + most_words && !ends_phrase(said, i); ++i) {
        const auto& word = said[i];
        if (word.is(word_class::placeholder)) {
            out.placeholder = true;
            out.last = i;
            return out;
        }
        const auto* noun = said.noun(i);
        if (kinds.closest(i) != text::kinship::none) {
            out.noun = out.last = i;
            // of "concert tickets" the last noun says what is meant
            if (ends_phrase(said, i + 1) || said[i + 1].is(word_class::function) ||
                kinds.closest(i + 1) == text::kinship::none)
                return out;
            continue;
        }
        if (out.noun < said.size()) return out;
        // "the cheapest morning flight"
        if (word.known != nullptr && word.known->day_from >= 0 && !ends_phrase(said, i + 1) &&
            (said[i + 1].is(word_class::placeholder) ||
             kinds.closest(i + 1) != text::kinship::none)) {
            out.last = i;
            continue;
        }
        if (word.is(word_class::function) && !word.is(word_class::adjective)) break;
        if (word.is(word_class::predicate) && !word.is(word_class::adjective)) break;
        if (word.is(word_class::moment) || word.is(word_class::property)) {
            out.general = true;
            out.last = i;
            return out;
        }
        out.last = i;
        if (noun != nullptr && at.words.has_kind(*noun)) out.absent = true;
        unknown = unknown || word.known == nullptr;
    }
    if (unknown) out.absent = true;
    return out;
}

}  // namespace workmem::resolution
