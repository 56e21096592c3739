#pragma once

#include <workmem/tools/agent/schema.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <string>
#include <utility>

// Which conversation a tool is about.

namespace workmem::tools::agent_rows {

using namespace agent_schema;

/// The memory of a session, with what others recorded of it. One that another process erased
/// begins anew.
template <class Agents>
[[nodiscard]] auto caught_up(Agents& agents, const std::string& name)
    -> decltype(agents.try_at(name)) {
    auto agent = agents.try_at(name);
    if (!agent) return agent;
    auto caught = (*agent)->try_catch_up();
    if (caught) return agent;
    if constexpr (requires { agents.try_reopen(name, *agent); })
        if (caught.error().code() == error_code::storage_error)
            return agents.try_reopen(name, *agent);
    return caught.error();
}

/// The session that is named; else the one in which the call was made that is made again, where it
/// is among the latest, though another one is current now; else the current one.
template <class Json, class Agents>
[[nodiscard]] result<std::string> session_of(Agents& agents, const arguments<Json>& in) {
    constexpr std::size_t looked_at = 8;
    if (in.has(session.name)) return std::string{in.text(session.name)};
    if (!in.has(idempotency_key.name)) return agents.try_current();
    const call_options call{.idempotency_key = in.text(idempotency_key.name)};
    auto latest = agents.try_list();
    if (!latest) return latest.error();
    for (std::size_t i = 0; i < latest->size() && i < looked_at; ++i) {
        auto agent = caught_up(agents, (*latest)[i].name);
        if (!agent) return agent.error();
        if ((*agent)->has_made(call)) return std::move((*latest)[i].name);
    }
    return agents.try_current();
}

/// `use(agent)` on the memory of the session that is meant, with what others recorded of it.
template <class Json, class Agents, class Use>
[[nodiscard]] result<Json> with_agent(Agents& agents, const arguments<Json>& in, Use&& use) {
    auto name = session_of(agents, in);
    if (!name) return name.error();
    auto agent = caught_up(agents, *name);
    if (!agent) return agent.error();
    return use(**agent);
}

}  // namespace workmem::tools::agent_rows
