#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// What somebody is to a task memory.
enum class agent_role : std::uint8_t { orchestrator, worker, reviewer, human, observer };

namespace detail {
inline constexpr std::string_view role_names[]{"orchestrator", "worker", "reviewer", "human",
                                               "observer"};
}
[[nodiscard]] constexpr std::string_view to_string(agent_role role) noexcept {
    return detail::name_of(role, detail::role_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, agent_role& into) noexcept {
    return detail::parse_name_of(name, detail::role_names, into);
}

/// Somebody who is known: registered, or seen with a task in hand.
struct agent_record {
    std::string id{};
    agent_role role = agent_role::worker;
    std::string log_ref{};  ///< where the agent's full log is
    timestamp since{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("role", self.role);
        archive.maybe("log_ref", self.log_ref);
        archive("since", self.since);
    }
    friend bool operator==(const agent_record&, const agent_record&) = default;
};

/// What somebody contributed; derived from what is recorded.
struct agent_contribution {
    std::string agent_id{};
    workmem::agent_role agent_role = workmem::agent_role::worker;
    std::vector<std::string> tasks_completed{};
    std::vector<std::string> decisions_made{};
    std::vector<std::string> discoveries{};
    std::vector<std::string> artifacts_created{};
    std::optional<timestamp> first_contribution{};
    std::optional<timestamp> last_contribution{};
    std::string log_ref{};
};

/// Who acts, through `work.as(actor)`.
struct task_actor {
    std::string id{};
    agent_role role = agent_role::worker;
    std::uint64_t epoch = 0;  ///< of an orchestrator that leads, as `lead` answered it
};

/// Who leads, and until when.
struct task_lead {
    std::string agent{};
    std::uint64_t epoch = 0;             ///< 0: nobody ever led
    std::optional<timestamp> expires{};  ///< none: until somebody takes over

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("agent", self.agent);
        archive("epoch", self.epoch);
        archive.maybe("expires_at", self.expires);
    }
    friend bool operator==(const task_lead&, const task_lead&) = default;
};

}  // namespace workmem
