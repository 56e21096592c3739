#pragma once

#include <workmem/ids/meant_id.hpp>
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
    const auto& tasks = content_.tasks;
    if (const auto slot = tasks.find(said); slot != no_slot) return content_.id_of(slot);
    if (content_.folded.find(said) != no_slot) return task_id{said};
    // A title before the beginning of an id, and what is there before what was folded.
    meant_id meant{said, "tasks"};
    for (std::uint32_t slot = 0; slot < tasks.size(); ++slot)
        if (const auto& each = tasks.at(slot); each.title == said) meant.take(each.id, each.title);
    if (meant.empty())
        for (std::uint32_t slot = 0; slot < tasks.size(); ++slot)
            meant.see(tasks.at(slot).id, tasks.at(slot).title);
    if (meant.empty())
        content_.folded.for_each([&](const folded_task& each) { meant.see(each.id); });
    if (meant.empty()) return unknown_task(task_id{said});
    auto id = meant.value();
    if (!id) return id.error();
    return task_id{*std::move(id)};
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
