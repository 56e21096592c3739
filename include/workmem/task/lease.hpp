#pragma once

#include <workmem/task/task_id.hpp>
#include <workmem/time/timestamp.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace workmem {

/// Says that somebody has a task in hand. Its token is higher than that of every earlier claim, so
/// that who lost it is recognised (`fenced`).
struct task_claim {
    task_id task{};
    std::string agent{};
    std::uint64_t token = 0;
    std::optional<timestamp> expires{};  ///< none: never
    std::uint64_t version = 0;           ///< of the task
};

/// How a task is claimed.
struct claim_options {
    std::optional<milliseconds> lease{};  ///< none: the memory's; a person's never ends
    /// Takes up again what the same agent has in hand, after it was restarted: its older claim is
    /// fenced from then on. For one agent that works on one task at a time.
    bool resume = false;
    std::optional<std::uint64_t> expected_version{};
};

/// A task, by a claim to it or by its id alone. By id the call is not fenced; through a handle
/// it has to be the agent's own.
struct claimed_task {
    task_id task{};
    std::string agent{};
    std::uint64_t token = 0;

    claimed_task(const task_claim& claim)
        : task{claim.task}, agent{claim.agent}, token{claim.token} {}
    template <class Id>
    requires(std::convertible_to<Id, task_id> &&
             !std::same_as<std::remove_cvref_t<Id>, claimed_task>) claimed_task(Id&& id)
        : task(std::forward<Id>(id)) {}
};

/// How somebody takes the lead.
struct lead_options {
    std::optional<milliseconds> lease{};  ///< none: until somebody takes over
    bool force = false;                   ///< `take_over` also from who leads still
};

}  // namespace workmem
