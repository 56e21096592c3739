#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/reading.hpp>

namespace workmem {

template <class Self>
std::size_t task_reading<Self>::size() const {
    return look([](const auto& state) { return state.content().tasks.size(); });
}

template <class Self>
bool task_reading<Self>::contains(const task_id& id) const {
    return look([&](const auto& state) { return state.content().find(id) != detail::no_slot; });
}

template <class Self>
result<task> task_reading<Self>::try_get(const task_id& id) const {
    return look([&](const auto& state) -> result<task> {
        const auto slot = state.content().find(id);
        if (slot == detail::no_slot) return state.unknown_task(id);
        auto out = state.content().copy(slot);
        out.blocks = state.content().blocks(slot);
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::ready(std::size_t limit) const {
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

template <class Self>
result<task_id> task_reading<Self>::try_identify(std::string_view said) const {
    return look([&](const auto& state) { return state.identified(said); });
}

template <class Self>
bool task_reading<Self>::is_ready(const task_id& id) const {
    return look([&](const auto& state) {
        const auto slot = state.content().find(id);
        return slot != detail::no_slot && state.content().schedule.is_ready(slot);
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::waiting(std::size_t limit) const {
    return look([&](const auto& state) {
        return ids_of(state.content(), state.content().schedule.waiting(), limit);
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::blocked(std::size_t limit) const {
    return look([&](const auto& state) {
        auto out = ids_of(state.content(), state.content().schedule.waiting(), limit);
        for (auto& each : ids_of(state.content(), state.content().schedule.of(task_status::blocked),
                                 limit - out.size()))
            out.push_back(std::move(each));
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::of_status(task_status status, std::size_t limit) const {
    return look([&](const auto& state) {
        return ids_of(state.content(), state.content().schedule.of(status), limit);
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::in_progress(std::size_t limit) const {
    return of_status(task_status::in_progress, limit);
}

template <class Self>
std::vector<task_id> task_reading<Self>::lost_by(std::string_view agent) const {
    return look([&](const auto& state) {
        const auto& content = state.content();
        std::vector<std::pair<timestamp, std::uint32_t>> lost;
        timestamp claimed{};
        for (std::uint32_t slot = 0; slot < content.tasks.size(); ++slot) {
            const auto& work = content.work(slot);
            const task_attempt* last = nullptr;
            for (const auto& each : work.attempts)
                if (each.agent == agent) last = &each;
            if (last != nullptr) claimed = (std::max)(claimed, last->from);
            if (work.assigned_to == agent)
                claimed = (std::max)(claimed, work.assigned_at.value_or(timestamp{}));
            else if (last != nullptr && last->ended == to_string(task_verb::reclaim))
                lost.emplace_back(last->to, slot);
        }
        std::vector<task_id> out;
        for (const auto& [ended, slot] : lost)
            if (ended > claimed) out.push_back(content.id_of(slot));
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::needs_review(std::size_t limit) const {
    return of_status(task_status::review, limit);
}

template <class Self>
std::vector<task_id> task_reading<Self>::ids(std::size_t limit) const {
    return look([&](const auto& state) {
        std::vector<task_id> out;
        const auto& content = state.content();
        for (std::uint32_t slot = 0; slot < content.tasks.size() && out.size() < limit; ++slot)
            out.push_back(content.id_of(slot));
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::ids(const task_filter& of, std::size_t limit) const {
    return look([&](const auto& state) {
        std::vector<task_id> out;
        const auto& content = state.content();
        for (std::uint32_t slot = 0; slot < content.tasks.size() && out.size() < limit; ++slot) {
            const auto& tags = content.tasks.at(slot).tags;
            const bool is_asked_for =
                (!of.status || content.schedule.status(slot) == *of.status) &&
                (of.tag.empty() || std::find(tags.begin(), tags.end(), of.tag) != tags.end()) &&
                (of.assigned_to.empty() || content.work(slot).assigned_to == of.assigned_to) &&
                (of.parent.empty() || content.tasks.at(slot).parent == of.parent);
            if (is_asked_for) out.push_back(content.id_of(slot));
        }
        return out;
    });
}

template <class Self>
std::vector<stranded_task> task_reading<Self>::unreachable() const {
    return look([](const auto& state) {
        const auto& content = state.content();
        std::vector<stranded_task> out;
        for (const auto& each : content.schedule.unreachable())
            out.push_back({content.id_of(each.slot), content.id_of(each.dependency),
                           content.id_of(each.root), content.schedule.status(each.root)});
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::topological_order() const {
    return look([](const auto& state) {
        std::vector<task_id> out;
        for (const auto slot : state.content().schedule.topological_order())
            out.push_back(state.content().id_of(slot));
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::critical_path() const {
    return look([](const auto& state) {
        std::vector<task_id> out;
        for (const auto slot :
             state.content().schedule.critical_path([](std::uint32_t) { return 1U; }))
            out.push_back(state.content().id_of(slot));
        return out;
    });
}

template <class Self>
std::vector<task_id> task_reading<Self>::ids_of(const detail::task_content& content,
                                                const detail::slot_set& of, std::size_t limit) {
    std::vector<task_id> out;
    if (limit > 0)
        of.visit_while([&](std::uint32_t slot) {
            out.push_back(content.id_of(slot));
            return out.size() < limit;
        });
    return out;
}

template <class Self>
result<task_reason> task_reading<Self>::try_explain(const task_id& id) const {
    return this->look([&](const auto& state) -> result<task_reason> {
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
            if (on == detail::no_slot) continue;  // it was folded
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
                if (detail::task_content::holds(each) &&
                    (detail::task_content::is_general(each) || is_about(each.affects_tasks)))
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
            if (const auto why = schedule.why_unreachable(slot))
                out.unreachable_because_of = content.id_of(why->root);
            if (out.unreachable_because_of)
                text +=
                    "; it cannot become ready because of " +
                    text::quoted(content.tasks.at(content.find(*out.unreachable_because_of)).title);
        }
        return out;
    });
}

}  // namespace workmem
