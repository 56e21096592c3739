// `workmem plan`: a person's part in the plans of a store.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace workmem_program {

/// What a task can be listed by, and how work on it can end.
inline constexpr std::array plan_states{"ready",  "blocked", "in_progress",
                                        "review", "done",    "failed"};
inline constexpr std::array plan_outcomes{"completed", "failed", "released"};

struct plan_options {
    std::string command{};  ///< what to do: `add`, `claim`, `done`, …
    std::string store{};
    std::string plan{};  ///< its name; empty: the project's, else the only active one
    std::string as{};    ///< who says so
    bool json = false;
    std::string
        what{};  ///< a task or a decision, by id, its beginning, or title; who gets a message
    std::string text{};  ///< title, summary, comments or message
    std::string description{};
    std::string goal{};                ///< of a plan that begins
    std::vector<std::string> after{};  ///< the tasks that come first
    std::string parent{};              ///< the task that those added, or listed, are parts of
    bool needs_review = false;
    bool refuse = false;
    bool force = false;  ///< also what others have
    std::string outcome{"completed"};
    std::vector<std::string> tags{};            ///< of a task that is added
    std::string state{}, tag{}, assigned_to{};  ///< of the tasks that are listed
    std::int64_t lease_minutes = 24 * 60;
};

/// Does it, and says what came of it. 1 where there was nothing to claim. Throws `workmem::error`
/// for what is refused.
int run_plan(std::ostream& out, const plan_options& options);

}  // namespace workmem_program
