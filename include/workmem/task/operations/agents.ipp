#pragma once

#include <workmem/task/validate.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>

namespace workmem {

template <class Self>
bool task_operations<Self>::register_agent(agent_record who, const call_options& call) {
    return try_register_agent(std::move(who), call).value();
}

template <class Self>
result<bool> task_operations<Self>::try_register_agent(agent_record who, const call_options& call) {
    if (auto problem = detail::validate_agent("id", who.id)) return std::move(*problem);
    if (auto problem = detail::validate_text("log_ref", who.log_ref, 0, task_limits::line))
        return std::move(*problem);
    return run(task_commands::register_agent{caller(), &who, now()}, call);
}

template <class Self>
std::vector<std::string> task_operations<Self>::inject_nudge(new_nudge what,
                                                             const call_options& call) {
    return try_inject_nudge(std::move(what), call).value();
}

template <class Self>
result<std::vector<std::string>> task_operations<Self>::try_inject_nudge(new_nudge what,
                                                                         const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    nudge sent;
    sent.id = new_id();
    sent.from = caller().id;
    sent.target = std::move(what.target);
    sent.message = std::move(what.message);
    sent.priority = what.priority;
    return run(task_commands::nudge{caller(), &sent, now()}, call);
}

template <class Self>
std::size_t task_operations<Self>::acknowledge(const std::vector<std::string>& ids,
                                               const call_options& call) {
    return try_acknowledge(ids, call).value();
}

template <class Self>
result<std::size_t> task_operations<Self>::try_acknowledge(const std::vector<std::string>& ids,
                                                           const call_options& call) {
    return run(task_commands::acknowledge{caller(), ids, now()}, call);
}

template <class Self>
task_lead task_operations<Self>::lead(std::string agent, lead_options how,
                                      const call_options& call) {
    return try_lead(std::move(agent), how, call).value();
}

template <class Self>
result<task_lead> task_operations<Self>::try_lead(std::string agent, lead_options how,
                                                  const call_options& call) {
    return take_lead(std::move(agent), false, how, call);
}

template <class Self>
task_lead task_operations<Self>::take_over(std::string agent, lead_options how,
                                           const call_options& call) {
    return try_take_over(std::move(agent), how, call).value();
}

template <class Self>
result<task_lead> task_operations<Self>::try_take_over(std::string agent, lead_options how,
                                                       const call_options& call) {
    return take_lead(std::move(agent), true, how, call);
}

template <class Self>
result<task_lead> task_operations<Self>::take_lead(std::string agent, bool takes_over,
                                                   const lead_options& how,
                                                   const call_options& call) {
    if (auto problem = detail::validate_agent("agent", agent)) return std::move(*problem);
    if (auto problem = problem_of_lease(how.lease)) return std::move(*problem);
    auto led = run(task_commands::lead{caller(), agent, takes_over, how, now()}, call);
    if (led) remember(*led);
    return led;
}

}  // namespace workmem
