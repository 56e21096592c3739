#pragma once

#include <workmem/error.hpp>
#include <workmem/session/importance.hpp>
#include <workmem/session/promotion.hpp>
#include <workmem/session/relevance.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/priority.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace workmem {

/// The numbers of a session store.
struct session_options {
    priority_ttl ttl{};
    importance_weights importance{};
    promotion_limits promotion{};
    relevance_weights relevance{};
    /// Whether promoting a second time is `already_promoted` instead of the same answer again.
    bool strict_promotion = false;
    /// A session in which nothing came in, changed or was read by `get` for so long is dropped by
    /// the next sweep: what a rule asks to be promoted is promoted, the rest leaves. None: sessions
    /// stay as long as their memories.
    std::optional<milliseconds> idle_after{};
    /// How often `tick` of a store sweeps; `health()` says where that seems not to happen.
    milliseconds sweep_every = std::chrono::minutes{5};
    /// With a journal: how many sessions of a store stay open, about; beyond that those that nobody
    /// has used for longest are closed, and opened again when they are asked for. What is due in
    /// one that is closed is found in an index in the journal, one to two hours late, so all who
    /// write to a store have to agree on whether there is such a limit. None: sessions stay open,
    /// and the first sweep opens those that the journal holds.
    std::optional<std::size_t> max_open{};
    /// How far wall time may drift from elapsed time before `health()` says so.
    milliseconds max_clock_gap = std::chrono::hours{1};

    friend bool operator==(const session_options&, const session_options&) = default;
};

/// The first number that makes no sense.
[[nodiscard]] inline std::optional<error> problem_of(const session_options& options) {
    if (auto problem = problem_of(options.ttl)) return problem;
    if (auto problem = problem_of(options.importance)) return problem;
    if (auto problem = problem_of(options.promotion)) return problem;
    if (auto problem = problem_of(options.relevance)) return problem;
    static constexpr milliseconds most = std::chrono::hours{24} * 36'525;
    const auto time = [](const char* name, milliseconds value) {
        return detail::problem_of_option(name, value.count(), 1, most.count(), " ms");
    };
    if (options.idle_after)
        if (auto problem = time("idle_after", *options.idle_after)) return problem;
    if (options.max_open)
        if (auto problem = detail::problem_of_option(
                "max_open", static_cast<std::int64_t>(*options.max_open), 1, 100'000'000))
            return problem;
    if (auto problem = time("sweep_every", options.sweep_every)) return problem;
    return time("max_clock_gap", options.max_clock_gap);
}

}  // namespace workmem
