#pragma once

#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/rank/derivation.hpp>
#include <workmem/resolution/rank/ranker.hpp>
#include <workmem/resolution/rank/requirements.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// Which part of a text spoke for a hypothesis, in a few words.
[[nodiscard]] inline std::string_view reason_of(const hypothesis& of) noexcept {
    if (of.is(made_by::exclusion)) return "all but what is left out";
    if (of.is(made_by::rest)) return "what is left";
    if (of.is(made_by::superlative)) return "the end of a scale";
    if (of.is(made_by::place)) return "its place in the list";
    if (of.is(made_by::join)) return "said together";
    if (of.is(made_by::bound)) return "the bound";
    if (of.words == 0) return "in focus";
    if (of.has(atom_kind::id)) return "id";
    if (of.has(atom_kind::name)) return "its name";
    if (of.has(atom_kind::near_name)) return "part of a name";
    if (of.has(atom_kind::denied) || of.has(atom_kind::lacking)) return "what it does not have";
    if (of.kinds != 0) return "what is said of it";
    return "kind";
}

/// The words of a text from the first to the last that spoke for a hypothesis. Of an id all do.
[[nodiscard]] inline std::string evidence_of(const scene& at, const word_hits& hits,
                                             const hypothesis& of) {
    if (of.words == 0) return {};
    auto words = of.words;
    for (const auto& each : hits.spelled())
        if ((each.words & words) != 0 && (each.exact | each.part) != 0) words |= each.words;
    const auto& first = at.said[static_cast<std::size_t>(std::countr_zero(words))];
    const auto& last = at.said[static_cast<std::size_t>(63 - std::countl_zero(words))];
    return std::string{
        at.said.text().substr(first.position, last.position + last.text.size() - first.position)};
}

namespace detail {

// What is no person comes first: it is given, they take part.
[[nodiscard]] inline std::vector<std::size_t> main_first(const scene& at,
                                                         const window_things& window,
                                                         thing_set of) {
    std::vector<std::size_t> out;
    for_each_in(of, [&](std::size_t i) { out.push_back(i); });
    std::stable_partition(out.begin(), out.end(),
                          [&](std::size_t i) { return !is_somebody(window[i], at.words); });
    return out;
}

[[nodiscard]] inline std::string derived(const scene& at, const ranker& ranks, const hypothesis& of,
                                         std::string_view evidence = {}) {
    return derivation{at, ranks.window(), ranks.hits()}.of(of, evidence);
}

// The likeliest things, where none is sure enough.
[[nodiscard]] inline outcome left_open(const scene& at, const ranker& ranks) {
    std::vector<pick> open;
    std::vector<std::string> derivations;
    thing_set seen = 0;
    for (std::size_t place = 0; place < ranks.all().size(); ++place) {
        const auto& each = ranks.all()[place].of;
        const auto sure = ranks.confidence(place);
        for_each_in(each.things & ~seen, [&](std::size_t i) {
            if (open.size() < outcome::most_candidates)
                open.push_back({ranks.window().index(i), sure, reason_of(each),
                                evidence_of(at, ranks.hits(), each)});
        });
        if (open.size() > derivations.size())
            derivations.resize(open.size(), derived(at, ranks, each));
        seen |= each.things;
        if (open.size() == outcome::most_candidates) break;
    }
    auto out = ambiguous(at.said.text(), std::move(open));
    out.derivations = std::move(derivations);
    return out;
}

[[nodiscard]] inline outcome answered(const scene& at, const ranker& ranks, const hypothesis& best,
                                      std::uint32_t sure) {
    const auto& window = ranks.window();
    const bool joined = best.is(made_by::join) && window.count_kinds(best.things) > 1;
    std::vector<pick> chosen;
    const auto evidence = evidence_of(at, ranks.hits(), best);
    for (const auto i : joined ? main_first(at, window, best.things) : window.in_order(best.things))
        chosen.push_back({window.index(i), sure, reason_of(best), evidence});
    std::vector<outcome> parts;
    if (chosen.size() > 1)
        for (const auto& each : chosen) parts.push_back(resolved({each}));
    auto out = resolved(std::move(chosen));
    out.together = !joined && parts.size() > 1;
    out.references = std::move(parts);
    out.derivations.assign(out.candidates.size(), derived(at, ranks, best));
    return out;
}

}  // namespace detail

/// The answer of a ranker, in terms of the entries. What the first look told too keeps its reason
/// and its order.
[[nodiscard]] inline outcome judged(const scene& at, const resolve_query& query,
                                    first_look at_first_sight) {
    constexpr std::uint32_t everything = 1'000'000;
    // 194 of 205 such answers were right on services and domains that nothing was fitted to.
    constexpr std::uint32_t sure_of_ids = 940'000;
    const auto risk = query.risk.value_or(default_risk);
    // An address that stands in the text is meant, whatever the weights say.
    if (const auto& first = at_first_sight.told.candidates;
        !first.empty() && first.front().reason == by_page) {
        auto& out = at_first_sight.told;
        for (const auto& each : out.candidates)
            out.derivations.push_back(text::quoted(text::prefix(each.evidence, 120)) +
                                      " is its page");
        return std::move(out);
    }
    const ranker ranks{at, query, at_first_sight};
    auto best = ranks.all().begin();
    if (risk >= everything && best->of.things == 0 && best + 1 != ranks.all().end()) ++best;
    if (best->of.things == 0) return unresolved(at.said.text(), at.type);
    const auto by = at_first_sight.by;
    if (detail::is_about_unknown_id(at, ranks.hits().spelled(), by) ||
        (by != look::name &&
         detail::takes_up_what_was_left(ranks.window(), best->of, query.focus_left)))
        return unresolved(at.said.text(), at.type);
    if (risk < everything && detail::misses_what_is_asked(at_first_sight, best->of))
        return unresolved(at.said.text(), at.type);
    auto sure = ranks.confidence(static_cast<std::size_t>(best - ranks.all().begin()));
    if (detail::is_all_ids(at, ranks.hits().spelled(), best->of))
        sure = (std::max)(sure, sure_of_ids);
    if (risk < everything && (sure < least_confidence(risk) ||
                              detail::is_one_begun_so(ranks.hits().spelled(), best->of) ||
                              detail::is_any_of_a_list(at, query, ranks.window(), best->of)))
        return detail::left_open(at, ranks);
    if (best->of.things != ranks.at_first_sight())
        return detail::answered(at, ranks, best->of, sure);
    auto& out = at_first_sight.told;
    if (!out.together && out.references.empty()) out.candidates.resize(1);
    out.derivations.assign(out.candidates.size(),
                           detail::derived(at, ranks, best->of, out.candidates.front().evidence));
    for (auto& each : out.candidates) {
        each.score = sure;
        // Of a clause that was read, what speaks for the one: "retry" of "what does retry do".
        auto narrow = best->of;
        narrow.words &= words_in(at.said, each.evidence);
        if (by == look::selection && !out.together && narrow.words != 0)
            each.evidence = evidence_of(at, ranks.hits(), narrow);
    }
    for (auto& part : out.references)
        for (auto& each : part.candidates) each.score = sure;
    return std::move(out);
}

}  // namespace workmem::resolution
