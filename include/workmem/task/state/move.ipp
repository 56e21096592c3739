#pragma once

#include <workmem/task/state.hpp>

// A part of task/state.hpp: tasks move on.

namespace workmem {

template <class Access>
task_status task_state<Access>::target_of(const task_commands::move& command,
                                          std::uint32_t slot) const noexcept {
    const auto now = content_.schedule.status(slot);
    switch (command.verb) {
        case task_verb::claim: return command.resume && is_held(now) ? now : task_status::assigned;
        case task_verb::assign: return task_status::assigned;
        case task_verb::start:
        case task_verb::unblock: return task_status::in_progress;
        case task_verb::block: return task_status::blocked;
        case task_verb::release:
        case task_verb::reclaim:
        case task_verb::retry:
        case task_verb::reopen: return task_status::pending;
        case task_verb::complete:
            return content_.tasks.at(slot).needs_review ? task_status::review
                                                        : task_status::completed;
        case task_verb::fail: return task_status::failed;
        case task_verb::cancel: return task_status::cancelled;
        case task_verb::skip: return task_status::skipped;
        case task_verb::review:
            return command.review == review_status::approved       ? task_status::completed
                   : command.review == review_status::needs_rework ? task_status::in_progress
                                                                   : task_status::failed;
        default: return now;
    }
}

template <class Access>
std::optional<error> task_state<Access>::refusal_of_move(const task_commands::move& command,
                                                         std::uint32_t slot, task_status to,
                                                         timestamp) const {
    using enum task_status;
    const auto now = content_.schedule.status(slot);
    const auto& held = content_.tasks.at(slot);
    const auto& work = content_.work(slot);
    const auto verb = command.verb;
    const auto needs = [&](std::string_view statuses) {
        return error{error_code::validation_error,
                     "task " + shown(held.title) + " is " + std::string{to_string(now)} + "; `" +
                         std::string{to_string(verb)} + "` needs " + std::string{statuses} +
                         (is_terminal(now) ? "; `reopen` makes it pending again" : ""),
                     {{"task_id", held.id},
                      {"status", std::string{to_string(now)}},
                      {"version", std::to_string(held.version)}}};
    };
    switch (verb) {
        case task_verb::assign:
        case task_verb::claim: {
            if (verb == task_verb::claim && work.assigned_to == command.agent) {
                if (now == assigned && work.token == 0) return std::nullopt;
                if (command.resume && is_held(now)) return std::nullopt;
            }
            if (now == pending) {
                if (content_.schedule.is_free(slot)) return std::nullopt;
                return error{
                    error_code::validation_error,
                    "task " + shown(held.title) + " is not ready; it waits for " + waits_for(slot),
                    {{"task_id", held.id}}};
            }
            auto why = "is " + std::string{to_string(now)};
            if (is_held(now)) {
                why += ", with " + shown(work.assigned_to);
                if (work.expires) why += " until " + to_iso8601(*work.expires);
            }
            return conflict_about(slot, why);
        }
        case task_verb::start:
            if (now != assigned) return needs("assigned");
            if (content_.schedule.is_free(slot)) return std::nullopt;
            return error{
                error_code::validation_error,
                "task " + shown(held.title) + " is not ready; it waits for " + waits_for(slot),
                {{"task_id", held.id}}};
        case task_verb::block:
        case task_verb::complete:
        case task_verb::fail:
            return now == in_progress ? std::nullopt : std::optional{needs("in_progress")};
        case task_verb::unblock:
            return now == blocked ? std::nullopt : std::optional{needs("blocked")};
        case task_verb::release:
        case task_verb::renew:
            return is_held(now) ? std::nullopt
                                : std::optional{needs("assigned, in_progress or blocked")};
        case task_verb::retry: return now == failed ? std::nullopt : std::optional{needs("failed")};
        case task_verb::reopen:
            return is_terminal(now) ? std::nullopt
                                    : std::optional{needs("completed, cancelled or skipped")};
        case task_verb::skip:
            return now == pending ? std::nullopt : std::optional{needs("pending")};
        case task_verb::cancel:
            return may_become(now, to) ? std::nullopt
                                       : std::optional{needs("a task that is not over")};
        case task_verb::assign_review:
            if (is_over(now)) return needs("a task that is not over");
            if (!command.agent.empty() && command.agent == work.assigned_to)
                return error{error_code::forbidden, shown(command.agent) + " works on task " +
                                                        shown(held.title) +
                                                        " and cannot review it"};
            return std::nullopt;
        case task_verb::review:
            if (now != review) return needs("review");
            if (!command.agent.empty() && command.agent == work.assigned_to)
                return error{error_code::forbidden, shown(command.agent) + " worked on task " +
                                                        shown(held.title) +
                                                        "; somebody else has to review it"};
            if (!work.reviewer.empty() && command.agent != work.reviewer &&
                command.by.is_restricted && command.by.role != agent_role::human)
                return error{
                    error_code::forbidden,
                    "task " + shown(held.title) + " is to be reviewed by " + shown(work.reviewer)};
            return std::nullopt;
        default: return std::nullopt;
    }
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::move& command,
                                   task_commands::move_decision& out) {
    const auto& what = *command.what;
    const auto slot = content_.find(what.task);
    if (slot == no_slot) return refuse(out, unknown_task(what.task));
    const auto& work = content_.work(slot);
    // A reviewer that was asked by name may review, whatever its role.
    const bool is_asked = command.verb == task_verb::review && !work.reviewer.empty() &&
                          work.reviewer == command.by.id;
    if (auto problem = refusal(command.by, command.verb, is_asked)) return refuse(out, *problem);
    const auto& held = content_.tasks.at(slot);
    const auto now = at(command.time);
    if (command.expected_version && *command.expected_version != held.version)
        return refuse(
            out, conflict_about(slot, "has version " + std::to_string(held.version) + ", not " +
                                          std::to_string(*command.expected_version)));
    switch (command.verb) {
        case task_verb::start:
        case task_verb::block:
        case task_verb::unblock:
        case task_verb::release:
        case task_verb::renew:
        case task_verb::complete:
        case task_verb::fail:
            if (auto problem = refusal_of_claim(command.by, what, slot, command.verb, now))
                return refuse(out, *problem);
            break;
        case task_verb::claim:
            if (command.by.is_restricted && command.agent != command.by.id &&
                command.by.role != agent_role::orchestrator && command.by.role != agent_role::human)
                return refuse(out,
                              {error_code::forbidden,
                               shown(command.by.id) + " cannot claim for " + shown(command.agent)});
            break;
        default: break;
    }
    const auto to = target_of(command, slot);
    if (auto problem = refusal_of_move(command, slot, to, now)) return refuse(out, *problem);
    auto& step = out.steps.emplace_back();
    step.task = held.id;
    step.to = to;
    step.agent = command.agent;
    step.note = command.note;
    if (command.result != nullptr) step.result = *command.result;
    switch (command.verb) {
        case task_verb::claim: step.token = content_.last_token + 1; [[fallthrough]];
        case task_verb::assign: {
            const auto* const who = content_.agents.get(command.agent);
            const bool is_person = who != nullptr && who->role == agent_role::human;
            if (command.lease)
                step.lease = *command.lease;
            else if (work.lease.count() > 0 && work.assigned_to == command.agent)
                step.lease = work.lease;
            else if (options_.lease && !is_person)
                step.lease = *options_.lease;
            break;
        }
        case task_verb::renew:
            step.lease = command.lease            ? *command.lease
                         : work.lease.count() > 0 ? work.lease
                                                  : options_.lease.value_or(milliseconds{0});
            break;
        case task_verb::review:
            step.review = command.review;
            if (to == task_status::in_progress) step.lease = work.lease;
            break;
        default: break;
    }
    if (step.lease.count() > 0) step.expires = later(now, step.lease);
    if (to != content_.schedule.status(slot)) {
        const std::pair change{slot, to};
        skip_doomed({&change, 1}, out.skipped);
    }
    out.answer.tasks.push_back(content_.id_of(slot));
    for (const auto id : out.skipped) out.answer.skipped.push_back(task_id{id});
    if (command.verb == task_verb::reopen) tell_dependents(slot, out.answer);
    out.answer.status = to;
    out.answer.token = command.verb == task_verb::claim ? step.token : work.token;
    out.answer.expires = step.expires;
    out.answer.version = held.version + 1;
    out.change = {now, command.verb, out.steps, out.skipped, std::nullopt};
    locate(out);
    return verdict::change;
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::reclaim& command,
                                   task_commands::move_decision& out) {
    if (auto problem = refusal(command.by, task_verb::reclaim)) return refuse(out, *problem);
    const auto now = at(command.time);
    visit_lapsed(now, [&](std::uint32_t slot) {
        auto& step = out.steps.emplace_back();
        step.task = content_.tasks.at(slot).id;
        step.note = content_.work(slot).note;
        out.answer.tasks.push_back(content_.id_of(slot));
    });
    if (out.steps.empty()) return verdict::nothing;
    out.change = {now, task_verb::reclaim, out.steps, {}, std::nullopt};
    locate(out);
    return verdict::change;
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::close& command,
                                   task_commands::move_decision& out) {
    if (content_.status == command.status) return verdict::nothing;
    if (auto problem = refusal(command.by, task_verb::close)) return refuse(out, *problem);
    const auto now = at(command.time);
    if (command.status == task_memory_status::cancelled) {
        for (const auto status :
             {task_status::pending, task_status::assigned, task_status::in_progress,
              task_status::blocked, task_status::review})
            content_.schedule.of(status).visit_while([&](std::uint32_t slot) {
                auto& step = out.steps.emplace_back();
                step.task = content_.tasks.at(slot).id;
                step.to = task_status::cancelled;
                step.note = "the work was cancelled";
                out.answer.tasks.push_back(content_.id_of(slot));
                return true;
            });
    } else if (command.status != task_memory_status::active) {
        const bool is_open = content_.status == task_memory_status::active &&
                             content_.tasks.size() > 0 && outcome() == task_outcome::open;
        if (is_open)
            return refuse(out, {error_code::validation_error,
                                "task memory " + shown(content_.purpose.name) + " still has " +
                                    std::to_string(content_.schedule.ready_count()) +
                                    " ready tasks, and others in hand or waiting; end or cancel "
                                    "them first"});
    }
    out.change = {now, task_verb::close, out.steps, {}, command.status};
    locate(out);
    return verdict::change;
}

template <class Access>
void task_state<Access>::tell_dependents(std::uint32_t slot,
                                         task_commands::move_answer& out) const {
    const auto& schedule = content_.schedule;
    schedule.links().visit_out(slot, [&](const detail::task_link& each) {
        if (schedule.status(each.to) == task_status::skipped)
            out.still_skipped.push_back(content_.id_of(each.to));
        if (state_of(each.condition, schedule.status(slot), schedule.policy(slot)) !=
            dependency_state::satisfied)
            return;
        const auto now = schedule.status(each.to);
        if (is_held(now) || now == task_status::review)
            out.begun.push_back(content_.id_of(each.to));
        else if (schedule.is_ready(each.to) &&
                 schedule.satisfied(each.to) == schedule.needed(each.to))
            out.waiting.push_back(content_.id_of(each.to));
    });
}

template <class Access>
void task_state<Access>::skip_doomed(std::span<const std::pair<std::uint32_t, task_status>> changes,
                                     std::vector<std::string_view>& skipped) const {
    auto doomed = content_.schedule.doomed_by(changes);
    std::sort(doomed.begin(), doomed.end());
    for (const auto slot : doomed) skipped.push_back(content_.tasks.at(slot).id);
}

// What is known of a task's work after a step.
template <class Access>
task_work task_state<Access>::moved(const task_changes::step& step, std::uint32_t slot,
                                    task_verb verb, timestamp time) const {
    auto work = content_.work(slot);
    const auto end_attempt = [&] {
        if (work.assigned_to.empty()) return;
        if (work.attempts.size() >= task_limits::attempts)
            work.attempts.erase(work.attempts.begin());
        work.attempts.push_back({work.assigned_to, work.assigned_at.value_or(time), time,
                                 std::string{to_string(verb)}, std::string{step.note}});
    };
    const auto let_go = [&] {
        work.assigned_to.clear();
        work.assigned_at.reset();
        work.started_at.reset();
        work.ended_at.reset();
        work.expires.reset();
        work.lease = milliseconds{0};
        work.token = 0;
    };
    const auto lease = [&] {
        work.lease = step.lease;
        work.expires = step.expires;
    };
    switch (verb) {
        case task_verb::assign:
        case task_verb::claim:
            if (work.assigned_to != step.agent) work.assigned_at = time;
            work.assigned_to = step.agent;
            work.token = step.token;
            if (step.to == task_status::assigned) work.note.clear();
            lease();
            break;
        case task_verb::renew: lease(); break;
        case task_verb::start:
            if (!work.started_at) work.started_at = time;
            break;
        case task_verb::block: work.note = step.note; break;
        case task_verb::unblock: work.note.clear(); break;
        case task_verb::release:
        case task_verb::reclaim:
            end_attempt();
            let_go();
            work.note = step.note;
            break;
        case task_verb::retry: let_go(); break;
        case task_verb::reopen:
            end_attempt();
            let_go();
            work.note = step.note;
            work.result.reset();
            work.reviewed_by.clear();
            work.review.reset();
            work.review_comments.clear();
            break;
        case task_verb::complete:
            work.result = step.result;
            work.note.clear();
            work.review.reset();
            if (step.to == task_status::completed) {
                work.ended_at = time;
                work.expires.reset();
            }
            break;
        case task_verb::fail:
            end_attempt();
            work.note = step.note;
            work.ended_at = time;
            work.expires.reset();
            break;
        case task_verb::cancel:
        case task_verb::close:
        case task_verb::skip:
            work.note = step.note;
            work.ended_at = time;
            work.expires.reset();
            break;
        case task_verb::assign_review: work.reviewer = step.agent; break;
        case task_verb::review:
            work.reviewed_by = step.agent;
            work.review = step.review;
            work.review_comments = step.note;
            if (step.to == task_status::in_progress) {
                lease();
                ++work.reworks;
            } else {
                if (step.to == task_status::failed) {
                    end_attempt();
                    work.note = step.note;
                }
                work.ended_at = time;
                work.expires.reset();
            }
            break;
        default: break;
    }
    return work;
}

template <class Access>
void task_state<Access>::stage_skips(std::span<const std::string_view> ids, timestamp time,
                                     std::string_view why, staged_steps& staged) const {
    task_changes::step step;
    step.to = task_status::skipped;
    step.note = why;
    for (const auto id : ids)
        if (const auto slot = content_.tasks.find(id); slot != no_slot)
            staged.push_back({slot, task_status::skipped,
                              detail::boxed{moved(step, slot, task_verb::skip, time)}});
}

template <class Access>
void task_state<Access>::locate(task_commands::move_decision& recorded) {
    const auto& change = recorded.change;
    recorded.staged.reserve(change.steps.size() + change.skipped.size());
    for (const auto& each : change.steps) {
        const auto slot = content_.tasks.find(each.task);
        if (slot == no_slot) continue;
        recorded.staged.push_back(
            {slot, each.to, detail::boxed{moved(each, slot, change.verb, change.time)}});
        const bool takes = change.verb == task_verb::claim || change.verb == task_verb::assign;
        if (takes && !each.agent.empty() && content_.agents.find(each.agent) == no_slot)
            recorded.arriving.push_back(
                {std::string{each.agent}, agent_role::worker, {}, change.time});
    }
    stage_skips(change.skipped, change.time, "what it waited for did not come", recorded.staged);
    content_.agents.reserve(recorded.arriving.size());
}

template <class Access>
void task_state<Access>::apply_steps(staged_steps& steps) noexcept {
    for (auto& each : steps) {
        auto& held = content_.tasks.at(each.slot);
        held.work = std::move(each.work);
        ++held.version;
        content_.schedule.set_status(each.slot, each.to);
    }
}

template <class Access>
void task_state<Access>::apply(task_commands::move_decision& decided, notice_type*) noexcept {
    const auto& change = decided.change;
    for (const auto& each : change.steps)
        content_.last_token = (std::max)(content_.last_token, each.token);
    apply_steps(decided.staged);
    for (auto& each : decided.arriving) content_.push(std::move(each));
    if (change.memory) content_.status = *change.memory;
    content_.time = at(change.time);
}

}  // namespace workmem
