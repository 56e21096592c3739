#pragma once

#include <workmem/tools/page.hpp>
#include <workmem/tools/task_operation_tools.hpp>
#include <workmem/tools/task_plan_tools.hpp>
#include <workmem/tools/task_work_tools.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// One tool per operation of a task memory on what is shared besides its tasks.

namespace workmem::tools {

namespace detail {

inline constexpr property record_output[] = {{"id", task_schema::any_text, true}};

template <class Json>
[[nodiscard]] std::vector<task_id> affected(const arguments<Json>& in) {
    std::vector<task_id> out;
    for (auto& each : in.texts("affects_tasks")) out.emplace_back(std::move(each));
    return out;
}

/// `record(memory, by)` answers an id.
template <class Json, class Store, class Record>
[[nodiscard]] result<Json> recorded(Store& store, const arguments<Json>& in, Record&& record) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    auto id = record(*plan->memory, call_options{.actor = in.text("agent")});
    if (!id) return id.error();
    Json out = Json::object();
    out["id"] = std::move(*id);
    return out;
}

}  // namespace detail

struct task_memory_record_decision {
    static constexpr property input[] = {
        {"question", {.kind = value_kind::text, .least = 1, .most = task_limits::line}, true},
        {"choice", {.kind = value_kind::text, .least = 1, .most = task_limits::line}, true},
        {"alternatives", task_schema::lines},
        {"rationale", task_schema::long_text},
        {"affects_tasks", task_schema::names},
        {"reversible", task_schema::flag},
        {"needs_approval",
         {.kind = value_kind::boolean, .description = "holds its tasks until then"}},
        {"supersedes", task_schema::line},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr definition is{.name = "task_memory_record_decision",
                                   .description = "Record a choice, and what was rejected.",
                                   .input = input,
                                   .output = detail::record_output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        return detail::recorded<Json>(store, in, [&](auto& memory, const call_options& by) {
            return memory.try_record_decision(
                nullptr,
                {.question = in.text("question"),
                 .choice = in.text("choice"),
                 .alternatives = in.texts("alternatives"),
                 .rationale = in.text("rationale"),
                 .affects_tasks = detail::affected(in),
                 .reversible = !in.has("reversible") || in.flag("reversible"),
                 .needs_approval = in.flag("needs_approval"),
                 .supersedes = in.text("supersedes")},
                by);
        });
    }
};

struct task_memory_record_discovery {
    static constexpr std::string_view types[] = {"constraint", "opportunity", "risk", "insight"};
    static constexpr property input[] = {
        {"content", {.kind = value_kind::text, .least = 1, .most = task_limits::text}, true},
        {"type", {.kind = value_kind::text, .choices = types}},
        {"affects_tasks", task_schema::names},
        {"promote_to_core", task_schema::line},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr definition is{.name = "task_memory_record_discovery",
                                   .description = "Record something that was learned.",
                                   .input = input,
                                   .output = detail::record_output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        new_discovery what{.content = in.text("content"),
                           .affects_tasks = detail::affected(in),
                           .promote_to_core = in.text("promote_to_core")};
        if (in.has("type")) (void)parse_name(in.text("type"), what.type);
        return detail::recorded<Json>(store, in, [&](auto& memory, const call_options& by) {
            return memory.try_record_discovery(nullptr, std::move(what), by);
        });
    }
};

struct task_memory_record_artifact {
    static constexpr std::string_view types[] = {"file", "code", "document", "config", "test"};
    static constexpr property input[] = {
        {"path", {.kind = value_kind::text, .least = 1, .most = task_limits::line}, true},
        {"associated_task", task_schema::name, true},
        {"type", {.kind = value_kind::text, .choices = types}},
        {"description", task_schema::long_text},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr property output[] = {{"id", task_schema::any_text, true},
                                          {"version", task_schema::count, true},
                                          {"checksum", task_schema::any_text, true}};
    static constexpr definition is{.name = "task_memory_record_artifact",
                                   .description = "Record an output, by its path.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        new_artifact what{.path = in.text("path"),
                          .description = in.text("description"),
                          .associated_task = in.text("associated_task")};
        if (in.has("type")) (void)parse_name(in.text("type"), what.type);
        auto made = plan->memory->try_record_artifact(nullptr, std::move(what),
                                                      {.actor = in.text("agent")});
        if (!made) return made.error();
        Json out = Json::object();
        out["id"] = made->id;
        out["version"] = made->version;
        out["checksum"] = made->checksum;
        return out;
    }
};

struct task_memory_inject_nudge {
    static constexpr std::string_view priorities[] = {"low", "normal", "high", "urgent"};
    static constexpr property input[] = {
        {"target",
         {.kind = value_kind::text,
          .description = "an agent, orchestrator or all",
          .least = 1,
          .most = task_limits::id,
          .is_trimmed = true},
         true},
        {"message", {.kind = value_kind::text, .least = 1, .most = task_limits::line}, true},
        {"priority", {.kind = value_kind::text, .choices = priorities}},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr property output[] = {{"ids", task_schema::any_texts, true}};
    static constexpr definition is{.name = "task_memory_inject_nudge",
                                   .description = "Send a message to an agent.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        new_nudge what{.target = in.text("target"), .message = in.text("message")};
        if (in.has("priority")) (void)parse_name(in.text("priority"), what.priority);
        auto sent = detail::send(*plan->memory, std::move(what), in.text("agent"));
        if (!sent) return sent.error();
        Json out = Json::object();
        out["ids"] = *sent;
        return out;
    }
};

struct task_memory_approve {
    static constexpr property input[] = {
        {"decision", task_schema::name, true},
        {"granted", {.kind = value_kind::boolean, .description = "default true"}},
        {"comments", task_schema::line},
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr property output[] = {{"decision", task_schema::any_text, true},
                                          {"approved", task_schema::flag, true}};
    static constexpr definition is{.name = "task_memory_approve",
                                   .description = "Approve a decision, or refuse to.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        auto done = plan->memory->try_approve(in.text("decision"),
                                              {.granted = !in.has("granted") || in.flag("granted"),
                                               .comments = in.text("comments"),
                                               .by = in.text("agent")},
                                              {.actor = in.text("agent")});
        if (!done) return done.error();
        Json out = Json::object();
        out["decision"] = in.text("decision");
        out["approved"] = *done;
        return out;
    }
};

struct task_memory_extract_learning_candidates {
    static constexpr property input[] = {task_schema::limit, task_schema::plan};
    static constexpr property output[] = {
        {"candidates", {.kind = value_kind::list, .each = &task_schema::object}, true},
        {"total", task_schema::count, true}};
    static constexpr definition is{.name = "task_memory_extract_learning_candidates",
                                   .description = "What may be worth keeping for good, and why.",
                                   .input = input,
                                   .output = output,
                                   .does = effect::reads};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        const auto all = plan->memory->learning_candidates();
        return fitting(in.count("limit", 50), [&](std::size_t limit) -> result<Json> {
            Json out = Json::object();
            auto& list = out["candidates"] = Json::array();
            for (const auto& each : all) {
                if (list.size() == limit) break;
                Json shown = Json::object();
                shown["core"] = each.suggested_core;
                shown["reason"] = each.reason;
                shown["content"] = each.content;
                shown["source"] = each.source;
                list.push_back(std::move(shown));
            }
            out["total"] = all.size();
            return out;
        });
    }
};

/// The curated tool by the operation's name.
struct task_memory_context_for_task : task_context_tool {
    static constexpr definition is{.name = "task_memory_context_for_task",
                                   .description = task_context_tool::is.description,
                                   .input = task_context_tool::input,
                                   .output = task_context_tool::output,
                                   .does = effect::reads};
};
struct task_memory_review_task : task_review_tool {
    static constexpr definition is{.name = "task_memory_review_task",
                                   .description = task_review_tool::is.description,
                                   .input = task_review_tool::input,
                                   .output = task_review_tool::output};
};

struct task_memory_archive {
    static constexpr property input[] = {task_schema::plan};
    static constexpr property output[] = {{"plan", task_schema::any_text, true},
                                          {"status", task_schema::any_text, true}};
    static constexpr definition is{.name = "task_memory_archive",
                                   .description = "Close a plan that is over.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        if (auto done = plan->memory->try_archive(); !done) return done.error();
        Json out = Json::object();
        out["plan"] = plan->name;
        out["status"] = std::string{to_string(plan->memory->status())};
        return out;
    }
};

}  // namespace workmem::tools
