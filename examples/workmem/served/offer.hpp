// Which tools a server offers, and what it says of them.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

inline constexpr std::string_view memory_group = "memory", session_group = "session",
                                  long_term_group = "long-term", task_group = "tasks",
                                  task_operation_group = "tasks-all";

struct tool_offer {
    bool read_only = false;
    bool output_schemas = true;
    bool sees_results = false;         ///< hooks or `wrap` record what tools return
    std::vector<std::string> tools{};  ///< of `tool_choices`; empty: core
    std::vector<std::string> deny{};   ///< likewise; none of these
};

/// What `--tools` and `--deny` take: groups of tools, `core` (the default), `all`, and the name of
/// any tool. Where nothing else records what tools return, `core` has `memory_observe` instead of
/// `memory_plan`.
[[nodiscard]] std::vector<std::string> tool_choices();

[[nodiscard]] bool offers(const tool_offer& of, std::string_view group, std::string_view tool);
/// Whether any tool of the group is offered.
[[nodiscard]] bool offers(const tool_offer& of, std::string_view group);

/// When to use which of them, for the model.
[[nodiscard]] std::string instructions_of(const tool_offer& of);

/// Writes the tools as Markdown: the reference of the README.
void write_tool_reference(std::ostream& out);

}  // namespace workmem_program
