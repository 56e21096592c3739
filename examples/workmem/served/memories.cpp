#include "memories.hpp"

#include "../project/privacy.hpp"

#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/long_term_tools.hpp>
#include <workmem/tools/session_tools.hpp>
#include <workmem/tools/task_tools.hpp>

#include <functional>
#include <memory>
#include <set>

namespace workmem_program {

memories::memories(const project& here, const workmem::journal::any& journal,
                   const memories_options& options)
    : sessions_{{.sweep_every = options.sweep_every, .max_open = options.max_open_sessions},
                {.journal = journal,
                 // What is kept for good is the project's, whichever tool keeps it.
                 .long_term = std::make_shared<kept_store>(
                     kept_store::options_type{},
                     kept_store::parts{.journal = journal, .stream = here.long_term()})}},
      // A checksum tells what a file holds, to whoever asks.
      plans_{{.artifacts = options.artifact_root.empty()
                               ? workmem::artifact_files::nowhere()
                               : workmem::artifact_files::below(options.artifact_root)},
             {.journal = journal}},
      agents_{project_options(), project_parts<agent_memory>(here, journal), project_scopes(here)} {
}

workmem::tools::any_tools<nlohmann::json> memories::tools(const tool_offer& of,
                                                          const std::string& actor) {
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

void memories::forget(const ignored_things& ignored) {
    constexpr std::size_t looked_at = 8;
    if (!ignored.any()) return;
    const auto all = agents_.list();
    for (std::size_t i = 0; i < all.size() && i < looked_at; ++i)
        forget_ignored(agents_.at(all[i].name)->entities, ignored, "mcp");
}

workmem::result<void> memories::try_flush() {
    auto done = sessions_.try_flush();
    auto also = agents_.try_flush();
    return done ? also : done;
}

workmem::result<std::vector<std::string>> memories::known_sessions(std::string_view begins) {
    auto known = agents_.try_list();
    if (!known) return known.error();
    names out;
    for (auto& each : *known)
        if (each.name.starts_with(begins)) out.push_back(std::move(each.name));
    return workmem::result<names>{std::move(out)};
}

workmem::result<std::vector<std::string>> memories::known_memories(std::string_view begins) {
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

}  // namespace workmem_program
