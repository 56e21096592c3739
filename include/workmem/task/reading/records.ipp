#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/reading.hpp>

namespace workmem {

template <class Self>
std::vector<decision> task_reading<Self>::decisions() const {
    return look([&](const auto& state) {
        return seen(state, state.content().decisions, [](const decision& each) {
            return std::pair{std::string_view{each.made_by}, &each.affects_tasks};
        });
    });
}

template <class Self>
std::vector<decision> task_reading<Self>::needs_approval() const {
    auto out = decisions();
    std::erase_if(out, [](const decision& each) { return !detail::task_content::holds(each); });
    return out;
}

template <class Self>
std::vector<discovery> task_reading<Self>::discoveries() const {
    return look([&](const auto& state) {
        return seen(state, state.content().discoveries, [](const discovery& each) {
            return std::pair{std::string_view{each.discovered_by}, &each.affects_tasks};
        });
    });
}

template <class Self>
std::vector<artifact> task_reading<Self>::artifacts() const {
    return look([&](const auto& state) {
        std::vector<task_id> about(1);
        return seen(state, state.content().artifacts, [&](const artifact& each) {
            about[0] = each.associated_task;
            return std::pair{std::string_view{each.created_by}, &about};
        });
    });
}

template <class Self>
std::vector<task_branch> task_reading<Self>::branches() const {
    return look([](const auto& state) { return copies(state.content().branches); });
}

template <class Self>
std::vector<agent_record> task_reading<Self>::agents() const {
    return look([](const auto& state) { return copies(state.content().agents); });
}

template <class Self>
bool task_reading<Self>::knows(std::string_view agent) const {
    return look([&](const auto& state) {
        const auto& content = state.content();
        return agent == "orchestrator" || content.agents.find(agent) != detail::no_slot ||
               (content.leads.epoch > 0 && content.leads.agent == agent);
    });
}

template <class Self>
std::vector<nudge> task_reading<Self>::nudges() const {
    const auto by = caller();
    return look([&](const auto& state) {
        auto out = copies(state.content().nudges);
        std::erase_if(out, [&](const nudge& each) {
            return each.from != by.id && !state.may_see_messages(by, each.target);
        });
        return out;
    });
}

template <class Self>
std::vector<nudge> task_reading<Self>::inbox(std::string_view agent) const {
    const auto by = caller();
    return look([&](const auto& state) {
        const auto& content = state.content();
        std::vector<nudge> out;
        if (!state.may_see_messages(by, agent)) return out;
        const auto take = [&](std::string_view target) {
            if (const auto* const box = content.inboxes.get(target))
                for (const auto slot : box->open) out.push_back(content.nudges.at(slot));
        };
        take(agent);
        if (agent != "orchestrator" && agent == content.leads.agent) take("orchestrator");
        std::stable_sort(out.begin(), out.end(),
                         [](const nudge& a, const nudge& b) { return a.priority > b.priority; });
        return out;
    });
}

template <class Self>
std::vector<checked_artifact> task_reading<Self>::verify_artifacts() const {
    std::vector<checked_artifact> out;
    const auto allowed = memory().options().artifacts;
    for (const auto& each : artifacts()) {
        if (!each.superseded_by.empty()) continue;
        auto state = artifact_state::ok;
        if (each.content) {
            if (text::sha256_of(*each.content) != each.checksum) state = artifact_state::changed;
        } else if (const auto sum = detail::sum_of_file(each.path, allowed)) {
            if (each.checksum.empty())
                state = artifact_state::unknown;
            else if (sum->checksum != each.checksum)
                state = artifact_state::changed;
        } else {
            state = artifact_state::missing;
        }
        out.push_back({each.id, each.path, state});
    }
    return out;
}

template <class Self>
std::vector<agent_contribution> task_reading<Self>::contributions() const {
    const auto by = caller();
    return this->look([&](const auto& state) {
        const auto& content = state.content();
        std::map<std::string, agent_contribution, std::less<>> found;
        std::vector<std::string> order;
        const auto of = [&](const std::string& agent) -> agent_contribution& {
            auto& out = found[agent];
            if (out.agent_id.empty() && !agent.empty()) {
                out.agent_id = agent;
                order.push_back(agent);
            }
            return out;
        };
        const auto note = [](agent_contribution& each, timestamp when) {
            if (!each.first_contribution || when < *each.first_contribution)
                each.first_contribution = when;
            if (!each.last_contribution || when > *each.last_contribution)
                each.last_contribution = when;
        };
        content.agents.for_each([&](const agent_record& each) {
            auto& out = of(each.id);
            out.agent_role = each.role;
            out.log_ref = each.log_ref;
        });
        for (std::uint32_t slot = 0; slot < content.tasks.size(); ++slot) {
            const auto& work = content.work(slot);
            if (content.schedule.status(slot) != task_status::completed || work.assigned_to.empty())
                continue;
            auto& out = of(work.assigned_to);
            out.tasks_completed.push_back(content.tasks.at(slot).id);
            note(out, work.ended_at.value_or(content.time));
        }
        content.decisions.for_each([&](const decision& each) {
            if (!state.may_see(by, each.visible, each.made_by, each.affects_tasks)) return;
            auto& out = of(each.made_by);
            out.decisions_made.push_back(each.id);
            note(out, each.made_at);
        });
        content.discoveries.for_each([&](const discovery& each) {
            if (!state.may_see(by, each.visible, each.discovered_by, each.affects_tasks)) return;
            auto& out = of(each.discovered_by);
            out.discoveries.push_back(each.id);
            note(out, each.discovered_at);
        });
        content.artifacts.for_each([&](const artifact& each) {
            if (!state.may_see(by, each.visible, each.created_by, {each.associated_task})) return;
            auto& out = of(each.created_by);
            out.artifacts_created.push_back(each.id);
            note(out, each.created_at);
        });
        std::vector<agent_contribution> out;
        for (const auto& each : order) out.push_back(std::move(found[each]));
        return out;
    });
}

}  // namespace workmem
