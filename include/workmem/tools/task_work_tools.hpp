#pragma once

#include <workmem/tools/task_claim_text.hpp>
#include <workmem/tools/task_json.hpp>
#include <workmem/tools/task_schema.hpp>
#include <workmem/tools/tool.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

// The task tools of who does the work, and of who looks at it.

namespace workmem::tools {

struct task_next_tool {
    static constexpr std::int64_t default_lease_minutes = 30;
    static constexpr std::int64_t max_lease_minutes = 7 * 24 * 60;

    static constexpr property input[] = {task_schema::required_agent,
                                         task_schema::task,
                                         {"lease_minutes",
                                          {.kind = value_kind::integer,
                                           .description = "default 30",
                                           .least = 1,
                                           .most = max_lease_minutes}},
                                         task_schema::plan};
    static constexpr property output[] = {
        {"task", task_schema::any_text},    {"title", task_schema::any_text},
        {"claim", task_schema::any_text},   {"expires_at", task_schema::any_text},
        {"context", task_schema::any_text}, {"nothing_ready", task_schema::any_text}};
    static constexpr definition is{
        .name = "task_next",
        .description =
            "Claim a ready task, the given or the most important one; exactly one agent gets it. "
            "Returns the claim, and the context to start with.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        auto& memory = *plan->memory;
        const auto& agent = in.text("agent");
        const call_options by{.actor = agent};
        // What a dead agent had in hand is ready again.
        if (auto freed = memory.try_reclaim(); !freed) return freed.error();
        claim_options how{.lease = std::chrono::minutes{static_cast<std::int64_t>(
                              in.count("lease_minutes", default_lease_minutes))}};
        std::optional<task_claim> claim;
        if (in.has("task")) {
            how.resume = true;
            auto taken = memory.try_claim(in.text("task"), agent, how, by);
            if (!taken) return taken.error();
            claim = std::move(*taken);
        } else {
            auto taken = memory.try_claim_next(agent, how, by);
            if (!taken) return taken.error();
            claim = std::move(*taken);
        }
        Json out = Json::object();
        if (!claim) {
            out["nothing_ready"] = state_text(memory.info());
            return out;
        }
        const auto held = memory.try_get(claim->task);
        if (!held) return held.error();
        // Who takes up again what was begun goes on.
        if (held->status == task_status::assigned)
            if (auto begun = memory.try_start(*claim, by); !begun) return begun.error();
        if (held->status == task_status::blocked)
            if (auto begun = memory.try_unblock(*claim, by); !begun) return begun.error();
        auto context = memory.try_context_for(claim->task, {.token_limit = 2'000, .agent = agent});
        if (!context) return context.error();
        out["task"] = claim->task.str();
        out["title"] = held->title;
        out["claim"] =
            to_text(kept_claim{plan->name, claim->agent, claim->task.str(), claim->token});
        if (claim->expires) out["expires_at"] = to_iso8601(*claim->expires);
        out["context"] = std::move(*context);
        return out;
    }

private:
    static std::string state_text(const task_memory_info& info) {
        using enum task_status;
        const auto in_hand = info.count(assigned) + info.count(in_progress) + info.count(blocked);
        return "nothing is ready: " + std::to_string(info.waiting) + " waiting, " +
               std::to_string(in_hand) + " in progress, " + std::to_string(info.count(review)) +
               " in review, " + std::to_string(info.count(failed)) + " failed, " +
               std::to_string(info.count(completed)) + " of " + std::to_string(info.tasks) +
               " completed; outcome " + std::string{to_string(info.outcome)};
    }
};

struct task_note_tool {
    static constexpr property input[] = {
        {"kind", {.kind = value_kind::text, .choices = task_schema::note_kinds}, true},
        {"content",
         {.kind = value_kind::text,
          .description = "nudge: the message",
          .least = 1,
          .most = task_limits::text},
         true},
        {"question",
         {.kind = value_kind::text, .description = "what was decided", .most = task_limits::line}},
        {"tasks",
         {.kind = value_kind::list,
          .description = "it affects",
          .most = task_limits::list,
          .each = &task_schema::name}},
        {"to",
         {.kind = value_kind::text,
          .description = "nudge: agent, orchestrator or all",
          .least = 1,
          .most = task_limits::id,
          .is_trimmed = true}},
        {"path",
         {.kind = value_kind::text,
          .description = "of the artifact; its SHA-256 is kept where it can be read",
          .least = 1,
          .most = task_limits::line}},
        task_schema::claim,
        task_schema::agent,
        task_schema::plan,
    };
    static constexpr property output[] = {{"id", task_schema::any_text, true}};
    static constexpr definition is{
        .name = "task_note",
        .description = "Record a decision, discovery, artifact or message that others should know.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        std::optional<kept_claim> claim;
        if (in.has("claim")) {
            auto read = parse_claim(in.text("claim"));
            if (!read) return read.error();
            claim = std::move(*read);
        }
        auto plan = claim && !in.has("plan") ? detail::plan_named(store, claim->plan)
                                             : detail::plan_of(store, in);
        if (!plan) return plan.error();
        auto done = record(*plan->memory, in, claim);
        if (!done) return done.error();
        Json out = Json::object();
        out["id"] = std::move(*done);
        return out;
    }

private:
    template <class Json, class Memory>
    static result<std::string> record(Memory& memory, const arguments<Json>& in,
                                      const std::optional<kept_claim>& claim) {
        const auto& kind = in.text("kind");
        const auto& content = in.text("content");
        if ((kind == "decision" || kind == "nudge") && content.size() > task_limits::line)
            return detail::bad_value(
                "content",
                "1 to " + std::to_string(task_limits::line) + " bytes long for a " + kind,
                std::to_string(content.size()) + " bytes long");
        const call_options by{.actor = claim ? std::string_view{claim->agent}
                                             : std::string_view{in.text("agent")}};
        std::vector<task_id> about;
        for (auto& each : in.texts("tasks")) about.emplace_back(std::move(each));
        if (about.empty() && claim) about.emplace_back(claim->task);
        std::optional<claimed_task> during;
        if (claim) during = claim->claimed();
        auto* const held = during ? &*during : nullptr;
        if (kind == "decision")
            return memory.try_record_decision(
                held,
                {.question = in.has("question") ? in.text("question") : "What to do?",
                 .choice = content,
                 .affects_tasks = std::move(about)},
                by);
        if (kind == "discovery")
            return memory.try_record_discovery(
                held, {.content = content, .affects_tasks = std::move(about)}, by);
        if (kind == "artifact") {
            if (!in.has("path"))
                return detail::bad_value("path", "given for an artifact", "missing");
            if (about.empty())
                return detail::bad_value("tasks", "the task of the artifact, or a claim given",
                                         "missing");
            auto made = memory.try_record_artifact(
                held,
                {.path = in.text("path"), .description = content, .associated_task = about.front()},
                by);
            if (!made) return made.error();
            return std::move(made->id);
        }
        auto sent = detail::send(
            memory, {.target = in.has("to") ? in.text("to") : "all", .message = content},
            std::string{by.actor});
        if (!sent) return sent.error();
        std::string ids;
        for (const auto& each : *sent) ids += (ids.empty() ? "" : ",") + each;
        return ids;
    }
};

struct task_finish_tool {
    static constexpr property input[] = {
        {"claim", task_schema::claim.value, true},
        {"outcome", {.kind = value_kind::text, .choices = task_schema::outcomes}, true},
        {"summary",
         {.kind = value_kind::text,
          .description = "for those who come next",
          .most = task_limits::line}},
        {"next_steps", task_schema::lines},
    };
    static constexpr property output[] = {{"task", task_schema::any_text, true},
                                          {"status", task_schema::any_text, true},
                                          {"ready", task_schema::any_texts, true}};
    static constexpr definition is{
        .name = "task_finish", .description = "End your claim.", .input = input, .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto claim = parse_claim(in.text("claim"));
        if (!claim) return claim.error();
        auto plan = detail::plan_named(store, claim->plan);
        if (!plan) return plan.error();
        auto& memory = *plan->memory;
        const auto held = claim->claimed();
        const call_options by{.actor = claim->agent};
        const auto& outcome = in.text("outcome");
        const auto& summary = in.text("summary");
        std::optional<error> problem;
        const auto keep = [&](const auto& done) {
            if (!done) problem.emplace(done.error());
        };
        if (outcome == "completed")
            keep(memory.try_complete(
                held, {.summary = summary, .next_steps = in.texts("next_steps")}, by));
        else if (outcome == "failed")
            keep(memory.try_fail(held, summary.empty() ? "failed" : summary, by));
        else
            keep(memory.try_release(held, summary, by));
        if (problem) return std::move(*problem);
        const auto now = memory.try_get(claim->task);
        if (!now) return now.error();
        Json out = Json::object();
        out["task"] = claim->task;
        out["status"] = std::string{to_string(now->status)};
        auto& ready = out["ready"] = Json::array();
        for (const auto& each : memory.ready(10)) ready.push_back(each.str());
        return out;
    }
};

struct task_review_tool {
    static constexpr property input[] = {
        task_schema::required_task,
        {"verdict", {.kind = value_kind::text, .choices = task_schema::verdicts}, true},
        {"comments", task_schema::line},
        task_schema::required_agent,
        task_schema::plan,
    };
    static constexpr property output[] = {{"task", task_schema::any_text, true},
                                          {"status", task_schema::any_text, true}};
    static constexpr definition is{
        .name = "task_review",
        .description = "Approve, send back or reject finished work of another agent.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        auto plan = detail::plan_of(store, in);
        if (!plan) return plan.error();
        task_review what{.comments = in.text("comments"), .by = in.text("agent")};
        (void)parse_name(in.text("verdict"), what.status);
        auto done = plan->memory->try_review_task(in.text("task"), std::move(what),
                                                  {.actor = in.text("agent")});
        if (!done) return done.error();
        Json out = Json::object();
        out["task"] = in.text("task");
        out["status"] = std::string{to_string(*done)};
        return out;
    }
};

}  // namespace workmem::tools
