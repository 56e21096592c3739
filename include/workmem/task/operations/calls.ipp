#pragma once

#include <workmem/task/validate.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>

namespace workmem {

template <class Self>
template <class What>
void task_operations<Self>::remember(const What& what) {
    self().remember(what);
}

template <class Self>
result<task_commands::move_answer> task_operations<Self>::move(task_verb verb,
                                                               const claimed_task& what,
                                                               const said& more,
                                                               const call_options& call) {
    const auto known = self().with_claim(what);
    task_commands::move command{caller(), verb, &known};
    command.agent = more.agent;
    command.note = more.note;
    command.lease = more.lease;
    command.resume = more.resume;
    command.result = more.result;
    command.review = more.review;
    command.expected_version = more.expected_version;
    command.time = now();
    return run(command, call);
}

template <class Self>
std::string task_operations<Self>::name_of(const std::string& given) {
    return given.empty() || caller().is_restricted ? std::string{caller().id} : given;
}

template <class Self>
std::string task_operations<Self>::author(const claimed_task* during, const call_options& call) {
    if (during != nullptr && !during->agent.empty()) return during->agent;
    return std::string{caller().id.empty() ? call.actor : std::string_view{caller().id}};
}

template <class Self>
template <class Answer>
result<void> task_operations<Self>::done(const result<Answer>& answer) {
    if (answer) return {};
    return answer.error();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::skipped(
    result<task_commands::move_answer> answer) {
    if (!answer) return answer.error();
    return std::move(answer->skipped);
}

template <class Self>
std::optional<error> task_operations<Self>::problem_of_lease(
    const std::optional<milliseconds>& lease) {
    if (!lease) return std::nullopt;
    return detail::problem_of_option("lease", lease->count(), 1, std::int64_t{3'155'760'000'000},
                                     " ms");
}

}  // namespace workmem
