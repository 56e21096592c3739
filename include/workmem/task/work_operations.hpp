#pragma once

#include <workmem/task/plan_operations.hpp>

#include <optional>
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

/// The verbs by which tasks are taken, worked on and reviewed.
template <class Self>
class task_work_operations : public task_plan_operations<Self> {
    using base = task_plan_operations<Self>;

protected:
    using base::caller;
    using base::claim_of;
    using base::done;
    using base::is_repeated;
    using base::last_claim_of;
    using base::memory;
    using base::move;
    using base::name_of;
    using base::now;
    using base::problem_of_lease;
    using base::refresh;
    using base::remember;
    using base::run;
    using base::skipped;
    task_work_operations() = default;

public:
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
    /// for. A repetition by idempotency key answers the claim that the agent holds; `fenced` if it
    /// has passed.
    task_claim claim(const task_id& id, std::string agent, claim_options how = {},
                     const call_options& call = plain_call) {
        return try_claim(id, std::move(agent), how, call).value();
    }
    result<task_claim> try_claim(const task_id& id, std::string agent, claim_options how = {},
                                 const call_options& call = plain_call) {
        auto claimed = take(task_verb::claim, id, std::move(agent), how, call);
        if (claimed) remember(*claimed);
        return claimed;
    }
    /// Takes the ready task that comes first, or nothing if there is none. Errors: those of
    /// `claim`, but not that others were faster. A repetition by idempotency key answers the newest
    /// claim that the agent holds.
    std::optional<task_claim> claim_next(std::string agent, claim_options how = {},
                                         const call_options& call = plain_call) {
        return try_claim_next(std::move(agent), how, call).value();
    }
    result<std::optional<task_claim>> try_claim_next(std::string agent, claim_options how = {},
                                                     const call_options& call = plain_call) {
        // What the call got when it was made first.
        if (is_repeated(call)) {
            auto held = last_claim_of(agent);
            if (held) remember(*held);
            return held;
        }
        task_id tried;
        for (;;) {
            const auto ready = memory().ready(1);
            if (ready.empty()) {
                const auto refreshed = refresh();
                if (!refreshed) return refreshed.error();
                if (*refreshed) continue;
                return std::optional<task_claim>{};
            }
            auto claimed = try_claim(ready.front(), agent, how, call);
            if (claimed) return std::optional{std::move(*claimed)};
            // Others took it, or made it wait for something.
            const auto code = claimed.error().code();
            const bool may_be_gone =
                (code == error_code::conflict && !how.expected_version) ||
                (code == error_code::validation_error && ready.front() != tried);
            if (!may_be_gone) return claimed.error();
            tried = ready.front();
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
        // Whoever only reclaims has to hear of the others' claims.
        if (auto refreshed = refresh(); !refreshed) return refreshed.error();
        auto moved = run(task_commands::reclaim{caller(), now()}, call);
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
        if (auto problem = detail::accept_text("by", what.by, 0, task_limits::id))
            return std::move(*problem);
        const auto who = name_of(what.by);
        auto moved = move(task_verb::review, id,
                          {.agent = who, .note = what.comments, .review = what.status}, call);
        if (!moved) return moved.error();
        return moved->status;
    }

private:
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
        if (moved->tasks.empty()) return claim_of(id, agent);
        out.task = std::move(moved->tasks.front());
        out.agent = std::move(agent);
        out.token = moved->token;
        out.expires = moved->expires;
        out.version = moved->version;
        return out;
    }
};

}  // namespace workmem
