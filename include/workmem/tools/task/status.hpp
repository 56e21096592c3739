#pragma once

#include <workmem/tools/task/claim_text.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Tasks that are moved.

namespace workmem::tools::task_rows {

/// A task by the claim that is given, fenced, else the one that is meant.
template <class Json, class Memory>
[[nodiscard]] result<claimed_task> task_or_claim(const Memory& memory, const arguments<Json>& in,
                                                 const call_options& by) {
    if (in.has("claim")) {
        auto claim = parse_claim(in.text("claim"));
        if (!claim) return claim.error();
        return claim->claimed();
    }
    if (in.has("task")) {
        auto task = task_meant(memory, in.text("task"), by);
        if (!task) return task.error();
        return claimed_task{std::move(*task)};
    }
    return tools::detail::bad_value("task", "given, or a claim", "missing");
}

/// Makes the change that brings a task from one status to another.
template <class Memory>
[[nodiscard]] std::optional<error> move_task(Memory& memory, const claimed_task& what,
                                             task_status from, task_status to,
                                             const std::string& note, const call_options& by) {
    const auto problem = [](const auto& done) {
        return done ? std::optional<error>{} : std::optional<error>{done.error()};
    };
    const auto why = note.empty() ? std::string{to_string(to)} : note;
    switch (to) {
        case task_status::in_progress:
            return from == task_status::blocked ? problem(memory.try_unblock(what, by))
                                                : problem(memory.try_start(what, by));
        case task_status::blocked: return problem(memory.try_block(what, why, by));
        case task_status::failed: return problem(memory.try_fail(what, why, by));
        case task_status::cancelled: return problem(memory.try_cancel_task(what.task, note, by));
        case task_status::skipped: return problem(memory.try_skip(what.task, note, by));
        default: break;
    }
    if (is_terminal(from)) return problem(memory.try_reopen(what.task, note, by));
    return from == task_status::failed ? problem(memory.try_retry(what.task, by))
                                       : problem(memory.try_release(what, note, by));
}

/// The titles of tasks.
template <class Json, class Memory>
[[nodiscard]] Json titles_of(const Memory& memory, const std::vector<task_id>& ids) {
    Json out = Json::array();
    for (const auto& id : ids)
        if (const auto task = memory.try_get(id)) out.push_back(task->title);
    return out;
}

/// Moves a task to the wanted status.
template <class Json, class Store>
[[nodiscard]] result<Json> status_updated(Store& store, const arguments<Json>& in) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    auto& memory = *plan->memory;
    const retriable_call by{in, in.text("agent")};
    const bool is_repeated = memory.has_made(by);
    const auto what = task_or_claim(memory, in, by);
    if (!what) return what.error();
    const auto before = memory.try_get(what->task);
    if (!before) return before.error();
    task_status to{};
    (void)parse_name(in.text("status"), to);
    if (to == task_status::pending && is_terminal(before->status)) {
        const auto reopened = memory.try_reopen(what->task, in.text("note"), by);
        if (!reopened) return reopened.error();
        auto out = told_status<Json>(what->task.str(), to);
        if (!reopened->waiting.empty()) out["waiting"] = titles_of<Json>(memory, reopened->waiting);
        if (!reopened->begun.empty()) out["begun"] = titles_of<Json>(memory, reopened->begun);
        if (!reopened->still_skipped.empty())
            out["still_skipped"] = titles_of<Json>(memory, reopened->still_skipped);
        return out;
    }
    if (auto problem = move_task(memory, *what, before->status, to, in.text("note"), by))
        return std::move(*problem);
    if (is_repeated) return told_status<Json>(what->task.str(), to);
    const auto after = memory.try_get(what->task);
    if (!after) return after.error();
    return told_status<Json>(what->task.str(), after->status);
}

/// Ends a claim; tells what is ready now.
template <class Json, class Store>
[[nodiscard]] result<Json> finished(Store& store, const arguments<Json>& in) {
    const auto claim = parse_claim(in.text("claim"));
    if (!claim) return claim.error();
    auto plan = plan_named(store, claim->plan);
    if (!plan) return plan.error();
    auto& memory = *plan->memory;
    const auto held = claim->claimed();
    const retriable_call by{in, claim->agent};
    const auto& outcome = in.text("outcome");
    const auto& summary = in.text("summary");
    auto ended = task_status::pending;
    if (outcome == "completed") {
        const auto done = memory.try_complete(
            held, {.summary = summary, .next_steps = in.texts("next_steps")}, by);
        if (!done) return done.error();
        ended = *done;
    } else if (outcome == "failed") {
        const auto done = memory.try_fail(held, summary.empty() ? "failed" : summary, by);
        if (!done) return done.error();
        ended = task_status::failed;
    } else {
        const auto done = memory.try_release(held, summary, by);
        if (!done) return done.error();
    }
    auto out = told_status<Json>(claim->task, ended);
    auto& ready = out["ready"] = Json::array();
    for (const auto& each : memory.ready(10)) ready.push_back(each.str());
    return out;
}

}  // namespace workmem::tools::task_rows
