#pragma once

#include <workmem/result.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/tools/arguments.hpp>
#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/page.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What the task tools share: which plan is meant, and how a task is told.

namespace workmem::tools::task_rows {

/// A plan and its memory.
template <class Store>
struct meant_plan {
    std::string name;
    std::shared_ptr<typename Store::memory_type> memory;
};

/// The plan of that name, or whose name alone begins so, with what others did meanwhile. Errors:
/// `not_found`, `validation_error` where several begin so.
template <class Store>
[[nodiscard]] result<meant_plan<Store>> plan_named(Store& store, std::string name) {
    auto memory = store.find(name);
    if (!memory) return memory.error();
    if (!*memory) {
        auto meant = store.try_identify(name);
        if (!meant && meant.error().code() != error_code::not_found) return meant.error();
        if (meant && *meant != name) return plan_named(store, *std::move(meant));
        return error{error_code::not_found,
                     "there is no plan " + text::quoted(text::prefix(name, 64)),
                     {{"plan", std::string{text::prefix(name, 64)}}}};
    }
    return meant_plan<Store>{std::move(name), std::move(*memory)};
}

[[nodiscard]] inline error no_plan(const std::vector<task_memory_info>& all) {
    std::string names;
    for (const auto& each : all) names += (names.empty() ? "" : ", ") + text::quoted(each.name);
    if (all.empty())
        return {
            error_code::not_found, "there is no plan; make one by task_plan", {{"field", "plan"}}};
    return {error_code::validation_error,
            "plan must be given, because none is active; it is one of " + names,
            {{"field", "plan"}, {"plans", names}}};
}

/// The plan of a call that names none: where it was made before, if it is a retry, else the only
/// active one; nothing where none is. Errors: `validation_error`.
template <class Json, class Store>
[[nodiscard]] result<std::optional<std::string>> unnamed_plan(Store& store,
                                                              const arguments<Json>& in) {
    auto before = store.maker_of(retriable_call{in});
    if (!before || *before) return before;
    return store.only_active();
}

/// The plan that a call names, or the one of a call that names none; where none is active the only
/// one. Errors: `not_found`, `validation_error`.
template <class Json, class Store>
[[nodiscard]] result<meant_plan<Store>> plan_of(Store& store, const arguments<Json>& in) {
    auto name = in.text("plan");
    if (name.empty()) {
        auto meant = unnamed_plan(store, in);
        if (!meant) return meant.error();
        if (*meant) {
            name = std::move(**meant);
        } else {
            auto last = store.last_active();
            if (!last) return last.error();
            if (!*last) {
                auto all = store.try_list();
                if (!all) return all.error();
                return no_plan(*all);
            }
            name = std::move(**last);
        }
    }
    return plan_named(store, std::move(name));
}

/// What `call(memory, by)` answers: the memory of the plan that is meant, and who asks.
template <class Json, class Store, class Call>
[[nodiscard]] result<Json> in_plan(Store& store, const arguments<Json>& in, Call&& call) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    const retriable_call by{in, in.text("agent")};
    return call(*plan->memory, by.options());
}

/// What a call says of a plan's purpose that the plan does not know yet. Errors: `validation_error`
/// for what is said otherwise than the plan has it; it would be lost silently.
template <class Json>
[[nodiscard]] result<plan_change> purpose_to_add(const task_memory_info& has,
                                                 const arguments<Json>& in) {
    const auto differs = [](const char* field, const std::string& known, const std::string& given) {
        return tools::detail::bad_value(
            field, "the plan's " + known + ", or left out, or for another plan", given);
    };
    plan_change out;
    if (const auto& goal = in.text("goal"); !goal.empty() && goal != has.goal) {
        if (!has.goal.empty())
            return differs("goal", text::quoted(text::prefix(has.goal, 64)),
                           text::quoted(text::prefix(goal, 64)));
        out.goal = goal;
    }
    const auto add = [&](const char* field, const std::vector<std::string>& known,
                         std::optional<std::vector<std::string>>& into) -> std::optional<error> {
        auto given = in.texts(field);
        if (given.empty() || given == known) return std::nullopt;
        const auto shown = [](const std::vector<std::string>& texts) {
            std::string list;
            for (const auto& each : texts) list += (list.empty() ? "" : ", ") + text::quoted(each);
            return '[' + std::string{text::prefix(list, 256)} + ']';
        };
        if (!known.empty()) return differs(field, shown(known), shown(given));
        into = std::move(given);
        return std::nullopt;
    };
    auto problem = add("constraints", has.constraints, out.constraints);
    if (!problem) problem = add("memory_cores", has.memory_core_refs, out.memory_core_refs);
    if (problem) return std::move(*problem);
    return out;
}

/// Adds what `purpose_to_add` found; nothing to do where that is nothing.
template <class Memory>
[[nodiscard]] result<void> add_purpose(Memory& memory, plan_change what, const call_options& by) {
    if (!what.goal && !what.constraints && !what.memory_core_refs) return {};
    return memory.try_update_plan(std::move(what), by);
}

/// Sends a message, from the agent that calls or from nobody in particular.
template <class Memory>
[[nodiscard]] result<std::vector<std::string>> send(Memory& memory, new_nudge what,
                                                    const call_options& by) {
    if (by.actor.empty()) return memory.try_inject_nudge(std::move(what), by);
    return memory.as({.id = std::string{by.actor}, .role = agent_role::human})
        .try_inject_nudge(std::move(what), by);
}

/// The task that a text means, by id, title or the beginning of an id. What is repeated gets its
/// first answer, also where the text means several by now. Errors: those of `identify`.
template <class Memory>
[[nodiscard]] result<task_id> task_meant(const Memory& memory, const std::string& said,
                                         const call_options& by) {
    auto meant = memory.try_identify(said);
    if (!meant && memory.has_made(by)) return task_id{said};
    return meant;
}

/// The same of several.
template <class Memory>
[[nodiscard]] result<std::vector<task_id>> tasks_meant(const Memory& memory,
                                                       const std::vector<std::string>& said,
                                                       const call_options& by) {
    std::vector<task_id> out;
    for (const auto& each : said) {
        auto meant = task_meant(memory, each, by);
        if (!meant) return meant.error();
        out.push_back(std::move(*meant));
    }
    return result<std::vector<task_id>>{std::move(out)};
}

/// The same for what tasks depend on and are parts of; what is no task yet stays as it is said.
template <class Memory>
[[nodiscard]] std::optional<error> identify_dependencies(const Memory& memory,
                                                         std::vector<new_task>& of,
                                                         const call_options& by) {
    std::set<std::string> titles;
    for (const auto& each : of) titles.insert(each.title);
    const auto identify = [&](task_id& said) -> std::optional<error> {
        if (said.empty() || titles.count(said.str()) > 0) return std::nullopt;
        auto meant = task_meant(memory, said.str(), by);
        if (meant)
            said = std::move(*meant);
        else if (meant.error().code() != error_code::not_found)
            return meant.error();
        return std::nullopt;
    };
    for (auto& each : of) {
        for (auto& on : each.depends_on)
            if (auto problem = identify(on.task)) return problem;
        if (auto problem = identify(each.parent)) return problem;
    }
    return std::nullopt;
}

/// Says so where a message is for somebody who is not known.
template <class Json, class Memory>
void tell_unknown_agent(Json& out, const Memory& memory, const std::string& target) {
    if (target != "all" && !memory.knows(target))
        out["unknown_agent"] = "no agent " + text::quoted(target) +
                               " is known yet; the message waits for one of that name";
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
    if (!each.tags.empty()) out["tags"] = each.tags;
    if (!each.parent.empty()) out["parent"] = each.parent;
    return out;
}

/// Tasks as a list, as many as fit into so many bytes, and how many are left out.
template <class Json, class Memory>
[[nodiscard]] Json told_tasks(const Memory& memory, const std::vector<task_id>& ids,
                              std::size_t most_bytes = max_page_bytes) {
    const auto told = [&](std::size_t most) -> std::optional<Json> {
        Json out = Json::object();
        auto& tasks = out["tasks"] = Json::array();
        for (std::size_t at = 0; at < most && at < ids.size(); ++at)
            if (const auto found = memory.try_get(ids[at]))
                tasks.push_back(told_task<Json>(memory, *found));
        if (most < ids.size()) out["omitted"] = ids.size() - most;
        return out;
    };
    return *fitting(ids.size(), told, most_bytes);
}

/// How a task stands after a call.
template <class Json>
[[nodiscard]] Json told_status(const std::string& task, task_status status) {
    Json out = Json::object();
    out["task"] = task;
    out["status"] = std::string{to_string(status)};
    return out;
}

}  // namespace workmem::tools::task_rows
