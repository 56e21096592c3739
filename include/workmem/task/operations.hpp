#pragma once

#include <workmem/task/agent_operations.hpp>

#include <cstddef>
#include <string_view>

namespace workmem {

/// Everything that can be done to a task memory; the memory itself and the handles of actors have
/// it.
///
/// Calls throw `workmem::error` where they fail, and then changed nothing; each has a `try_` twin.
/// All may answer `validation_error`, `storage_error` and `conflict` (others kept winning), those
/// of a handle also `forbidden` and, for an orchestrator that lost the lead, `fenced`; what else is
/// said at each. O(1) on average, where nothing else is said, with O(log size) for what becomes
/// ready.
template <class Self>
class task_operations : public task_agent_operations<Self> {
    using base = task_agent_operations<Self>;

protected:
    using base::caller;
    using base::done;
    using base::now;
    using base::run;
    task_operations() = default;

public:
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
        return run(task_commands::fold{caller(), now()}, call);
    }

private:
    result<void> close(task_memory_status status, const call_options& call) {
        return done(run(task_commands::close{caller(), status, now()}, call));
    }
};

}  // namespace workmem
