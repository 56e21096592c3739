#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>
#include <workmem/task/validate.hpp>

namespace workmem {

template <class Self>
task_claim task_operations<Self>::assign(const task_id& id, std::string agent, claim_options how,
                                         const call_options& call) {
    return try_assign(id, std::move(agent), how, call).value();
}

template <class Self>
result<task_claim> task_operations<Self>::try_assign(const task_id& id, std::string agent,
                                                     claim_options how, const call_options& call) {
    return take(task_verb::assign, id, std::move(agent), how, call);
}

template <class Self>
task_claim task_operations<Self>::claim(const task_id& id, std::string agent, claim_options how,
                                        const call_options& call) {
    return try_claim(id, std::move(agent), how, call).value();
}

template <class Self>
result<task_claim> task_operations<Self>::try_claim(const task_id& id, std::string agent,
                                                    claim_options how, const call_options& call) {
    auto claimed = take(task_verb::claim, id, std::move(agent), how, call);
    if (claimed) remember(*claimed);
    return claimed;
}

template <class Self>
std::optional<task_claim> task_operations<Self>::claim_next(std::string agent, claim_options how,
                                                            const call_options& call) {
    return try_claim_next(std::move(agent), how, call).value();
}

template <class Self>
result<std::optional<task_claim>> task_operations<Self>::try_claim_next(std::string agent,
                                                                        claim_options how,
                                                                        const call_options& call) {
    // Which task that is differs from call to call.
    const auto request = "claim_next " + agent;
    const call_options by{call.actor, call.idempotency_key,
                          call.request.empty() ? std::string_view{request} : call.request};
    auto first = memory().first_answer(task_commands::move{}, by);
    if (!first) return first.error();
    if (*first) {
        auto held = claim_in(std::move(**first), std::move(agent));
        remember(held);
        return std::optional{std::move(held)};
    }
    // What was not renewed is ready again, whoever asks: that is a matter of time, not of roles.
    const auto time = now();
    bool has_lapsed = false;
    memory().look([&](const auto& state) {
        state.visit_lapsed(time, [&](std::uint32_t) { has_lapsed = true; });
    });
    if (has_lapsed)
        if (auto freed = memory().try_reclaim({.actor = call.actor}); !freed) return freed.error();
    // An agent that was restarted may not know yet what it had in hand.
    if (how.resume)
        if (auto refreshed = refresh(); !refreshed) return refreshed.error();
    task_id tried;
    for (;;) {
        auto first_of = memory().ready(1);
        if (how.resume)
            memory().look([&](const auto& state) {
                if (const auto slot = state.unfinished_of(agent); slot != detail::no_slot)
                    first_of = {state.content().id_of(slot)};
            });
        if (first_of.empty()) {
            const auto refreshed = refresh();
            if (!refreshed) return refreshed.error();
            if (*refreshed) continue;
            return std::optional<task_claim>{};
        }
        auto claimed = try_claim(first_of.front(), agent, how, by);
        if (claimed) return std::optional{std::move(*claimed)};
        // Others took it, or made it wait for something.
        const auto code = claimed.error().code();
        const bool may_be_gone =
            (code == error_code::conflict && !how.expected_version) ||
            (code == error_code::validation_error && first_of.front() != tried);
        if (!may_be_gone) return claimed.error();
        tried = first_of.front();
    }
}

template <class Self>
void task_operations<Self>::start(const claimed_task& what, const call_options& call) {
    try_start(what, call).value();
}

template <class Self>
result<void> task_operations<Self>::try_start(const claimed_task& what, const call_options& call) {
    return done(move(task_verb::start, what, {}, call));
}

template <class Self>
void task_operations<Self>::block(const claimed_task& what, std::string reason,
                                  const call_options& call) {
    try_block(what, std::move(reason), call).value();
}

template <class Self>
result<void> task_operations<Self>::try_block(const claimed_task& what, std::string reason,
                                              const call_options& call) {
    if (auto problem = detail::validate_text("reason", reason, 1, task_limits::line))
        return std::move(*problem);
    return done(move(task_verb::block, what, {.note = reason}, call));
}

template <class Self>
void task_operations<Self>::unblock(const claimed_task& what, const call_options& call) {
    try_unblock(what, call).value();
}

template <class Self>
result<void> task_operations<Self>::try_unblock(const claimed_task& what,
                                                const call_options& call) {
    return done(move(task_verb::unblock, what, {}, call));
}

template <class Self>
void task_operations<Self>::release(const claimed_task& what, std::string note,
                                    const call_options& call) {
    try_release(what, std::move(note), call).value();
}

template <class Self>
result<void> task_operations<Self>::try_release(const claimed_task& what, std::string note,
                                                const call_options& call) {
    if (auto problem = detail::validate_text("note", note, 0, task_limits::line))
        return std::move(*problem);
    return done(move(task_verb::release, what, {.note = note}, call));
}

template <class Self>
std::optional<timestamp> task_operations<Self>::renew(const claimed_task& what,
                                                      std::optional<milliseconds> lease,
                                                      const call_options& call) {
    return try_renew(what, lease, call).value();
}

template <class Self>
result<std::optional<timestamp>> task_operations<Self>::try_renew(const claimed_task& what,
                                                                  std::optional<milliseconds> lease,
                                                                  const call_options& call) {
    if (auto problem = problem_of_lease(lease)) return std::move(*problem);
    auto moved = move(task_verb::renew, what, {.lease = lease}, call);
    if (!moved) return moved.error();
    return moved->expires;
}

template <class Self>
std::vector<task_id> task_operations<Self>::reclaim(const call_options& call) {
    return try_reclaim(call).value();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::try_reclaim(const call_options& call) {
    // Whoever only reclaims has to hear of the others' claims.
    if (auto refreshed = refresh(); !refreshed) return refreshed.error();
    auto moved = run(task_commands::reclaim{caller(), now()}, call);
    if (!moved) return moved.error();
    return std::move(moved->tasks);
}

template <class Self>
task_status task_operations<Self>::complete(const claimed_task& what, task_result result,
                                            const call_options& call) {
    return try_complete(what, std::move(result), call).value();
}

template <class Self>
workmem::result<task_status> task_operations<Self>::try_complete(const claimed_task& what,
                                                                 task_result result,
                                                                 const call_options& call) {
    if (auto problem = detail::validate(result)) return std::move(*problem);
    auto moved = move(task_verb::complete, what, {.result = &result}, call);
    if (!moved) return moved.error();
    return moved->status;
}

template <class Self>
std::vector<task_id> task_operations<Self>::fail(const claimed_task& what, std::string reason,
                                                 const call_options& call) {
    return try_fail(what, std::move(reason), call).value();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::try_fail(const claimed_task& what,
                                                             std::string reason,
                                                             const call_options& call) {
    if (auto problem = detail::validate_text("reason", reason, 1, task_limits::line))
        return std::move(*problem);
    return skipped(move(task_verb::fail, what, {.note = reason}, call));
}

template <class Self>
void task_operations<Self>::retry(const task_id& id, const call_options& call) {
    try_retry(id, call).value();
}

template <class Self>
result<void> task_operations<Self>::try_retry(const task_id& id, const call_options& call) {
    return done(move(task_verb::retry, id, {}, call));
}

template <class Self>
reopened_task task_operations<Self>::reopen(const task_id& id, std::string reason,
                                            const call_options& call) {
    return try_reopen(id, std::move(reason), call).value();
}

template <class Self>
result<reopened_task> task_operations<Self>::try_reopen(const task_id& id, std::string reason,
                                                        const call_options& call) {
    if (auto problem = detail::validate_text("reason", reason, 0, task_limits::line))
        return std::move(*problem);
    auto moved = move(task_verb::reopen, id, {.note = reason}, call);
    if (!moved) return moved.error();
    reopened_task out{std::move(moved->waiting), std::move(moved->begun),
                      std::move(moved->still_skipped)};
    // Not worth failing for: the answer names the tasks.
#if WORKMEM_EXCEPTIONS
    try {
        tell_begun(id, out.begun, reason, call);
    } catch (...) {
    }
#else
    tell_begun(id, out.begun, reason, call);
#endif
    return out;
}

template <class Self>
void task_operations<Self>::tell_begun(const task_id& id, const std::vector<task_id>& begun,
                                       const std::string& reason, const call_options& call) {
    const auto reopened = memory().try_get(id);
    for (const auto& each : begun) {
        const auto dependent = memory().try_get(each);
        if (!reopened || !dependent || dependent->assigned_to.empty()) continue;
        auto message = "task " + text::quoted(reopened->title) + ", which " +
                       text::quoted(dependent->title) + " depends on, was reopened" +
                       (reason.empty() ? "" : ": " + text::quoted(reason));
        auto by = call;
        const auto key = std::string{call.idempotency_key} + "/told/" + each.str();
        if (!call.idempotency_key.empty()) by.idempotency_key = key;
        (void)try_inject_nudge({.target = dependent->assigned_to,
                                .message = std::string{text::prefix(message, task_limits::line)}},
                               by);
    }
}

template <class Self>
std::vector<task_id> task_operations<Self>::cancel_task(const task_id& id, std::string reason,
                                                        const call_options& call) {
    return try_cancel_task(id, std::move(reason), call).value();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::try_cancel_task(const task_id& id,
                                                                    std::string reason,
                                                                    const call_options& call) {
    if (auto problem = detail::validate_text("reason", reason, 0, task_limits::line))
        return std::move(*problem);
    return skipped(move(task_verb::cancel, id, {.note = reason}, call));
}

template <class Self>
std::vector<task_id> task_operations<Self>::skip(const task_id& id, std::string reason,
                                                 const call_options& call) {
    return try_skip(id, std::move(reason), call).value();
}

template <class Self>
result<std::vector<task_id>> task_operations<Self>::try_skip(const task_id& id, std::string reason,
                                                             const call_options& call) {
    if (auto problem = detail::validate_text("reason", reason, 0, task_limits::line))
        return std::move(*problem);
    return skipped(move(task_verb::skip, id, {.note = reason}, call));
}

template <class Self>
void task_operations<Self>::assign_review(const task_id& id, std::string reviewer,
                                          const call_options& call) {
    try_assign_review(id, std::move(reviewer), call).value();
}

template <class Self>
result<void> task_operations<Self>::try_assign_review(const task_id& id, std::string reviewer,
                                                      const call_options& call) {
    if (auto problem = detail::validate_agent("reviewer", reviewer)) return std::move(*problem);
    return done(move(task_verb::assign_review, id, {.agent = reviewer}, call));
}

template <class Self>
task_status task_operations<Self>::review_task(const task_id& id, task_review what,
                                               const call_options& call) {
    return try_review_task(id, std::move(what), call).value();
}

template <class Self>
result<task_status> task_operations<Self>::try_review_task(const task_id& id, task_review what,
                                                           const call_options& call) {
    if (auto problem = detail::validate_text("comments", what.comments, 0, task_limits::line))
        return std::move(*problem);
    if (auto problem = detail::validate_text("by", what.by, 0, task_limits::id))
        return std::move(*problem);
    const auto who = name_of(what.by);
    auto moved = move(task_verb::review, id,
                      {.agent = who, .note = what.comments, .review = what.status}, call);
    if (!moved) return moved.error();
    return moved->status;
}

template <class Self>
result<task_claim> task_operations<Self>::take(task_verb verb, const task_id& id, std::string agent,
                                               const claim_options& how, const call_options& call) {
    if (auto problem = detail::validate_agent("agent", agent)) return std::move(*problem);
    if (auto problem = problem_of_lease(how.lease)) return std::move(*problem);
    auto moved = move(verb, id,
                      {.agent = agent,
                       .lease = how.lease,
                       .resume = how.resume,
                       .expected_version = how.expected_version},
                      call);
    if (!moved) return moved.error();
    return claim_in(std::move(*moved), std::move(agent));
}

template <class Self>
task_claim task_operations<Self>::claim_in(task_commands::move_answer moved, std::string agent) {
    task_claim out;
    out.task = std::move(moved.tasks.front());
    out.agent = std::move(agent);
    out.token = moved.token;
    out.expires = moved.expires;
    out.version = moved.version;
    return out;
}

}  // namespace workmem
