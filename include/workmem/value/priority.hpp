#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/time/timestamp.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// How much a memory matters to who stores it: how long it lives, and how much it weighs.
enum class priority : std::uint8_t { low, medium, high, critical };

inline constexpr std::array priorities{priority::low, priority::medium, priority::high,
                                       priority::critical};

[[nodiscard]] constexpr std::string_view to_string(priority level) noexcept {
    switch (level) {
        case priority::low: return "low";
        case priority::medium: return "medium";
        case priority::high: return "high";
        case priority::critical: return "critical";
    }
    return "unknown";
}

/// Reads a name in lower case; false for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view name, priority& into) noexcept {
    for (const auto level : priorities)
        if (name == to_string(level)) {
            into = level;
            return true;
        }
    return false;
}

/// The priority of that name, in lower case; `validation_error` lists the allowed ones.
[[nodiscard]] inline result<priority> try_parse_priority(std::string_view name) {
    priority level{};
    if (parse_name(name, level)) return level;
    constexpr std::size_t most_shown = 64;
    const auto shown = text::quoted(text::prefix(name, most_shown));
    return error{error_code::validation_error,
                 "priority must be \"low\", \"medium\", \"high\" or \"critical\", is " + shown,
                 {{"field", "priority"}, {"value", shown}}};
}

/// The member that belongs to a priority, of a struct that has one for each.
template <class PerPriority>
[[nodiscard]] constexpr auto& at_priority(PerPriority& values, priority level) noexcept {
    switch (level) {
        case priority::low: return values.low;
        case priority::medium: return values.medium;
        case priority::high: return values.high;
        case priority::critical: break;
    }
    return values.critical;
}

/// How long a memory lives, and by how much `extend_ttl` prolongs its life.
struct priority_ttl {
    milliseconds low = std::chrono::hours{1};
    milliseconds medium = std::chrono::hours{4};
    milliseconds high = std::chrono::hours{12};
    milliseconds critical = std::chrono::hours{24};

    [[nodiscard]] constexpr milliseconds of(priority level) const noexcept {
        return at_priority(*this, level);
    }
    friend constexpr bool operator==(const priority_ttl&, const priority_ttl&) = default;
};

/// What a priority adds to importance, in parts per million.
struct priority_weights {
    std::int64_t low = 250'000;
    std::int64_t medium = 500'000;
    std::int64_t high = 750'000;
    std::int64_t critical = 1'000'000;

    [[nodiscard]] constexpr std::int64_t of(priority level) const noexcept {
        return at_priority(*this, level);
    }
    friend constexpr bool operator==(const priority_weights&, const priority_weights&) = default;
};

namespace detail {

/// A validation error for an option out of its range, or nothing. Both ends are allowed.
[[nodiscard]] inline std::optional<error> problem_of_option(const std::string& name,
                                                            std::int64_t value, std::int64_t least,
                                                            std::int64_t greatest,
                                                            std::string_view unit = {}) {
    if (value >= least && value <= greatest) return std::nullopt;
    const auto shown = std::to_string(value) + std::string{unit};
    return error{error_code::validation_error,
                 name + " must be " + std::to_string(least) + " to " + std::to_string(greatest) +
                     std::string{unit} + ", is " + shown,
                 {{"option", name}, {"value", shown}}};
}

/// The first value per priority that is out of range.
template <class PerPriority>
[[nodiscard]] std::optional<error> problem_of_priorities(const std::string& name,
                                                         const PerPriority& values,
                                                         std::int64_t least,
                                                         std::int64_t greatest) {
    for (const auto level : priorities)
        if (auto problem = problem_of_option(name + '.' + std::string{to_string(level)},
                                             at_priority(values, level), least, greatest))
            return problem;
    return std::nullopt;
}

}  // namespace detail

/// The first time to live that is not above 0 or above 100 years, as an error that names it.
[[nodiscard]] inline std::optional<error> problem_of(const priority_ttl& ttl) {
    constexpr milliseconds most = std::chrono::hours{24} * 36'525;
    for (const auto level : priorities)
        if (auto problem = detail::problem_of_option("ttl." + std::string{to_string(level)},
                                                     ttl.of(level).count(), 1, most.count(), " ms"))
            return problem;
    return std::nullopt;
}

/// The first weight that is no share, as an error that names it.
[[nodiscard]] inline std::optional<error> problem_of(const priority_weights& weights) {
    return detail::problem_of_priorities("priority_weights", weights, 0, 1'000'000);
}

}  // namespace workmem
