#pragma once

#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>
#include <workmem/task/artifact_check.hpp>
#include <workmem/task/context.hpp>
#include <workmem/task/learning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// One dependency of a task, as it is now.
struct dependency_reason {
    task_id on{};
    std::string title{};
    dependency_condition condition = dependency_condition::success;
    task_status status = task_status::pending;
    dependency_state state = dependency_state::open;
};
/// Why a task is where it is, and what would move it.
struct task_reason {
    task_id task{};
    task_status status = task_status::pending;
    bool is_ready = false;
    std::uint32_t needed = 0;                       ///< dependencies that have to be satisfied
    std::uint32_t satisfied = 0;                    ///< that are
    std::vector<dependency_reason> dependencies{};  ///< those that are not satisfied
    std::vector<std::string> decisions{};           ///< that have to be approved
    std::vector<std::string> branches{};            ///< that have to be resolved
    std::optional<task_id> unreachable_because_of{};
    std::string text{};  ///< the same in a sentence
};
/// A task that cannot become ready as things are.
struct stranded_task {
    task_id task{};
    task_id dependency{};                     ///< what it needs and does not get
    task_id because_of{};                     ///< the task where that began
    task_status cause = task_status::failed;  ///< that task's status
};

/// Some tasks of a memory, one after the other; each is read when it is asked for. Only for
/// memories without a mutex; changes of the memory end it.
template <class Memory>
class task_range {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = task;
        using difference_type = std::ptrdiff_t;
        using pointer = const task*;
        using reference = task;

        iterator() = default;
        iterator(const task_range* of, std::size_t at) noexcept : of_{of}, at_{at} {}
        [[nodiscard]] task operator*() const { return (*of_)[at_]; }
        iterator& operator++() noexcept {
            ++at_;
            return *this;
        }
        void operator++(int) noexcept { ++at_; }
        friend bool operator==(const iterator&, const iterator&) = default;

    private:
        const task_range* of_ = nullptr;
        std::size_t at_ = 0;
    };

    task_range(const Memory& memory, std::vector<task_id> ids)
        : memory_{&memory}, ids_{std::move(ids)} {}
    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
    [[nodiscard]] bool empty() const noexcept { return ids_.empty(); }
    [[nodiscard]] task operator[](std::size_t at) const { return memory_->get(ids_[at]); }
    [[nodiscard]] iterator begin() const noexcept { return {this, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {this, ids_.size()}; }

private:
    const Memory* memory_;
    std::vector<task_id> ids_;
};

/// Everything that can be asked of a task memory; the memory itself and the handles of actors have
/// it. Through a handle only what its actor may see is shown. Lists are in order of creation where
/// nothing else is said.
template <class Self>
class task_reading {
public:
    static constexpr auto all = (std::numeric_limits<std::size_t>::max)();

    // Tasks.

    [[nodiscard]] std::size_t size() const {
        return look([](const auto& state) { return state.content().tasks.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] bool contains(const task_id& id) const {
        return look([&](const auto& state) { return state.content().find(id) != detail::no_slot; });
    }
    /// A task. Errors: `not_found`.
    [[nodiscard]] task get(const task_id& id) const { return try_get(id).value(); }
    [[nodiscard]] result<task> try_get(const task_id& id) const {
        return look([&](const auto& state) -> result<task> {
            const auto slot = state.content().find(id);
            if (slot == detail::no_slot) return state.unknown_task(id);
            auto out = state.content().copy(slot);
            out.blocks = state.content().blocks(slot);
            return out;
        });
    }
    /// The first `limit` that can be worked on: by priority, then in order of creation.
    /// O(limit · log size).
    [[nodiscard]] std::vector<task_id> ready(std::size_t limit) const {
        return look([&](const auto& state) {
            std::vector<task_id> out;
            if (limit > 0)
                state.content().schedule.visit_ready([&](std::uint32_t slot) {
                    out.push_back(state.content().id_of(slot));
                    return out.size() < limit;
                });
            return out;
        });
    }
    /// The first `limit` whose dependencies are not met, or that a decision holds back.
    [[nodiscard]] std::vector<task_id> waiting(std::size_t limit) const {
        return look([&](const auto& state) {
            return ids_of(state.content(), state.content().schedule.waiting(), limit);
        });
    }
    /// The first `limit` that wait, then of those with which somebody cannot go on.
    [[nodiscard]] std::vector<task_id> blocked(std::size_t limit) const {
        return look([&](const auto& state) {
            auto out = ids_of(state.content(), state.content().schedule.waiting(), limit);
            for (auto& each :
                 ids_of(state.content(), state.content().schedule.of(task_status::blocked),
                        limit - out.size()))
                out.push_back(std::move(each));
            return out;
        });
    }
    /// The first `limit` of a status.
    [[nodiscard]] std::vector<task_id> of_status(task_status status,
                                                 std::size_t limit = all) const {
        return look([&](const auto& state) {
            return ids_of(state.content(), state.content().schedule.of(status), limit);
        });
    }
    [[nodiscard]] std::vector<task_id> in_progress(std::size_t limit) const {
        return of_status(task_status::in_progress, limit);
    }
    [[nodiscard]] std::vector<task_id> needs_review(std::size_t limit) const {
        return of_status(task_status::review, limit);
    }
    /// All in order of creation.
    [[nodiscard]] std::vector<task_id> ids(std::size_t limit = all) const {
        return look([&](const auto& state) {
            std::vector<task_id> out;
            const auto& content = state.content();
            for (std::uint32_t slot = 0; slot < content.tasks.size() && out.size() < limit; ++slot)
                out.push_back(content.id_of(slot));
            return out;
        });
    }
    [[nodiscard]] auto ready() const { return range(ready(all)); }
    [[nodiscard]] auto waiting() const { return range(waiting(all)); }
    [[nodiscard]] auto blocked() const { return range(blocked(all)); }
    [[nodiscard]] auto in_progress() const { return range(in_progress(all)); }
    [[nodiscard]] auto needs_review() const { return range(needs_review(all)); }
    [[nodiscard]] auto tasks() const { return range(ids()); }

    /// What waits for a task. Errors: `not_found`.
    [[nodiscard]] std::vector<task_id> blocks(const task_id& id) const { return get(id).blocks; }
    /// Why a task is where it is. Errors: `not_found`. O(what it depends on; for a task that
    /// waits, what waits).
    [[nodiscard]] task_reason explain(const task_id& id) const { return try_explain(id).value(); }
    [[nodiscard]] result<task_reason> try_explain(const task_id& id) const;
    /// The tasks that cannot become ready unless something is retried, skipped or cancelled.
    [[nodiscard]] std::vector<stranded_task> unreachable() const {
        return look([](const auto& state) {
            const auto& content = state.content();
            std::vector<stranded_task> out;
            for (const auto& each : content.schedule.unreachable())
                out.push_back({content.id_of(each.slot), content.id_of(each.dependency),
                               content.id_of(each.root), content.schedule.status(each.root)});
            return out;
        });
    }
    /// All tasks so that each comes after what it depends on.
    [[nodiscard]] std::vector<task_id> topological_order() const {
        return look([](const auto& state) {
            std::vector<task_id> out;
            for (const auto slot : state.content().schedule.topological_order())
                out.push_back(state.content().id_of(slot));
            return out;
        });
    }
    /// The longest chain of tasks that are not over.
    [[nodiscard]] std::vector<task_id> critical_path() const {
        return look([](const auto& state) {
            std::vector<task_id> out;
            for (const auto slot :
                 state.content().schedule.critical_path([](std::uint32_t) { return 1U; }))
                out.push_back(state.content().id_of(slot));
            return out;
        });
    }

    // The memory.

    [[nodiscard]] task_memory_info info() const {
        return look([](const auto& state) {
            const auto& content = state.content();
            task_memory_info out;
            out.id = content.purpose.id;
            out.name = content.purpose.name;
            out.created = content.purpose.created;
            out.changed = content.time;
            out.status = state.status();
            out.outcome = state.outcome();
            out.goal = content.purpose.goal;
            out.constraints = content.purpose.constraints;
            out.memory_core_refs = content.purpose.cores;
            out.tasks = content.tasks.size();
            out.ready = content.schedule.ready_count();
            out.waiting = content.schedule.waiting().size();
            for (const auto each : task_statuses)
                out.by_status[static_cast<std::size_t>(each)] = content.schedule.of(each).size();
            return out;
        });
    }
    /// Whether there is still something to do; `completed` by itself when all tasks are.
    [[nodiscard]] task_memory_status status() const {
        return look([](const auto& state) { return state.status(); });
    }
    [[nodiscard]] task_outcome outcome() const {
        return look([](const auto& state) { return state.outcome(); });
    }
    /// Whether nothing has changed for so long.
    [[nodiscard]] bool is_stale(milliseconds after) const {
        const auto now = self().memory().time_now();
        return look([&](const auto& state) { return now - state.time() >= after; });
    }
    /// The tasks in hand with which nothing happened for so long: their claims were not renewed.
    [[nodiscard]] std::vector<task_id> stale(milliseconds after) const {
        const auto now = self().memory().time_now();
        return look([&](const auto& state) {
            const auto& content = state.content();
            std::vector<task_id> out;
            for (const auto status :
                 {task_status::assigned, task_status::in_progress, task_status::blocked})
                content.schedule.of(status).visit_while([&](std::uint32_t slot) {
                    const auto& work = content.work(slot);
                    auto last = (std::max)(work.assigned_at, work.started_at);
                    if (work.expires) last = (std::max)(last, {*work.expires - work.lease});
                    if (last && now - *last >= after) out.push_back(content.id_of(slot));
                    return true;
                });
            return out;
        });
    }
    /// Who leads, or led last.
    [[nodiscard]] task_lead leader() const {
        return look([](const auto& state) { return state.content().leads; });
    }
    [[nodiscard]] std::vector<task_digest> digests() const {
        return look([](const auto& state) { return state.content().digests; });
    }

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
    [[nodiscard]] std::vector<nudge> nudges() const {
        return look([](const auto& state) { return copies(state.content().nudges); });
    }
    /// The messages to an agent that are not acknowledged, the most urgent first; whoever leads
    /// gets those to `orchestrator`, too.
    [[nodiscard]] std::vector<nudge> inbox(std::string_view agent) const {
        return look([&](const auto& state) {
            const auto& content = state.content();
            std::vector<nudge> out;
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
    /// What somebody needs to know for a task, as text for a prompt: goal, constraints, what was
    /// decided and found about it, the results and artifacts of what it depends on, and open
    /// messages; the most relevant first, within a number of tokens, of which only urgent messages
    /// may make more. Errors: `not_found`. O(what is recorded about the task and its direct
    /// dependencies).
    [[nodiscard]] std::string context_for(const task_id& id,
                                          const context_options& options = {}) const {
        return try_context_for(id, options).value();
    }
    [[nodiscard]] result<std::string> try_context_for(const task_id& id,
                                                      const context_options& options = {}) const {
        const auto& tokens = self().memory().counter();
        auto how = options;
        const auto by = self().caller();
        if (how.agent.empty() && by.is_restricted) how.agent = by.id;
        return look([&](const auto& state) -> result<std::string> {
            const auto slot = state.content().find(id);
            if (slot == detail::no_slot) return state.unknown_task(id);
            return detail::task_context{state, by, tokens}.text(slot, how);
        });
    }
    /// What may be worth keeping for good. O(size).
    [[nodiscard]] std::vector<learning_candidate> learning_candidates() const {
        return look([](const auto& state) { return detail::learning_of(state.content()); });
    }

protected:
    task_reading() = default;

private:
    [[nodiscard]] const Self& self() const noexcept { return static_cast<const Self&>(*this); }
    template <class Read>
    decltype(auto) look(Read&& read) const {
        return self().memory().look(std::forward<Read>(read));
    }
    [[nodiscard]] auto range(std::vector<task_id> ids) const {
        using memory_type = std::remove_cvref_t<decltype(self().memory())>;
        static_assert(!locks<typename memory_type::policies::mutex>,
                      "workmem: with a real mutex ask for handles, as in ready(10)");
        return task_range<memory_type>{self().memory(), std::move(ids)};
    }
    [[nodiscard]] static std::vector<task_id> ids_of(const detail::task_content& content,
                                                     const detail::slot_set& of,
                                                     std::size_t limit) {
        std::vector<task_id> out;
        if (limit > 0)
            of.visit_while([&](std::uint32_t slot) {
                out.push_back(content.id_of(slot));
                return out.size() < limit;
            });
        return out;
    }
    template <class Records>
    [[nodiscard]] static auto copies(const Records& of) {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        of.for_each([&](const auto& each) { out.push_back(each); });
        return out;
    }
    template <class State, class Records, class About>
    [[nodiscard]] auto seen(const State& state, const Records& of, About&& about) const {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        const auto by = self().caller();
        of.for_each([&](const auto& each) {
            const auto [author, tasks] = about(each);
            if (state.may_see(by, each.visible, author, *tasks)) out.push_back(each);
        });
        return out;
    }
};

template <class Self>
result<task_reason> task_reading<Self>::try_explain(const task_id& id) const {
    return look([&](const auto& state) -> result<task_reason> {
        const auto& content = state.content();
        const auto slot = content.find(id);
        if (slot == detail::no_slot) return state.unknown_task(id);
        const auto& schedule = content.schedule;
        task_reason out;
        out.task = content.id_of(slot);
        out.status = schedule.status(slot);
        out.is_ready = schedule.is_ready(slot);
        out.needed = schedule.needed(slot);
        out.satisfied = schedule.satisfied(slot);
        for (const auto& each : content.depends_on(slot)) {
            const auto on = content.find(each.task);
            const auto now = schedule.status(on);
            const auto is = state_of(each.condition, now, schedule.policy(on));
            if (is != dependency_state::satisfied)
                out.dependencies.push_back(
                    {each.task, content.tasks.at(on).title, each.condition, now, is});
        }
        if (schedule.holds(slot) > 0) {
            const auto is_about = [&](const std::vector<task_id>& ids) {
                return std::find(ids.begin(), ids.end(), out.task) != ids.end();
            };
            content.decisions.for_each([&](const decision& each) {
                if (detail::task_content::holds(each) && is_about(each.affects_tasks))
                    out.decisions.push_back(each.id);
            });
            content.branches.for_each([&](const task_branch& each) {
                if (each.resolved_by.empty() && is_about(each.options))
                    out.branches.push_back(each.id);
            });
        }
        const auto& work = content.work(slot);
        auto& text = out.text;
        text = text::quoted(content.tasks.at(slot).title) + " is " +
               (out.is_ready ? "ready" : std::string{to_string(out.status)});
        if (is_held(out.status) && !work.assigned_to.empty()) {
            text += ", with " + text::quoted(work.assigned_to);
            if (work.expires) text += " until " + to_iso8601(*work.expires);
        }
        if (!work.note.empty()) text += ": " + text::quoted(work.note);
        if (out.status == task_status::pending && !out.is_ready) {
            const char* separator = "; it waits for ";
            for (const auto& each : out.dependencies) {
                text += separator + text::quoted(each.title) + " (" +
                        std::string{to_string(each.status)};
                if (each.condition != dependency_condition::success)
                    text += ", to end by " + std::string{to_string(each.condition)};
                text += ')';
                separator = ", ";
            }
            for (const auto& each : out.decisions) {
                text += separator + ("decision " + text::quoted(each)) + " to be approved";
                separator = ", ";
            }
            for (const auto& each : out.branches) {
                text += separator + ("branch " + text::quoted(each)) + " to be resolved";
                separator = ", ";
            }
            for (const auto& each : schedule.unreachable())
                if (each.slot == slot) out.unreachable_because_of = content.id_of(each.root);
            if (out.unreachable_because_of)
                text +=
                    "; it cannot become ready because of " +
                    text::quoted(content.tasks.at(content.find(*out.unreachable_because_of)).title);
        }
        return out;
    });
}

template <class Self>
std::vector<agent_contribution> task_reading<Self>::contributions() const {
    return look([](const auto& state) {
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
            auto& out = of(each.made_by);
            out.decisions_made.push_back(each.id);
            note(out, each.made_at);
        });
        content.discoveries.for_each([&](const discovery& each) {
            auto& out = of(each.discovered_by);
            out.discoveries.push_back(each.id);
            note(out, each.discovered_at);
        });
        content.artifacts.for_each([&](const artifact& each) {
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
