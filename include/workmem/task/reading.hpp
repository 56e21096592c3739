#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>
#include <workmem/task/artifact_check.hpp>
#include <workmem/task/commands.hpp>
#include <workmem/task/context.hpp>
#include <workmem/task/learning.hpp>
#include <workmem/task/task_range.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// One dependency of a task, as it is now.
struct dependency_reason {
    task_id on{};
    std::string title{};
    dependency_condition condition = dependency_condition::success;
    task_status status = task_status::pending;
    dependency_state state = dependency_state::open;
};
/// Why a task is where it is, and what would move it.
struct task_reason {
    task_id task{};
    task_status status = task_status::pending;
    bool is_ready = false;
    std::uint32_t needed = 0;                       ///< dependencies that have to be satisfied
    std::uint32_t satisfied = 0;                    ///< that are
    std::vector<dependency_reason> dependencies{};  ///< those that are not satisfied
    std::vector<std::string> decisions{};           ///< that have to be approved
    std::vector<std::string> branches{};            ///< that have to be resolved
    std::optional<task_id> unreachable_because_of{};
    std::string text{};  ///< the same in a sentence
};
/// A task that cannot become ready as things are.
struct stranded_task {
    task_id task{};
    task_id dependency{};                     ///< what it needs and does not get
    task_id because_of{};                     ///< the task where that began
    task_status cause = task_status::failed;  ///< that task's status
};

/// Everything that can be asked of a task memory; the memory itself and the handles of actors have
/// it. Through a handle only what its actor may see is shown. Lists are in order of creation where
/// nothing else is said.
template <class Self>
class task_reading {
public:
    static constexpr auto all = (std::numeric_limits<std::size_t>::max)();

    // Tasks.

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] bool contains(const task_id& id) const;
    /// A task. Errors: `not_found`, which says so of one that was folded, its end in the detail
    /// `folded`.
    [[nodiscard]] task get(const task_id& id) const { return try_get(id).value(); }
    [[nodiscard]] result<task> try_get(const task_id& id) const;
    /// The first `limit` that can be worked on: by priority, then in order of creation.
    /// O(limit · log size).
    [[nodiscard]] std::vector<task_id> ready(std::size_t limit) const;
    /// The task that somebody means: by its id, else by its title, else by the first characters of
    /// its id, at least 4. Errors: `not_found`; `validation_error` listing those that may be meant
    /// where there are several. O(1) for an id, else O(size).
    [[nodiscard]] task_id identify(std::string_view said) const {
        return try_identify(said).value();
    }
    [[nodiscard]] result<task_id> try_identify(std::string_view said) const;
    /// Whether a task can be worked on; false where there is none of that id.
    [[nodiscard]] bool is_ready(const task_id& id) const;
    /// The first `limit` whose dependencies are not met, or that a decision holds back.
    [[nodiscard]] std::vector<task_id> waiting(std::size_t limit) const;
    /// The first `limit` that wait, then of those with which somebody cannot go on.
    [[nodiscard]] std::vector<task_id> blocked(std::size_t limit) const;
    /// The first `limit` of a status.
    [[nodiscard]] std::vector<task_id> of_status(task_status status, std::size_t limit = all) const;
    [[nodiscard]] std::vector<task_id> in_progress(std::size_t limit) const;
    /// Those that an agent lost because it did not renew its claim in time, as far as it has
    /// claimed nothing since. O(size).
    [[nodiscard]] std::vector<task_id> lost_by(std::string_view agent) const;
    [[nodiscard]] std::vector<task_id> needs_review(std::size_t limit) const;
    /// All in order of creation.
    [[nodiscard]] std::vector<task_id> ids(std::size_t limit = all) const;
    /// The first `limit` that a filter asks for. O(size).
    [[nodiscard]] std::vector<task_id> ids(const task_filter& of, std::size_t limit = all) const;
    // Templates, for an explicit instantiation where tasks are not lent.
    template <class Lender = Self>
    [[nodiscard]] auto ready() const {
        return range<Lender>(ready(all));
    }
    template <class Lender = Self>
    [[nodiscard]] auto waiting() const {
        return range<Lender>(waiting(all));
    }
    template <class Lender = Self>
    [[nodiscard]] auto blocked() const {
        return range<Lender>(blocked(all));
    }
    template <class Lender = Self>
    [[nodiscard]] auto in_progress() const {
        return range<Lender>(in_progress(all));
    }
    template <class Lender = Self>
    [[nodiscard]] auto needs_review() const {
        return range<Lender>(needs_review(all));
    }
    template <class Lender = Self>
    [[nodiscard]] auto tasks() const {
        return range<Lender>(ids());
    }
    template <class Lender = Self>
    [[nodiscard]] auto tasks(const task_filter& of) const {
        return range<Lender>(ids(of));
    }

    /// What waits for a task. Errors: `not_found`.
    [[nodiscard]] std::vector<task_id> blocks(const task_id& id) const { return get(id).blocks; }
    /// Why a task is where it is. Errors: `not_found`. O(what it depends on; for a task that
    /// waits, all it waits for, directly or not).
    [[nodiscard]] task_reason explain(const task_id& id) const { return try_explain(id).value(); }
    [[nodiscard]] result<task_reason> try_explain(const task_id& id) const;
    /// The tasks that cannot become ready unless something is retried, skipped or cancelled.
    [[nodiscard]] std::vector<stranded_task> unreachable() const;
    /// All tasks so that each comes after what it depends on.
    [[nodiscard]] std::vector<task_id> topological_order() const;
    /// The longest chain of tasks that are not over.
    [[nodiscard]] std::vector<task_id> critical_path() const;

    // What is shared.

    [[nodiscard]] std::vector<decision> decisions() const;
    /// The decisions that wait for somebody to approve them.
    [[nodiscard]] std::vector<decision> needs_approval() const;
    [[nodiscard]] std::vector<discovery> discoveries() const;
    /// All versions.
    [[nodiscard]] std::vector<artifact> artifacts() const;
    [[nodiscard]] std::vector<task_branch> branches() const;
    [[nodiscard]] std::vector<agent_record> agents() const;
    /// Whether somebody of that name is registered, leads, or is `orchestrator`: somebody else may
    /// never read a message.
    [[nodiscard]] bool knows(std::string_view agent) const;
    /// All messages; through the handle of a worker, a reviewer or an observer those that it sent
    /// or that are for it.
    [[nodiscard]] std::vector<nudge> nudges() const;
    /// The messages to an agent that are not acknowledged, the most urgent first; whoever leads
    /// gets those to `orchestrator`, too. Empty through the handle of another worker, reviewer or
    /// observer.
    [[nodiscard]] std::vector<nudge> inbox(std::string_view agent) const;
    /// What each agent contributed, by who was known first. O(size).
    [[nodiscard]] std::vector<agent_contribution> contributions() const;
    /// What has become of the newest artifacts of each path: those kept here and files that can be
    /// read from here; others are `missing`. O(their bytes).
    [[nodiscard]] std::vector<checked_artifact> verify_artifacts() const;

    // The memory.

    [[nodiscard]] task_memory_info info() const;
    /// Whether there is still something to do; `completed` by itself when all tasks are.
    [[nodiscard]] task_memory_status status() const;
    [[nodiscard]] task_outcome outcome() const;
    /// Whether nothing has changed for so long.
    [[nodiscard]] bool is_stale(milliseconds after) const;
    /// The tasks in hand with which nothing happened for so long: their claims were not renewed.
    [[nodiscard]] std::vector<task_id> stale(milliseconds after) const;
    /// Who leads, or led last.
    [[nodiscard]] task_lead leader() const;
    [[nodiscard]] std::vector<task_digest> digests() const;

    /// What somebody needs to know for a task, as text for a prompt: goal, constraints, what was
    /// decided and found about it, the results and artifacts of what it depends on, and open
    /// messages; the most relevant first, never more than a number of tokens. Errors: `not_found`,
    /// `forbidden` for the messages of somebody else through the handle of a worker, a reviewer or
    /// an observer. O(what is recorded about the task and its direct dependencies).
    [[nodiscard]] std::string context_for(const task_id& id,
                                          const context_options& options = {}) const;
    [[nodiscard]] result<std::string> try_context_for(const task_id& id,
                                                      const context_options& options = {}) const;
    /// What may be worth keeping for good. O(size).
    [[nodiscard]] std::vector<learning_candidate> learning_candidates() const;

protected:
    task_reading() = default;

private:
    [[nodiscard]] const auto& memory() const noexcept { return self().memory(); }
    [[nodiscard]] task_commands::caller caller() const noexcept { return self().caller(); }
    [[nodiscard]] timestamp now() const noexcept { return memory().time_now(); }
    [[nodiscard]] const auto& counter() const noexcept { return memory().counter(); }
    template <class Read>
    decltype(auto) look(Read&& read) const {
        return memory().look(std::forward<Read>(read));
    }
    template <class>
    [[nodiscard]] auto range(std::vector<task_id> ids) const {
        using memory_type = std::remove_cvref_t<decltype(memory())>;
        static_assert(!locks<typename memory_type::policies::mutex>,
                      "workmem: with a real mutex ask for handles, as in ready(10)");
        return task_range<memory_type>{memory(), std::move(ids)};
    }
    [[nodiscard]] static std::vector<task_id> ids_of(const detail::task_content& content,
                                                     const detail::slot_set& of, std::size_t limit);
    template <class Records>
    [[nodiscard]] static auto copies(const Records& of) {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        of.for_each([&](const auto& each) { out.push_back(each); });
        return out;
    }
    template <class State, class Records, class About>
    [[nodiscard]] auto seen(const State& state, const Records& of, About&& about) const {
        std::vector<std::remove_cvref_t<decltype(of.at(0))>> out;
        const auto by = caller();
        of.for_each([&](const auto& each) {
            const auto [author, tasks] = about(each);
            if (state.may_see(by, each.visible, author, *tasks)) out.push_back(each);
        });
        return out;
    }
    [[nodiscard]] const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

}  // namespace workmem
