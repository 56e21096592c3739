#pragma once

#include <workmem/tools/task/claim_text.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::tools::task_rows {

/// Whom a message is for.
template <class Json>
[[nodiscard]] std::string target_of(const arguments<Json>& in) {
    return in.has("to") ? in.text("to") : "all";
}

/// Records it as the kind that is given; answers the id, of a message to several the ids.
template <class Json, class Memory>
[[nodiscard]] result<std::string> record(Memory& memory, const arguments<Json>& in,
                                         const std::optional<kept_claim>& claim) {
    const auto& kind = in.text("kind");
    const auto& content = in.text("content");
    if ((kind == "decision" || kind == "nudge") && content.size() > task_limits::line)
        return tools::detail::bad_value(
            "content", "1 to " + std::to_string(task_limits::line) + " bytes long for a " + kind,
            std::to_string(content.size()) + " bytes long");
    const retriable_call by{
        in, claim ? std::string_view{claim->agent} : std::string_view{in.text("agent")}};
    auto meant = tasks_meant(memory, in.texts("tasks"), by);
    if (!meant) return meant.error();
    auto& about = *meant;
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
            return tools::detail::bad_value("path", "given for an artifact", "missing");
        if (about.empty())
            return tools::detail::bad_value("tasks", "the task of the artifact, or a claim given",
                                            "missing");
        auto made = memory.try_record_artifact(
            held,
            {.path = in.text("path"), .description = content, .associated_task = about.front()},
            by);
        if (!made) return made.error();
        return std::move(made->id);
    }
    auto sent = send(memory, {.target = target_of(in), .message = content}, by);
    if (!sent) return sent.error();
    std::string ids;
    for (const auto& each : *sent) ids += (ids.empty() ? "" : ",") + each;
    return ids;
}

/// Records what an agent noted; answers its id.
template <class Json, class Store>
[[nodiscard]] result<Json> note(Store& store, const arguments<Json>& in) {
    std::optional<kept_claim> claim;
    if (in.has("claim")) {
        auto read = parse_claim(in.text("claim"));
        if (!read) return read.error();
        claim = std::move(*read);
    }
    auto plan = claim && !in.has("plan") ? plan_named(store, claim->plan) : plan_of(store, in);
    if (!plan) return plan.error();
    auto done = record(*plan->memory, in, claim);
    if (!done) return done.error();
    Json out = Json::object();
    out["id"] = std::move(*done);
    if (in.text("kind") == "nudge") tell_unknown_agent(out, *plan->memory, target_of(in));
    return out;
}

}  // namespace workmem::tools::task_rows
