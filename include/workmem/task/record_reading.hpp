#pragma once

#include <workmem/task/artifact_check.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/plan_reading.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// The questions about what is shared: records, messages, who contributed.
template <class Self>
class task_record_reading : public task_plan_reading<Self> {
    using base = task_plan_reading<Self>;

protected:
    using base::caller;
    using base::look;
    task_record_reading() = default;

public:
    // What is shared.

    [[nodiscard]] std::vector<decision> decisions() const {
        return look([&](const auto& state) {
            return seen(state, state.content().decisions, [](const decision& each) {
                return std::pair{std::string_view{each.made_by}, &each.affects_tasks};
            });
        });
    }
    /// The decisions that wait for somebody to approve them.
    [[nodiscard]] std::vector<decision> needs_approval() const {
        auto out = decisions();
        std::erase_if(out, [](const decision& each) { return !detail::task_content::holds(each); });
        return out;
    }
    [[nodiscard]] std::vector<discovery> discoveries() const {
        return look([&](const auto& state) {
            return seen(state, state.content().discoveries, [](const discovery& each) {
                return std::pair{std::string_view{each.discovered_by}, &each.affects_tasks};
            });
        });
    }
    /// All versions.
    [[nodiscard]] std::vector<artifact> artifacts() const {
        return look([&](const auto& state) {
            std::vector<task_id> about(1);
            return seen(state, state.content().artifacts, [&](const artifact& each) {
                about[0] = each.associated_task;
                return std::pair{std::string_view{each.created_by}, &about};
            });
        });
    }
    [[nodiscard]] std::vector<task_branch> branches() const {
        return look([](const auto& state) { return copies(state.content().branches); });
    }
    [[nodiscard]] std::vector<agent_record> agents() const {
        return look([](const auto& state) { return copies(state.content().agents); });
    }
    /// All messages; through the handle of a worker, a reviewer or an observer those that it sent
    /// or that are for it.
    [[nodiscard]] std::vector<nudge> nudges() const {
        const auto by = caller();
        return look([&](const auto& state) {
            auto out = copies(state.content().nudges);
            std::erase_if(out, [&](const nudge& each) {
                return each.from != by.id && !state.may_see_messages(by, each.target);
            });
            return out;
        });
    }
    /// The messages to an agent that are not acknowledged, the most urgent first; whoever leads
    /// gets those to `orchestrator`, too. Empty through the handle of another worker, reviewer or
    /// observer.
    [[nodiscard]] std::vector<nudge> inbox(std::string_view agent) const {
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
            std::stable_sort(out.begin(), out.end(), [](const nudge& a, const nudge& b) {
                return a.priority > b.priority;
            });
            return out;
        });
    }
    /// What each agent contributed, by who was known first. O(size).
    [[nodiscard]] std::vector<agent_contribution> contributions() const;
    /// What has become of the newest artifacts of each path: those kept here and files that can be
    /// read from here; others are `missing`. O(their bytes).
    [[nodiscard]] std::vector<checked_artifact> verify_artifacts() const {
        std::vector<checked_artifact> out;
        for (const auto& each : artifacts()) {
            if (!each.superseded_by.empty()) continue;
            auto state = artifact_state::ok;
            if (each.content) {
                if (text::sha256_of(*each.content) != each.checksum)
                    state = artifact_state::changed;
            } else if (const auto sum = detail::sum_of_file(each.path)) {
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

private:
    template <class Records>
    [[nodiscard]] static auto copies(const Records& of) {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        of.for_each([&](const auto& each) { out.push_back(each); });
        return out;
    }
    template <class State, class Records, class About>
    [[nodiscard]] auto seen(const State& state, const Records& of, About&& about) const {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        const auto by = caller();
        of.for_each([&](const auto& each) {
            const auto [author, tasks] = about(each);
            if (state.may_see(by, each.visible, author, *tasks)) out.push_back(each);
        });
        return out;
    }
};

template <class Self>
std::vector<agent_contribution> task_record_reading<Self>::contributions() const {
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
