#pragma once

#include <workmem/bounded/options.hpp>
#include <workmem/entity/options.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/options.hpp>
#include <workmem/task/options.hpp>

#include <chrono>
#include <optional>

namespace workmem {

/// The limits of an agent's memories. An agent that waits for its user for an hour still knows what
/// "the second one" means: its window is larger and forgets later than that of a bare entity
/// memory.
struct agent_options {
    entity_options entities = [] {
        entity_options options;
        options.capacity = 50;
        options.ttl = std::chrono::hours{12};
        return options;
    }();
    bounded_options items{};
    session_options session{};
    task_options plan{};
};

/// The first limit that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const agent_options& options) {
    if (auto problem = problem_of(options.entities)) return problem;
    if (auto problem = problem_of(options.items)) return problem;
    if (auto problem = problem_of(options.session)) return problem;
    return problem_of(options.plan);
}

}  // namespace workmem
