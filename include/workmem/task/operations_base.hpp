#pragma once

#include <workmem/journal/call_options.hpp>
#include <workmem/result.hpp>
#include <workmem/task/accept.hpp>
#include <workmem/task/commands.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What the verbs of a task memory are made of; the memory itself and the handles of actors have
/// them. `Self` brings `memory()`, `caller()`, `remember(claim)` and `with_claim(task)`.
template <class Self>
class task_operations_base {
protected:
    task_operations_base() = default;

    // What a move says beside the task.
    struct said {
        std::string_view agent{};
        std::string_view note{};
        std::optional<milliseconds> lease{};
        bool resume = false;
        const task_result* result = nullptr;
        review_status review = review_status::approved;
        std::optional<std::uint64_t> expected_version{};
    };

    [[nodiscard]] auto& memory() noexcept { return self().memory(); }
    [[nodiscard]] task_commands::caller caller() noexcept { return self().caller(); }
    [[nodiscard]] timestamp now() noexcept { return memory().time_now(); }
    [[nodiscard]] std::string new_id() { return memory().new_id(); }
    [[nodiscard]] failure_policy usual_policy() { return memory().usual_policy(); }
    [[nodiscard]] result<bool> refresh() { return memory().refresh(); }
    [[nodiscard]] bool is_repeated(const call_options& call) {
        return memory().is_repeated(call.idempotency_key);
    }
    [[nodiscard]] std::optional<task_claim> last_claim_of(const std::string& agent) {
        return memory().last_claim_of(agent);
    }
    [[nodiscard]] result<task_claim> claim_of(const task_id& id, const std::string& agent) {
        return memory().claim_of(id, agent);
    }
    template <class What>
    void remember(const What& what) {
        self().remember(what);
    }
    template <class Command>
    auto run(const Command& command, const call_options& call) {
        return memory().run(command,
                            {call.actor.empty() ? caller().id : call.actor, call.idempotency_key});
    }
    result<task_commands::move_answer> move(task_verb verb, const claimed_task& what,
                                            const said& more, const call_options& call) {
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
    // Whoever is known cannot speak for others.
    [[nodiscard]] std::string name_of(const std::string& given) {
        return given.empty() || caller().is_restricted ? std::string{caller().id} : given;
    }
    // Who has the claim, else whose handle it is, else who is named as the one that calls.
    [[nodiscard]] std::string author(const claimed_task* during, const call_options& call) {
        if (during != nullptr && !during->agent.empty()) return during->agent;
        return std::string{caller().id.empty() ? call.actor : std::string_view{caller().id}};
    }
    template <class Answer>
    [[nodiscard]] static result<void> done(const result<Answer>& answer) {
        if (answer) return {};
        return answer.error();
    }
    [[nodiscard]] static result<std::vector<task_id>> skipped(
        result<task_commands::move_answer> answer) {
        if (!answer) return answer.error();
        return std::move(answer->skipped);
    }
    [[nodiscard]] static std::optional<error> problem_of_lease(
        const std::optional<milliseconds>& lease) {
        if (!lease) return std::nullopt;
        return detail::problem_of_option("lease", lease->count(), 1,
                                         std::int64_t{3'155'760'000'000}, " ms");
    }

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }
};

}  // namespace workmem
