#pragma once

#include <workmem/task/state.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A part of task/state.hpp: what tasks wait for, also of what was folded.

namespace workmem {

template <class Access>
void task_state<Access>::stage_folded(std::vector<task_commands::staged_folded>& staged,
                                      std::uint32_t slot,
                                      std::span<const task_dependency> more) const {
    if (more.empty()) return;
    std::vector<task_dependency> on;
    std::set<std::string_view> seen;
    if (slot < content_.tasks.size())
        for (const auto& each : content_.folded_on(slot)) {
            on.push_back(each);
            seen.insert(each.task.str());
        }
    const auto before = on.size();
    for (const auto& each : more)
        if (const auto* const past = content_.folded_as(each.task))
            if (seen.insert(past->id).second) on.push_back(each);
    const auto fresh = on.size() - before;
    if (fresh > 0) staged.push_back({slot, fresh, detail::boxed{std::move(on)}});
}
template <class Access>
std::optional<error> task_state<Access>::refusal_of_folded(const folded_task& on,
                                                           dependency_condition condition) const {
    if (detail::task_content::state_as(on, condition) == dependency_state::satisfied)
        return std::nullopt;
    return error{error_code::validation_error,
                 folded_text(on) + "; nothing can wait for it by the condition " +
                     std::string{to_string(condition)},
                 {{"task_id", std::string{text::prefix(on.id, most_shown)}}}};
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::depend& command,
                                   task_commands::depend_decision& out) {
    if (auto problem = refusal(command.by, task_verb::depend)) return refuse(out, *problem);
    auto& links = content_.schedule.links();
    task_commands::staged_links wanted;
    std::map<std::uint32_t, std::vector<task_dependency>> folded;
    for (const auto& each : command.dependencies) {
        const auto to = content_.find(*each.task), from = content_.find(*each.on);
        const auto* const past = content_.folded_as(*each.on);
        if (to == no_slot) return refuse(out, unknown_task(*each.task));
        if (from == no_slot && past == nullptr) return refuse(out, unknown_task(*each.on));
        if (auto problem = refusal_of_begun(to, "get")) return refuse(out, std::move(*problem));
        const auto known = content_.condition_of(to, *each.on);
        if (known && *known != each.condition)
            return refuse(
                out, conflict_about(
                         to, "waits for " + shown(past ? past->id : content_.tasks.at(from).title) +
                                 " by another condition, " + std::string{to_string(*known)}));
        const auto count = content_.dependency_count(to);
        if (count + command.dependencies.size() > task_limits::dependencies) {
            const auto more = static_cast<std::size_t>(
                std::count_if(command.dependencies.begin(), command.dependencies.end(),
                              [&](const auto& other) { return *other.task == *each.task; }));
            if (count + more > task_limits::dependencies)
                return refuse(
                    out, {error_code::validation_error,
                          "task " + shown(content_.tasks.at(to).title) + " may wait for at most " +
                              std::to_string(task_limits::dependencies) + " tasks; it would for " +
                              std::to_string(count + more)});
        }
        if (past != nullptr) {
            if (auto problem = refusal_of_folded(*past, each.condition))
                return refuse(out, std::move(*problem));
            folded[to].emplace_back(*each.on, each.condition);
            continue;
        }
        wanted.push_back({from, to, each.condition});
    }
    if (auto problem =
            full("max_dependencies", links.edge_count(), wanted.size(), options_.max_dependencies))
        return refuse(out, *problem);
    if (const auto path = links.try_all(wanted.view(), out.links); !path.empty()) {
        std::vector<std::string> titles;
        for (const auto each : path) titles.push_back(content_.tasks.at(each).title);
        return refuse(out, {error_code::cycle, cycle_text(titles)});
    }
    for (const auto& each : out.links)
        out.fresh.push_back(
            {content_.tasks.at(each.to).id, content_.tasks.at(each.from).id, each.condition});
    for (const auto& [to, on] : folded) stage_folded(out.folded, to, on);
    for (const auto& each : out.folded)
        for (auto i = each.on->size() - each.changed; i < each.on->size(); ++i)
            out.fresh.push_back({content_.tasks.at(each.slot).id, (*each.on)[i].task.str(),
                                 (*each.on)[i].condition});
    out.answer = out.fresh.size();
    if (out.fresh.empty()) return verdict::nothing;
    out.change = {at(command.time), out.fresh.view()};
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::depend_decision& recorded) {
    task_commands::staged_links wanted;
    std::map<std::uint32_t, std::vector<task_dependency>> folded;
    for (const auto& each : recorded.change.dependencies) {
        const auto to = content_.tasks.find(each.task), from = content_.tasks.find(each.on);
        if (to != no_slot && from != no_slot) wanted.push_back({from, to, each.condition});
        if (to != no_slot && from == no_slot)
            folded[to].emplace_back(task_id{each.on}, each.condition);
    }
    for (const auto& [to, on] : folded) stage_folded(recorded.folded, to, on);
    (void)content_.schedule.links().try_all(wanted.view(), recorded.links);
}
template <class Access>
void task_state<Access>::apply(task_commands::depend_decision& decided, notice_type*) noexcept {
    for (const auto& each : decided.links) {
        content_.schedule.link(each);
        ++content_.tasks.at(each.to).version;
    }
    apply_folded(decided.folded);
    content_.time = at(decided.change.time);
}
template <class Access>
void task_state<Access>::apply_folded(std::vector<task_commands::staged_folded>& staged) noexcept {
    for (auto& each : staged) {
        content_.set_folded_on(each.slot, std::move(each.on));
        content_.tasks.at(each.slot).version += each.changed;
    }
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::undepend& command,
                                   task_commands::undepend_decision& out) {
    if (auto problem = refusal(command.by, task_verb::depend)) return refuse(out, *problem);
    const auto to = content_.find(*command.task), from = content_.find(*command.on);
    if (to == no_slot) return refuse(out, unknown_task(*command.task));
    const auto* const past = content_.folded_as(*command.on);
    if (from == no_slot && past == nullptr) return refuse(out, unknown_task(*command.on));
    const auto known = content_.condition_of(to, *command.on);
    out.answer = known.has_value();
    if (!known) return verdict::nothing;
    if (auto problem = refusal_of_begun(to, "lose")) return refuse(out, std::move(*problem));
    out.gone.push_back({content_.tasks.at(to).id,
                        past != nullptr ? past->id : content_.tasks.at(from).id, *known});
    out.change = {at(command.time), out.gone.view()};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::undepend_decision& recorded) {
    for (const auto& each : recorded.change.dependencies) {
        const auto to = content_.tasks.find(each.task), from = content_.tasks.find(each.on);
        if (to == no_slot) continue;
        if (from != no_slot) {
            if (const auto known = content_.schedule.links().find(from, to))
                recorded.links.push_back({from, to, *known});
            continue;
        }
        std::vector<task_dependency> left;
        for (const auto& on : content_.folded_on(to))
            if (on.task.str() != each.on) left.push_back(on);
        const auto changed = content_.folded_on(to).size() - left.size();
        if (changed > 0) recorded.folded.push_back({to, changed, detail::boxed{std::move(left)}});
    }
}
template <class Access>
void task_state<Access>::apply(task_commands::undepend_decision& decided, notice_type*) noexcept {
    for (const auto& each : decided.links) {
        content_.schedule.unlink(each);
        ++content_.tasks.at(each.to).version;
    }
    apply_folded(decided.folded);
    content_.time = at(decided.change.time);
}

}  // namespace workmem
