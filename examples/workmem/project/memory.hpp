// The memories of a project, as all commands open them.
#pragma once

#include "privacy.hpp"
#include "project.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/keyed/scopes.hpp>

#include <string>
#include <utility>

namespace workmem_program {

/// Memories in a store that is chosen at run time.
using recorded_policies = workmem::durable_policies<workmem::journal::any>;
/// The same for what is only seen, in hooks and between a client and a server.
struct seen_policies : recorded_policies {
    struct entities : recorded_policies::entities {
        using extraction = frugal_extraction;
    };
};
using agent_type = workmem::basic_agent_memory<recorded_policies>;
using agents_type = workmem::scopes<agent_type>;
using seen_things = workmem::basic_entity_memory<workmem::entity, seen_policies>;

/// The limits are those of all who have a conversation open at once.
[[nodiscard]] inline workmem::agent_options project_options() {
    workmem::agent_options options;
    options.entities.capacity = 200;
    options.entities.ttl = life_of_seen().value();
    options.entities.record_answers = records_answers().value();
    return options;
}

/// How results are read where no memory is open: as one of a project reads them.
[[nodiscard]] inline workmem::extraction_options seen_extraction() {
    const workmem::entity_options limits;
    return {.max_per_result = limits.max_per_result,
            .max_matches = limits.max_matches,
            .max_parts = limits.max_per_result,
            .max_attributes = limits.max_attributes,
            .keep_null = true};
}

/// The conversations of a project, which have in common what is kept for good, and the plan.
template <class Agent = agent_type>
[[nodiscard]] typename Agent::parts project_parts(const project& of,
                                                  const workmem::journal::any& journal) {
    typename Agent::parts out{.journal = journal};
    out.long_term_stream = of.long_term();
    out.plan_stream = of.plan();
    out.gap = workmem::clock_gap::elapse;
    return out;
}
[[nodiscard]] inline workmem::scope_options project_scopes(const project& of) {
    return {.prefix = of.sessions()};
}

/// What a conversation has seen, without its notes: opens fast.
[[nodiscard]] inline workmem::result<seen_things> open_seen(const project& of,
                                                            const std::string& session,
                                                            workmem::journal::any journal) {
    const auto stream = of.sessions() + session;
    // The others find room in it, too.
    if (auto made = journal.open_stream(stream, workmem::journal::agent_purpose); !made)
        return made.error();
    return seen_things::try_make(
        project_options().entities,
        {.journal = std::move(journal), .stream = stream, .gap = workmem::clock_gap::elapse});
}

/// What was seen before it was to be ignored leaves the memory, and what is stored. O(what it
/// knows), and O(stream) for each thing that goes.
template <class Things>
void forget_ignored(Things& things, const ignored_things& ignored, const std::string& by) {
    if (!ignored.any()) return;
    for (const auto& each : things.all())
        if (ignored.all() || ignored.contains(each)) {
            const auto gone = things.try_erase(each.type, each.id.text(), {.actor = by});
            // A reader may hold back the rewriting alone.
            if (!gone && things.contains(each.type, each.id.text())) (void)gone.value();
        }
}

}  // namespace workmem_program

// memory.cpp has their code; the library has that of the others.
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_program::seen_policies)
