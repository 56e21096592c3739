#pragma once

#include <workmem/task/record_operations.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// The verbs of who takes part: agents, messages, the lead.
template <class Self>
class task_agent_operations : public task_record_operations<Self> {
    using base = task_record_operations<Self>;

protected:
    using base::caller;
    using base::new_id;
    using base::now;
    using base::problem_of_lease;
    using base::remember;
    using base::run;
    task_agent_operations() = default;

public:
    // Agents and people.

    /// Says who somebody is; whether that is new. Who claims a task is known as a worker.
    bool register_agent(agent_record who, const call_options& call = plain_call) {
        return try_register_agent(std::move(who), call).value();
    }
    result<bool> try_register_agent(agent_record who, const call_options& call = plain_call) {
        if (auto problem = detail::accept_agent("id", who.id)) return std::move(*problem);
        if (auto problem = detail::accept_text("log_ref", who.log_ref, 0, task_limits::line))
            return std::move(*problem);
        return run(task_commands::register_agent{caller(), &who, now()}, call);
    }
    /// Sends a message; its id, or those of the copies. Errors: `not_found` where `all` are none.
    std::vector<std::string> inject_nudge(new_nudge what, const call_options& call = plain_call) {
        return try_inject_nudge(std::move(what), call).value();
    }
    result<std::vector<std::string>> try_inject_nudge(new_nudge what,
                                                      const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        nudge sent;
        sent.id = new_id();
        sent.from = caller().id;
        sent.target = std::move(what.target);
        sent.message = std::move(what.message);
        sent.priority = what.priority;
        return run(task_commands::nudge{caller(), &sent, now()}, call);
    }
    /// Messages were read; how many were still open. Errors: `not_found`, `forbidden` for those of
    /// others.
    std::size_t acknowledge(const std::vector<std::string>& ids,
                            const call_options& call = plain_call) {
        return try_acknowledge(ids, call).value();
    }
    result<std::size_t> try_acknowledge(const std::vector<std::string>& ids,
                                        const call_options& call = plain_call) {
        return run(task_commands::acknowledge{caller(), ids, now()}, call);
    }
    /// An orchestrator takes the lead, or renews it: who acts as orchestrator by another epoch is
    /// `fenced` from then on. Errors: `conflict` while somebody else leads.
    task_lead lead(std::string agent, lead_options how = {},
                   const call_options& call = plain_call) {
        return try_lead(std::move(agent), how, call).value();
    }
    result<task_lead> try_lead(std::string agent, lead_options how = {},
                               const call_options& call = plain_call) {
        return take_lead(std::move(agent), false, how, call);
    }
    /// Takes the lead from one whose lease has ended, or by force. Errors: `conflict`.
    task_lead take_over(std::string agent, lead_options how = {},
                        const call_options& call = plain_call) {
        return try_take_over(std::move(agent), how, call).value();
    }
    result<task_lead> try_take_over(std::string agent, lead_options how = {},
                                    const call_options& call = plain_call) {
        return take_lead(std::move(agent), true, how, call);
    }

private:
    result<task_lead> take_lead(std::string agent, bool takes_over, const lead_options& how,
                                const call_options& call) {
        if (auto problem = detail::accept_agent("agent", agent)) return std::move(*problem);
        if (auto problem = problem_of_lease(how.lease)) return std::move(*problem);
        auto led = run(task_commands::lead{caller(), agent, takes_over, how, now()}, call);
        if (led) remember(*led);
        return led;
    }
};

}  // namespace workmem
