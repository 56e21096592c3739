#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/task/agent.hpp>
#include <workmem/task/artifact_file.hpp>
#include <workmem/task/nudge.hpp>
#include <workmem/task/options.hpp>
#include <workmem/task/shared_records.hpp>
#include <workmem/task/task.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/visible.hpp>
#include <workmem/value/valid_text.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// What comes in: text becomes valid UTF-8, then what is wrong with it is said.

namespace workmem::detail {

[[nodiscard]] std::optional<error> validate_text(const char* name, std::string& text,
                                                 std::size_t least, std::size_t most);
[[nodiscard]] std::optional<error> validate_title(std::string& title);
[[nodiscard]] std::optional<error> validate_texts(const char* name,
                                                  std::vector<std::string>& texts);
[[nodiscard]] inline std::optional<error> validate_agent(const char* name, std::string& id) {
    return validate_text(name, id, 1, task_limits::id);
}
[[nodiscard]] inline std::optional<error> validate(task_result& result) {
    if (auto problem = validate_text("summary", result.summary, 0, task_limits::text))
        return problem;
    return validate_texts("next_steps", result.next_steps);
}
[[nodiscard]] std::optional<error> validate(new_task& what);
[[nodiscard]] std::optional<error> validate(task_change& what);
[[nodiscard]] inline std::optional<error> validate(new_decision& what) {
    if (auto problem = validate_text("question", what.question, 1, task_limits::line))
        return problem;
    if (auto problem = validate_text("choice", what.choice, 1, task_limits::line)) return problem;
    if (auto problem = validate_text("rationale", what.rationale, 0, task_limits::text))
        return problem;
    return validate_texts("alternatives", what.alternatives);
}
[[nodiscard]] inline std::optional<error> validate(new_discovery& what) {
    if (auto problem = validate_text("content", what.content, 1, task_limits::text)) return problem;
    return validate_text("promote_to_core", what.promote_to_core, 0, task_limits::id);
}
[[nodiscard]] std::optional<error> validate(new_artifact& what);
[[nodiscard]] std::optional<error> validate(new_branch& what);
[[nodiscard]] inline std::optional<error> validate(new_nudge& what) {
    if (auto problem = validate_agent("target", what.target)) return problem;
    return validate_text("message", what.message, 1, task_limits::line);
}

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/validate.ipp>
#endif
