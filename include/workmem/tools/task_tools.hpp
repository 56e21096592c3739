#pragma once

#include <workmem/tools/task_change_tools.hpp>
#include <workmem/tools/task_plan_tools.hpp>
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

}  // namespace workmem::tools
