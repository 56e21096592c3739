#pragma once

#include <workmem/error.hpp>
#include <workmem/session/importance.hpp>
#include <workmem/session/priority.hpp>
#include <workmem/session/promotion.hpp>
#include <workmem/session/relevance.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace workmem {

/// The numbers of a session store.
struct session_options {
    priority_ttl ttl{};
    importance_weights importance{};
    promotion_limits promotion{};
    relevance_weights relevance{};
    /// Whether promoting a second time is `already_promoted` instead of the same answer again.
    bool strict_promotion = false;
    milliseconds sweep_every = std::chrono::minutes{5};  ///< how often `tick` of a store sweeps

    friend bool operator==(const session_options&, const session_options&) = default;
};

/// The first number that makes no sense.
[[nodiscard]] inline std::optional<error> problem_of(const session_options& options) {
    if (auto problem = problem_of(options.ttl)) return problem;
    if (auto problem = problem_of(options.importance)) return problem;
    if (auto problem = problem_of(options.promotion)) return problem;
    if (auto problem = problem_of(options.relevance)) return problem;
    if (options.sweep_every > milliseconds{0}) return std::nullopt;
    return error{
        error_code::validation_error,
        "sweep_every must be above 0 ms, is " + std::to_string(options.sweep_every.count()) + " ms",
        {{"field", "sweep_every"}}};
}

}  // namespace workmem
