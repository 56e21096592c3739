#pragma once

#include <workmem/result.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/tools/arguments.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What the task tools share: which plan is meant, and how a task is told.

namespace workmem::tools::detail {

/// A plan and its memory.
template <class Store>
struct meant_plan {
    std::string name;
    std::shared_ptr<typename Store::memory_type> memory;
};

/// The plan of that name, with what others did meanwhile. Errors: `not_found`.
template <class Store>
[[nodiscard]] result<meant_plan<Store>> plan_named(Store& store, std::string name) {
    auto memory = store.find(name);
    if (!memory) return memory.error();
    if (!*memory)
        return error{error_code::not_found,
                     "there is no plan " + text::quoted(text::prefix(name, 64)),
                     {{"plan", std::string{text::prefix(name, 64)}}}};
    return meant_plan<Store>{std::move(name), std::move(*memory)};
}

[[nodiscard]] inline error no_plan(const std::vector<task_memory_info>& all) {
    std::string names;
    for (const auto& each : all) names += (names.empty() ? "" : ", ") + text::quoted(each.name);
    return {error_code::not_found,
            all.empty() ? "there is no plan; make one by task_plan"
                        : "no plan is active; name one of " + names,
            {{"field", "plan"}}};
}

/// The plan that a call names; else the only active one, or where none is active the only one.
/// Errors: `not_found`, `validation_error`.
template <class Json, class Store>
[[nodiscard]] result<meant_plan<Store>> plan_of(Store& store, const arguments<Json>& in) {
    auto name = in.text("plan");
    if (name.empty()) {
        auto active = store.only_active();
        if (!active) return active.error();
        if (*active) {
            name = std::move(**active);
        } else {
            auto all = store.try_list();
            if (!all) return all.error();
            if (all->size() != 1) return no_plan(*all);
            name = std::move(all->front().name);
        }
    }
    return plan_named(store, std::move(name));
}

/// Sends a message, from an agent or from nobody in particular.
template <class Memory>
[[nodiscard]] result<std::vector<std::string>> send(Memory& memory, new_nudge what,
                                                    const std::string& from) {
    if (from.empty()) return memory.try_inject_nudge(std::move(what));
    return memory.as({.id = from, .role = agent_role::human})
        .try_inject_nudge(std::move(what), {.actor = from});
}

/// A task as it stands in a list: `why` says what it waits for, or who has it.
template <class Json, class Memory>
[[nodiscard]] Json told_task(const Memory& memory, const task& each) {
    Json out = Json::object();
    out["id"] = each.id;
    out["title"] = each.title;
    std::string state{to_string(each.status)};
    if (!is_over(each.status))
        if (const auto why = memory.try_explain(each.id)) {
            if (each.status == task_status::pending) state = why->is_ready ? "ready" : "waiting";
            if (!why->is_ready) out["why"] = why->text;
        }
    if (each.status == task_status::failed) out["why"] = each.note;
    out["state"] = std::move(state);
    if (!each.assigned_to.empty()) out["agent"] = each.assigned_to;
    return out;
}

}  // namespace workmem::tools::detail
