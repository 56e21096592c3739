#pragma once

#include <workmem/task/validate.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>

namespace workmem {

template <class Self>
std::string task_operations<Self>::record_decision(new_decision what, const call_options& call) {
    return try_record_decision(nullptr, std::move(what), call).value();
}

template <class Self>
std::string task_operations<Self>::record_decision(const claimed_task& during, new_decision what,
                                                   const call_options& call) {
    return try_record_decision(&during, std::move(what), call).value();
}

template <class Self>
result<std::string> task_operations<Self>::try_record_decision(const claimed_task* during,
                                                               new_decision what,
                                                               const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    decision made;
    made.id = new_id();
    made.made_by = author(during, call);
    made.question = std::move(what.question);
    made.choice = std::move(what.choice);
    made.alternatives = std::move(what.alternatives);
    made.rationale = std::move(what.rationale);
    made.affects_tasks = std::move(what.affects_tasks);
    made.reversible = what.reversible;
    made.needs_approval = what.needs_approval;
    made.supersedes = std::move(what.supersedes);
    made.resolves = std::move(what.resolves);
    made.branch = std::move(what.branch);
    made.visible = what.visible;
    return run(task_commands::decide{caller(), during, &made, now()}, call);
}

template <class Self>
bool task_operations<Self>::approve(std::string_view decision_id, new_approval what,
                                    const call_options& call) {
    return try_approve(decision_id, std::move(what), call).value();
}

template <class Self>
result<bool> task_operations<Self>::try_approve(std::string_view decision_id, new_approval what,
                                                const call_options& call) {
    if (auto problem = detail::validate_text("comments", what.comments, 0, task_limits::line))
        return std::move(*problem);
    if (auto problem = detail::validate_text("by", what.by, 0, task_limits::id))
        return std::move(*problem);
    approval opinion;
    opinion.by = name_of(what.by);
    opinion.granted = what.granted;
    opinion.comments = std::move(what.comments);
    return run(task_commands::approve{caller(), decision_id, &opinion, now()}, call);
}

template <class Self>
std::string task_operations<Self>::record_discovery(new_discovery what, const call_options& call) {
    return try_record_discovery(nullptr, std::move(what), call).value();
}

template <class Self>
std::string task_operations<Self>::record_discovery(const claimed_task& during, new_discovery what,
                                                    const call_options& call) {
    return try_record_discovery(&during, std::move(what), call).value();
}

template <class Self>
result<std::string> task_operations<Self>::try_record_discovery(const claimed_task* during,
                                                                new_discovery what,
                                                                const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    discovery made;
    made.id = new_id();
    made.discovered_by = author(during, call);
    made.content = std::move(what.content);
    made.type = what.type;
    made.affects_tasks = std::move(what.affects_tasks);
    made.promote_to_core = std::move(what.promote_to_core);
    made.supersedes = std::move(what.supersedes);
    made.visible = what.visible;
    auto recorded = run(task_commands::discover{caller(), during, {&made, 1}, now()}, call);
    if (!recorded) return recorded.error();
    return recorded->empty() ? std::string{} : std::move(recorded->front());
}

template <class Self>
artifact task_operations<Self>::record_artifact(new_artifact what, const call_options& call) {
    return try_record_artifact(nullptr, std::move(what), call).value();
}

template <class Self>
artifact task_operations<Self>::record_artifact(const claimed_task& during, new_artifact what,
                                                const call_options& call) {
    return try_record_artifact(&during, std::move(what), call).value();
}

template <class Self>
result<artifact> task_operations<Self>::try_record_artifact(const claimed_task* during,
                                                            new_artifact what,
                                                            const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    std::string checksum;
    std::uint64_t size = 0;
    if (what.content) {
        checksum = text::sha256_of(*what.content);
        size = what.content->size();
    } else if (auto found = detail::sum_of_file(what.path, memory().options().artifacts)) {
        checksum = std::move(found->checksum);
        size = found->size;
    }
    artifact made;
    made.id = new_id();
    made.created_by = author(during, call);
    made.type = what.type;
    made.path = std::move(what.path);
    made.description = std::move(what.description);
    made.associated_task = std::move(what.associated_task);
    if (made.associated_task.empty() && during != nullptr) made.associated_task = during->task;
    made.checksum = std::move(checksum);
    made.size = size;
    made.media_type = std::move(what.media_type);
    made.content = std::move(what.content);
    made.visible = what.visible;
    return run(task_commands::produce{caller(), during, &made, now()}, call);
}

template <class Self>
std::string task_operations<Self>::open_branch(new_branch what, const call_options& call) {
    return try_open_branch(std::move(what), call).value();
}

template <class Self>
result<std::string> task_operations<Self>::try_open_branch(new_branch what,
                                                           const call_options& call) {
    if (auto problem = detail::validate(what)) return std::move(*problem);
    task_branch made;
    made.id = new_id();
    made.question = std::move(what.question);
    made.options = std::move(what.options);
    made.created_by = caller().id;
    return run(task_commands::open_branch{caller(), &made, now()}, call);
}

}  // namespace workmem
