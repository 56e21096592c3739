#pragma once

#include <workmem/value/importance_score.hpp>
#include <workmem/value/priority.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// Why a memory goes to long-term memory: somebody asked for it, or which rule asks for it.
enum class promotion_reason : std::uint8_t {
    manual,
    access_count,      ///< read as often as its priority demands
    importance,        ///< important enough
    critical_access,   ///< critical, and read
    sustained_access,  ///< still read after a long time
};

[[nodiscard]] constexpr std::string_view to_string(promotion_reason reason) noexcept {
    switch (reason) {
        case promotion_reason::manual: return "manual";
        case promotion_reason::access_count: return "access_count";
        case promotion_reason::importance: return "importance";
        case promotion_reason::critical_access: return "critical_access";
        case promotion_reason::sustained_access: return "sustained_access";
    }
    return "unknown";
}

/// Reads such a name; false for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view name, promotion_reason& into) noexcept {
    using enum promotion_reason;
    for (const auto reason : {manual, access_count, importance, critical_access, sustained_access})
        if (name == to_string(reason)) {
            into = reason;
            return true;
        }
    return false;
}

/// Whether a rule promotes, and nobody by hand: what long-term metadata call `auto`.
[[nodiscard]] constexpr bool is_automatic(promotion_reason reason) noexcept {
    return reason != promotion_reason::manual;
}

/// What a promotion policy is told of a memory.
struct promotion_facts {
    std::uint64_t access_count = 0;
    importance_score importance{};
    workmem::priority priority = workmem::priority::medium;
    milliseconds age{0};  ///< since creation
};

/// How often a memory of each priority is read before that alone promotes it.
struct promotion_access_counts {
    std::int64_t low = 10;
    std::int64_t medium = 15;
    std::int64_t high = 20;
    std::int64_t critical = 10;

    [[nodiscard]] constexpr std::int64_t of(priority level) const noexcept {
        return at_priority(*this, level);
    }
    friend constexpr bool operator==(const promotion_access_counts&,
                                     const promotion_access_counts&) = default;
};

/// From where on each rule promotes.
struct promotion_limits {
    promotion_access_counts access_counts{};
    importance_score importance = importance_score::from_ppm(800'000);
    std::int64_t critical_access_count = 1;
    milliseconds sustained_age = std::chrono::hours{6};  ///< what is older, not what is as old
    std::int64_t sustained_access_count = 5;

    friend constexpr bool operator==(const promotion_limits&, const promotion_limits&) = default;
};

/// The first limit that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const promotion_limits& limits) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const std::string of = "promotion_limits.";
    if (auto problem =
            detail::problem_of_priorities(of + "access_counts", limits.access_counts, 1, most))
        return problem;
    if (auto problem = detail::problem_of_option(of + "critical_access_count",
                                                 limits.critical_access_count, 1, most))
        return problem;
    if (auto problem = detail::problem_of_option(of + "sustained_age", limits.sustained_age.count(),
                                                 0, most * 1'000, " ms"))
        return problem;
    return detail::problem_of_option(of + "sustained_access_count", limits.sustained_access_count,
                                     1, most);
}

namespace promotion {

/// Whether a memory is to be kept for long, and by which rule.
template <class Policy>
concept policy = std::default_initializable<Policy> &&
    requires(const Policy& promotes, const promotion_facts& facts, const promotion_limits& limits) {
    { promotes(facts, limits) }
    noexcept->std::same_as<std::optional<promotion_reason>>;
};

/// Any of four rules will do; the first that applies is the reason: access count >= that of the
/// priority; importance >= 0.8; critical and read at least once; older than 6 hours and read at
/// least 5 times. The numbers are those of the limits. O(1).
struct any_rule {
    [[nodiscard]] constexpr std::optional<promotion_reason> operator()(
        const promotion_facts& facts, const promotion_limits& limits) const noexcept {
        const auto read = [&facts](std::int64_t times) {
            return times <= 0 || facts.access_count >= static_cast<std::uint64_t>(times);
        };
        if (read(limits.access_counts.of(facts.priority))) return promotion_reason::access_count;
        if (facts.importance >= limits.importance) return promotion_reason::importance;
        if (facts.priority == priority::critical && read(limits.critical_access_count))
            return promotion_reason::critical_access;
        if (facts.age > limits.sustained_age && read(limits.sustained_access_count))
            return promotion_reason::sustained_access;
        return std::nullopt;
    }
};

/// Nothing is promoted but by hand.
struct by_hand {
    [[nodiscard]] constexpr std::optional<promotion_reason> operator()(
        const promotion_facts&, const promotion_limits&) const noexcept {
        return std::nullopt;
    }
};

}  // namespace promotion

/// The reason with the numbers behind it: `access count 15 >= 15 for priority medium`.
[[nodiscard]] inline std::string explain(promotion_reason reason, const promotion_facts& facts,
                                         const promotion_limits& limits) {
    const auto read = [&facts](std::int64_t times) {
        return "access count " + std::to_string(facts.access_count) +
               " >= " + std::to_string(times);
    };
    switch (reason) {
        case promotion_reason::manual: break;
        case promotion_reason::access_count:
            return read(limits.access_counts.of(facts.priority)) + " for priority " +
                   std::string{to_string(facts.priority)};
        case promotion_reason::importance:
            return "importance " + to_string(facts.importance) +
                   " >= " + to_string(limits.importance);
        case promotion_reason::critical_access:
            return "priority critical and " + read(limits.critical_access_count);
        case promotion_reason::sustained_access:
            return "age " + std::to_string(facts.age.count()) + " ms > " +
                   std::to_string(limits.sustained_age.count()) + " ms and " +
                   read(limits.sustained_access_count);
    }
    return "promoted by hand";
}

}  // namespace workmem
