#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/without_touches.hpp>
#include <workmem/result.hpp>
#include <workmem/task/commands.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What an observer of a task memory hears.
struct task_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view kind{};  ///< `task.add`, `task.move`, …
    bool foreign = false;     ///< another writer of the same stream made it
    std::string memory{};
    task_verb verb = task_verb::read;    ///< of `task.move`
    std::vector<std::string> ids{};      ///< what it is about
    std::vector<std::string> skipped{};  ///< tasks that can no longer become ready
    std::string nearly_full{};  ///< the limit of which this takes more than 80 %: `max_tasks`, …
};

/// The state of a task memory: what it is for, the tasks and what they wait for, and what was
/// decided, found, made and said. Copyable and movable; not synchronised.
template <class Access = access::open>
class task_state : public journal::without_touches {
    using content_type = detail::task_content;
    using staged_steps = std::vector<task_commands::move_decision::staged_step>;
    static constexpr auto no_slot = detail::no_slot;

public:
    using notice_type = task_notice;
    using snapshot_type = task_changes::snapshot;
    using decisions =
        recorded_decisions<task_commands::plan_decision, task_commands::add_decision,
                           task_commands::depend_decision, task_commands::undepend_decision,
                           task_commands::update_decision, task_commands::move_decision,
                           task_commands::decide_decision, task_commands::approve_decision,
                           task_commands::discover_decision, task_commands::produce_decision,
                           task_commands::branch_decision, task_commands::nudge_decision,
                           task_commands::acknowledge_decision, task_commands::agent_decision,
                           task_commands::lead_decision, task_commands::fold_decision,
                           task_commands::erase_decision, task_commands::load_decision>;

    static constexpr std::string_view owner = "task";
    static constexpr std::string_view purpose = "task";

    explicit task_state(task_options options) : options_{std::move(options)} {}

    // Reading.

    [[nodiscard]] const task_options& options() const noexcept { return options_; }
    [[nodiscard]] const content_type& content() const noexcept { return content_; }
    [[nodiscard]] timestamp time() const noexcept { return content_.time; }
    [[nodiscard]] task_outcome outcome() const;
    [[nodiscard]] task_memory_status status() const noexcept;
    /// Says so where the task was folded.
    [[nodiscard]] error unknown_task(const task_id& id) const;
    /// The task that is meant by an id, a title or the beginning of an id. One that was folded is
    /// meant only where no other is.
    [[nodiscard]] result<task_id> identified(std::string_view said) const;
    /// What an agent has in hand and can go on with, else what was taken from it because it did not
    /// renew its claim, and is ready; `no_slot` if there is no such task. O(tasks in hand + ready).
    [[nodiscard]] std::uint32_t unfinished_of(std::string_view agent) const noexcept {
        auto found = no_slot;
        for (const auto status : {task_status::in_progress, task_status::assigned})
            content_.schedule.of(status).visit_while([&](std::uint32_t slot) {
                if (content_.work(slot).assigned_to == agent && content_.schedule.is_free(slot))
                    found = slot;
                return found == no_slot;
            });
        if (found != no_slot) return found;
        content_.schedule.visit_ready([&](std::uint32_t slot) {
            const auto& attempts = content_.work(slot).attempts;
            if (!attempts.empty() && attempts.back().agent == agent &&
                attempts.back().ended == to_string(task_verb::reclaim))
                found = slot;
            return found == no_slot;
        });
        return found;
    }
    /// `visit(slot)` for the tasks whose claims were not renewed in time. O(tasks in hand).
    template <class Visit>
    void visit_lapsed(timestamp now, Visit&& visit) const {
        for (const auto status :
             {task_status::assigned, task_status::in_progress, task_status::blocked})
            content_.schedule.of(status).visit_while([&](std::uint32_t slot) {
                const auto& expires = content_.work(slot).expires;
                if (expires && now >= *expires + options_.grace) visit(slot);
                return true;
            });
    }
    [[nodiscard]] static error unknown(const char* what, std::string_view id);
    /// Whether an agent has a task in hand.
    [[nodiscard]] bool has_in_hand(std::uint32_t slot, std::string_view agent) const noexcept {
        return is_held(content_.schedule.status(slot)) && content_.work(slot).assigned_to == agent;
    }
    /// The claim that is good for a task in hand.
    [[nodiscard]] task_claim claim_to(std::uint32_t slot) const;
    [[nodiscard]] error claim_has_passed(std::uint32_t slot, std::string_view agent,
                                         std::uint64_t token = 0) const;
    /// Whether a caller may see a record of an author, about some tasks.
    [[nodiscard]] bool may_see(const task_commands::caller& by, visibility visible,
                               std::string_view author,
                               const std::vector<task_id>& about) const noexcept;
    /// Whether a caller may see the messages to an agent.
    [[nodiscard]] static bool may_see_messages(const task_commands::caller& by,
                                               std::string_view target) noexcept;
    friend bool operator==(const task_state& a, const task_state& b) { return a.equals(b); }

    // History, for journals.

    struct saved_state {
        snapshot_type head{};
        std::vector<task> held{};
        std::vector<task_changes::full_task> tasks{};
        std::vector<task_changes::full_decision> decisions{};
        std::vector<task_changes::full_discovery> discoveries{};
        std::vector<task_changes::full_artifact> artifacts{};
        std::vector<journal::borrowed<task_branch>> branches{};
        std::vector<task_changes::full_nudge> nudges{};
        std::vector<journal::borrowed<agent_record>> agents{};
        std::vector<task_changes::full_folded> folded{};

        [[nodiscard]] snapshot_type document() const {
            auto whole = head;
            whole.tasks = tasks;
            whole.decisions = decisions;
            whole.discoveries = discoveries;
            whole.artifacts = artifacts;
            whole.branches = branches;
            whole.nudges = nudges;
            whole.agents = agents;
            whole.folded = folded;
            return whole;
        }
    };
    [[nodiscard]] saved_state snapshot() const;
    void restore(const snapshot_type& content) { content_ = built(content); }
    [[nodiscard]] task_state blank() const { return task_state{options_}; }

    // Changes: decide, apply, locate.

    verdict decide(const task_commands::set_plan&, task_commands::plan_decision&);
    verdict decide(const task_commands::add&, task_commands::add_decision&);
    verdict decide(const task_commands::depend&, task_commands::depend_decision&);
    verdict decide(const task_commands::undepend&, task_commands::undepend_decision&);
    verdict decide(const task_commands::update&, task_commands::update_decision&);
    verdict decide(const task_commands::move&, task_commands::move_decision&);
    verdict decide(const task_commands::reclaim&, task_commands::move_decision&);
    verdict decide(const task_commands::close&, task_commands::move_decision&);
    verdict decide(const task_commands::decide&, task_commands::decide_decision&);
    verdict decide(const task_commands::approve&, task_commands::approve_decision&);
    verdict decide(const task_commands::discover&, task_commands::discover_decision&);
    verdict decide(const task_commands::produce&, task_commands::produce_decision&);
    verdict decide(const task_commands::open_branch&, task_commands::branch_decision&);
    verdict decide(const task_commands::nudge&, task_commands::nudge_decision&);
    verdict decide(const task_commands::acknowledge&, task_commands::acknowledge_decision&);
    verdict decide(const task_commands::register_agent&, task_commands::agent_decision&);
    verdict decide(const task_commands::lead&, task_commands::lead_decision&);
    verdict decide(const task_commands::fold&, task_commands::fold_decision&);
    verdict decide(const task_commands::erase&, task_commands::erase_decision&);
    verdict decide(const task_commands::load&, task_commands::load_decision&);

    void locate(task_commands::plan_decision&);
    void locate(task_commands::add_decision&);
    void locate(task_commands::depend_decision&);
    void locate(task_commands::undepend_decision&);
    void locate(task_commands::update_decision&);
    void locate(task_commands::move_decision&);
    void locate(task_commands::decide_decision&);
    void locate(task_commands::approve_decision&);
    void locate(task_commands::discover_decision&);
    void locate(task_commands::produce_decision&);
    void locate(task_commands::branch_decision&);
    void locate(task_commands::nudge_decision&);
    void locate(task_commands::acknowledge_decision&) noexcept {}
    void locate(task_commands::agent_decision&);
    void locate(task_commands::lead_decision&);
    void locate(task_commands::fold_decision&);
    void locate(task_commands::erase_decision&);
    void locate(task_commands::load_decision&);

    using journal::without_touches::apply;
    /// Fills in the ids, for an answer that is kept.
    void complete_answer(task_commands::add_decision&) const;

    void apply(task_commands::plan_decision&, notice_type*) noexcept;
    void apply(task_commands::add_decision&, notice_type*) noexcept;
    void apply(task_commands::depend_decision&, notice_type*) noexcept;
    void apply(task_commands::undepend_decision&, notice_type*) noexcept;
    void apply(task_commands::update_decision&, notice_type*) noexcept;
    void apply(task_commands::move_decision&, notice_type*) noexcept;
    void apply(task_commands::decide_decision&, notice_type*) noexcept;
    void apply(task_commands::approve_decision&, notice_type*) noexcept;
    void apply(task_commands::discover_decision&, notice_type*) noexcept;
    void apply(task_commands::produce_decision&, notice_type*) noexcept;
    void apply(task_commands::branch_decision&, notice_type*) noexcept;
    void apply(task_commands::nudge_decision&, notice_type*) noexcept;
    void apply(task_commands::acknowledge_decision&, notice_type*) noexcept;
    void apply(task_commands::agent_decision&, notice_type*) noexcept;
    void apply(task_commands::lead_decision&, notice_type*) noexcept;
    void apply(task_commands::fold_decision&, notice_type*) noexcept;
    void apply(task_commands::erase_decision&, notice_type*) noexcept;
    void apply(task_commands::load_decision&, notice_type*) noexcept;

    template <class Decision>
    void announce(const Decision& decided, notice_type& notice) const;

private:
    static constexpr std::size_t most_shown = 100;

    // When a change came, which is never before the last one.
    [[nodiscard]] timestamp at(timestamp now) const noexcept {
        return (std::max)(now, content_.time);
    }
    [[nodiscard]] static std::string shown(std::string_view text) {
        return text::quoted(text::prefix(text, most_shown));
    }
    template <class Decision>
    static verdict refuse(Decision& out, error problem);
    // Why a caller may not do something now.
    // What role and memory say against a verb; `is_asked` stands in for the role.
    [[nodiscard]] std::optional<error> refusal(const task_commands::caller& by, task_verb verb,
                                               bool is_asked = false) const;
    [[nodiscard]] std::optional<error> refusal_of_claim(const task_commands::caller& by,
                                                        const claimed_task& what,
                                                        std::uint32_t slot, task_verb verb,
                                                        timestamp now) const;
    [[nodiscard]] std::optional<error> refusal_of_move(const task_commands::move& command,
                                                       std::uint32_t slot, task_status to,
                                                       timestamp now) const;
    // An id that its source gives again would be taken for that of the record before.
    template <class Records>
    [[nodiscard]] static std::optional<error> taken(const char* what, const Records& held,
                                                    std::string_view id) {
        if (held.find(id) == no_slot) return std::nullopt;
        return error{error_code::conflict,
                     std::string{"there is a "} + what + " with the id " + shown(id)};
    }
    [[nodiscard]] std::optional<error> full(const char* what, std::size_t held, std::size_t more,
                                            std::size_t most) const;
    // Why what a task waits for cannot be changed any more.
    [[nodiscard]] std::optional<error> refusal_of_begun(std::uint32_t slot, const char* what) const;
    [[nodiscard]] error conflict_about(std::uint32_t slot, const std::string& why) const;
    [[nodiscard]] std::string waits_for(std::uint32_t slot) const;
    [[nodiscard]] std::string cycle_text(const std::vector<std::string>& titles) const;

    [[nodiscard]] std::vector<std::uint32_t> stage(task_commands::staged_links& links,
                                                   std::size_t count,
                                                   std::vector<std::uint32_t>& order);
    [[nodiscard]] std::vector<std::uint32_t> order_new(std::span<const detail::task_link> links,
                                                       std::size_t count,
                                                       std::vector<std::uint32_t>& order) const;
    // What a task is to wait for of what was folded, beside what it does; nothing for what is not.
    void stage_folded(std::vector<task_commands::staged_folded>& staged, std::uint32_t slot,
                      std::span<const task_dependency> more) const;
    [[nodiscard]] static std::string folded_text(const folded_task& was) {
        return "task " + shown(was.id) + " was " + std::string{to_string(was.status)} +
               " and folded into a digest";
    }
    void apply_folded(std::vector<task_commands::staged_folded>& staged) noexcept;
    // Why a task cannot wait for one that was folded.
    [[nodiscard]] std::optional<error> refusal_of_folded(const folded_task& on,
                                                         dependency_condition condition) const;
    static void keep_first_of_each(task_commands::staged_links& links);
    [[nodiscard]] task_work moved(const task_changes::step& step, std::uint32_t slot,
                                  task_verb verb, timestamp time) const;
    [[nodiscard]] task_status target_of(const task_commands::move& command,
                                        std::uint32_t slot) const noexcept;
    void stage_skips(std::span<const std::string_view> ids, timestamp time, std::string_view why,
                     staged_steps& staged) const;
    void apply_steps(staged_steps& steps) noexcept;
    // What a task that is reopened takes from those that depend on it.
    void tell_dependents(std::uint32_t slot, task_commands::move_answer& out) const;
    void skip_doomed(std::span<const std::pair<std::uint32_t, task_status>> changes,
                     std::vector<std::string_view>& skipped) const;
    // The tasks that a decision about a branch leaves out, and those that this dooms.
    [[nodiscard]] std::vector<std::string_view> left_out(const decision& made) const;
    [[nodiscard]] std::optional<error> problem_of_taken(const decision& made) const;
    void resolve(const decision& made, std::string& name) noexcept;
    [[nodiscard]] std::optional<error> problem_of_affected(const std::vector<task_id>& ids) const;
    [[nodiscard]] static content_type built(const snapshot_type& content);
    [[nodiscard]] bool equals(const task_state& other) const;

    task_options options_;
    content_type content_;
};

// Visible to all: the library has the state, but not for each observer's memory what it hears.
template <class Access>
template <class Decision>
void task_state<Access>::announce(const Decision& decided, notice_type& notice) const {
    const auto& change = decided.change;
    using change_type = std::remove_cvref_t<decltype(change)>;
    notice.kind = change_type::kind;
    notice.time = change.time;
    notice.memory = content_.purpose.id;
    const auto fills = [&](const char* what, std::size_t held, std::size_t more, std::size_t most) {
        const auto mark = most - most / 5;
        if (held < mark && held + more >= mark) notice.nearly_full = what;
    };
    if constexpr (requires { change.verb; }) notice.verb = change.verb;
    if constexpr (requires { change.steps; })
        for (const auto& each : change.steps) notice.ids.emplace_back(each.task);
    if constexpr (requires { change.skipped; })
        notice.skipped.assign(change.skipped.begin(), change.skipped.end());
    if constexpr (std::is_same_v<change_type, task_changes::add>) {
        for (const auto& each : change.tasks) notice.ids.push_back(each.value->id);
        fills("max_tasks", content_.tasks.size(), change.tasks.size(), options_.max_tasks);
    } else if constexpr (std::is_same_v<change_type, task_changes::fold>) {
        notice.ids.assign(change.tasks.begin(), change.tasks.end());
    } else if constexpr (std::is_same_v<change_type, task_changes::depend>) {
        for (const auto& each : change.dependencies) notice.ids.emplace_back(each.task);
        fills("max_dependencies", content_.schedule.links().edge_count(),
              change.dependencies.size(), options_.max_dependencies);
    } else if constexpr (std::is_same_v<change_type, task_changes::undepend>) {
        for (const auto& each : change.dependencies) notice.ids.emplace_back(each.task);
    } else if constexpr (std::is_same_v<change_type, task_changes::update>) {
        notice.ids.push_back(change.to.value->id);
    } else if constexpr (std::is_same_v<change_type, task_changes::discover>) {
        for (const auto& each : change.what) notice.ids.push_back(each.value->id);
        fills("max_records", content_.discoveries.size(), change.what.size(), options_.max_records);
    } else if constexpr (std::is_same_v<change_type, task_changes::nudge>) {
        for (const auto& each : change.nudges) notice.ids.push_back(each.value->id);
        fills("max_records", content_.nudges.size(), change.nudges.size(), options_.max_records);
    } else if constexpr (std::is_same_v<change_type, task_changes::acknowledge>) {
        notice.ids.assign(change.nudges.begin(), change.nudges.end());
    } else if constexpr (std::is_same_v<change_type, task_changes::approve> ||
                         std::is_same_v<change_type, task_changes::erase>) {
        notice.ids.emplace_back(change.id);
    } else if constexpr (std::is_same_v<change_type, task_changes::register_agent>) {
        notice.ids.push_back(change.who.value->id);
    } else if constexpr (requires { change.what.value->id; }) {
        notice.ids.push_back(change.what.value->id);
    }
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/task/state.ipp>
#endif
