#include "memories.hpp"

#include "../project/draining.hpp"
#include "../project/privacy.hpp"

#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/long_term_tools.hpp>
#include <workmem/tools/session_tools.hpp>
#include <workmem/tools/task_tools.hpp>

#include <functional>
#include <memory>
#include <set>

#include <sys/resource.h>

namespace workmem_program {

namespace {

/// Tools that know what hooks have seen until they are called.
struct caught_up_tools {
    memories* of;
    workmem::tools::any_tools<nlohmann::json> tools;

    [[nodiscard]] auto definitions() const noexcept { return tools.definitions(); }
    workmem::result<nlohmann::json> try_call(std::string_view name, const nlohmann::json& arguments,
                                             const workmem::tools::progress& told) {
        of->take_in_what_waits();
        return tools.try_call(name, arguments, told);
    }
    workmem::result<std::size_t> try_tick() { return tools.try_tick(); }
};

workmem::agent_options with_risk(std::uint32_t risk) {
    auto options = project_options();
    options.entities.risk = risk;
    return options;
}

}  // namespace

void allow_many_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

/// What hooks have seen of the project.
struct memories::waiting {
    project here;
    std::string store;
    workmem::journal::any journal;
    event_spool spool{store, here};
};

memories::memories(const project& here, const workmem::journal::any& journal,
                   const std::string& store, const memories_options& options)
    : waiting_{store.empty() ? nullptr
                             : std::make_shared<const waiting>(waiting{here, store, journal})},
      sessions_{{.sweep_every = options.sweep_every, .max_open = options.max_open_sessions},
                {.journal = journal,
                 // What is kept for good is the project's, whichever tool keeps it.
                 .long_term = std::make_shared<kept_store>(
                     kept_store::options_type{},
                     kept_store::parts{.journal = journal, .stream = here.long_term()})}},
      // A checksum tells what a file holds, to whoever asks.
      plans_{{.artifacts = options.artifact_root.empty()
                               ? workmem::artifact_files::nowhere()
                               : workmem::artifact_files::below(options.artifact_root)},
             {.journal = journal},
             {.name = here.key, .only = options.has_own_store}},
      agents_{with_risk(options.risk), project_parts<agent_memory>(here, journal),
              project_scopes(here)} {}

workmem::tools::any_tools<nlohmann::json> memories::tools(const tool_offer& of,
                                                          const std::string& actor) {
    using namespace workmem::tools;
    any_tools<nlohmann::json> all;
    const auto add = [&](std::string_view group, auto set) {
        if (!offers(of, group)) return;
        all.add(std::move(set),
                [&](const definition& each) { return offers(of, group, each.name); });
    };
    using scopes = workmem::scopes<agent_memory>;
    add(memory_group, agent_tools<scopes>{agents_, actor});
    add(session_group, session_tools<session_store>{sessions_, actor});
    add(long_term_group, long_term_tools<kept_store>{sessions_.long_term(), actor});
    add(task_group, task_tools<task_store>{plans_, actor});
    add(task_operation_group, task_operation_tools<task_store>{plans_, actor});
    if (!waiting_) return all;
    any_tools<nlohmann::json> out;
    out.add(caught_up_tools{this, std::move(all)});
    return out;
}

void memories::take_in_what_waits() {
    constexpr std::chrono::milliseconds patience{500};
    if (!waiting_ || waiting_->spool.is_empty()) return;
    const ignored_things ignored{waiting_->here};
    if (waiting_->journal.is_read_only())
        drain_spool(waiting_->store, waiting_->here, ignored, patience);
    else
        drain_spool(waiting_->spool, waiting_->here, ignored, waiting_->journal,
                    event_spool::clock::now() + patience);
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
