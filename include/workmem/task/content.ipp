#pragma once

#include <workmem/config.hpp>
#include <workmem/task/content.hpp>

namespace workmem::detail {

WORKMEM_DECL std::vector<task_dependency> task_content::depends_on(std::uint32_t slot) const {
    std::vector<task_dependency> out;
    out.reserve(schedule.links().in_count(slot));
    schedule.links().visit_in(
        slot, [&](const task_link& each) { out.emplace_back(id_of(each.from), each.condition); });
    std::reverse(out.begin(), out.end());
    const auto gone = folded_on(slot);
    out.insert(out.end(), gone.begin(), gone.end());
    return out;
}

WORKMEM_DECL std::optional<dependency_condition> task_content::condition_of(
    std::uint32_t slot, const task_id& on) const noexcept {
    if (const auto from = find(on); from != no_slot) return schedule.links().find(from, slot);
    for (const auto& each : folded_on(slot))
        if (each.task == on) return each.condition;
    return std::nullopt;
}

WORKMEM_DECL std::vector<task_id> task_content::blocks(std::uint32_t slot) const {
    std::vector<std::uint32_t> after;
    schedule.links().visit_out(slot, [&](const task_link& each) { after.push_back(each.to); });
    std::sort(after.begin(), after.end());
    std::vector<task_id> out;
    for (const auto each : after) out.push_back(id_of(each));
    return out;
}

WORKMEM_DECL task task_content::copy(std::uint32_t slot) const {
    task out;
    const auto& held = tasks.at(slot);
    static_cast<task_plan&>(out) = held;
    if (held.work) static_cast<task_work&>(out) = *held.work;
    out.status = schedule.status(slot);
    out.depends_on = depends_on(slot);
    return out;
}

WORKMEM_DECL void task_content::set_folded_on(std::uint32_t slot,
                                              boxed<std::vector<task_dependency>>&& on) noexcept {
    tasks.at(slot).folded_on = std::move(on);
    std::uint32_t met = 0;
    for (const auto& each : folded_on(slot)) {
        const auto* const known = folded.get(each.task.str());
        if (known != nullptr && state_as(*known, each.condition) == dependency_state::satisfied)
            ++met;
    }
    schedule.set_met(slot, met);
}

WORKMEM_DECL std::vector<std::uint32_t> task_content::named(const std::vector<task_id>& ids) const {
    std::vector<std::uint32_t> out;
    for (const auto& each : ids)
        if (const auto slot = find(each); slot != no_slot) out.push_back(slot);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    if (ids.empty()) out.push_back(no_slot);
    return out;
}

WORKMEM_DECL void task_content::push(decision&& value, std::string&& name,
                                     const std::vector<std::uint32_t>& about) noexcept {
    if (const auto old = decisions.find(value.supersedes); old != no_slot) {
        release_if_held(decisions.at(old));
        decisions.at(old).superseded_by = std::move(name);
    }
    if (holds(value)) hold_for(value, true);
    const auto slot = decisions.push_back(std::move(value));
    for (const auto each : about) mention_in(mention_kind::decision, slot, each);
}

WORKMEM_DECL void task_content::push(artifact&& value, std::string&& name, artifact_path&& path,
                                     const std::vector<std::uint32_t>& about) noexcept {
    auto known = paths.find(value.path);
    if (known == no_slot)
        known = paths.push_back(std::move(path));
    else if (paths.at(known).last != no_slot)
        artifacts.at(paths.at(known).last).superseded_by = std::move(name);
    const auto slot = artifacts.push_back(std::move(value));
    paths.at(known).last = slot;
    for (const auto each : about) mention_in(mention_kind::artifact, slot, each);
}

}  // namespace workmem::detail
