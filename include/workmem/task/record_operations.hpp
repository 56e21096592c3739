#pragma once

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/work_operations.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

/// What a person says of a decision.
struct new_approval {
    bool granted = true;
    std::string comments{};
    std::string by{};  ///< empty: whose handle it is
};

/// The verbs by which decisions, discoveries, artifacts and branches are shared.
template <class Self>
class task_record_operations : public task_work_operations<Self> {
    using base = task_work_operations<Self>;

protected:
    using base::author;
    using base::caller;
    using base::name_of;
    using base::new_id;
    using base::now;
    using base::run;
    task_record_operations() = default;

public:
    // What is shared.

    /// Records a choice that was made; its id. Errors: `not_found` for tasks, for what it
    /// supersedes and for the branch it resolves, `conflict` if another one did so or
    /// a task that it chooses was cancelled or skipped.
    std::string record_decision(new_decision what, const call_options& call = plain_call) {
        return try_record_decision(nullptr, std::move(what), call).value();
    }
    std::string record_decision(const claimed_task& during, new_decision what,
                                const call_options& call = plain_call) {
        return try_record_decision(&during, std::move(what), call).value();
    }
    result<std::string> try_record_decision(const claimed_task* during, new_decision what,
                                            const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        decision made;
        made.id = new_id();
        made.made_by = author(during, call);
        made.question = std::move(what.question);
        made.choice = std::move(what.choice);
        made.alternatives = std::move(what.alternatives);
        made.rationale = std::move(what.rationale);
        made.affects_tasks = std::move(what.affects_tasks);
        made.reversible = what.reversible;
        made.needs_approval = what.needs_approval;
        made.supersedes = std::move(what.supersedes);
        made.resolves = std::move(what.resolves);
        made.branch = std::move(what.branch);
        made.visible = what.visible;
        return run(task_commands::decide{caller(), during, &made, now()}, call);
    }
    /// Approves a decision, or refuses to; whether it is approved now. Errors: `not_found`,
    /// `conflict` for one that is superseded or approved already.
    bool approve(std::string_view decision_id, new_approval what = {},
                 const call_options& call = plain_call) {
        return try_approve(decision_id, std::move(what), call).value();
    }
    result<bool> try_approve(std::string_view decision_id, new_approval what = {},
                             const call_options& call = plain_call) {
        if (auto problem = detail::accept_text("comments", what.comments, 0, task_limits::line))
            return std::move(*problem);
        if (auto problem = detail::accept_text("by", what.by, 0, task_limits::id))
            return std::move(*problem);
        approval opinion;
        opinion.by = name_of(what.by);
        opinion.granted = what.granted;
        opinion.comments = std::move(what.comments);
        return run(task_commands::approve{caller(), decision_id, &opinion, now()}, call);
    }
    /// Records something that was learned; its id. Errors: `not_found`, `conflict` for what it
    /// supersedes.
    std::string record_discovery(new_discovery what, const call_options& call = plain_call) {
        return try_record_discovery(nullptr, std::move(what), call).value();
    }
    std::string record_discovery(const claimed_task& during, new_discovery what,
                                 const call_options& call = plain_call) {
        return try_record_discovery(&during, std::move(what), call).value();
    }
    result<std::string> try_record_discovery(const claimed_task* during, new_discovery what,
                                             const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        discovery made;
        made.id = new_id();
        made.discovered_by = author(during, call);
        made.content = std::move(what.content);
        made.type = what.type;
        made.affects_tasks = std::move(what.affects_tasks);
        made.promote_to_core = std::move(what.promote_to_core);
        made.supersedes = std::move(what.supersedes);
        made.visible = what.visible;
        auto recorded = run(task_commands::discover{caller(), during, {&made, 1}, now()}, call);
        if (!recorded) return recorded.error();
        return recorded->empty() ? std::string{} : std::move(recorded->front());
    }
    /// Records an output, with the next version of its path. Its checksum and size are those of the
    /// content given, or of the file at the path: a regular one of at most 1 GiB that can be read.
    /// Who may record artifacts so learns the checksums of such files. Errors: `not_found`.
    artifact record_artifact(new_artifact what, const call_options& call = plain_call) {
        return try_record_artifact(nullptr, std::move(what), call).value();
    }
    artifact record_artifact(const claimed_task& during, new_artifact what,
                             const call_options& call = plain_call) {
        return try_record_artifact(&during, std::move(what), call).value();
    }
    result<artifact> try_record_artifact(const claimed_task* during, new_artifact what,
                                         const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        std::string checksum;
        std::uint64_t size = 0;
        if (what.content) {
            checksum = text::sha256_of(*what.content);
            size = what.content->size();
        } else if (auto found = detail::sum_of_file(what.path)) {
            checksum = std::move(found->checksum);
            size = found->size;
        }
        artifact made;
        made.id = new_id();
        made.created_by = author(during, call);
        made.type = what.type;
        made.path = std::move(what.path);
        made.description = std::move(what.description);
        made.associated_task = std::move(what.associated_task);
        if (made.associated_task.empty() && during != nullptr) made.associated_task = during->task;
        made.checksum = std::move(checksum);
        made.size = size;
        made.media_type = std::move(what.media_type);
        made.content = std::move(what.content);
        made.visible = what.visible;
        return run(task_commands::produce{caller(), during, &made, now()}, call);
    }
    /// Opens a branch: its tasks wait until a decision says which of them are to be done
    /// (`new_decision::resolves`); the others are skipped then. Its id. Errors: `not_found`,
    /// `conflict` for a task that is not pending.
    std::string open_branch(new_branch what, const call_options& call = plain_call) {
        return try_open_branch(std::move(what), call).value();
    }
    result<std::string> try_open_branch(new_branch what, const call_options& call = plain_call) {
        if (auto problem = detail::accept(what)) return std::move(*problem);
        task_branch made;
        made.id = new_id();
        made.question = std::move(what.question);
        made.options = std::move(what.options);
        made.created_by = caller().id;
        return run(task_commands::open_branch{caller(), &made, now()}, call);
    }
};

}  // namespace workmem
