#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/task/agent.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace workmem {

/// What can be done with a task memory.
enum class task_verb : std::uint8_t {
    plan,  ///< goal, constraints and cores
    add,
    depend,
    update,
    assign,
    claim,
    start,
    block,
    unblock,
    release,
    renew,
    reclaim,
    complete,
    fail,
    retry,
    reopen,
    cancel,
    skip,
    assign_review,
    review,
    decide,
    discover,
    record_artifact,
    open_branch,
    nudge,
    acknowledge,
    approve,
    register_agent,
    lead,
    close,  ///< finish, cancel, archive or discard the memory, or fold what is finished
    read
};

namespace detail {
inline constexpr std::string_view task_verb_names[]{"plan",
                                                    "add",
                                                    "depend",
                                                    "update",
                                                    "assign",
                                                    "claim",
                                                    "start",
                                                    "block",
                                                    "unblock",
                                                    "release",
                                                    "renew",
                                                    "reclaim",
                                                    "complete",
                                                    "fail",
                                                    "retry",
                                                    "reopen",
                                                    "cancel",
                                                    "skip",
                                                    "assign_review",
                                                    "review",
                                                    "decide",
                                                    "discover",
                                                    "record_artifact",
                                                    "open_branch",
                                                    "nudge",
                                                    "acknowledge",
                                                    "approve",
                                                    "register_agent",
                                                    "lead",
                                                    "close",
                                                    "read"};
}  // namespace detail
[[nodiscard]] constexpr std::string_view to_string(task_verb verb) noexcept {
    return detail::name_of(verb, detail::task_verb_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, task_verb& into) noexcept {
    return detail::parse_name_of(name, detail::task_verb_names, into);
}

/// Which agent may do what. Rules that are no matter of roles hold under every policy: a claim
/// belongs to the agent that holds it, no agent reviews its own work, one that was asked by name
/// may review, and only the agent that leads acts as orchestrator.
namespace access {

template <class Policy>
concept policy = std::default_initializable<Policy> &&
    requires(const Policy& policy, agent_role role, task_verb verb) {
    { policy.allows(role, verb) }
    noexcept->std::convertible_to<bool>;
};

/// Everybody may do everything.
struct open {
    [[nodiscard]] static constexpr bool allows(agent_role, task_verb) noexcept { return true; }
};

/// Orchestrators plan, hand out and end; workers claim, work and tell what they find; reviewers
/// review; people do all of it but work, and approve; observers read.
struct roles {
    [[nodiscard]] static constexpr bool allows(agent_role role, task_verb verb) noexcept {
        using enum task_verb;
        switch (verb) {
            case read: return true;
            case register_agent:
            case acknowledge: return role != agent_role::observer;
            case plan:
            case add:
            case depend:
            case update:
            case assign:
            case reclaim:
            case retry:
            case reopen:
            case cancel:
            case skip:
            case assign_review:
            case open_branch:
            case lead:
            case close: return role == agent_role::orchestrator || role == agent_role::human;
            case claim:
            case start:
            case block:
            case unblock:
            case release:
            case renew:
            case complete:
            case fail:
            case record_artifact: return role == agent_role::worker || role == agent_role::human;
            case decide:
            case discover:
            case nudge: return role != agent_role::observer;
            case review: return role != agent_role::observer && role != agent_role::worker;
            case approve: return role == agent_role::human;
        }
        return false;
    }
};

}  // namespace access

}  // namespace workmem
