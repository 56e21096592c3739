#pragma once

#include <workmem/task/state.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>

// A part of task/state.hpp: snapshots, loading, and what observers are told.

namespace workmem {

template <class Access>
auto task_state<Access>::snapshot() const -> saved_state {
    saved_state out;
    out.head.time = content_.time;
    out.head.purpose = content_.purpose;
    out.head.status = content_.status;
    out.head.last_token = content_.last_token;
    out.head.leads = content_.leads;
    out.head.digests = content_.digests;
    out.held.reserve(content_.tasks.size());
    for (std::uint32_t slot = 0; slot < content_.tasks.size(); ++slot)
        out.held.push_back(content_.copy(slot));
    for (const auto& each : out.held) out.tasks.push_back({&each});
    content_.decisions.for_each([&](const auto& each) { out.decisions.push_back({&each}); });
    content_.discoveries.for_each([&](const auto& each) { out.discoveries.push_back({&each}); });
    content_.artifacts.for_each([&](const auto& each) { out.artifacts.push_back({&each}); });
    content_.branches.for_each([&](const auto& each) { out.branches.push_back({&each}); });
    content_.nudges.for_each([&](const auto& each) { out.nudges.push_back({&each}); });
    content_.agents.for_each([&](const auto& each) { out.agents.push_back({&each}); });
    content_.folded.for_each([&](const auto& each) { out.folded.push_back({&each}); });
    return out;
}

template <class Access>
auto task_state<Access>::built(const snapshot_type& from) -> content_type {
    content_type out;
    out.time = from.time;
    out.purpose = from.purpose;
    out.status = from.status;
    out.last_token = from.last_token;
    out.leads = from.leads;
    out.digests.assign(from.digests.begin(), from.digests.end());
    out.reserve_tasks(from.tasks.size(), 0);
    out.folded.reserve(from.folded.size());
    for (const auto& each : from.folded)
        if (out.folded.find(each.value->id) == no_slot)
            out.folded.push_back(folded_task{*each.value});
    std::vector<task_status> statuses;
    for (const auto& each : from.tasks) {
        if (out.tasks.find(each.value->id) != no_slot) continue;
        detail::held_task held;
        static_cast<task_plan&>(held) = *each.value;
        if (const task_work& work = *each.value; !(work == task_work{}))
            held.work = detail::boxed{work};
        out.push_task(std::move(held));
        statuses.push_back(each.value->status);
    }
    detail::inline_vector<detail::task_link, 1> fresh;
    for (const auto& each : from.tasks) {
        const auto to = out.tasks.find(each.value->id);
        std::vector<task_dependency> folded;
        for (const auto& on : each.value->depends_on) {
            const auto link = detail::task_link{out.tasks.find(on.task.str()), to, on.condition};
            if (link.from == no_slot) {
                if (out.folded.find(on.task.str()) != no_slot) folded.push_back(on);
                continue;
            }
            fresh.clear();
            if (out.schedule.links().try_all({&link, 1}, fresh).empty())
                for (const auto& accepted : fresh) out.schedule.link(accepted);
        }
        if (!folded.empty()) out.set_folded_on(to, detail::boxed{std::move(folded)});
    }
    for (std::uint32_t slot = 0; slot < statuses.size(); ++slot)
        out.schedule.set_status(slot, statuses[slot]);
    out.decisions.reserve(from.decisions.size());
    out.discoveries.reserve(from.discoveries.size());
    out.artifacts.reserve(from.artifacts.size());
    out.paths.reserve(from.artifacts.size());
    const auto about = [&](const std::vector<task_id>& ids) {
        auto found = out.named(ids);
        detail::grow_to(out.mentions, out.mentions.size() + found.size());
        return found;
    };
    for (const auto& each : from.decisions)
        if (out.decisions.find(each.value->id) == no_slot)
            out.push(decision{*each.value}, std::string{each.value->id},
                     about(each.value->affects_tasks));
    for (const auto& each : from.discoveries)
        if (out.discoveries.find(each.value->id) == no_slot)
            out.push(discovery{*each.value}, std::string{each.value->id},
                     about(each.value->affects_tasks));
    for (const auto& each : from.artifacts) {
        if (out.artifacts.find(each.value->id) != no_slot) continue;
        std::vector<task_id> of;
        if (!each.value->associated_task.empty()) of.push_back(each.value->associated_task);
        out.push(artifact{*each.value}, std::string{each.value->id},
                 detail::artifact_path{each.value->path, no_slot}, about(of));
    }
    out.branches.reserve(from.branches.size());
    for (const auto& each : from.branches) {
        if (out.branches.find(each.value->id) != no_slot) continue;
        if (each.value->resolved_by.empty()) out.hold_all(each.value->options, true);
        out.branches.push_back(task_branch{*each.value});
    }
    out.nudges.reserve(from.nudges.size());
    for (const auto& each : from.nudges) {
        if (out.nudges.find(each.value->id) != no_slot) continue;
        const auto slot = out.nudges.push_back(workmem::nudge{*each.value});
        auto inbox = out.inboxes.find(each.value->target);
        if (inbox == no_slot) {
            out.inboxes.reserve(1);
            inbox = out.inboxes.push_back({each.value->target, {}});
        }
        if (!each.value->acknowledged_at) out.inboxes.at(inbox).open.push_back(slot);
    }
    out.agents.reserve(from.agents.size());
    for (const auto& each : from.agents) out.push(agent_record{*each.value});
    return out;
}

template <class Access>
bool task_state<Access>::equals(const task_state& other) const {
    const auto same = [](const auto& a, const auto& b) {
        if (a.size() != b.size()) return false;
        for (std::uint32_t i = 0; i < a.size(); ++i)
            if (!(a.at(i) == b.at(i))) return false;
        return true;
    };
    const auto &a = content_, &b = other.content_;
    if (a.tasks.size() != b.tasks.size()) return false;
    for (std::uint32_t slot = 0; slot < a.tasks.size(); ++slot)
        if (!(a.copy(slot) == b.copy(slot)) ||
            a.schedule.is_ready(slot) != b.schedule.is_ready(slot))
            return false;
    const auto plan = [](const task_changes::plan& x) {
        return std::tie(x.id, x.name, x.goal, x.constraints, x.cores, x.created);
    };
    return plan(a.purpose) == plan(b.purpose) && a.status == b.status && a.leads == b.leads &&
           a.last_token == b.last_token && a.digests == b.digests && same(a.folded, b.folded) &&
           same(a.decisions, b.decisions) && same(a.discoveries, b.discoveries) &&
           same(a.artifacts, b.artifacts) && same(a.branches, b.branches) &&
           same(a.nudges, b.nudges) && same(a.agents, b.agents);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::load& command,
                                   task_commands::load_decision& out) {
    if (auto problem = refusal(command.by, task_verb::close)) return refuse(out, *problem);
    out.change = {at(command.time), {command.content}};
    locate(out);
    // What was left out has no place in a plan.
    std::size_t wanted = 0;
    for (const auto& each : command.content->tasks)
        for (const auto& on : each.value->depends_on) {
            if (const auto* const past = out.staged.folded_as(on.task)) {
                if (is_terminal(each.value->status)) continue;
                if (auto problem = refusal_of_folded(*past, on.condition))
                    return refuse(out, std::move(*problem));
            } else if (out.staged.tasks.find(on.task.str()) == no_slot) {
                return refuse(out, unknown_task(on.task));
            } else {
                ++wanted;
            }
        }
    if (out.staged.tasks.size() != command.content->tasks.size())
        return refuse(out, {error_code::validation_error, "two tasks have the same id"});
    if (out.staged.schedule.links().edge_count() != wanted)
        return refuse(out, {error_code::cycle,
                            "the tasks wait for each other in a cycle, or one "
                            "for the same task twice"});
    if (auto problem = full("max_tasks", 0, command.content->tasks.size(), options_.max_tasks))
        return refuse(out, *problem);
    out.answer = true;
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::load_decision& recorded) {
    recorded.staged = built(*recorded.change.content.value);
}
template <class Access>
void task_state<Access>::apply(task_commands::load_decision& decided, notice_type*) noexcept {
    const auto time = at(decided.change.time);
    // Whoever holds a claim of before is fenced still.
    decided.staged.last_token = (std::max)(decided.staged.last_token, content_.last_token);
    content_ = std::move(decided.staged);
    // What is loaded changed when it changed; nothing at all did so now.
    if (content_.time == timestamp{}) content_.time = time;
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::erase& command,
                                   task_commands::erase_decision& out) {
    if (auto problem = refusal(command.by, task_verb::close)) return refuse(out, *problem);
    out.answer = content_.tasks.find(command.id) != no_slot ||
                 content_.decisions.find(command.id) != no_slot ||
                 content_.discoveries.find(command.id) != no_slot ||
                 content_.artifacts.find(command.id) != no_slot ||
                 content_.nudges.find(command.id) != no_slot ||
                 content_.branches.find(command.id) != no_slot;
    for (const auto& each : content_.digests)
        out.answer = out.answer || std::find(each.summary_tasks.begin(), each.summary_tasks.end(),
                                             command.id) != each.summary_tasks.end();
    // What is stored may know of it all the same.
    out.change = {at(command.time), command.id};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::erase_decision& recorded) {
    const auto id = recorded.change.id;
    auto saved = snapshot();
    for (auto& each : saved.held)
        if (each.id == id) journal::erase_fields(each, id);
    // A copy of the one that is meant stands in for it.
    decision a;
    discovery b;
    artifact c;
    workmem::nudge d;
    task_branch e;
    const auto stand_in = [&](auto& all, auto& copy) {
        for (auto& each : all) {
            if (each.value->id != id) continue;
            copy = *each.value;
            journal::erase_fields(copy, id);
            each.value = &copy;
        }
    };
    stand_in(saved.decisions, a);
    stand_in(saved.discoveries, b);
    stand_in(saved.artifacts, c);
    stand_in(saved.nudges, d);
    stand_in(saved.branches, e);
    auto digests = content_.digests;
    for (auto& each : digests) detail::erase_summary(each, id);
    saved.head.digests = digests;
    recorded.staged = built(saved.document());
}
template <class Access>
void task_state<Access>::apply(task_commands::erase_decision& decided, notice_type*) noexcept {
    const auto time = at(decided.change.time);
    content_ = std::move(decided.staged);
    content_.time = time;
}

}  // namespace workmem
