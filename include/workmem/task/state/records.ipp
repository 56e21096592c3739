#pragma once

#include <workmem/task/state.hpp>

// A part of task/state.hpp: what is decided, found, made and said.

namespace workmem {

template <class Access>
std::vector<std::string_view> task_state<Access>::left_out(const decision& made) const {
    std::vector<std::string_view> out;
    const auto* const branch = content_.branches.get(made.resolves);
    if (branch == nullptr || !branch->resolved_by.empty()) return out;
    std::vector<std::pair<std::uint32_t, task_status>> losers;
    for (const auto& each : branch->options) {
        const auto slot = content_.find(each);
        if (slot == no_slot || content_.schedule.status(slot) != task_status::pending) continue;
        if (std::find(made.branch.begin(), made.branch.end(), each) != made.branch.end()) continue;
        losers.emplace_back(slot, task_status::skipped);
        out.push_back(content_.tasks.at(slot).id);
    }
    skip_doomed(losers, out);
    return out;
}

// What was given up cannot be taken.
template <class Access>
std::optional<error> task_state<Access>::problem_of_taken(const decision& made) const {
    const auto* const branch = content_.branches.get(made.resolves);
    if (branch == nullptr || !branch->resolved_by.empty()) return std::nullopt;
    for (const auto& each : made.branch) {
        const auto slot = content_.find(each);
        if (slot == no_slot) continue;
        const auto status = content_.schedule.status(slot);
        if (status == task_status::cancelled || status == task_status::skipped)
            return conflict_about(slot, "is " + std::string{to_string(status)} +
                                            " and cannot be chosen in branch " + shown(branch->id));
    }
    return std::nullopt;
}

template <class Access>
void task_state<Access>::resolve(const decision& made, std::string& name) noexcept {
    const auto slot = content_.branches.find(made.resolves);
    if (slot == no_slot || !content_.branches.at(slot).resolved_by.empty()) return;
    auto& branch = content_.branches.at(slot);
    branch.resolved_by = std::move(name);
    content_.hold_all(branch.options, false);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::decide& command,
                                   task_commands::decide_decision& out) {
    if (auto problem = refusal(command.by, task_verb::decide)) return refuse(out, *problem);
    const auto& made = *command.made;
    const auto now = at(command.time);
    if (command.what != nullptr) {
        const auto slot = content_.find(command.what->task);
        if (slot == no_slot) return refuse(out, unknown_task(command.what->task));
        if (auto problem =
                refusal_of_claim(command.by, *command.what, slot, task_verb::decide, now))
            return refuse(out, *problem);
    }
    if (auto problem = full("max_records", content_.decisions.size(), 1, options_.max_records))
        return refuse(out, *problem);
    if (auto problem = taken("decision", content_.decisions, made.id)) return refuse(out, *problem);
    if (auto problem = problem_of_affected(made.affects_tasks)) return refuse(out, *problem);
    if (!made.supersedes.empty()) {
        const auto* const old = content_.decisions.get(made.supersedes);
        if (old == nullptr) return refuse(out, unknown("decision", made.supersedes));
        if (!old->superseded_by.empty())
            return refuse(out, {error_code::conflict, "decision " + shown(old->id) +
                                                          " is superseded already, by " +
                                                          shown(old->superseded_by)});
    }
    if (!made.resolves.empty()) {
        const auto* const branch = content_.branches.get(made.resolves);
        if (branch == nullptr) return refuse(out, unknown("branch", made.resolves));
        if (!branch->resolved_by.empty())
            return refuse(out, {error_code::conflict, "branch " + shown(branch->id) +
                                                          " is resolved already, by " +
                                                          shown(branch->resolved_by)});
        const auto is_option = [&](const task_id& each) {
            return std::find(branch->options.begin(), branch->options.end(), each) !=
                   branch->options.end();
        };
        if (made.branch.empty() || !std::all_of(made.branch.begin(), made.branch.end(), is_option))
            return refuse(
                out, {error_code::validation_error, "branch must name one or more of the " +
                                                        std::to_string(branch->options.size()) +
                                                        " tasks of " + shown(branch->question)});
        if (auto problem = problem_of_taken(made)) return refuse(out, *problem);
    }
    out.value = made;
    out.value.made_at = now;
    out.answer = made.id;
    if (!made.needs_approval) out.skipped = left_out(made);
    out.change = {now, {&out.value}, out.skipped};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::decide_decision& recorded) {
    const auto& value = *recorded.change.what.value;
    recorded.staged = value;
    recorded.name = recorded.branch_name = value.id;
    recorded.about = content_.named(value.affects_tasks);
    content_.decisions.reserve(1);
    detail::grow_to(content_.mentions, content_.mentions.size() + recorded.about.size());
    stage_skips(recorded.change.skipped, recorded.change.time, "another branch was taken",
                recorded.staged_steps);
}
template <class Access>
void task_state<Access>::apply(task_commands::decide_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    if (content_.decisions.find(decided.staged.id) != no_slot) return;
    apply_steps(decided.staged_steps);
    if (!decided.staged.needs_approval) resolve(decided.staged, decided.branch_name);
    content_.push(std::move(decided.staged), std::move(decided.name), decided.about);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::approve& command,
                                   task_commands::approve_decision& out) {
    if (auto problem = refusal(command.by, task_verb::approve)) return refuse(out, *problem);
    const auto* const made = content_.decisions.get(command.id);
    if (made == nullptr) return refuse(out, unknown("decision", command.id));
    out.answer = command.said->granted;
    if (!made->superseded_by.empty())
        return refuse(out,
                      {error_code::conflict, "decision " + shown(made->id) + " is superseded, by " +
                                                 shown(made->superseded_by)});
    if (made->approved && made->approved->granted) {
        if (command.said->granted) return verdict::nothing;
        return refuse(out, {error_code::conflict,
                            "decision " + shown(made->id) + " is approved already, by " +
                                shown(made->approved->by) + "; supersede it instead"});
    }
    out.value = *command.said;
    out.value.at = at(command.time);
    if (out.value.granted && made->needs_approval) {
        if (auto problem = problem_of_taken(*made)) return refuse(out, *problem);
        out.skipped = left_out(*made);
    }
    out.change = {out.value.at, made->id, {&out.value}, out.skipped};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::approve_decision& recorded) {
    recorded.staged = *recorded.change.said.value;
    recorded.branch_name = recorded.change.id;
    stage_skips(recorded.change.skipped, recorded.change.time, "another branch was taken",
                recorded.staged_steps);
}
template <class Access>
void task_state<Access>::apply(task_commands::approve_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    const auto slot = content_.decisions.find(decided.change.id);
    if (slot == no_slot) return;
    auto& made = content_.decisions.at(slot);
    apply_steps(decided.staged_steps);
    const bool held = content_type::holds(made);
    made.approved = std::move(decided.staged);
    if (held && !content_type::holds(made)) content_.hold_for(made, false);
    if (made.needs_approval && made.approved->granted) resolve(made, decided.branch_name);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::discover& command,
                                   task_commands::discover_decision& out) {
    if (auto problem = refusal(command.by, task_verb::discover)) return refuse(out, *problem);
    const auto now = at(command.time);
    if (command.what != nullptr) {
        const auto slot = content_.find(command.what->task);
        if (slot == no_slot) return refuse(out, unknown_task(command.what->task));
        if (auto problem =
                refusal_of_claim(command.by, *command.what, slot, task_verb::discover, now))
            return refuse(out, *problem);
    }
    if (auto problem = full("max_records", content_.discoveries.size(), command.made.size(),
                            options_.max_records))
        return refuse(out, *problem);
    out.values.assign(command.made.begin(), command.made.end());
    out.what.reserve(out.values.size());
    for (auto& each : out.values) {
        if (auto problem = taken("discovery", content_.discoveries, each.id))
            return refuse(out, *problem);
        if (auto problem = problem_of_affected(each.affects_tasks)) return refuse(out, *problem);
        if (!each.supersedes.empty()) {
            const auto* const old = content_.discoveries.get(each.supersedes);
            if (old == nullptr) return refuse(out, unknown("discovery", each.supersedes));
            if (!old->superseded_by.empty())
                return refuse(out, {error_code::conflict, "discovery " + shown(old->id) +
                                                              " is superseded already, by " +
                                                              shown(old->superseded_by)});
        }
        each.discovered_at = now;
        out.what.push_back({&each});
        out.answer.push_back(each.id);
    }
    if (out.what.empty()) return verdict::nothing;
    out.change = {now, out.what};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::discover_decision& recorded) {
    std::size_t mentions = content_.mentions.size();
    recorded.staged.reserve(recorded.change.what.size());
    for (const auto& each : recorded.change.what) {
        auto about = content_.named(each.value->affects_tasks);
        mentions += about.size();
        recorded.staged.push_back({*each.value, each.value->id, std::move(about)});
    }
    content_.discoveries.reserve(recorded.staged.size());
    detail::grow_to(content_.mentions, mentions);
}
template <class Access>
void task_state<Access>::apply(task_commands::discover_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    for (auto& each : decided.staged)
        if (content_.discoveries.find(each.value.id) == no_slot)
            content_.push(std::move(each.value), std::move(each.name), each.about);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::produce& command,
                                   task_commands::produce_decision& out) {
    if (auto problem = refusal(command.by, task_verb::record_artifact))
        return refuse(out, *problem);
    const auto now = at(command.time);
    if (command.what != nullptr) {
        const auto slot = content_.find(command.what->task);
        if (slot == no_slot) return refuse(out, unknown_task(command.what->task));
        if (auto problem =
                refusal_of_claim(command.by, *command.what, slot, task_verb::record_artifact, now))
            return refuse(out, *problem);
    }
    const auto& made = *command.made;
    if (!made.associated_task.empty() && content_.find(made.associated_task) == no_slot)
        return refuse(out, unknown_task(made.associated_task));
    if (auto problem = full("max_records", content_.artifacts.size(), 1, options_.max_records))
        return refuse(out, *problem);
    if (auto problem = taken("artifact", content_.artifacts, made.id)) return refuse(out, *problem);
    out.value = made;
    out.value.created_at = now;
    const auto* const path = content_.paths.get(made.path);
    out.value.version = path == nullptr ? 1 : content_.artifacts.at(path->last).version + 1;
    out.answer = out.value;
    out.change = {now, {&out.value}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::produce_decision& recorded) {
    recorded.staged = *recorded.change.what.value;
    recorded.name = recorded.staged.id;
    recorded.path.id = recorded.staged.path;
    if (!recorded.staged.associated_task.empty())
        recorded.about = content_.named({recorded.staged.associated_task});
    else
        recorded.about = {no_slot};
    content_.artifacts.reserve(1);
    content_.paths.reserve(1);
    detail::grow_to(content_.mentions, content_.mentions.size() + recorded.about.size());
}
template <class Access>
void task_state<Access>::apply(task_commands::produce_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    if (content_.artifacts.find(decided.staged.id) == no_slot)
        content_.push(std::move(decided.staged), std::move(decided.name), std::move(decided.path),
                      decided.about);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::open_branch& command,
                                   task_commands::branch_decision& out) {
    if (auto problem = refusal(command.by, task_verb::open_branch)) return refuse(out, *problem);
    const auto& made = *command.made;
    for (std::size_t i = 0; i < made.options.size(); ++i) {
        const auto slot = content_.find(made.options[i]);
        if (slot == no_slot) return refuse(out, unknown_task(made.options[i]));
        if (content_.schedule.status(slot) != task_status::pending)
            return refuse(out, conflict_about(slot, "is not pending"));
        if (std::find(made.options.begin(), made.options.begin() + static_cast<std::ptrdiff_t>(i),
                      made.options[i]) != made.options.begin() + static_cast<std::ptrdiff_t>(i))
            return refuse(out, {error_code::validation_error,
                                "options names " + shown(made.options[i].str()) + " twice"});
    }
    if (auto problem = full("max_records", content_.branches.size(), 1, options_.max_records))
        return refuse(out, *problem);
    if (auto problem = taken("branch", content_.branches, made.id)) return refuse(out, *problem);
    out.value = made;
    out.value.created_at = at(command.time);
    out.answer = made.id;
    out.change = {out.value.created_at, {&out.value}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::branch_decision& recorded) {
    recorded.staged = *recorded.change.what.value;
    content_.branches.reserve(1);
}
template <class Access>
void task_state<Access>::apply(task_commands::branch_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    if (content_.branches.find(decided.staged.id) != no_slot) return;
    content_.hold_all(decided.staged.options, true);
    content_.branches.push_back(std::move(decided.staged));
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::nudge& command,
                                   task_commands::nudge_decision& out) {
    if (auto problem = refusal(command.by, task_verb::nudge)) return refuse(out, *problem);
    auto copy = *command.sent;
    copy.sent_at = at(command.time);
    if (copy.target == "all") {
        content_.agents.for_each([&](const agent_record& each) {
            if (each.id == copy.from) return;
            auto& own = out.values.emplace_back(copy);
            own.target = each.id;
            if (out.values.size() > 1) own.id += '-' + std::to_string(out.values.size());
        });
        if (out.values.empty())
            return refuse(out, {error_code::not_found,
                                "no other agent is known; register agents before telling all"});
    } else {
        out.values.push_back(std::move(copy));
    }
    if (auto problem =
            full("max_records", content_.nudges.size(), out.values.size(), options_.max_records))
        return refuse(out, *problem);
    out.nudges.reserve(out.values.size());
    for (const auto& each : out.values) {
        if (auto problem = taken("nudge", content_.nudges, each.id)) return refuse(out, *problem);
        out.nudges.push_back({&each});
        out.answer.push_back(each.id);
    }
    out.change = {at(command.time), out.nudges};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::nudge_decision& recorded) {
    const auto count = recorded.change.nudges.size();
    recorded.staged.reserve(count);
    for (const auto& each : recorded.change.nudges) {
        recorded.staged.push_back(*each.value);
        const auto slot = content_.inboxes.find(each.value->target);
        if (slot != no_slot) {
            auto& open = content_.inboxes.at(slot).open;
            detail::grow_to(open, open.size() + count);
        } else if (std::none_of(
                       recorded.inboxes.begin(), recorded.inboxes.end(),
                       [&](const auto& known) { return known.id == each.value->target; })) {
            recorded.inboxes.push_back({each.value->target, {}});
            recorded.inboxes.back().open.reserve(count);
        }
    }
    content_.nudges.reserve(count);
    content_.inboxes.reserve(recorded.inboxes.size());
}
template <class Access>
void task_state<Access>::apply(task_commands::nudge_decision& decided, notice_type*) noexcept {
    for (auto& each : decided.inboxes) content_.inboxes.push_back(std::move(each));
    for (auto& each : decided.staged) {
        if (content_.nudges.find(each.id) != no_slot) continue;
        const auto inbox = content_.inboxes.find(each.target);
        const auto slot = content_.nudges.push_back(std::move(each));
        content_.inboxes.at(inbox).open.push_back(slot);
    }
    content_.time = at(decided.change.time);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::acknowledge& command,
                                   task_commands::acknowledge_decision& out) {
    if (auto problem = refusal(command.by, task_verb::acknowledge)) return refuse(out, *problem);
    for (const auto& id : command.ids) {
        const auto* const sent = content_.nudges.get(id);
        if (sent == nullptr) return refuse(out, unknown("nudge", id));
        const bool is_own =
            sent->target == command.by.id ||
            (sent->target == "orchestrator" && command.by.role == agent_role::orchestrator);
        if (command.by.is_restricted && !is_own)
            return refuse(out, {error_code::forbidden, "nudge " + shown(id) + " is for " +
                                                           shown(sent->target) + ", not for " +
                                                           shown(command.by.id)});
        if (!sent->acknowledged_at &&
            std::find(out.ids.begin(), out.ids.end(), sent->id) == out.ids.end())
            out.ids.push_back(sent->id);
    }
    out.answer = out.ids.size();
    if (out.ids.empty()) return verdict::nothing;
    out.change = {at(command.time), out.ids};
    return verdict::change;
}
template <class Access>
void task_state<Access>::apply(task_commands::acknowledge_decision& decided,
                               notice_type*) noexcept {
    content_.time = at(decided.change.time);
    for (const auto id : decided.change.nudges) {
        const auto slot = content_.nudges.find(id);
        if (slot == no_slot || content_.nudges.at(slot).acknowledged_at) continue;
        auto& sent = content_.nudges.at(slot);
        sent.acknowledged_at = decided.change.time;
        const auto inbox = content_.inboxes.find(sent.target);
        if (inbox != no_slot) std::erase(content_.inboxes.at(inbox).open, slot);
    }
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::register_agent& command,
                                   task_commands::agent_decision& out) {
    if (auto problem = refusal(command.by, task_verb::register_agent)) return refuse(out, *problem);
    const auto* const known = content_.agents.get(command.who->id);
    out.answer = known == nullptr;
    out.value = *command.who;
    out.value.since = known == nullptr ? at(command.time) : known->since;
    if (known != nullptr && *known == out.value) return verdict::nothing;
    out.change = {at(command.time), {&out.value}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::agent_decision& recorded) {
    recorded.staged = *recorded.change.who.value;
    content_.agents.reserve(1);
}
template <class Access>
void task_state<Access>::apply(task_commands::agent_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    const auto slot = content_.agents.find(decided.staged.id);
    if (slot == no_slot)
        content_.agents.push_back(std::move(decided.staged));
    else
        content_.agents.at(slot) = std::move(decided.staged);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::lead& command,
                                   task_commands::lead_decision& out) {
    if (auto problem = refusal(command.by, task_verb::lead)) return refuse(out, *problem);
    const auto now = at(command.time);
    const auto& leads = content_.leads;
    if (command.by.is_restricted && command.agent != command.by.id)
        return refuse(out,
                      {error_code::forbidden,
                       shown(command.by.id) + " cannot take the lead for " + shown(command.agent)});
    const bool has_ended = leads.epoch == 0 || (leads.expires && now >= *leads.expires);
    const bool is_own = leads.epoch > 0 && leads.agent == command.agent;
    const bool renews = is_own && !has_ended && command.by.epoch == leads.epoch;
    if (!has_ended && !is_own && !(command.takes_over && command.how.force))
        return refuse(out, {error_code::conflict,
                            shown(leads.agent) + " leads in epoch " + std::to_string(leads.epoch) +
                                (leads.expires ? " until " + to_iso8601(*leads.expires)
                                               : std::string{", without an end"}) +
                                "; take over when that has passed, or by force",
                            {{"leader", leads.agent}, {"epoch", std::to_string(leads.epoch)}}});
    if (!command.takes_over && has_ended && leads.epoch > 0 && !is_own)
        return refuse(out, {error_code::conflict,
                            "the lead of " + shown(leads.agent) + " ended at " +
                                to_iso8601(*leads.expires) + "; take over",
                            {{"leader", leads.agent}, {"epoch", std::to_string(leads.epoch)}}});
    out.value.agent = command.agent;
    out.value.epoch = renews ? leads.epoch : leads.epoch + 1;
    if (command.how.lease) out.value.expires = later(now, *command.how.lease);
    out.answer = out.value;
    out.change = {now, {&out.value}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::lead_decision& recorded) {
    recorded.staged = *recorded.change.to.value;
}
template <class Access>
void task_state<Access>::apply(task_commands::lead_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    content_.leads = std::move(decided.staged);
}

}  // namespace workmem
