#pragma once

#include <workmem/tools/task/claim_text.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace workmem::tools::task_rows {

inline constexpr std::int64_t default_lease_minutes = 30;

/// Why there is nothing to claim.
[[nodiscard]] inline std::string state_text(const task_memory_info& info) {
    using enum task_status;
    const auto in_hand = info.count(assigned) + info.count(in_progress) + info.count(blocked);
    return "nothing is ready: " + std::to_string(info.waiting) + " waiting, " +
           std::to_string(in_hand) + " in progress, " + std::to_string(info.count(review)) +
           " in review, " + std::to_string(info.count(failed)) + " failed, " +
           std::to_string(info.count(completed)) + " of " + std::to_string(info.tasks) +
           " completed; outcome " + std::string{to_string(info.outcome)};
}

/// What became of the claims that an agent did not renew in time.
template <class Memory>
[[nodiscard]] std::string lost_claims(const Memory& memory, const std::string& agent) {
    constexpr std::size_t most = 3;
    auto lost = memory.lost_by(agent);
    if (lost.size() > most) lost.resize(most);
    std::string out;
    for (const auto& id : lost) {
        const auto task = memory.try_get(id);
        if (!task) continue;
        out += (out.empty() ? "" : "; ") + std::string{"your claim to "} +
               text::quoted(task->title) + " was not renewed in time and has passed; the task is " +
               std::string{to_string(task->status)};
        if (!task->assigned_to.empty()) out += ", with " + text::quoted(task->assigned_to);
    }
    return out;
}

/// The tasks that an agent has in hand and that are blocked, and why.
template <class Memory>
[[nodiscard]] std::string blocked_text(const Memory& memory, const std::string& agent) {
    std::string out;
    for (const auto& id : memory.of_status(task_status::blocked))
        if (const auto task = memory.try_get(id); task && task->assigned_to == agent)
            out += "; you have " + text::quoted(task->title) +
                   ", which is blocked: " + text::quoted(task->note);
    return out;
}

/// Claims a task, begins it and tells what it needs.
template <class Json, class Store>
[[nodiscard]] result<Json> next(Store& store, const arguments<Json>& in) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    auto& memory = *plan->memory;
    const auto& agent = in.text("agent");
    retriable_call by{in, agent};
    // What a dead agent had in hand is ready again.
    if (auto freed = memory.try_reclaim(); !freed) return freed.error();
    const auto happened = lost_claims(memory, agent);
    claim_options how{.lease = std::chrono::minutes{static_cast<std::int64_t>(
                          in.count("lease_minutes", default_lease_minutes))},
                      .resume = true};
    std::optional<task_claim> claim;
    if (in.has("task")) {
        const auto task = task_meant(memory, in.text("task"), by);
        if (!task) return task.error();
        auto taken = memory.try_claim(*task, agent, how, by);
        if (!taken) return taken.error();
        claim = std::move(*taken);
    } else {
        auto taken = memory.try_claim_next(agent, how, by);
        if (!taken) return taken.error();
        claim = std::move(*taken);
    }
    Json out = Json::object();
    if (!happened.empty()) out["happened"] = happened;
    if (!claim) {
        out["nothing_ready"] = state_text(memory.info()) + blocked_text(memory, agent);
        return out;
    }
    const auto held = memory.try_get(claim->task);
    if (!held) return held.error();
    // Who takes up again what was begun goes on.
    if (held->status == task_status::assigned)
        if (auto begun = memory.try_start(*claim, by.part("start")); !begun) return begun.error();
    if (held->status == task_status::blocked)
        if (auto begun = memory.try_unblock(*claim, by.part("start")); !begun) return begun.error();
    auto context = memory.try_context_for(claim->task, {.token_limit = 2'000, .agent = agent});
    if (!context) return context.error();
    out["task"] = claim->task.str();
    out["title"] = held->title;
    out["claim"] = to_text(kept_claim{plan->name, claim->agent, claim->task.str(), claim->token});
    if (claim->expires) out["expires_at"] = to_iso8601(*claim->expires);
    out["context"] = std::move(*context);
    return out;
}

}  // namespace workmem::tools::task_rows
