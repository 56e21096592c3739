#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/result.hpp>
#include <workmem/task/commands.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What is to be changed of what a memory is for; what is absent stays.
struct plan_change {
    std::optional<std::string> name{};
    std::optional<std::string> goal{};
    std::optional<std::vector<std::string>> constraints{};
    std::optional<std::vector<std::string>> memory_core_refs{};
};

/// The tasks that depend on one that was reopened.
struct reopened_task {
    std::vector<task_id> waiting{};        ///< those that were ready, and are not any more
    std::vector<task_id> begun{};          ///< those that are in hand or in review, and stay so
    std::vector<task_id> still_skipped{};  ///< those that were skipped, and stay so until reopened
};

/// What a reviewer says of a task.
struct task_review {
    review_status status = review_status::approved;
    std::string comments{};
    std::string by{};  ///< who says it; empty: whose handle it is
};

/// What a person says of a decision.
struct new_approval {
    bool granted = true;
    std::string comments{};
    std::string by{};  ///< empty: whose handle it is
};

/// Everything that can be done to a task memory; the memory itself and the handles of actors have
/// it.
///
/// Calls throw `workmem::error` where they fail, and then changed nothing; each has a `try_` twin.
/// All may answer `validation_error`, `storage_error` and `conflict` (others kept winning), those
/// of a handle also `forbidden` and, for an orchestrator that lost the lead, `fenced`; what else is
/// said at each. O(1) on average, where nothing else is said, with O(log size) for what becomes
/// ready.
template <class Self>
class task_operations {
public:
    // The plan.

    /// Says what the memory is for.
    void update_plan(plan_change what, const call_options& call = plain_call);
    result<void> try_update_plan(plan_change what, const call_options& call = plain_call);
    /// Adds a task. Errors: `not_found` for what it depends on, `capacity`, `cycle`, `conflict` for
    /// an id that is there or was folded, `validation_error` for a dependency on a folded task that
    /// ended otherwise. O(what it depends on).
    task_id add_task(new_task what, const call_options& call = plain_call);
    result<task_id> try_add_task(new_task what, const call_options& call = plain_call);
    /// Adds several, all or none; they may depend on each other, by id or title.
    std::vector<task_id> add_tasks(std::vector<new_task> what,
                                   const call_options& call = plain_call);
    result<std::vector<task_id>> try_add_tasks(std::vector<new_task> what,
                                               const call_options& call = plain_call);
    /// A task waits for another one too; false if it did so already. Errors: `not_found`, `cycle`
    /// naming the path, `validation_error` for a task that has begun.
    bool add_dependency(const task_id& of, const task_dependency& on,
                        const call_options& call = plain_call);
    result<bool> try_add_dependency(const task_id& of, const task_dependency& on,
                                    const call_options& call = plain_call);
    /// Several, all or none; how many were new.
    std::size_t add_dependencies(std::span<const wanted_dependency> what,
                                 const call_options& call = plain_call);
    result<std::size_t> try_add_dependencies(std::span<const wanted_dependency> what,
                                             const call_options& call = plain_call);
    /// A task does not have to wait for another one any more; false if it did not. Errors:
    /// `not_found`, `validation_error` for a task that has begun. O(what it depends on, what
    /// depends on the other).
    bool remove_dependency(const task_id& of, const task_id& on,
                           const call_options& call = plain_call);
    result<bool> try_remove_dependency(const task_id& of, const task_id& on,
                                       const call_options& call = plain_call);
    /// Says something else of a task. Errors: `not_found`; `conflict` with the current record in
    /// its details if the task does not have the version that is expected.
    task update_task(const task_id& id, task_change what,
                     std::optional<std::uint64_t> expected_version = {},
                     const call_options& call = plain_call);
    result<task> try_update_task(const task_id& id, task_change what,
                                 std::optional<std::uint64_t> expected_version = {},
                                 const call_options& call = plain_call);

    // Tasks move on. Errors of all: `not_found`, `validation_error` for what the transition table
    // does not allow.

    /// Gives a ready task to an agent, which claims it then. Errors: `conflict` if it is taken.
    task_claim assign(const task_id& id, std::string agent, claim_options how = {},
                      const call_options& call = plain_call);
    result<task_claim> try_assign(const task_id& id, std::string agent, claim_options how = {},
                                  const call_options& call = plain_call);
    /// Takes a ready task: exactly one of those who try gets it. Errors: `conflict` for the others,
    /// naming who has it; `validation_error` for a task that is not ready, naming what it waits
    /// for.
    task_claim claim(const task_id& id, std::string agent, claim_options how = {},
                     const call_options& call = plain_call);
    result<task_claim> try_claim(const task_id& id, std::string agent, claim_options how = {},
                                 const call_options& call = plain_call);
    /// Takes the ready task that comes first, or nothing if there is none; what was claimed and not
    /// renewed in time is reclaimed before. With `resume` what the agent has in hand comes first,
    /// by a fresh claim, then what was reclaimed from it; a blocked task waits for `claim`. Errors:
    /// those of `claim`, but not that others were faster. O(tasks in hand).
    std::optional<task_claim> claim_next(std::string agent, claim_options how = {},
                                         const call_options& call = plain_call);
    result<std::optional<task_claim>> try_claim_next(std::string agent, claim_options how = {},
                                                     const call_options& call = plain_call);
    // With a claim: `fenced` if it has passed to somebody else or was reclaimed, `expired` if its
    // lease ended.

    /// Work begins.
    void start(const claimed_task& what, const call_options& call = plain_call);
    result<void> try_start(const claimed_task& what, const call_options& call = plain_call);
    /// Work cannot go on, and why.
    void block(const claimed_task& what, std::string reason, const call_options& call = plain_call);
    result<void> try_block(const claimed_task& what, std::string reason,
                           const call_options& call = plain_call);
    /// Work goes on.
    void unblock(const claimed_task& what, const call_options& call = plain_call);
    result<void> try_unblock(const claimed_task& what, const call_options& call = plain_call);
    /// The task is pending again, for whoever comes next.
    void release(const claimed_task& what, std::string note = {},
                 const call_options& call = plain_call);
    result<void> try_release(const claimed_task& what, std::string note = {},
                             const call_options& call = plain_call);
    /// The lease begins anew, as long as it was or as is said; also in the time of grace. Until
    /// when.
    std::optional<timestamp> renew(const claimed_task& what, std::optional<milliseconds> lease = {},
                                   const call_options& call = plain_call);
    result<std::optional<timestamp>> try_renew(const claimed_task& what,
                                               std::optional<milliseconds> lease = {},
                                               const call_options& call = plain_call);
    /// What was claimed and not renewed, with the time of grace, is pending again; which tasks.
    /// Their notes and attempts stay. O(tasks in hand).
    std::vector<task_id> reclaim(const call_options& call = plain_call);
    result<std::vector<task_id>> try_reclaim(const call_options& call = plain_call);
    /// The work is done; what follows: `review` where that is asked for, else `completed`.
    task_status complete(const claimed_task& what, task_result result = {},
                         const call_options& call = plain_call);
    workmem::result<task_status> try_complete(const claimed_task& what, task_result result = {},
                                              const call_options& call = plain_call);
    /// The work failed, and why. The tasks that are skipped because of that.
    std::vector<task_id> fail(const claimed_task& what, std::string reason,
                              const call_options& call = plain_call);
    result<std::vector<task_id>> try_fail(const claimed_task& what, std::string reason,
                                          const call_options& call = plain_call);
    /// A failed task is pending again; its attempts stay.
    void retry(const task_id& id, const call_options& call = plain_call);
    result<void> try_retry(const task_id& id, const call_options& call = plain_call);
    /// A task that was completed, cancelled or skipped by mistake is pending again; the work on it
    /// is kept as an attempt. The tasks that wait for it again; agents that work on what depends on
    /// it get a message.
    reopened_task reopen(const task_id& id, std::string reason = {},
                         const call_options& call = plain_call);
    result<reopened_task> try_reopen(const task_id& id, std::string reason = {},
                                     const call_options& call = plain_call);
    /// A task that is not over is not wanted any more. The tasks that are skipped because of that.
    std::vector<task_id> cancel_task(const task_id& id, std::string reason = {},
                                     const call_options& call = plain_call);
    result<std::vector<task_id>> try_cancel_task(const task_id& id, std::string reason = {},
                                                 const call_options& call = plain_call);
    /// A pending task is not needed. The tasks that are skipped with it.
    std::vector<task_id> skip(const task_id& id, std::string reason = {},
                              const call_options& call = plain_call);
    result<std::vector<task_id>> try_skip(const task_id& id, std::string reason = {},
                                          const call_options& call = plain_call);
    /// Somebody in particular is to review a task. Errors: `forbidden` for who works on it.
    void assign_review(const task_id& id, std::string reviewer,
                       const call_options& call = plain_call);
    result<void> try_assign_review(const task_id& id, std::string reviewer,
                                   const call_options& call = plain_call);
    /// Somebody else has looked at a finished task: it is completed, goes back to who worked on it,
    /// or has failed. Errors: `forbidden` for one's own work, and where somebody else was asked.
    task_status review_task(const task_id& id, task_review what,
                            const call_options& call = plain_call);
    result<task_status> try_review_task(const task_id& id, task_review what,
                                        const call_options& call = plain_call);

    // What is shared.

    /// Records a choice that was made; its id. Errors: `not_found` for tasks, for what it
    /// supersedes and for the branch it resolves, `conflict` if another one did so or
    /// a task that it chooses was cancelled or skipped.
    std::string record_decision(new_decision what, const call_options& call = plain_call);
    std::string record_decision(const claimed_task& during, new_decision what,
                                const call_options& call = plain_call);
    result<std::string> try_record_decision(const claimed_task* during, new_decision what,
                                            const call_options& call = plain_call);
    result<std::string> try_record_decision(const claimed_task& during, new_decision what,
                                            const call_options& call = plain_call) {
        return try_record_decision(&during, std::move(what), call);
    }
    result<std::string> try_record_decision(new_decision what,
                                            const call_options& call = plain_call) {
        return try_record_decision(nullptr, std::move(what), call);
    }
    /// Approves a decision, or refuses to; whether it is approved now. Errors: `not_found`,
    /// `conflict` for one that is superseded or approved already.
    bool approve(std::string_view decision_id, new_approval what = {},
                 const call_options& call = plain_call);
    result<bool> try_approve(std::string_view decision_id, new_approval what = {},
                             const call_options& call = plain_call);
    /// Records something that was learned; its id. Errors: `not_found`, `conflict` for what it
    /// supersedes.
    std::string record_discovery(new_discovery what, const call_options& call = plain_call);
    std::string record_discovery(const claimed_task& during, new_discovery what,
                                 const call_options& call = plain_call);
    result<std::string> try_record_discovery(const claimed_task* during, new_discovery what,
                                             const call_options& call = plain_call);
    result<std::string> try_record_discovery(const claimed_task& during, new_discovery what,
                                             const call_options& call = plain_call) {
        return try_record_discovery(&during, std::move(what), call);
    }
    result<std::string> try_record_discovery(new_discovery what,
                                             const call_options& call = plain_call) {
        return try_record_discovery(nullptr, std::move(what), call);
    }
    /// Records an output, with the next version of its path. Its checksum and size are those of the
    /// content given, or of the file at the path: a regular one of at most 1 GiB that can be read.
    /// Who may record artifacts so learns the checksums of such files. Errors: `not_found`.
    artifact record_artifact(new_artifact what, const call_options& call = plain_call);
    artifact record_artifact(const claimed_task& during, new_artifact what,
                             const call_options& call = plain_call);
    result<artifact> try_record_artifact(const claimed_task* during, new_artifact what,
                                         const call_options& call = plain_call);
    result<artifact> try_record_artifact(const claimed_task& during, new_artifact what,
                                         const call_options& call = plain_call) {
        return try_record_artifact(&during, std::move(what), call);
    }
    result<artifact> try_record_artifact(new_artifact what, const call_options& call = plain_call) {
        return try_record_artifact(nullptr, std::move(what), call);
    }
    /// Opens a branch: its tasks wait until a decision says which of them are to be done
    /// (`new_decision::resolves`); the others are skipped then. Its id. Errors: `not_found`,
    /// `conflict` for a task that is not pending.
    std::string open_branch(new_branch what, const call_options& call = plain_call);
    result<std::string> try_open_branch(new_branch what, const call_options& call = plain_call);

    // Agents and people.

    /// Says who somebody is; whether that is new. Who claims a task is known as a worker.
    bool register_agent(agent_record who, const call_options& call = plain_call);
    result<bool> try_register_agent(agent_record who, const call_options& call = plain_call);
    /// Sends a message; its id, or those of the copies. Errors: `not_found` where `all` are none.
    std::vector<std::string> inject_nudge(new_nudge what, const call_options& call = plain_call);
    result<std::vector<std::string>> try_inject_nudge(new_nudge what,
                                                      const call_options& call = plain_call);
    /// Messages were read; how many were still open. Errors: `not_found`, `forbidden` for those of
    /// others.
    std::size_t acknowledge(const std::vector<std::string>& ids,
                            const call_options& call = plain_call);
    result<std::size_t> try_acknowledge(const std::vector<std::string>& ids,
                                        const call_options& call = plain_call);
    /// An orchestrator takes the lead, or renews it: who acts as orchestrator by another epoch is
    /// `fenced` from then on. Errors: `conflict` while somebody else leads.
    task_lead lead(std::string agent, lead_options how = {}, const call_options& call = plain_call);
    result<task_lead> try_lead(std::string agent, lead_options how = {},
                               const call_options& call = plain_call);
    /// Takes the lead from one whose lease has ended, or by force. Errors: `conflict`.
    task_lead take_over(std::string agent, lead_options how = {},
                        const call_options& call = plain_call);
    result<task_lead> try_take_over(std::string agent, lead_options how = {},
                                    const call_options& call = plain_call);

    // The memory as a whole.

    /// The work has ended, with whatever outcome. Errors: `validation_error` while something can
    /// still be done.
    void finish(const call_options& call = plain_call) { try_finish(call).value(); }
    result<void> try_finish(const call_options& call = plain_call);
    /// The work is not wanted any more: what is not over is cancelled. O(size).
    void cancel(const call_options& call = plain_call) { try_cancel(call).value(); }
    result<void> try_cancel(const call_options& call = plain_call);
    /// Nothing changes any more. Errors: `validation_error` while something can still be done.
    void archive(const call_options& call = plain_call) { try_archive(call).value(); }
    result<void> try_archive(const call_options& call = plain_call);
    /// Back to work: a memory that was finished, cancelled or archived is active again.
    void reopen(const call_options& call = plain_call) { try_reopen(call).value(); }
    result<void> try_reopen(const call_options& call = plain_call);
    /// Finished tasks that nothing waits for fold into a digest; how many. What was decided, found
    /// and made stays, and their ids: a task can still depend on one that ended as it asks.
    /// O(size).
    std::size_t compact(const call_options& call = plain_call) { return try_compact(call).value(); }
    result<std::size_t> try_compact(const call_options& call = plain_call);

protected:
    task_operations() = default;

private:
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
    template <class What>
    void remember(const What& what);
    template <class Command>
    auto run(const Command& command, const call_options& call) {
        return memory().run(command, {call.actor.empty() ? caller().id : call.actor,
                                      call.idempotency_key, call.request});
    }
    result<task_commands::move_answer> move(task_verb verb, const claimed_task& what,
                                            const said& more, const call_options& call);
    // Whoever is known cannot speak for others.
    [[nodiscard]] std::string name_of(const std::string& given);
    // Who has the claim, else whose handle it is, else who is named as the one that calls.
    [[nodiscard]] std::string author(const claimed_task* during, const call_options& call);
    template <class Answer>
    [[nodiscard]] static result<void> done(const result<Answer>& answer);
    [[nodiscard]] static result<std::vector<task_id>> skipped(
        result<task_commands::move_answer> answer);
    [[nodiscard]] static std::optional<error> problem_of_lease(
        const std::optional<milliseconds>& lease);
    result<task_id> add_one(new_task& what, const call_options& call);
    // What a new task becomes, or what is wrong with it.
    [[nodiscard]] std::optional<error> plan(new_task& what, planned_task& out);
    result<task_claim> take(task_verb verb, const task_id& id, std::string agent,
                            const claim_options& how, const call_options& call);
    [[nodiscard]] static task_claim claim_in(task_commands::move_answer moved, std::string agent);
    result<task_lead> take_lead(std::string agent, bool takes_over, const lead_options& how,
                                const call_options& call);
    result<void> close(task_memory_status status, const call_options& call);
    // Agents that work on what depends on a reopened task get a message, where there is room.
    void tell_begun(const task_id& id, const std::vector<task_id>& begun, const std::string& reason,
                    const call_options& call);
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }
};

}  // namespace workmem
