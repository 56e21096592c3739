#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/task/schedule.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workmem {

/// How a task is bound to what comes before it.
struct task_settings {
    workmem::priority priority = workmem::priority::medium;
    join joins = join::all();
    failure_policy on_failure = failure_policy::block;
};

/// One dependency of a task, as it is now.
struct dependency_explanation {
    std::uint32_t on = 0;  ///< the task's number
    dependency_condition condition = dependency_condition::success;
    task_status status = task_status::pending;
    dependency_state state = dependency_state::open;
};
/// Why a task is ready or is not.
struct task_explanation {
    task_status status = task_status::pending;
    bool is_ready = false;
    std::uint32_t needed = 0;                            ///< dependencies that have to be satisfied
    std::uint32_t satisfied = 0;                         ///< that are
    std::uint32_t broken = 0;                            ///< that cannot be, as things are
    std::uint32_t holds = 0;                             ///< how often it is held back
    std::vector<dependency_explanation> dependencies{};  ///< in the order in which they came
};
/// A task that cannot become ready, and the one where that began.
template <class Handle>
struct unreachable_task {
    Handle task;
    Handle because_of;
};

/// Tasks of any type and what comes before what: which are ready, which wait, and for what. Tasks
/// are numbered from 0 in the order in which they come; a handle is valid as long as the graph and
/// is not moved with it. Cycles are refused with their path. Copyable and movable (handles then
/// still mean the old object); not thread-safe.
///
///     workmem::task_graph<std::string> graph;
///     auto [design, code, test] = graph.emplace("design", "code", "test");
///     code.succeed(design).precede(test);
///     design.start();
///     design.complete();   // graph.ready(): code
template <class T>
class task_graph {
public:
    using value_type = T;

    /// A task of a graph.
    class handle {
    public:
        [[nodiscard]] std::uint32_t number() const noexcept { return slot_; }
        [[nodiscard]] T& value() const noexcept { return graph_->values_[slot_]; }
        [[nodiscard]] task_status status() const noexcept {
            return graph_->schedule_.status(slot_);
        }
        [[nodiscard]] bool is_ready() const noexcept { return graph_->schedule_.is_ready(slot_); }

        /// These tasks come after this one. Errors: `cycle` naming the path, `validation_error`
        /// for one that has begun.
        template <class... Handles>
        const handle& precede(const handle& first, const Handles&... rest) const {
            graph_->add_dependencies({{{slot_, first.slot_}, {slot_, rest.slot_}...}});
            return *this;
        }
        /// This task comes after these.
        template <class... Handles>
        const handle& succeed(const handle& first, const Handles&... rest) const {
            graph_->add_dependencies({{{first.slot_, slot_}, {rest.slot_, slot_}...}});
            return *this;
        }

        // Errors: `validation_error` for what the transition table does not allow.

        void assign() const { graph_->become(*this, task_status::assigned).value(); }
        void start() const {
            if (status() == task_status::pending) assign();
            graph_->become(*this, task_status::in_progress).value();
        }
        void block() const { graph_->become(*this, task_status::blocked).value(); }
        void submit() const { graph_->become(*this, task_status::review).value(); }
        void complete() const { graph_->become(*this, task_status::completed).value(); }
        void fail() const { graph_->become(*this, task_status::failed).value(); }
        void retry() const { graph_->become(*this, task_status::pending).value(); }
        void cancel() const { graph_->become(*this, task_status::cancelled).value(); }
        void skip() const { graph_->become(*this, task_status::skipped).value(); }
        /// Holds a task back, whatever its dependencies say, until it is released as often.
        void hold() const noexcept { graph_->schedule_.hold(slot_); }
        void release() const noexcept { graph_->schedule_.release(slot_); }

        friend bool operator==(const handle&, const handle&) = default;

    private:
        friend class task_graph;
        handle(task_graph* in, std::uint32_t slot) noexcept : graph_{in}, slot_{slot} {}
        task_graph* graph_;
        std::uint32_t slot_;
    };

    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
    [[nodiscard]] std::size_t dependency_count() const noexcept {
        return schedule_.links().edge_count();
    }
    [[nodiscard]] handle operator[](std::uint32_t number) noexcept { return {this, number}; }
    void reserve(std::size_t tasks, std::size_t dependencies) {
        values_.reserve(tasks);
        schedule_.reserve(tasks, dependencies);
    }

    /// Adds a task. O(1) amortised.
    handle emplace(T value) { return emplace_with({}, std::move(value)); }
    handle emplace_with(const task_settings& settings, T value) {
        schedule_.reserve(size() + 1, 0);
        values_.push_back(std::move(value));
        schedule_.add(settings.priority, settings.joins, settings.on_failure);
        return {this, static_cast<std::uint32_t>(size() - 1)};
    }
    /// Adds several.
    template <class... Values>
    requires(sizeof...(Values) >
             1) std::array<handle, sizeof...(Values)> emplace(Values&&... values) {
        return {emplace(T(std::forward<Values>(values)))...};
    }

    /// `to` comes after `from`, if that turns out as the condition asks. One that is there already
    /// stays as it is. Errors: `cycle` naming the path, `validation_error` for a task that has
    /// begun. O(1) where `from` was added first; else as far as the search for a cycle goes.
    void precede(const handle& from, const handle& to,
                 dependency_condition condition = dependency_condition::success) {
        add_dependencies({{{from.slot_, to.slot_, condition}}});
    }
    /// Several dependencies at once, by numbers; all or none.
    void add_dependencies(const std::vector<detail::task_link>& links) {
        try_add_dependencies(links).value();
    }
    result<void> try_add_dependencies(const std::vector<detail::task_link>& links) {
        auto& graph = schedule_.links();
        for (const auto& each : links) {
            if (each.from >= size() || each.to >= size())
                return error{error_code::not_found,
                             "there is no task " + std::to_string((std::max)(each.from, each.to)) +
                                 "; the graph has " + std::to_string(size())};
            const auto status = schedule_.status(each.to);
            if (status != task_status::pending && status != task_status::assigned)
                return error{error_code::validation_error,
                             "task " + std::to_string(each.to) + " is " +
                                 std::string{to_string(status)} +
                                 "; only pending and assigned tasks get dependencies"};
        }
        detail::inline_vector<detail::task_link, 8> fresh;
        auto path = graph.try_all(links, fresh);
        if (!path.empty()) {
            std::string text = "the dependencies would close a cycle: ";
            for (const auto each : path) text += std::to_string(each) + " -> ";
            return error{error_code::cycle, text + std::to_string(path.front())};
        }
        for (const auto& each : fresh) schedule_.link(each);
        return {};
    }

    // Views: snapshots, in a stable order.

    /// The first `limit` that can be worked on: by priority, then in the order in which they came.
    /// O(limit · log size).
    [[nodiscard]] std::vector<handle> ready(std::size_t limit = every) {
        std::vector<handle> out;
        if (limit > 0)
            schedule_.visit_ready([&](std::uint32_t slot) {
                out.push_back({this, slot});
                return out.size() < limit;
            });
        return out;
    }
    /// Those whose dependencies are not met, and those that somebody cannot go on with.
    [[nodiscard]] std::vector<handle> blocked() {
        auto out = handles_of(schedule_.waiting());
        for (const auto& each : handles_of(schedule_.of(task_status::blocked))) out.push_back(each);
        return out;
    }
    /// Those whose dependencies are not met.
    [[nodiscard]] std::vector<handle> waiting() { return handles_of(schedule_.waiting()); }
    [[nodiscard]] std::vector<handle> in_progress() {
        return handles_of(schedule_.of(task_status::in_progress));
    }
    [[nodiscard]] std::vector<handle> needs_review() {
        return handles_of(schedule_.of(task_status::review));
    }
    [[nodiscard]] std::size_t count(task_status status) const noexcept {
        return schedule_.of(status).size();
    }
    /// Those that cannot become ready unless something is retried, with where that began.
    [[nodiscard]] std::vector<unreachable_task<handle>> unreachable() {
        std::vector<unreachable_task<handle>> out;
        for (const auto& each : schedule_.unreachable())
            out.push_back({{this, each.slot}, {this, each.root}});
        return out;
    }
    [[nodiscard]] task_explanation explain(const handle& task) const {
        const auto slot = task.slot_;
        task_explanation out{schedule_.status(slot), schedule_.is_ready(slot),
                             schedule_.needed(slot), schedule_.satisfied(slot),
                             schedule_.broken(slot), schedule_.holds(slot)};
        schedule_.links().visit_in(slot, [&](const auto& each) {
            const auto status = schedule_.status(each.from);
            out.dependencies.push_back(
                {each.from, each.condition, status,
                 state_of(each.condition, status, schedule_.policy(each.from))});
        });
        std::reverse(out.dependencies.begin(), out.dependencies.end());
        return out;
    }
    /// All tasks so that each comes after what it depends on, the earliest added first where there
    /// is a choice.
    [[nodiscard]] std::vector<handle> topological_order() {
        std::vector<handle> out;
        for (const auto slot : schedule_.topological_order()) out.push_back({this, slot});
        return out;
    }
    /// The chain of open tasks that takes longest: `weight(value)` answers an unsigned number.
    template <class Weight>
    [[nodiscard]] std::vector<handle> critical_path(Weight&& weight) {
        std::vector<handle> out;
        for (const auto slot : schedule_.critical_path(
                 [&](std::uint32_t at) -> std::uint64_t { return weight(values_[at]); }))
            out.push_back({this, slot});
        return out;
    }
    [[nodiscard]] std::vector<handle> critical_path() {
        return critical_path([](const T&) { return 1U; });
    }

    /// Moves a task on. What can no longer become ready is skipped where a branch was not taken or
    /// the task's failure policy says so. Errors: `validation_error` for what the transition table
    /// does not allow, and for taking up a task that is not ready.
    result<void> become(const handle& task, task_status to) {
        const auto from = schedule_.status(task.slot_);
        if (!may_become(from, to))
            return error{error_code::validation_error, "task " + std::to_string(task.slot_) +
                                                           " is " + std::string{to_string(from)} +
                                                           " and cannot become " +
                                                           std::string{to_string(to)}};
        if ((to == task_status::assigned ||
             (from == task_status::assigned && to == task_status::in_progress)) &&
            !schedule_.is_free(task.slot_))
            return error{error_code::validation_error,
                         "task " + std::to_string(task.slot_) + " is not ready"};
        const std::pair change{task.slot_, to};
        const auto doomed = schedule_.doomed_by({&change, 1});
        schedule_.set_status(task.slot_, to);
        for (const auto slot : doomed) schedule_.set_status(slot, task_status::skipped);
        return {};
    }

private:
    static constexpr auto every = (std::numeric_limits<std::size_t>::max)();

    [[nodiscard]] std::vector<handle> handles_of(const detail::slot_set& set) {
        std::vector<handle> out;
        set.visit_while([&](std::uint32_t slot) {
            out.push_back({this, slot});
            return true;
        });
        return out;
    }

    std::vector<T> values_;
    detail::task_schedule schedule_;
};

}  // namespace workmem
