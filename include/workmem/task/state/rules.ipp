#pragma once

#include <workmem/task/state.hpp>

// A part of task/state.hpp: who may do what, and what all work came to.

namespace workmem {

template <class Access>
std::optional<error> task_state<Access>::refusal(const task_commands::caller& by, task_verb verb,
                                                 bool is_asked) const {
    const auto is_fit = [&] {
        switch (content_.status) {
            case task_memory_status::active: return true;
            case task_memory_status::archived:
                return verb == task_verb::acknowledge || verb == task_verb::close;
            case task_memory_status::completed:
            case task_memory_status::cancelled: break;
        }
        return verb == task_verb::acknowledge || verb == task_verb::close ||
               verb == task_verb::discover || verb == task_verb::nudge ||
               verb == task_verb::register_agent || verb == task_verb::lead;
    };
    if (!is_fit())
        return error{error_code::validation_error,
                     "task memory " + shown(content_.purpose.name) + " is " +
                         std::string{to_string(content_.status)} + "; `" +
                         std::string{to_string(verb)} + "` needs an active one"};
    if (!by.is_restricted) return std::nullopt;
    if (!is_asked && !Access{}.allows(by.role, verb))
        return error{
            error_code::forbidden,
            shown(by.id) + " is " + std::string{to_string(by.role)} + " and may not `" +
                std::string{to_string(verb)} + '`',
            {{"role", std::string{to_string(by.role)}}, {"verb", std::string{to_string(verb)}}}};
    const auto& leads = content_.leads;
    if (by.role == agent_role::orchestrator && leads.epoch > 0 && by.epoch != leads.epoch &&
        verb != task_verb::lead && verb != task_verb::register_agent)
        return error{error_code::fenced,
                     shown(by.id) + " acts in epoch " + std::to_string(by.epoch) + ", but " +
                         shown(leads.agent) + " leads in epoch " + std::to_string(leads.epoch),
                     {{"epoch", std::to_string(leads.epoch)}, {"leader", leads.agent}}};
    return std::nullopt;
}

template <class Access>
std::optional<error> task_state<Access>::refusal_of_begun(std::uint32_t slot,
                                                          const char* what) const {
    const auto status = content_.schedule.status(slot);
    if (status == task_status::pending || status == task_status::assigned) return std::nullopt;
    return error{error_code::validation_error, "task " + shown(content_.tasks.at(slot).title) +
                                                   " is " + std::string{to_string(status)} +
                                                   "; only pending and assigned tasks " + what +
                                                   " dependencies"};
}

template <class Access>
error task_state<Access>::conflict_about(std::uint32_t slot, const std::string& why) const {
    std::string record;
    journal::writer writer{record};
    writer.write(content_.copy(slot));
    const auto& held = content_.tasks.at(slot);
    return {error_code::conflict,
            "task " + shown(held.title) + " (" + held.id + ") " + why,
            {{"task_id", held.id},
             {"version", std::to_string(held.version)},
             {"status", std::string{to_string(content_.schedule.status(slot))}},
             {"current", std::move(record)}}};
}

template <class Access>
std::string task_state<Access>::waits_for(std::uint32_t slot) const {
    constexpr std::size_t most = 3;
    std::string out;
    std::size_t count = 0;
    content_.schedule.links().visit_in(slot, [&](const detail::task_link& each) {
        const auto status = content_.schedule.status(each.from);
        if (state_of(each.condition, status, content_.schedule.policy(each.from)) ==
            dependency_state::satisfied)
            return;
        if (count++ < most)
            out += (out.empty() ? "" : ", ") + shown(content_.tasks.at(each.from).title) + " (" +
                   std::string{to_string(status)} + ')';
    });
    if (count > most) out += " and " + std::to_string(count - most) + " more";
    if (content_.schedule.holds(slot) > 0)
        out += (out.empty() ? "" : ", ") + std::string{"a decision"};
    return out;
}

template <class Access>
error task_state<Access>::claim_has_passed(std::uint32_t slot, std::string_view agent,
                                           std::uint64_t token) const {
    const auto& work = content_.work(slot);
    const auto& held = content_.tasks.at(slot);
    const auto now_with = work.assigned_to.empty()
                              ? std::string{"nobody"}
                              : shown(work.assigned_to) + " by claim " + std::to_string(work.token);
    return {error_code::fenced,
            (token > 0 ? "claim " + std::to_string(token) : std::string{"the claim"}) + " of " +
                shown(agent) + " to task " + shown(held.title) + " has passed; it is " +
                std::string{to_string(content_.schedule.status(slot))} + ", with " + now_with,
            {{"task_id", held.id}, {"token", std::to_string(work.token)}}};
}

template <class Access>
std::optional<error> task_state<Access>::refusal_of_claim(const task_commands::caller& by,
                                                          const claimed_task& what,
                                                          std::uint32_t slot, task_verb verb,
                                                          timestamp now) const {
    const auto& work = content_.work(slot);
    const auto status = content_.schedule.status(slot);
    const bool is_own = what.token > 0 ? work.token == what.token && work.assigned_to == what.agent
                                       : work.assigned_to == by.id;
    const auto& held = content_.tasks.at(slot);
    if (by.is_restricted && what.token > 0 && what.agent != by.id)
        return error{error_code::forbidden, "the claim to " + shown(held.title) + " is that of " +
                                                shown(what.agent) + ", not of " + shown(by.id)};
    if (what.token > 0 && !is_own) return claim_has_passed(slot, what.agent, what.token);
    // What was assigned and not claimed has no token yet.
    const bool is_move = verb != task_verb::decide && verb != task_verb::discover &&
                         verb != task_verb::record_artifact;
    if (is_move && what.token == 0 && !what.agent.empty() &&
        (work.assigned_to != what.agent || work.token != 0))
        return claim_has_passed(slot, what.agent);
    const bool is_privileged =
        !by.is_restricted || (by.role == agent_role::orchestrator || by.role == agent_role::human);
    if (!is_own && !is_privileged)
        return error{
            error_code::forbidden,
            "task " + shown(held.title) + " is " +
                (work.assigned_to.empty() ? "nobody's" : "that of " + shown(work.assigned_to)) +
                ", not of " + shown(by.id)};
    const bool is_fenced = what.token > 0 || (by.is_restricted && !is_privileged);
    if (!is_fenced || !work.expires || !is_held(status)) return std::nullopt;
    const auto last = verb == task_verb::renew ? *work.expires + options_.grace : *work.expires;
    if (now < last) return std::nullopt;
    return error{error_code::expired,
                 "the lease of " + shown(work.assigned_to) + " to task " + shown(held.title) +
                     " ended at " + to_iso8601(*work.expires) + "; it can be renewed until " +
                     to_iso8601(*work.expires + options_.grace),
                 {{"task_id", held.id}}};
}

template <class Access>
std::optional<error> task_state<Access>::full(const char* what, std::size_t held, std::size_t more,
                                              std::size_t most) const {
    if (held + more <= most) return std::nullopt;
    return error{error_code::capacity,
                 std::string{what} + " is " + std::to_string(most) + "; there are " +
                     std::to_string(held) + ", and " + std::to_string(more) + " more do not fit",
                 {{"limit", what}, {"value", std::to_string(most)}}};
}

template <class Access>
std::string task_state<Access>::cycle_text(const std::vector<std::string>& titles) const {
    constexpr std::size_t most = 20;
    std::string out = "the dependencies would close a cycle: ";
    for (std::size_t i = 0; i < titles.size(); ++i) {
        if (i == most / 2 && titles.size() > most) {
            out += "... (" + std::to_string(titles.size() - most) + " more) -> ";
            i = titles.size() - most / 2;
        }
        out += shown(titles[i]) + " -> ";
    }
    return out + shown(titles.front());
}

template <class Access>
std::optional<error> task_state<Access>::problem_of_affected(
    const std::vector<task_id>& ids) const {
    if (ids.size() > task_limits::affected)
        return error{error_code::validation_error,
                     "affects_tasks must name at most " + std::to_string(task_limits::affected) +
                         " tasks, names " + std::to_string(ids.size())};
    for (const auto& each : ids)
        if (content_.find(each) == no_slot) return unknown_task(each);
    return std::nullopt;
}

template <class Access>
bool task_state<Access>::may_see(const task_commands::caller& by, visibility visible,
                                 std::string_view author,
                                 const std::vector<task_id>& about) const noexcept {
    if (!by.is_restricted || visible == visibility::all || by.id == author ||
        by.role == agent_role::human)
        return true;
    if (visible == visibility::agent) return false;
    if (by.role == agent_role::orchestrator) return true;
    return std::any_of(about.begin(), about.end(), [&](const task_id& each) {
        const auto slot = content_.find(each);
        if (slot == no_slot) return false;
        const auto& work = content_.work(slot);
        return work.assigned_to == by.id || work.reviewer == by.id;
    });
}

template <class Access>
task_outcome task_state<Access>::outcome() const {
    using enum task_status;
    const auto& schedule = content_.schedule;
    const auto count = [&](task_status of) { return schedule.of(of).size(); };
    const auto lost = [&] {
        if (count(failed) > 0)
            return count(completed) > 0 ? task_outcome::partial : task_outcome::failed;
        return count(completed) > 0 ? task_outcome::partial : task_outcome::cancelled;
    };
    if (content_.status == task_memory_status::cancelled)
        return count(completed) > 0 ? task_outcome::partial : task_outcome::cancelled;
    if (schedule.size() == 0)
        return content_.digests.empty() ? task_outcome::open : task_outcome::completed;
    if (count(assigned) + count(in_progress) + count(blocked) + count(review) +
            schedule.ready_count() >
        0)
        return task_outcome::open;
    const auto waiting = schedule.waiting().size();
    if (waiting == 0 && count(failed) + count(cancelled) == 0) return task_outcome::completed;
    if (waiting > 0 && schedule.unreachable().size() < waiting) return task_outcome::open;
    return lost();
}

template <class Access>
task_memory_status task_state<Access>::status() const noexcept {
    const auto& schedule = content_.schedule;
    if (content_.status != task_memory_status::active) return content_.status;
    const auto over = schedule.of(task_status::completed).size() +
                      schedule.of(task_status::skipped).size() +
                      schedule.of(task_status::cancelled).size();
    const bool is_done = over == schedule.size() && (over > 0 || !content_.digests.empty());
    return is_done ? task_memory_status::completed : task_memory_status::active;
}

}  // namespace workmem
