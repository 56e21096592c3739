#pragma once

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/told.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/propose/operators.hpp>
#include <workmem/resolution/rank/describer.hpp>
#include <workmem/resolution/rank/features.hpp>
#include <workmem/resolution/rank/weights.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace workmem::resolution {

static_assert(std::size(feature_weights) == static_cast<std::size_t>(feature::count_),
              "workmem: weights.hpp was fitted for other features");

static_assert(std::size(trust_weights) == trusted_features,
              "workmem: weights.hpp was fitted for other features");

/// A hypothesis with how much speaks for it.
struct ranked {
    hypothesis of{};  ///< without things: that nothing is meant
    int sum = 0;      ///< of its features by their weights
    int trust = 0;    ///< how much they say that it is right where it is the best
};

/// The confidence of an answer by its trust, in parts per million; linear between the steps.
[[nodiscard]] constexpr std::uint32_t confidence_of(int trust) noexcept {
    const auto* const first = std::begin(confidence_steps);
    const auto* const last = std::end(confidence_steps) - 1;
    if (trust <= first->trust) return first->confidence;
    if (trust >= last->trust) return last->confidence;
    const auto* upper = first;
    while (upper->trust <= trust) ++upper;
    const auto& lower = *(upper - 1);
    const auto share = static_cast<std::uint32_t>(trust - lower.trust);
    return lower.confidence + (upper->confidence - lower.confidence) * share /
                                  static_cast<std::uint32_t>(upper->trust - lower.trust);
}

/// The least confidence at which at most a share of the answers is wrong, both in parts per
/// million.
[[nodiscard]] constexpr std::uint32_t least_confidence(std::uint32_t risk) noexcept {
    std::uint32_t out = 1'000'000;
    for (const auto& each : risk_steps)
        if (risk >= each.risk) out = each.confidence;
    return out;
}

/// What a first look told, as a set of the things that are looked at.
[[nodiscard]] inline sight sight_of(const window_things& window, const first_look& of) {
    sight out{0, of.by};
    const auto& told = of.told;
    if (told.status != resolution_status::resolved || told.candidates.empty()) return out;
    if (!told.together) out.things = window.place_of(told.candidates.front().index);
    for (const auto& each : told.references)
        if (!each.candidates.empty()) out.things |= window.place_of(each.candidates.front().index);
    return out;
}

/// The places among the entries of all things that an outcome speaks of.
[[nodiscard]] inline std::vector<std::uint32_t> indexes_of(const outcome& of) {
    std::vector<std::uint32_t> out;
    for (const auto& each : of.candidates) out.push_back(each.index);
    for (const auto& each : of.references)
        if (!each.candidates.empty()) out.push_back(each.candidates.front().index);
    return out;
}

/// Calls `take(hypothesis, feature_list)` for each set that a text may mean, what the first look
/// told among them, and at last for the hypothesis that nothing is meant.
template <class Take>
void describe_hypotheses(const scene& at, const window_things& window, const word_hits& hits,
                         const resolve_query& query, const sight& first, Take take) {
    const atom_reader atoms{at, window, hits};
    const operator_reader operators{at};
    const proposer proposed{at, window, hits, atoms, operators.read()};
    const told last{window, query.said, at.words};
    const describer describe{at,   window,          hits, atoms, operators.read(), proposed,
                             last, query.left_open, first};
    bool is_proposed = first.things == 0;
    for (const auto& each : proposed.all()) {
        take(each, describe(each));
        is_proposed = is_proposed || each.things == first.things;
    }
    if (!is_proposed) {
        hypothesis same;
        same.things = first.things;
        // They answer only where they have read all of the text.
        if (first.by == look::selection || first.by == look::set)
            for (std::size_t i = 0; i < hits.size(); ++i)
                if (hits.anywhere(i) != 0) same.words |= bit(i);
        take(same, describe(same));
    }
    take(hypothesis{}, describe.nothing());
}

/// Ranks what a text may mean by the weights of its features.
class ranker {
public:
    ranker(const scene& at, const resolve_query& query, const first_look& at_first_sight)
        : window_{at, indexes_of(at_first_sight.told)},
          hits_{at, window_, kind_stage{at}},
          sight_{sight_of(window_, at_first_sight)} {
        describe_hypotheses(at, window_, hits_, query, sight_,
                            [&](const hypothesis& each, const feature_list& features) {
                                all_.push_back({each, sum_of(features, feature_weights),
                                                sum_of(features, trust_weights)});
                            });
        std::stable_sort(all_.begin(), all_.end(),
                         [](const ranked& a, const ranked& b) { return a.sum > b.sum; });
    }

    /// Best first; one of them is that nothing is meant.
    [[nodiscard]] const std::vector<ranked>& all() const noexcept { return all_; }
    /// Of the one at a place: by how far it leads, and by how far the likeliest thing or set is to
    /// be trusted.
    [[nodiscard]] std::uint32_t confidence(std::size_t place = 0) const noexcept {
        if (all_.size() < 2) return 1'000'000;
        const auto& answer = all_[all_.front().of.things == 0 ? 1 : 0];
        const auto lead = all_[place].sum - all_[place == 0 ? 1 : 0].sum;
        const auto by_lead =
            lead * trust_of_lead + (std::min)(lead, small_lead) * trust_of_small_lead;
        return confidence_of(answer.trust + by_lead / 256);
    }
    [[nodiscard]] const window_things& window() const noexcept { return window_; }
    [[nodiscard]] const word_hits& hits() const noexcept { return hits_; }
    /// What the first look told.
    [[nodiscard]] thing_set at_first_sight() const noexcept { return sight_.things; }

private:
    template <std::size_t Size>
    [[nodiscard]] static int sum_of(const feature_list& of,
                                    const std::int16_t (&weights)[Size]) noexcept {
        constexpr std::size_t lanes = 16;
        constexpr auto whole = Size / lanes * lanes;
        int out = 0;
        // Compilers turn a loop over a constant number of whole vectors into instructions on
        // vectors.
        for (std::size_t i = 0; i < whole; ++i) out += of[i] * weights[i];
        for (auto i = whole; i < Size; ++i) out += of[i] * weights[i];
        return out;
    }

    window_things window_;
    word_hits hits_;
    sight sight_;
    std::vector<ranked> all_;
};

}  // namespace workmem::resolution
