#pragma once

#include <workmem/tools/task/operations.hpp>
#include <workmem/tools/task/tools.hpp>
#include <workmem/tools/tool.hpp>

namespace workmem::tools {

/// The ten tools by which agents share a plan, from its tasks to their review and retry: what has
/// to be known stands in what they say of themselves. An agent names itself, and who names no plan
/// means the only active one.
///
///     workmem::basic_task_store<policies> plans{{}, {.journal = journal}};
///     workmem::tools::task_tools tools{plans};
///     tools.call("task_next", {{"agent", "ann"}});
/// A task is meant by its id, by how that begins (4 characters or more) or by its title, where only
/// one is so.
///
/// Claims last 30 minutes unless something else is asked for; `task_changes` renews them, and
/// `task_next` frees those that were not. The journal must keep streams: `task_changes` reads them.
///
/// Refers to the store, which must outlive it; copyable; as thread-safe as the store.
template <class Store>
class task_tools : public tool_set<Store, task_rows::table> {
    using base = tool_set<Store, task_rows::table>;

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
class task_operation_tools : public tool_set<Store, task_rows::operations> {
    using base = tool_set<Store, task_rows::operations>;

public:
    using base::base;
};
template <class Store>
task_operation_tools(Store&) -> task_operation_tools<Store>;

}  // namespace workmem::tools
