#pragma once

#include <workmem/journal/call_options.hpp>
#include <workmem/result.hpp>
#include <workmem/task/accept.hpp>
#include <workmem/task/artifact_check.hpp>
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
/// What is to be changed of what a memory is for; what is absent stays.
struct plan_change {
    std::optional<std::string> name{};
    std::optional<std::string> goal{};
    std::optional<std::vector<std::string>> constraints{};
    std::optional<std::vector<std::string>> memory_core_refs{};
};

/// Everything that can be done to a task memory; the memory itself and the handles of actors have
/// it. `Self` brings `memory()`, `caller()` and `remember(claim)`.
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
    void update_plan(plan_change what, const call_options& call = plain_call) {
        try_update_plan(std::move(what), call).value();
    }
    result<void> try_update_plan(plan_change what, const call_options& call = plain_call) {
        using detail::accept_text;
        if (what.name)
            if (auto problem = accept_text("name", *what.name, 0, task_limits::title))
                return std::move(*problem);
        if (what.goal)
            if (auto problem = accept_text("goal", *what.goal, 0, task_limits::text))
                return std::move(*problem);
        if (what.constraints)
            if (auto problem = detail::accept_texts("constraints", *what.constraints))
                return std::move(*problem);
        if (what.memory_core_refs)
            if (auto problem = detail::accept_texts("memory_core_refs", *what.memory_core_refs))
                return std::move(*problem);
        const auto given = [](const auto& value) { return value ? &*value : nullptr; };
        return done(memory().run(
            task_commands::set_plan{caller(), nullptr, given(what.name), given(what.goal),
                                    given(what.constraints), given(what.memory_core_refs), now()},
            by(call)));
    }
    /// Adds a task. Errors: `not_found` for what it depends on, `capacity`, `cycle`, `conflict` for
    /// an id that is there. O(what it depends on).
    task_id add_task(new_task what, const call_options& call = plain_call) {
        return add_one(what, call).value();
    }
    result<task_id> try_add_task(new_task what, const call_options& call = plain_call) {
        return add_one(what, call);
    }
    /// Adds several, all or none; they may depend on each other, by id or title.
    std::vector<task_id> add_tasks(std::vector<new_task> what,
                                   const call_options& call = plain_call) {
        return try_add_tasks(what, call).value();
    }
    result<std::vector<task_id>> try_add_tasks(std::span<new_task> what,
                                               const call_options& call = plain_call) {
        std::vector<planned_task> tasks(what.size());
        std::vector<std::string> ids;
        ids.reserve(what.size());
        for (std::size_t i = 0; i < what.size(); ++i) {
            if (auto problem = plan(what[i], tasks[i])) return std::move(*problem);
            ids.push_back(tasks[i].id);
        }
        const auto first = memory().run(task_commands::add{caller(), tasks, now()}, by(call));
        if (!first) return first.error();
        std::vector<task_id> out;
        if (!*first) return out;
        for (auto& each : ids)
            out.emplace_back(std::move(each), **first + static_cast<std::uint32_t>(out.size()));
        return out;
    }
    /// A task waits for another one too; false if it did so already. Errors: `not_found`, `cycle`
    /// naming the path, `validation_error` for a task that has begun.
    bool add_dependency(const task_id& of, const task_dependency& on,
                        const call_options& call = plain_call) {
        return try_add_dependency(of, on, call).value();
    }
    result<bool> try_add_dependency(const task_id& of, const task_dependency& on,
                                    const call_options& call = plain_call) {
        const task_commands::depend::wanted one{&of, &on.task, on.condition};
        const auto added =
            memory().run(task_commands::depend{caller(), {&one, 1}, now()}, by(call));
        if (!added) return added.error();
        return *added > 0;
    }
    /// Several, all or none; how many were new.
    std::size_t add_dependencies(std::span<const wanted_dependency> what,
                                 const call_options& call = plain_call) {
        return try_add_dependencies(what, call).value();
    }
    result<std::size_t> try_add_dependencies(std::span<const wanted_dependency> what,
                                             const call_options& call = plain_call) {
        std::vector<task_commands::depend::wanted> all;
        all.reserve(what.size());
        for (const auto& each : what) all.push_back({&each.task, &each.on.task, each.on.condition});
        return memory().run(task_commands::depend{caller(), all, now()}, by(call));
    }
    /// Says something else of a task. Errors: `not_found`; `conflict` with the current record in
    /// its details if the task does not have the version that is expected.
    task update_task(const task_id& id, task_change what,
                     std::optional<std::uint64_t> expected_version = {},
                     const call_options& call = plain_call) {
        return try_update_task(id, std::move(what), expected_version, call).value();
    }
    result<task> try_update_task(const task_id& id, task_change what,
                                 std::optional<std::uint64_t> expected_version = {},
                                 const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        return memory().run(task_commands::update{caller(), &id, &what, expected_version, now()},
                            by(call));
    }

    // Tasks move on. Errors of all: `not_found`, `validation_error` for what the transition table
    // does not allow.

    /// Gives a ready task to an agent, which claims it then. Errors: `conflict` if it is taken.
    task_claim assign(const task_id& id, std::string agent, claim_options how = {},
                      const call_options& call = plain_call) {
        return try_assign(id, std::move(agent), how, call).value();
    }
    result<task_claim> try_assign(const task_id& id, std::string agent, claim_options how = {},
                                  const call_options& call = plain_call) {
        return take(task_verb::assign, id, std::move(agent), how, call);
    }
    /// Takes a ready task: exactly one of those who try gets it. Errors: `conflict` for the others,
    /// naming who has it; `validation_error` for a task that is not ready, naming what it waits
    /// for.
    task_claim claim(const task_id& id, std::string agent, claim_options how = {},
                     const call_options& call = plain_call) {
        return try_claim(id, std::move(agent), how, call).value();
    }
    result<task_claim> try_claim(const task_id& id, std::string agent, claim_options how = {},
                                 const call_options& call = plain_call) {
        auto claimed = take(task_verb::claim, id, std::move(agent), how, call);
        if (claimed) self().remember(*claimed);
        return claimed;
    }
    /// Takes the ready task that comes first, or nothing if there is none. Errors: those of
    /// `claim`, but not that others were faster.
    std::optional<task_claim> claim_next(std::string agent, claim_options how = {},
                                         const call_options& call = plain_call) {
        return try_claim_next(std::move(agent), how, call).value();
    }
    result<std::optional<task_claim>> try_claim_next(std::string agent, claim_options how = {},
                                                     const call_options& call = plain_call) {
        for (;;) {
            const auto ready = memory().ready(1);
            if (ready.empty()) {
                if (memory().is_refreshed()) continue;
                return std::optional<task_claim>{};
            }
            auto claimed = try_claim(ready.front(), agent, how, call);
            if (claimed) return std::optional{std::move(*claimed)};
            const auto code = claimed.error().code();
            const bool is_gone = code == error_code::conflict && !how.expected_version;
            if (!is_gone) return claimed.error();
        }
    }
    // With a claim: `fenced` if it has passed to somebody else or was reclaimed, `expired` if its
    // lease ended.

    /// Work begins.
    void start(const claimed_task& what, const call_options& call = plain_call) {
        try_start(what, call).value();
    }
    result<void> try_start(const claimed_task& what, const call_options& call = plain_call) {
        return done(move(task_verb::start, what, {}, call));
    }
    /// Work cannot go on, and why.
    void block(const claimed_task& what, std::string reason,
               const call_options& call = plain_call) {
        try_block(what, std::move(reason), call).value();
    }
    result<void> try_block(const claimed_task& what, std::string reason,
                           const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("reason", reason, 1, task_limits::line))
            return std::move(*problem);
        return done(move(task_verb::block, what, {.note = reason}, call));
    }
    /// Work goes on.
    void unblock(const claimed_task& what, const call_options& call = plain_call) {
        try_unblock(what, call).value();
    }
    result<void> try_unblock(const claimed_task& what, const call_options& call = plain_call) {
        return done(move(task_verb::unblock, what, {}, call));
    }
    /// The task is pending again, for whoever comes next.
    void release(const claimed_task& what, std::string note = {},
                 const call_options& call = plain_call) {
        try_release(what, std::move(note), call).value();
    }
    result<void> try_release(const claimed_task& what, std::string note = {},
                             const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("note", note, 0, task_limits::line))
            return std::move(*problem);
        return done(move(task_verb::release, what, {.note = note}, call));
    }
    /// The lease begins anew, as long as it was or as is said; also in the time of grace. Until
    /// when.
    std::optional<timestamp> renew(const claimed_task& what, std::optional<milliseconds> lease = {},
                                   const call_options& call = plain_call) {
        return try_renew(what, lease, call).value();
    }
    result<std::optional<timestamp>> try_renew(const claimed_task& what,
                                               std::optional<milliseconds> lease = {},
                                               const call_options& call = plain_call) {
        if (auto problem = problem_of_lease(lease)) return std::move(*problem);
        auto moved = move(task_verb::renew, what, {.lease = lease}, call);
        if (!moved) return moved.error();
        return moved->expires;
    }
    /// What was claimed and not renewed, with the time of grace, is pending again; which tasks.
    /// Their notes and attempts stay. O(tasks in hand).
    std::vector<task_id> reclaim(const call_options& call = plain_call) {
        return try_reclaim(call).value();
    }
    result<std::vector<task_id>> try_reclaim(const call_options& call = plain_call) {
        auto moved = memory().run(task_commands::reclaim{caller(), now()}, by(call));
        if (!moved) return moved.error();
        return std::move(moved->tasks);
    }
    /// The work is done; what follows: `review` where that is asked for, else `completed`.
    task_status complete(const claimed_task& what, task_result result = {},
                         const call_options& call = plain_call) {
        return try_complete(what, std::move(result), call).value();
    }
    workmem::result<task_status> try_complete(const claimed_task& what, task_result result = {},
                                              const call_options& call = plain_call) {
        if (auto problem = detail::accept(result)) return std::move(*problem);
        auto moved = move(task_verb::complete, what, {.result = &result}, call);
        if (!moved) return moved.error();
        return moved->status;
    }
    /// The work failed, and why. The tasks that are skipped because of that.
    std::vector<task_id> fail(const claimed_task& what, std::string reason,
                              const call_options& call = plain_call) {
        return try_fail(what, std::move(reason), call).value();
    }
    result<std::vector<task_id>> try_fail(const claimed_task& what, std::string reason,
                                          const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("reason", reason, 1, task_limits::line))
            return std::move(*problem);
        return skipped(move(task_verb::fail, what, {.note = reason}, call));
    }
    /// A failed task is pending again; its attempts stay.
    void retry(const task_id& id, const call_options& call = plain_call) {
        try_retry(id, call).value();
    }
    result<void> try_retry(const task_id& id, const call_options& call = plain_call) {
        return done(move(task_verb::retry, id, {}, call));
    }
    /// A task that is not over is not wanted any more. The tasks that are skipped because of that.
    std::vector<task_id> cancel_task(const task_id& id, std::string reason = {},
                                     const call_options& call = plain_call) {
        return try_cancel_task(id, std::move(reason), call).value();
    }
    result<std::vector<task_id>> try_cancel_task(const task_id& id, std::string reason = {},
                                                 const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("reason", reason, 0, task_limits::line))
            return std::move(*problem);
        return skipped(move(task_verb::cancel, id, {.note = reason}, call));
    }
    /// A pending task is not needed. The tasks that are skipped with it.
    std::vector<task_id> skip(const task_id& id, std::string reason = {},
                              const call_options& call = plain_call) {
        return try_skip(id, std::move(reason), call).value();
    }
    result<std::vector<task_id>> try_skip(const task_id& id, std::string reason = {},
                                          const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("reason", reason, 0, task_limits::line))
            return std::move(*problem);
        return skipped(move(task_verb::skip, id, {.note = reason}, call));
    }
    /// Somebody in particular is to review a task. Errors: `forbidden` for who works on it.
    void assign_review(const task_id& id, std::string reviewer,
                       const call_options& call = plain_call) {
        try_assign_review(id, std::move(reviewer), call).value();
    }
    result<void> try_assign_review(const task_id& id, std::string reviewer,
                                   const call_options& call = plain_call) {
        if (auto problem = detail::accept_agent("reviewer", reviewer)) return std::move(*problem);
        return done(move(task_verb::assign_review, id, {.agent = reviewer}, call));
    }
    /// Somebody else has looked at a finished task: it is completed, goes back to who worked on it,
    /// or has failed. Errors: `forbidden` for one's own work, and where somebody else was asked.
    task_status review_task(const task_id& id, task_review what,
                            const call_options& call = plain_call) {
        return try_review_task(id, std::move(what), call).value();
    }
    result<task_status> try_review_task(const task_id& id, task_review what,
                                        const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("comments", what.comments, 0, task_limits::line))
            return std::move(*problem);
        const auto who = name_of(what.by);
        auto moved = move(task_verb::review, id,
                          {.agent = who, .note = what.comments, .review = what.status}, call);
        if (!moved) return moved.error();
        return moved->status;
    }

    // What is shared.

    /// Records a choice that was made; its id. Errors: `not_found` for tasks, for what it
    /// supersedes and for the branch it resolves, `conflict` if another one did so.
    std::string record_decision(new_decision what, const call_options& call = plain_call) {
        return try_record_decision(nullptr, std::move(what), call).value();
    }
    std::string record_decision(const claimed_task& during, new_decision what,
                                const call_options& call = plain_call) {
        return try_record_decision(&during, std::move(what), call).value();
    }
    result<std::string> try_record_decision(const claimed_task* during, new_decision what,
                                            const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        decision made;
        made.id = memory().new_id();
        made.made_by = author(during);
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
        return memory().run(task_commands::decide{caller(), during, &made, now()}, by(call));
    }
    /// Approves a decision, or refuses to; whether it is approved now. Errors: `not_found`,
    /// `conflict` for one that is superseded or approved already.
    bool approve(std::string_view decision_id, new_approval what = {},
                 const call_options& call = plain_call) {
        return try_approve(decision_id, std::move(what), call).value();
    }
    result<bool> try_approve(std::string_view decision_id, new_approval what = {},
                             const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("comments", what.comments, 0, task_limits::line))
            return std::move(*problem);
        approval opinion;
        opinion.by = name_of(what.by);
        opinion.granted = what.granted;
        opinion.comments = std::move(what.comments);
        return memory().run(task_commands::approve{caller(), decision_id, &opinion, now()},
                            by(call));
    }
    /// Records something that was learned; its id. Errors: `not_found`, `conflict` for what it
    /// supersedes.
    std::string record_discovery(new_discovery what, const call_options& call = plain_call) {
        return try_record_discovery(nullptr, std::move(what), call).value();
    }
    std::string record_discovery(const claimed_task& during, new_discovery what,
                                 const call_options& call = plain_call) {
        return try_record_discovery(&during, std::move(what), call).value();
    }
    result<std::string> try_record_discovery(const claimed_task* during, new_discovery what,
                                             const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        discovery made;
        made.id = memory().new_id();
        made.discovered_by = author(during);
        made.content = std::move(what.content);
        made.type = what.type;
        made.affects_tasks = std::move(what.affects_tasks);
        made.promote_to_core = std::move(what.promote_to_core);
        made.supersedes = std::move(what.supersedes);
        made.visible = what.visible;
        auto recorded =
            memory().run(task_commands::discover{caller(), during, {&made, 1}, now()}, by(call));
        if (!recorded) return recorded.error();
        return recorded->empty() ? std::string{} : std::move(recorded->front());
    }
    /// Records an output, with the next version of its path. Its checksum and size are those of the
    /// content given, or of the file at the path if it can be read. Errors: `not_found`.
    artifact record_artifact(new_artifact what, const call_options& call = plain_call) {
        return try_record_artifact(nullptr, std::move(what), call).value();
    }
    artifact record_artifact(const claimed_task& during, new_artifact what,
                             const call_options& call = plain_call) {
        return try_record_artifact(&during, std::move(what), call).value();
    }
    result<artifact> try_record_artifact(const claimed_task* during, new_artifact what,
                                         const call_options& call = plain_call) {
        std::string checksum;
        std::uint64_t size = 0;
        // Of what was handed over, whatever becomes of it as text.
        if (what.content) {
            checksum = text::sha256_of(*what.content);
            size = what.content->size();
        }
        if (auto problem = detail::accept(what)) return std::move(*problem);
        if (!what.content)
            if (auto found = detail::sum_of_file(what.path)) {
                checksum = std::move(found->checksum);
                size = found->size;
            }
        artifact made;
        made.id = memory().new_id();
        made.created_by = author(during);
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
        return memory().run(task_commands::produce{caller(), during, &made, now()}, by(call));
    }
    /// Opens a branch: its tasks wait until a decision says which of them are to be done
    /// (`new_decision::resolves`); the others are skipped then. Its id. Errors: `not_found`,
    /// `conflict` for a task that is not pending.
    std::string open_branch(new_branch what, const call_options& call = plain_call) {
        return try_open_branch(std::move(what), call).value();
    }
    result<std::string> try_open_branch(new_branch what, const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        task_branch made;
        made.id = memory().new_id();
        made.question = std::move(what.question);
        made.options = std::move(what.options);
        made.created_by = caller().id;
        return memory().run(task_commands::open_branch{caller(), &made, now()}, by(call));
    }

    // Agents and people.

    /// Says who somebody is; whether that is new. Who claims a task is known as a worker.
    bool register_agent(agent_record who, const call_options& call = plain_call) {
        return try_register_agent(std::move(who), call).value();
    }
    result<bool> try_register_agent(agent_record who, const call_options& call = plain_call) {
        if (auto problem = detail::accept_agent("id", who.id)) return std::move(*problem);
        if (auto problem = detail::accept_text("log_ref", who.log_ref, 0, task_limits::line))
            return std::move(*problem);
        return memory().run(task_commands::register_agent{caller(), &who, now()}, by(call));
    }
    /// Sends a message; its id, or those of the copies. Errors: `not_found` where `all` are none.
    std::vector<std::string> inject_nudge(new_nudge what, const call_options& call = plain_call) {
        return try_inject_nudge(std::move(what), call).value();
    }
    result<std::vector<std::string>> try_inject_nudge(new_nudge what,
                                                      const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        nudge sent;
        sent.id = memory().new_id();
        sent.from = caller().id;
        sent.target = std::move(what.target);
        sent.message = std::move(what.message);
        sent.priority = what.priority;
        return memory().run(task_commands::nudge{caller(), &sent, now()}, by(call));
    }
    /// Messages were read; how many were still open. Errors: `not_found`, `forbidden` for those of
    /// others.
    std::size_t acknowledge(const std::vector<std::string>& ids,
                            const call_options& call = plain_call) {
        return try_acknowledge(ids, call).value();
    }
    result<std::size_t> try_acknowledge(const std::vector<std::string>& ids,
                                        const call_options& call = plain_call) {
        return memory().run(task_commands::acknowledge{caller(), ids, now()}, by(call));
    }
    /// An orchestrator takes the lead, or renews it: who acts as orchestrator by another epoch is
    /// `fenced` from then on. Errors: `conflict` while somebody else leads.
    task_lead lead(std::string agent, lead_options how = {},
                   const call_options& call = plain_call) {
        return try_lead(std::move(agent), how, call).value();
    }
    result<task_lead> try_lead(std::string agent, lead_options how = {},
                               const call_options& call = plain_call) {
        return take_lead(std::move(agent), false, how, call);
    }
    /// Takes the lead from one whose lease has ended, or by force. Errors: `conflict`.
    task_lead take_over(std::string agent, lead_options how = {},
                        const call_options& call = plain_call) {
        return try_take_over(std::move(agent), how, call).value();
    }
    result<task_lead> try_take_over(std::string agent, lead_options how = {},
                                    const call_options& call = plain_call) {
        return take_lead(std::move(agent), true, how, call);
    }

    // The memory as a whole.

    /// The work has ended, with whatever outcome. Errors: `validation_error` while something can
    /// still be done.
    void finish(const call_options& call = plain_call) { try_finish(call).value(); }
    result<void> try_finish(const call_options& call = plain_call) {
        return close(task_memory_status::completed, call);
    }
    /// The work is not wanted any more: what is not over is cancelled. O(size).
    void cancel(const call_options& call = plain_call) { try_cancel(call).value(); }
    result<void> try_cancel(const call_options& call = plain_call) {
        return close(task_memory_status::cancelled, call);
    }
    /// Nothing changes any more. Errors: `validation_error` while something can still be done.
    void archive(const call_options& call = plain_call) { try_archive(call).value(); }
    result<void> try_archive(const call_options& call = plain_call) {
        return close(task_memory_status::archived, call);
    }
    /// Back to work: a memory that was finished, cancelled or archived is active again.
    void reopen(const call_options& call = plain_call) { try_reopen(call).value(); }
    result<void> try_reopen(const call_options& call = plain_call) {
        return close(task_memory_status::active, call);
    }
    /// Finished tasks that nothing waits for fold into a digest; how many. What was decided, found
    /// and made stays. O(size).
    std::size_t compact(const call_options& call = plain_call) { return try_compact(call).value(); }
    result<std::size_t> try_compact(const call_options& call = plain_call) {
        return memory().run(task_commands::fold{caller(), now()}, by(call));
    }

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

    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }
    [[nodiscard]] auto& memory() noexcept { return self().memory(); }
    [[nodiscard]] task_commands::caller caller() noexcept { return self().caller(); }
    [[nodiscard]] timestamp now() noexcept { return memory().time_now(); }
    [[nodiscard]] call_options by(const call_options& call) noexcept {
        return {call.actor.empty() ? caller().id : call.actor, call.idempotency_key};
    }
    result<task_id> add_one(new_task& what, const call_options& call) {
        planned_task planned;
        if (auto problem = plan(what, planned)) return std::move(*problem);
        task_id id{planned.id};
        const auto first =
            memory().run(task_commands::add{caller(), {&planned, 1}, now()}, by(call));
        if (!first) return first.error();
        // A repetition by idempotency key answers nothing.
        if (!*first) return task_id{};
        return task_id{std::move(id), **first};
    }
    // What a new task becomes, or what is wrong with it.
    [[nodiscard]] std::optional<error> plan(new_task& what, planned_task& out) {
        if (auto problem = detail::accept(what)) return problem;
        out.id = what.id.empty() ? memory().new_id() : std::move(what.id);
        out.title = std::move(what.title);
        out.description = std::move(what.description);
        out.priority = what.priority;
        out.needs_review = what.needs_review;
        out.joins = what.joins;
        out.on_failure = what.on_failure.value_or(memory().usual_policy());
        out.tags = std::move(what.tags);
        out.depends_on = std::move(what.depends_on);
        return std::nullopt;
    }
    [[nodiscard]] std::string name_of(const std::string& given) {
        return given.empty() ? std::string{caller().id} : given;
    }
    [[nodiscard]] std::string author(const claimed_task* during) {
        if (during != nullptr && !during->agent.empty()) return during->agent;
        return std::string{caller().id};
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
        return memory().run(command, by(call));
    }
    result<task_claim> take(task_verb verb, const task_id& id, std::string agent,
                            const claim_options& how, const call_options& call) {
        if (auto problem = detail::accept_agent("agent", agent)) return std::move(*problem);
        if (auto problem = problem_of_lease(how.lease)) return std::move(*problem);
        auto moved = move(verb, id,
                          {.agent = agent,
                           .lease = how.lease,
                           .resume = how.resume,
                           .expected_version = how.expected_version},
                          call);
        if (!moved) return moved.error();
        task_claim out;
        // A repetition by idempotency key answers what stands now.
        if (moved->tasks.empty()) return memory().claim_of(id, agent);
        out.task = std::move(moved->tasks.front());
        out.agent = std::move(agent);
        out.token = moved->token;
        out.expires = moved->expires;
        out.version = moved->version;
        return out;
    }
    result<task_lead> take_lead(std::string agent, bool takes_over, const lead_options& how,
                                const call_options& call) {
        if (auto problem = detail::accept_agent("agent", agent)) return std::move(*problem);
        if (auto problem = problem_of_lease(how.lease)) return std::move(*problem);
        auto led =
            memory().run(task_commands::lead{caller(), agent, takes_over, how, now()}, by(call));
        if (led) self().remember(*led);
        return led;
    }
    result<void> close(task_memory_status status, const call_options& call) {
        return done(memory().run(task_commands::close{caller(), status, now()}, by(call)));
    }
};

}  // namespace workmem
