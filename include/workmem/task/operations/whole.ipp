#pragma once

#include <workmem/task/validate.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/operations.hpp>

namespace workmem {

template <class Self>
result<void> task_operations<Self>::try_finish(const call_options& call) {
    return close(task_memory_status::completed, call);
}

template <class Self>
result<void> task_operations<Self>::try_cancel(const call_options& call) {
    return close(task_memory_status::cancelled, call);
}

template <class Self>
result<void> task_operations<Self>::try_archive(const call_options& call) {
    return close(task_memory_status::archived, call);
}

template <class Self>
result<void> task_operations<Self>::try_reopen(const call_options& call) {
    return close(task_memory_status::active, call);
}

template <class Self>
result<std::size_t> task_operations<Self>::try_compact(const call_options& call) {
    return run(task_commands::fold{caller(), now()}, call);
}

template <class Self>
result<void> task_operations<Self>::close(task_memory_status status, const call_options& call) {
    return done(run(task_commands::close{caller(), status, now()}, call));
}

}  // namespace workmem
