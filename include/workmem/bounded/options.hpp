#pragma once

#include <workmem/error.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/importance_score.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// What happens when only important items are left and another one comes.
enum class importance_protection : std::uint8_t {
    soft,   ///< the least important of them goes, and the audit says `guard_overridden`
    strict  ///< the newcomer is refused with `capacity`
};

[[nodiscard]] constexpr std::string_view to_string(importance_protection value) noexcept {
    return value == importance_protection::soft ? "soft" : "strict";
}

/// The limits of a bounded store. They are options, not state: neither saved nor loaded.
struct bounded_options {
    std::int64_t max_items = 64;      ///< 1 … 2^31
    std::int64_t max_tokens = 4'000;  ///< of all items' lines together, 1 … 2^31
    /// Steps after which `sweep` takes an item, and `eviction::importance_guard` sooner than others;
    /// none: never.
    std::optional<std::int64_t> step_ttl = 20;
    /// The same by age.
    std::optional<milliseconds> wall_ttl = std::chrono::hours{1};
    double importance_threshold_low = 0.3;   ///< what is below goes first
    double importance_threshold_high = 0.7;  ///< what is at or above is protected
    double default_importance = 0.5;
    importance_protection guard = importance_protection::soft;
    /// Items of so many last steps count as recent. They go last of their class.
    std::int64_t protected_steps = 5;
    /// Steps after which `eviction::value_density` takes an item for half as much worth.
    std::int64_t half_life = 64;
    std::size_t history_limit = 64;  ///< superseded items kept for `history`
    std::size_t audit_limit = 256;   ///< events kept for `audit`

    friend bool operator==(const bounded_options&, const bounded_options&) = default;
};

/// The first limit that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const bounded_options& options) {
    const auto refuse = [](const char* name, const std::string& value, const char* allowed) {
        return error{error_code::validation_error,
                     std::string{name} + " must be " + allowed + ", is " + value,
                     {{"option", name}, {"value", value}}};
    };
    constexpr std::int64_t most = std::int64_t{1} << 31;
    constexpr std::size_t most_kept = 1'000'000;
    const auto in = [](std::int64_t value, std::int64_t least, std::int64_t greatest) {
        return value >= least && value <= greatest;
    };
    if (!in(options.max_items, 1, most))
        return refuse("max_items", std::to_string(options.max_items), "1 to 2147483648");
    if (!in(options.max_tokens, 1, most))
        return refuse("max_tokens", std::to_string(options.max_tokens), "1 to 2147483648");
    if (options.step_ttl && *options.step_ttl < 0)
        return refuse("step_ttl", std::to_string(*options.step_ttl), "0 or more, or none");
    if (options.wall_ttl && options.wall_ttl->count() <= 0)
        return refuse("wall_ttl", std::to_string(options.wall_ttl->count()) + " ms",
                      "above 0, or none");
    const auto low = importance_score::from(options.importance_threshold_low);
    const auto high = importance_score::from(options.importance_threshold_high);
    if (!low)
        return refuse("importance_threshold_low", std::to_string(options.importance_threshold_low),
                      "from 0 to 1");
    if (!high)
        return refuse("importance_threshold_high",
                      std::to_string(options.importance_threshold_high), "from 0 to 1");
    if (*high < *low)
        return refuse("importance_threshold_high", to_string(*high),
                      ("at least importance_threshold_low, " + to_string(*low)).c_str());
    if (!importance_score::from(options.default_importance))
        return refuse("default_importance", std::to_string(options.default_importance),
                      "from 0 to 1");
    if (!in(options.protected_steps, 0, most))
        return refuse("protected_steps", std::to_string(options.protected_steps),
                      "0 to 2147483648");
    if (!in(options.half_life, 1, most))
        return refuse("half_life", std::to_string(options.half_life), "1 to 2147483648");
    if (options.history_limit > most_kept)
        return refuse("history_limit", std::to_string(options.history_limit), "0 to 1000000");
    if (options.audit_limit > most_kept)
        return refuse("audit_limit", std::to_string(options.audit_limit), "0 to 1000000");
    return std::nullopt;
}

}  // namespace workmem
