#pragma once

#include <workmem/tools/task_change_tools.hpp>
#include <workmem/tools/task_operation_tools.hpp>
#include <workmem/tools/task_plan_tools.hpp>
#include <workmem/tools/task_record_tools.hpp>
#include <workmem/tools/task_work_tools.hpp>
#include <workmem/tools/tool.hpp>

namespace workmem::tools {

/// The eight tools by which agents share a plan: what has to be known stands in what they say of
/// themselves. An agent names itself, and who names no plan means the only active one.
///
///     workmem::basic_task_store<policies> plans{{}, {.journal = journal}};
///     workmem::tools::task_tools tools{plans};
///     tools.call("task_next", {{"agent", "ann"}});
///
/// Claims last 30 minutes unless something else is asked for; `task_changes` renews them, and
/// `task_next` frees those that were not. The journal must keep streams: `task_changes` reads them.
///
/// Refers to the store, which must outlive it; copyable; as thread-safe as the store.
template <class Store>
class task_tools
    : public tool_set<Store, task_plan_tool, task_next_tool, task_list_tool, task_context_tool,
                      task_note_tool, task_finish_tool, task_review_tool, task_changes_tool> {
    using base = tool_set<Store, task_plan_tool, task_next_tool, task_list_tool, task_context_tool,
                          task_note_tool, task_finish_tool, task_review_tool, task_changes_tool>;

public:
    using base::base;
};
template <class Store>
task_tools(Store&) -> task_tools<Store>;

/// One tool per operation of a task memory, for those who want to do everything by themselves; some
/// are those of `task_tools` by another name. A claim that `task_next` gave fences the call; by a
/// task's id alone it is made for whoever has the task.
///
/// Refers to the store, which must outlive it; copyable; as thread-safe as the store.
template <class Store>
class task_operation_tools
    : public tool_set<
          Store, task_memory_create, task_memory_add_task, task_memory_ready, task_memory_blocked,
          task_memory_in_progress, task_memory_needs_review, task_memory_assign_task,
          task_memory_context_for_task, task_memory_update_task_status, task_memory_record_decision,
          task_memory_record_discovery, task_memory_record_artifact, task_memory_complete_task,
          task_memory_inject_nudge, task_memory_approve, task_memory_review_task,
          task_memory_extract_learning_candidates, task_memory_archive> {
    using base = tool_set<
        Store, task_memory_create, task_memory_add_task, task_memory_ready, task_memory_blocked,
        task_memory_in_progress, task_memory_needs_review, task_memory_assign_task,
        task_memory_context_for_task, task_memory_update_task_status, task_memory_record_decision,
        task_memory_record_discovery, task_memory_record_artifact, task_memory_complete_task,
        task_memory_inject_nudge, task_memory_approve, task_memory_review_task,
        task_memory_extract_learning_candidates, task_memory_archive>;

public:
    using base::base;
};
template <class Store>
task_operation_tools(Store&) -> task_operation_tools<Store>;

}  // namespace workmem::tools
