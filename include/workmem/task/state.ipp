#pragma once

#include <workmem/journal/writer.hpp>
#include <workmem/task/erasing.hpp>
#include <workmem/task/state.hpp>
#include <workmem/task/state/dependencies.ipp>
#include <workmem/task/state/history.ipp>
#include <workmem/task/state/move.ipp>
#include <workmem/task/state/plan.ipp>
#include <workmem/task/state/records.ipp>
#include <workmem/task/state/rules.ipp>

namespace workmem {

template <class Access>
error task_state<Access>::unknown_task(const task_id& id) const {
    if (const auto* const known = content_.folded_as(id))
        return {error_code::not_found,
                folded_text(*known),
                {{"task_id", std::string{text::prefix(known->id, most_shown)}},
                 {"folded", std::string{to_string(known->status)}}}};
    const auto& name = content_.purpose.name;
    return {error_code::not_found,
            "there is no task " + shown(id.str()) +
                (name.empty() ? std::string{} : " in task memory " + shown(name)),
            {{"task_id", std::string{text::prefix(id.str(), most_shown)}}}};
}

template <class Access>
result<task_id> task_state<Access>::identified(std::string_view said) const {
    constexpr std::size_t least = 4, most_listed = 5;
    const auto& tasks = content_.tasks;
    if (const auto slot = tasks.find(said); slot != no_slot) return content_.id_of(slot);
    if (content_.folded.find(said) != no_slot) return task_id{said};
    std::vector<std::uint32_t> titled, begun;
    for (std::uint32_t slot = 0; slot < tasks.size(); ++slot) {
        if (tasks.at(slot).title == said) titled.push_back(slot);
        if (said.size() >= least && tasks.at(slot).id.starts_with(said)) begun.push_back(slot);
    }
    const auto& meant = titled.empty() ? begun : titled;
    if (meant.size() == 1) return content_.id_of(meant.front());
    if (meant.empty()) {
        const folded_task* past = nullptr;
        std::size_t count = 0;
        if (said.size() >= least)
            content_.folded.for_each([&](const folded_task& each) {
                if (each.id.starts_with(said)) past = &each, ++count;
            });
        return count == 1 ? result<task_id>{task_id{past->id}} : unknown_task(task_id{said});
    }
    std::string listed;
    for (std::size_t i = 0; i < meant.size() && i < most_listed; ++i)
        listed += (i == 0 ? "" : ", ") + shown(tasks.at(meant[i]).title) + " (" +
                  text::escaped(tasks.at(meant[i]).id) + ')';
    if (meant.size() > most_listed)
        listed += " and " + std::to_string(meant.size() - most_listed) + " more";
    return error{error_code::validation_error,
                 shown(said) + " may mean " + std::to_string(meant.size()) + " tasks: " + listed +
                     "; say the id, or more of it",
                 {{"candidates", listed}}};
}

template <class Access>
error task_state<Access>::unknown(const char* what, std::string_view id) {
    return {error_code::not_found,
            "there is no " + std::string{what} + ' ' + shown(id),
            {{std::string{what} + "_id", std::string{text::prefix(id, most_shown)}}}};
}

template <class Access>
task_claim task_state<Access>::claim_to(std::uint32_t slot) const {
    const auto& work = content_.work(slot);
    return {content_.id_of(slot), work.assigned_to, work.token, work.expires,
            content_.tasks.at(slot).version};
}

template <class Access>
bool task_state<Access>::may_see_messages(const task_commands::caller& by,
                                          std::string_view target) noexcept {
    return !by.is_restricted || by.id == target || by.role == agent_role::orchestrator ||
           by.role == agent_role::human;
}

template <class Access>
template <class Decision>
verdict task_state<Access>::refuse(Decision& out, error problem) {
    out.problem.emplace(std::move(problem));
    return verdict::refused;
}

}  // namespace workmem
