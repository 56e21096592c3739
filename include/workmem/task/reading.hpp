#pragma once

#include <workmem/error.hpp>
#include <workmem/task/context.hpp>
#include <workmem/task/learning.hpp>
#include <workmem/task/record_reading.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace workmem {

/// Everything that can be asked of a task memory; the memory itself and the handles of actors have
/// it. Through a handle only what its actor may see is shown. Lists are in order of creation where
/// nothing else is said.
template <class Self>
class task_reading : public task_record_reading<Self> {
    using base = task_record_reading<Self>;

protected:
    using base::caller;
    using base::look;
    task_reading() = default;

public:
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
        const auto now = base::now();
        return look([&](const auto& state) { return now - state.time() >= after; });
    }
    /// The tasks in hand with which nothing happened for so long: their claims were not renewed.
    [[nodiscard]] std::vector<task_id> stale(milliseconds after) const {
        const auto now = base::now();
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

    /// What somebody needs to know for a task, as text for a prompt: goal, constraints, what was
    /// decided and found about it, the results and artifacts of what it depends on, and open
    /// messages; the most relevant first, within a number of tokens, of which only urgent messages
    /// may make more. Errors: `not_found`, `forbidden` for the messages of somebody else through
    /// the handle of a worker, a reviewer or an observer. O(what is recorded about the task and its
    /// direct dependencies).
    [[nodiscard]] std::string context_for(const task_id& id,
                                          const context_options& options = {}) const {
        return try_context_for(id, options).value();
    }
    [[nodiscard]] result<std::string> try_context_for(const task_id& id,
                                                      const context_options& options = {}) const {
        const auto& tokens = base::counter();
        auto how = options;
        const auto by = caller();
        if (how.agent.empty() && by.is_restricted) how.agent = by.id;
        return look([&](const auto& state) -> result<std::string> {
            const auto slot = state.content().find(id);
            if (slot == detail::no_slot) return state.unknown_task(id);
            if (!how.agent.empty() && !state.may_see_messages(by, how.agent))
                return error{error_code::forbidden,
                             text::quoted(by.id) + " may not see the messages to " +
                                 text::quoted(text::prefix(how.agent, task_limits::id)),
                             {{"field", "agent"}}};
            return detail::task_context{state, by, tokens}.text(slot, how);
        });
    }
    /// What may be worth keeping for good. O(size).
    [[nodiscard]] std::vector<learning_candidate> learning_candidates() const {
        const auto by = caller();
        return look([&](const auto& state) { return detail::learning_of(state, by); });
    }
};

}  // namespace workmem
