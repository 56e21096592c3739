#pragma once

#include <workmem/text/quote.hpp>
#include <workmem/tools/agent/schema.hpp>
#include <workmem/tools/tool.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
    if (auto done = (*agent)->try_follow(); !done) return done.error();
    return agent;
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

/// The same where none begins by the call: one that is named may be by how its id begins.
template <class Json, class Agents>
[[nodiscard]] result<std::string> known_session_of(Agents& agents, const arguments<Json>& in) {
    if constexpr (requires(const std::string& name) { agents.try_identify(name); })
        if (in.has(session.name)) {
            auto meant = agents.try_identify(in.text(session.name));
            if (meant || meant.error().code() != error_code::not_found) return meant;
        }
    return session_of(agents, in);
}

/// `use(agent)` on the memory of a session, with what others recorded of it.
template <class Json, class Agents, class Use>
[[nodiscard]] result<Json> with_agent_of(Agents& agents, const result<std::string>& name,
                                         Use&& use) {
    if (!name) return name.error();
    auto agent = caught_up(agents, *name);
    if (!agent) return agent.error();
    return use(**agent);
}

/// The same on the session that is meant, which may begin.
template <class Json, class Agents, class Use>
[[nodiscard]] result<Json> with_agent(Agents& agents, const arguments<Json>& in, Use&& use) {
    return with_agent_of<Json>(agents, session_of(agents, in), std::forward<Use>(use));
}

/// Returns the session that a reading call means; begins none. Errors: `not_found` for one that
/// is named and not there.
template <class Json, class Agents>
[[nodiscard]] result<std::string> session_to_look_at(Agents& agents, const arguments<Json>& in) {
    if constexpr (requires(const std::string& name) { agents.try_contains(name); })
        if (in.has(session.name)) {
            // Most names are whole, and found without a look at all of them.
            const std::string name{in.text(session.name)};
            const auto is_known = agents.try_contains(name);
            if (!is_known) return is_known.error();
            if (*is_known) return name;
            auto meant = known_session_of(agents, in);
            if (!meant || *meant != name) return meant;
            return error{error_code::not_found,
                         "there is no conversation " + text::quoted(name) +
                             "; leave session_id out, or take one of memory_sessions",
                         {{"session_id", name}}};
        }
    return session_of(agents, in);
}

/// `with_agent` for who only looks.
template <class Json, class Agents, class Use>
[[nodiscard]] result<Json> with_known_agent(Agents& agents, const arguments<Json>& in, Use&& use) {
    return with_agent_of<Json>(agents, session_to_look_at(agents, in), std::forward<Use>(use));
}

/// Something that was noted, and in which conversation where it is another one.
struct found_note {
    std::string from{}, id{}, content{}, session{};
};

/// What the meant conversation and long-term memory know of a query; then what the others noted, of
/// the latest ones, where none was named.
template <class Json, class Agents>
[[nodiscard]] result<std::vector<found_note>> recall_everywhere(Agents& agents,
                                                                const arguments<Json>& in,
                                                                std::size_t limit) {
    constexpr std::size_t looked_at = 8;
    const auto query = in.text("query");
    std::vector<found_note> out;
    const auto here = session_to_look_at(agents, in);
    if (!here) return here.error();
    const auto take = [&](const std::string& name, bool is_here) -> result<void> {
        auto agent = caught_up(agents, name);
        if (!agent) return agent.error();
        // Looking into another conversation does not make it the latest.
        for (auto& each :
             is_here ? (*agent)->recall(query, limit) : (*agent)->search(query, limit)) {
            std::string from{to_string(each.from)};
            // Conversations have that in common.
            if (out.size() == limit || (!is_here && from == "long_term")) continue;
            out.push_back({std::move(from), std::move(each.id), std::move(each.text),
                           is_here ? std::string{} : name});
        }
        return {};
    };
    if (auto done = take(*here, true); !done) return done.error();
    if (in.has(session.name)) return result<std::vector<found_note>>{std::move(out)};
    auto all = agents.try_list();
    if (!all) return all.error();
    const auto most = std::min(all->size(), looked_at);
    for (std::size_t i = 0; i < most && out.size() < limit; ++i) {
        // The first that is told is after the meant one, whose name may come late in the list.
        in.progress().tell(i + 1, most + 1);
        if ((*all)[i].name != *here)
            if (auto done = take((*all)[i].name, false); !done) return done.error();
    }
    return result<std::vector<found_note>>{std::move(out)};
}

}  // namespace workmem::tools::agent_rows
