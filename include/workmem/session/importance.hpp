#pragma once

#include <workmem/detail/fixed_point.hpp>
#include <workmem/value/importance_score.hpp>
#include <workmem/value/priority.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace workmem {

/// What an importance policy is told of a memory.
struct importance_facts {
    std::uint64_t access_count = 0;  ///< 0 for the score at creation
    milliseconds age{0};             ///< since creation
    milliseconds ttl{0};             ///< from creation to expiry, with every extension
    workmem::priority priority = workmem::priority::medium;
    std::size_t content_length = 0;  ///< in code points
};

/// What counts how much. The weights are in parts per million and add up to a million at most.
struct importance_weights {
    std::int64_t access = 400'000;
    std::int64_t recency = 300'000;
    std::int64_t priority = 200'000;
    std::int64_t content_length = 100'000;
    std::int64_t full_access_count = 10;       ///< from so many accesses on, more add nothing
    std::int64_t full_content_length = 1'000;  ///< code points from which more add nothing
    workmem::priority_weights priorities{};

    friend constexpr bool operator==(const importance_weights&,
                                     const importance_weights&) = default;
};

/// The first weight that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const importance_weights& weights) {
    constexpr auto million = static_cast<std::int64_t>(detail::million);
    constexpr std::int64_t most = std::int64_t{1} << 40;
    struct {
        const char* name;
        std::int64_t value, least, greatest;
    } const rules[]{{"access", weights.access, 0, million},
                    {"recency", weights.recency, 0, million},
                    {"priority", weights.priority, 0, million},
                    {"content_length", weights.content_length, 0, million},
                    {"full_access_count", weights.full_access_count, 1, most},
                    {"full_content_length", weights.full_content_length, 1, most}};
    for (const auto& each : rules)
        if (auto problem = detail::problem_of_option(std::string{"importance_weights."} + each.name,
                                                     each.value, each.least, each.greatest))
            return problem;
    if (auto problem = problem_of(weights.priorities)) return problem;
    return detail::problem_of_option(
        "the sum of importance_weights",
        weights.access + weights.recency + weights.priority + weights.content_length, 0, million);
}

namespace importance {

/// How important a memory is, from what is known of it and the weights of the options. The same
/// facts give the same score everywhere: integers only.
template <class Policy>
concept policy = std::default_initializable<Policy> &&
    requires(const Policy& score, const importance_facts& facts,
             const importance_weights& weights) {
    { score(facts, weights) }
    noexcept->std::same_as<importance_score>;
};

/// `0.4 · min(access count / 10, 1) + 0.3 · (1 − age / ttl) + 0.2 · weight of the priority
/// + 0.1 · min(length / 1000, 1)`, with the numbers of the options. `1 − age / ttl` stays between 0
/// and 1 whatever the clock does. Rounded once, to the nearest part per million. O(1).
struct weighted_sum {
    [[nodiscard]] constexpr importance_score operator()(
        const importance_facts& facts, const importance_weights& weights) const noexcept {
        const auto positive = [](std::int64_t value) {
            return static_cast<std::uint64_t>((std::max)(value, std::int64_t{0}));
        };
        const auto ttl = positive(facts.ttl.count());
        const auto left = ttl - (std::min)(positive(facts.age.count()), ttl);
        const std::uint64_t shares =
            positive(weights.access) *
                detail::ratio_ppm(facts.access_count, positive(weights.full_access_count)) +
            positive(weights.recency) * detail::ratio_ppm(left, ttl) +
            positive(weights.priority) * positive(weights.priorities.of(facts.priority)) +
            positive(weights.content_length) *
                detail::ratio_ppm(facts.content_length, positive(weights.full_content_length));
        return importance_score::from_ppm(detail::round_ppm(shares));
    }
};

}  // namespace importance

}  // namespace workmem
