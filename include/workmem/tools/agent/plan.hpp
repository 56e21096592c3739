#pragma once

#include <workmem/tools/agent/schema.hpp>
#include <workmem/tools/agent/secrets.hpp>
#include <workmem/tools/idempotency_key.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/task/status.hpp>
#include <workmem/tools/tool.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The plan of an agent, as one who works alone moves its tasks on.

namespace workmem::tools::agent_rows {

/// Brings a task to a step. One that nobody has is claimed for who calls.
template <class Json, class Plan>
[[nodiscard]] std::optional<error> step(Plan& plan, const arguments<Json>& in, retriable_call& by) {
    const auto problem = [](const auto& done) {
        return done ? std::optional<error>{} : std::optional<error>{done.error()};
    };
    // The key itself, by which the conversation of a first call is found again.
    const auto last = by.options();
    if (!last.idempotency_key.empty() && plan.has_made(last)) return std::nullopt;
    const auto task = plan.try_identify(in.text("task"));
    if (!task) return task.error();
    auto to = task_status::in_progress;
    (void)parse_name(in.text("status"), to);
    if (to == task_status::cancelled) return problem(plan.try_cancel_task(*task, {}, last));
    auto now = plan.try_get(*task);
    if (!now) return now.error();
    if (to == task_status::pending)
        return task_rows::move_task(plan, claimed_task{*task}, now->status, to, {}, last);
    if (now->status == task_status::pending) {
        const std::string who{in.actor().empty() ? "agent" : in.actor()};
        if (auto taken = plan.try_claim(*task, who, {}, by.part("claim")); !taken)
            return taken.error();
        now->status = task_status::assigned;
    }
    if (to == task_status::in_progress) return problem(plan.try_start(claimed_task{*task}, last));
    if (now->status == task_status::assigned)
        if (auto begun = plan.try_start(claimed_task{*task}, by.part("start")); !begun)
            return begun.error();
    return problem(plan.try_complete(claimed_task{*task}, {}, last));
}

/// Adds tasks or moves one, never both, so that a refused call has changed nothing; tells those
/// that are not over.
template <class Json, class Agent>
[[nodiscard]] result<Json> planned(Agent& agent, const arguments<Json>& in) {
    auto& plan = agent.plan;
    retriable_call by{in};
    if (in.has("task") != in.has("status"))
        return tools::detail::bad_value(in.has("task") ? "status" : "task",
                                        "given with the other of both", "missing");
    if (in.has("add") && in.has("task"))
        return tools::detail::bad_value("task", "left out where tasks are added", "given");
    if (in.has("add")) {
        std::vector<new_task> added;
        const auto detector = secrets_of(agent);
        for (auto& title : in.texts("add")) {
            if (const auto found = detector.find(title, 0))
                return tools::detail::bad_value("add", "titles without secrets",
                                                with_article(found->kind));
            added.push_back({.title = std::move(title)});
        }
        if (auto done = plan.try_add_tasks(std::move(added), by.options()); !done)
            return done.error();
    }
    if (in.has("task"))
        if (auto wrong = step(plan, in, by)) return std::move(*wrong);
    auto open = plan.ids();
    std::erase_if(open, [&](const task_id& each) {
        const auto is = plan.try_get(each);
        return !is || is_over(is->status);
    });
    return fitting(open.size(), [&](std::size_t most) -> result<Json> {
        Json out = Json::object();
        auto& list = out["tasks"] = Json::array();
        for (std::size_t i = 0; i < most && i < open.size(); ++i) {
            const auto is = plan.get(open[i]);
            Json shown = Json::object();
            shown["id"] = open[i].str();
            shown["title"] = is.title;
            shown["status"] = std::string{to_string(is.status)};
            list.push_back(std::move(shown));
        }
        out["count"] = open.size();
        return out;
    });
}

}  // namespace workmem::tools::agent_rows
