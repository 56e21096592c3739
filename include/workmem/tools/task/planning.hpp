#pragma once

#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <utility>
#include <vector>

// Tasks as calls describe them, and plans that are opened with them.

namespace workmem::tools::task_rows {

/// A task as a call describes it.
template <class Json>
[[nodiscard]] new_task task_of(const arguments<Json>& in) {
    new_task out;
    out.title = in.text("title");
    out.description = in.text("description");
    for (auto& on : in.texts("depends_on")) out.depends_on.emplace_back(std::move(on));
    out.needs_review = in.flag("needs_review");
    out.tags = in.texts("tags");
    out.parent = in.text("parent");
    return out;
}

/// Adds tasks to a plan, which is made where there is none.
template <class Json, class Store>
[[nodiscard]] result<Json> plan_tasks(Store& store, const arguments<Json>& in) {
    auto name = in.text("plan");
    if (name.empty()) {
        auto meant = unnamed_plan(store, in);
        if (!meant) return meant.error();
        auto chosen = *meant ? result<std::string>{std::move(**meant)} : store.next_name();
        if (!chosen) return chosen.error();
        name = std::move(*chosen);
    }
    std::vector<new_task> wanted;
    for (const auto& each : *in.find("tasks")) wanted.push_back(task_of(arguments<Json>{each}));
    const task_options purpose{
        .name = name, .goal = in.text("goal"), .constraints = in.texts("constraints")};
    auto opened = store.try_create(purpose, wanted);
    if (!opened) return opened.error();
    auto& memory = **opened;
    auto more = purpose_to_add(memory.info(), in);
    if (!more) return more.error();
    retriable_call by{in, in.text("agent")};
    std::vector<task_id> ids;
    if (!wanted.empty()) {
        if (auto problem = identify_dependencies(memory, wanted, by)) return std::move(*problem);
        auto added = memory.try_add_tasks(wanted, by);
        if (!added) return added.error();
        ids = std::move(*added);
    }
    const auto with = wanted.empty() ? by.options() : by.part("purpose");
    if (auto done = add_purpose(memory, std::move(*more), with); !done) return done.error();
    auto out = told_tasks<Json>(memory, ids);
    out["plan"] = name;
    return out;
}

/// Begins a plan, or opens the one of that name and adds what it does not know of its purpose.
template <class Json, class Store>
[[nodiscard]] result<Json> create_plan(Store& store, const arguments<Json>& in) {
    auto made = store.try_create({.name = in.text("name"),
                                  .goal = in.text("goal"),
                                  .constraints = in.texts("constraints"),
                                  .memory_core_refs = in.texts("memory_cores")});
    if (!made) return made.error();
    auto more = purpose_to_add((*made)->info(), in);
    if (!more) return more.error();
    return answer(in, add_purpose(**made, std::move(*more), retriable_call{in}), [&](Json& out) {
        out["plan"] = in.text("name");
        out["id"] = (*made)->info().id;
    });
}

}  // namespace workmem::tools::task_rows
