#pragma once

#include <workmem/detail/fixed_point.hpp>
#include <workmem/value/importance_score.hpp>
#include <workmem/value/priority.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace workmem {

/// What a search knows of a memory that it found.
struct relevance_facts {
    std::uint64_t score = 0;       ///< of the ranking policy
    std::uint64_t best_score = 0;  ///< the highest of this search; 0: there was no query
    /// Where the query stands in the content as a substring, if it does, and how long the content
    /// is: both in bytes, or both in code points.
    std::optional<std::size_t> match_position;
    std::size_t content_length = 0;
    std::uint64_t access_count = 0;
    importance_score importance{};
};

/// What counts how much. The weights are in parts per million and add up to a million at most.
struct relevance_weights {
    std::int64_t ranking = 600'000;
    std::int64_t position = 150'000;
    std::int64_t access = 125'000;
    std::int64_t importance = 125'000;
    std::int64_t full_access_count = 10;  ///< from so many accesses on, more add nothing

    friend constexpr bool operator==(const relevance_weights&, const relevance_weights&) = default;
};

/// The first weight that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const relevance_weights& weights) {
    constexpr auto million = static_cast<std::int64_t>(detail::million);
    struct {
        const char* name;
        std::int64_t value, least, greatest;
    } const rules[]{{"ranking", weights.ranking, 0, million},
                    {"position", weights.position, 0, million},
                    {"access", weights.access, 0, million},
                    {"importance", weights.importance, 0, million},
                    {"full_access_count", weights.full_access_count, 1, std::int64_t{1} << 40}};
    for (const auto& each : rules)
        if (auto problem = detail::problem_of_option(std::string{"relevance_weights."} + each.name,
                                                     each.value, each.least, each.greatest))
            return problem;
    return detail::problem_of_option(
        "the sum of relevance_weights",
        weights.ranking + weights.position + weights.access + weights.importance, 0, million);
}

/// How well a memory answers a search, from 0 to 1,000,000 parts per million:
/// `0.6 · score / best score + 0.15 · (1 − position / length) + 0.125 · min(access count / 10, 1)
/// + 0.125 · importance`, with the numbers of the weights, rounded once. Without a query the first
/// part counts in full; without the substring the second one not at all. Weights must be valid.
/// O(1).
[[nodiscard]] constexpr std::uint32_t relevance_ppm(
    const relevance_facts& facts, const relevance_weights& weights = {}) noexcept {
    const auto weight = [](std::int64_t ppm) { return static_cast<std::uint64_t>(ppm); };
    const auto ranking =
        facts.best_score == 0 ? detail::million : detail::ratio_ppm(facts.score, facts.best_score);
    std::uint64_t position = 0;
    if (facts.match_position)
        position = detail::million - detail::ratio_ppm(*facts.match_position, facts.content_length);
    return detail::round_ppm(
        weight(weights.ranking) * ranking + weight(weights.position) * position +
        weight(weights.access) *
            detail::ratio_ppm(facts.access_count, weight(weights.full_access_count)) +
        weight(weights.importance) * facts.importance.ppm());
}

}  // namespace workmem
