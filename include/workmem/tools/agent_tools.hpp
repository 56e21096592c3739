#pragma once

#include <workmem/keyed/scopes.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/tools/agent/schema.hpp>
#include <workmem/tools/agent/tools.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace workmem::tools {

/// One agent where tools ask for one by session: there is one session, which is not named.
template <class Agent>
class one_agent {
public:
    explicit one_agent(Agent& agent) noexcept : agent_{&agent} {}
    [[nodiscard]] result<Agent*> try_at(std::string_view session) const {
        if (session == agent_schema::default_session) return agent_;
        return detail::bad_value("session_id", "left out: there is one conversation here",
                                 text::quoted(text::prefix(session, 64)));
    }
    [[nodiscard]] result<std::string> try_current() const {
        return std::string{agent_schema::default_session};
    }
    [[nodiscard]] result<std::vector<scope_summary>> try_list() const {
        return std::vector<scope_summary>{{std::string{agent_schema::default_session}}};
    }

private:
    Agent* agent_;
};

/// The tools of agents' memories: what tools returned, what people mean by it, notes, and the
/// context of all of it. `Agents` gives the memory of a session, tells which one is meant where
/// none is named, and lists them: `scopes<agent_memory>`, or `one_agent`.
///
///     workmem::scopes<workmem::agent_memory> agents;
///     workmem::tools::agent_tools tools{agents};
///     const auto answer = tools.call("memory_resolve", {{"reference", "the second one"}});
///
/// What other writers of the same journal did is seen by the next call. Refers to the agents, which
/// must outlive it; copyable; as thread-safe as they are.
template <class Agents>
class agent_tools : public tool_set<Agents, agent_rows::table> {
public:
    using tool_set<Agents, agent_rows::table>::tool_set;
};
template <class Agents>
agent_tools(Agents&) -> agent_tools<Agents>;

}  // namespace workmem::tools
