#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/context.ipp>
#include <workmem/task/reading.hpp>

namespace workmem {

template <class Self>
task_memory_info task_reading<Self>::info() const {
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

template <class Self>
task_memory_status task_reading<Self>::status() const {
    return look([](const auto& state) { return state.status(); });
}

template <class Self>
task_outcome task_reading<Self>::outcome() const {
    return look([](const auto& state) { return state.outcome(); });
}

template <class Self>
bool task_reading<Self>::is_stale(milliseconds after) const {
    const auto now = this->now();
    return look([&](const auto& state) { return now - state.time() >= after; });
}

template <class Self>
std::vector<task_id> task_reading<Self>::stale(milliseconds after) const {
    const auto now = this->now();
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

template <class Self>
task_lead task_reading<Self>::leader() const {
    return look([](const auto& state) { return state.content().leads; });
}

template <class Self>
std::vector<task_digest> task_reading<Self>::digests() const {
    return look([](const auto& state) { return state.content().digests; });
}

template <class Self>
std::string task_reading<Self>::context_for(const task_id& id,
                                            const context_options& options) const {
    return try_context_for(id, options).value();
}

template <class Self>
result<std::string> task_reading<Self>::try_context_for(const task_id& id,
                                                        const context_options& options) const {
    const auto& tokens = counter();
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

template <class Self>
std::vector<learning_candidate> task_reading<Self>::learning_candidates() const {
    const auto by = caller();
    return look([&](const auto& state) { return detail::learning_of(state, by); });
}

}  // namespace workmem
