#pragma once

#include <workmem/tools/page.hpp>
#include <workmem/tools/task_json.hpp>
#include <workmem/tools/task_schema.hpp>
#include <workmem/tools/tool.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The task tools that plan, and that show the plan.

namespace workmem::tools {

struct task_plan_tool {
    static constexpr property input[] = {
        {"tasks", {.kind = value_kind::list, .most = 1'000, .each = &task_schema::planned}, true},
        {"goal",
         {.kind = value_kind::text, .description = "for a new plan", .most = task_limits::text}},
        {"constraints", task_schema::lines},
        {"plan",
         {.kind = value_kind::text,
          .description = "default: the active one, else a new one",
          .least = 1,
          .most = 256}},
        task_schema::agent,
    };
    static constexpr property output[] = {
        {"plan", task_schema::any_text, true},
        {"tasks", {.kind = value_kind::list, .each = &task_schema::told}, true}};
    static constexpr definition is{
        .name = "task_plan",
        .description =
            "Add tasks to the shared plan, all or none. depends_on: ids, or titles of this batch.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto name = in.text("plan");
        if (name.empty()) {
            auto active = store.only_active();
            if (!active) return active.error();
            auto chosen = *active ? result<std::string>{std::move(**active)} : store.next_name();
            if (!chosen) return chosen.error();
            name = std::move(*chosen);
        }
        std::vector<new_task> wanted;
        for (const auto& each : *in.find("tasks")) {
            const arguments<Json> member{each};
            new_task fresh;
            fresh.title = member.text("title");
            fresh.description = member.text("description");
            for (auto& on : member.texts("depends_on"))
                fresh.depends_on.emplace_back(std::move(on));
            fresh.needs_review = member.flag("needs_review");
            wanted.push_back(std::move(fresh));
        }
        const task_options purpose{
            .name = name, .goal = in.text("goal"), .constraints = in.texts("constraints")};
        auto opened = store.try_create(purpose, wanted);
        if (!opened) return opened.error();
        auto& memory = **opened;
        auto more = detail::purpose_to_add(memory.info(), in);
        if (!more) return more.error();
        const call_options by{.actor = in.text("agent")};
        std::vector<task_id> ids;
        if (!wanted.empty()) {
            auto added = memory.try_add_tasks(wanted, by);
            if (!added) return added.error();
            ids = std::move(*added);
        }
        if (auto done = detail::add_purpose(memory, std::move(*more), by); !done)
            return done.error();
        Json out = Json::object();
        out["plan"] = name;
        auto& tasks = out["tasks"] = Json::array();
        for (const auto& id : ids)
            if (const auto found = memory.try_get(id))
                tasks.push_back(detail::told_task<Json>(memory, *found));
        return out;
    }
};

struct task_list_tool {
    static constexpr property input[] = {
        {"state", {.kind = value_kind::text, .choices = task_schema::states}},
        task_schema::limit,
        task_schema::cursor,
        task_schema::plan};
    static constexpr property output[] = {
        {"tasks", {.kind = value_kind::list, .each = &task_schema::told}, true},
        {"total", task_schema::count, true},
        {"outcome", task_schema::any_text, true},
        {"next_cursor", task_schema::any_text}};
    static constexpr definition is{.name = "task_list",
                                   .description = "Tasks by state, and why each is not ready.",
                                   .input = input,
                                   .output = output,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        const auto skip = cursor_of(in);
        if (!skip) return skip.error();
        const auto& memory = *plan->memory;
        const auto ids = of_state(memory, in.text("state"));
        const auto first = static_cast<std::size_t>((std::min)(*skip, std::uint64_t{ids.size()}));
        return fitting(in.count("limit", 50), [&](std::size_t limit) -> result<Json> {
            const auto last = first + (std::min)(limit, ids.size() - first);
            Json out = Json::object();
            auto& tasks = out["tasks"] = Json::array();
            for (auto at = first; at < last; ++at)
                if (const auto found = memory.try_get(ids[at]))
                    tasks.push_back(detail::told_task<Json>(memory, *found));
            out["total"] = ids.size();
            out["outcome"] = std::string{to_string(memory.outcome())};
            if (last < ids.size()) out["next_cursor"] = to_cursor(last);
            return out;
        });
    }

private:
    template <class Memory>
    static std::vector<task_id> of_state(const Memory& memory, std::string_view state) {
        constexpr auto all = (std::numeric_limits<std::size_t>::max)();
        if (state == "ready") return memory.ready(all);
        if (state == "blocked") return memory.blocked(all);
        using enum task_status;
        if (state == "in_progress") return of_statuses(memory, {assigned, in_progress});
        if (state == "review") return of_statuses(memory, {review});
        if (state == "done") return of_statuses(memory, {completed, skipped, cancelled});
        if (state == "failed") return of_statuses(memory, {failed});
        return memory.ids();
    }
    template <class Memory>
    static std::vector<task_id> of_statuses(const Memory& memory,
                                            std::initializer_list<task_status> statuses) {
        std::vector<task_id> out;
        for (const auto each : statuses)
            for (auto& id : memory.of_status(each)) out.push_back(std::move(id));
        return out;
    }
};

struct task_context_tool {
    static constexpr property input[] = {task_schema::required_task, task_schema::token_limit,
                                         task_schema::agent, task_schema::plan};
    static constexpr property output[] = {{"context", task_schema::any_text, true}};
    static constexpr definition is{
        .name = "task_context",
        .description =
            "What matters for one task, as text: goal, constraints, decisions, discoveries, "
            "results it builds on, messages.",
        .input = input,
        .output = output,
        .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        auto text = plan->memory->try_context_for(
            in.text("task"),
            {.token_limit = in.count("token_limit", 2'000), .agent = in.text("agent")});
        if (!text) return text.error();
        Json out = Json::object();
        out["context"] = std::move(*text);
        return out;
    }
};

}  // namespace workmem::tools
