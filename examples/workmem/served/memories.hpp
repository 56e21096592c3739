// The memories that a server's tools work on.
#pragma once

#include "../project/memory.hpp"
#include "offer.hpp"
#include "prompts.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/keyed/scopes.hpp>
#include <workmem/mcp/server_options.hpp>
#include <workmem/mcp/session_resources.hpp>
#include <workmem/result.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/any_tools.hpp>
#include <workmem/tools/long_term_tools.hpp>
#include <workmem/tools/session_tools.hpp>
#include <workmem/tools/task_tools.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

struct memories_options {
    std::chrono::milliseconds sweep_every = std::chrono::minutes{5};
    std::optional<std::size_t> max_open_sessions{};  ///< none: as many as are asked for
    std::string artifact_root{};  ///< below which artifacts have checksums; empty: none has one
};

/// All memories of one project in one store. Neither copyable nor movable; thread-safe where the
/// policies have a real mutex.
template <class Policies>
class memories {
    using session_store = workmem::basic_session_store<Policies>;
    using task_store = workmem::basic_task_store<Policies>;
    using agent_memory = workmem::basic_agent_memory<Policies>;
    using kept_store = workmem::basic_long_term_store<Policies>;

public:
    memories(const project& here, const workmem::journal::any& journal,
             const memories_options& options)
        : sessions_{{.sweep_every = options.sweep_every, .max_open = options.max_open_sessions},
                    {.journal = journal,
                     // What is kept for good is the project's, whichever tool keeps it.
                     .long_term = std::make_shared<kept_store>(
                         typename kept_store::options_type{},
                         typename kept_store::parts{.journal = journal,
                                                    .stream = here.long_term()})}},
          // A checksum tells what a file holds, to whoever asks.
          plans_{{.artifacts = options.artifact_root.empty()
                                   ? workmem::artifact_files::nowhere()
                                   : workmem::artifact_files::below(options.artifact_root)},
                 {.journal = journal}},
          agents_{project_options(), project_parts<agent_memory>(here, journal),
                  project_scopes(here)} {}

    /// The tools that are offered, called by that actor.
    [[nodiscard]] workmem::tools::any_tools<nlohmann::json> tools(const tool_offer& of,
                                                                  const std::string& actor = {}) {
        using namespace workmem::tools;
        any_tools<nlohmann::json> out;
        const auto add = [&](std::string_view group, auto set) {
            if (!offers(of, group)) return;
            out.add(std::move(set),
                    [&](const definition& each) { return offers(of, group, each.name); });
        };
        using scopes = workmem::scopes<agent_memory>;
        add(memory_group, agent_tools<scopes>{agents_, actor});
        add(session_group, session_tools<session_store>{sessions_, actor});
        add(long_term_group, long_term_tools<kept_store>{sessions_.long_term(), actor});
        add(task_group, task_tools<task_store>{plans_, actor});
        add(task_operation_group, task_operation_tools<task_store>{plans_, actor});
        return out;
    }
    /// `use` of all that a server offers: tools, prompts, and resources where sessions are offered.
    template <class Use>
    decltype(auto) with_providers(const tool_offer& of, const std::string& actor, Use&& use) {
        auto texts = prompts(
            of, [this](std::string_view begins) { return known_sessions(begins); },
            [this](std::string_view begins) { return known_memories(begins); });
        if (offers(of, session_group))
            return use(tools(of, actor), std::move(texts),
                       workmem::mcp::session_resources{sessions_});
        return use(tools(of, actor), std::move(texts));
    }

    /// What the latest conversations have seen, and is to be ignored now, leaves them. Throws
    /// `storage_error`.
    void forget(const ignored_things& ignored) {
        constexpr std::size_t looked_at = 8;
        if (!ignored.any()) return;
        const auto all = agents_.list();
        for (std::size_t i = 0; i < all.size() && i < looked_at; ++i)
            forget_ignored(agents_.at(all[i].name)->entities, ignored, "mcp");
    }

    /// Records what would be recorded with the next change. Errors: the first.
    workmem::result<void> try_flush() {
        auto done = sessions_.try_flush();
        auto also = agents_.try_flush();
        return done ? also : done;
    }

private:
    using names = std::vector<std::string>;

    workmem::result<names> known_sessions(std::string_view begins) {
        auto known = agents_.try_list();
        if (!known) return known.error();
        names out;
        for (auto& each : *known)
            if (each.name.starts_with(begins)) out.push_back(std::move(each.name));
        return workmem::result<names>{std::move(out)};
    }
    // What the latest conversation knows by an id, a key or a name.
    workmem::result<names> known_memories(std::string_view begins) {
        const auto current = agents_.try_current();
        if (!current) return current.error();
        auto agent = workmem::tools::agent_rows::caught_up(agents_, *current);
        if (!agent) return agent.error();
        names out;
        std::set<std::string, std::less<>> seen;
        const auto take = [&](std::string_view name) {
            if (!name.empty() && name.starts_with(begins) && seen.emplace(name).second)
                out.emplace_back(name);
        };
        for (const auto& each : (*agent)->items.all()) take(each.key.empty() ? each.id : each.key);
        for (const auto& each : (*agent)->entities.all()) take(each.id.text());
        for (const auto& each : (*agent)->long_term.list().memories) take(each.id);
        return workmem::result<names>{std::move(out)};
    }

    session_store sessions_;
    task_store plans_;
    workmem::scopes<agent_memory> agents_;
};

/// What a server says of itself.
[[nodiscard]] inline workmem::mcp::server_options about(const tool_offer& of) {
    return {.instructions = instructions_of(of),
            .read_only = of.read_only,
            .output_schemas = of.output_schemas};
}

}  // namespace workmem_program
