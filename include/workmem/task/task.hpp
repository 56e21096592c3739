#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/journal/fields.hpp>
#include <workmem/task/dependency.hpp>
#include <workmem/task/status.hpp>
#include <workmem/task/task_id.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/priority.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What a reviewer says.
enum class review_status : std::uint8_t { approved, needs_rework, rejected };

namespace detail {
inline constexpr std::string_view review_names[]{"approved", "needs_rework", "rejected"};
}
[[nodiscard]] constexpr std::string_view to_string(review_status status) noexcept {
    return detail::name_of(status, detail::review_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, review_status& into) noexcept {
    return detail::parse_name_of(name, detail::review_names, into);
}

/// What a task waits for: another task, and how that has to end.
struct task_dependency {
    task_id task{};
    dependency_condition condition = dependency_condition::success;

    task_dependency() = default;
    task_dependency(task_id on, dependency_condition ends) : task{std::move(on)}, condition{ends} {}
    template <class Id>
    requires(std::convertible_to<Id, task_id> &&
             !std::same_as<std::remove_cvref_t<Id>, task_dependency>) task_dependency(Id&& on)
        : task(std::forward<Id>(on)) {}

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("task", self.task);
        archive.maybe("condition", self.condition);
    }
    friend bool operator==(const task_dependency&, const task_dependency&) = default;
};

/// What a task came to.
struct task_result {
    std::string summary{};
    std::vector<std::string> next_steps{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("summary", self.summary);
        archive.maybe("next_steps", self.next_steps);
    }
    friend bool operator==(const task_result&, const task_result&) = default;
};

/// Once that somebody had a task in hand and it did not come to its end.
struct task_attempt {
    std::string agent{};
    timestamp from{};
    timestamp to{};
    std::string
        ended{};  ///< the verb that ended it: `release`, `reclaim`, `fail`, `review`, `reopen`
    std::string note{};  ///< what was said then

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("agent", self.agent);
        archive("from", self.from);
        archive("to", self.to);
        archive("ended", self.ended);
        archive.maybe("note", self.note, journal::erasable);
    }
    friend bool operator==(const task_attempt&, const task_attempt&) = default;
};

/// What happened to a task since it was planned.
struct task_work {
    std::string assigned_to{};
    std::optional<timestamp> assigned_at{};
    std::uint64_t token = 0;  ///< of the last claim; 0: nobody has claimed it
    milliseconds lease{0};    ///< for how long a claim is good without being renewed; 0: for ever
    std::optional<timestamp> expires{};
    std::optional<timestamp> started_at{};
    std::optional<timestamp> ended_at{};
    std::string note{};  ///< why it is blocked, failed, cancelled or skipped
    std::optional<task_result> result{};
    std::string reviewer{};  ///< who is to review it; empty: anybody
    std::string reviewed_by{};
    std::optional<review_status> review{};
    std::string review_comments{};
    std::vector<task_attempt> attempts{};  ///< the newest 100
    std::uint32_t reworks = 0;             ///< how often a review sent it back

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("assigned_to", self.assigned_to);
        archive.maybe("assigned_at", self.assigned_at);
        archive.maybe("token", self.token);
        archive.maybe("lease", self.lease);
        archive.maybe("expires_at", self.expires);
        archive.maybe("started_at", self.started_at);
        archive.maybe("completed_at", self.ended_at);
        archive.maybe("note", self.note, journal::erasable);
        archive.maybe("result", self.result, journal::erasable);
        archive.maybe("reviewer", self.reviewer);
        archive.maybe("reviewed_by", self.reviewed_by);
        archive.maybe("review_status", self.review);
        archive.maybe("review_comments", self.review_comments, journal::erasable);
        archive.maybe("attempts", self.attempts);
        archive.maybe("reworks", self.reworks);
    }
    friend bool operator==(const task_work&, const task_work&) = default;
};

/// What is planned of a task, without what it waits for.
struct task_plan {
    std::string id{};
    std::string title{};
    std::string description{};
    workmem::priority priority = workmem::priority::medium;
    bool needs_review = false;
    join joins{};
    failure_policy on_failure = failure_policy::block;
    std::vector<std::string> tags{};
    std::string parent{};  ///< the task that it is a part of
    timestamp created{};
    std::uint64_t version = 1;  ///< counts its changes

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("title", self.title, journal::erasable);
        archive.maybe("description", self.description, journal::erasable);
        archive("priority", self.priority);
        archive.maybe("needs_review", self.needs_review);
        archive.maybe("join", self.joins);
        archive.maybe("on_failure", self.on_failure);
        archive.maybe("tags", self.tags, journal::erasable);
        archive.maybe("parent", self.parent);
        archive("created_at", self.created);
        archive("version", self.version);
    }
    friend bool operator==(const task_plan&, const task_plan&) = default;
};

/// A task. A copy: nothing done to it reaches the task memory.
struct task : task_plan, task_work {
    task_status status = task_status::pending;
    std::vector<task_dependency> depends_on{};
    std::vector<task_id> blocks{};  ///< derived: what waits for this task

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        task_plan::describe(self, archive);
        archive.maybe("status", self.status);
        archive.maybe("depends_on", self.depends_on);
        task_work::describe(self, archive);
    }
    /// Equal in everything that is recorded.
    friend bool operator==(const task& a, const task& b) {
        return static_cast<const task_plan&>(a) == b && static_cast<const task_work&>(a) == b &&
               a.status == b.status && a.depends_on == b.depends_on;
    }
};

/// A task as it comes in, before anything has happened to it.
struct planned_task : task_plan {
    std::vector<task_dependency> depends_on{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        task_plan::describe(self, archive);
        archive.maybe("depends_on", self.depends_on);
    }
};

/// A task to be planned.
struct new_task {
    std::string title{};
    std::string description{};
    /// By ids; among tasks that are added together also by the title of one of them.
    std::vector<task_dependency> depends_on{};
    bool needs_review = false;
    workmem::priority priority = workmem::priority::medium;
    join joins = join::all();
    std::optional<failure_policy> on_failure{};  ///< none: the memory's
    std::vector<std::string> tags{};
    /// The task it is a part of, which waits for it; named as in `depends_on`.
    task_id parent{};
    std::string id{};  ///< empty: one is made
};

/// One task is to wait for another.
struct wanted_dependency {
    task_id task;
    task_dependency on;
};

/// Which tasks are asked for; what is empty asks nothing.
struct task_filter {
    std::optional<task_status> status{};
    std::string tag{};          ///< it has this one
    std::string assigned_to{};  ///< who has it in hand, or had it last
    std::string parent{};       ///< the id of the task that it is a part of
};

/// What is to be changed of a task's plan; what is absent stays.
struct task_change {
    std::optional<std::string> title{};
    std::optional<std::string> description{};
    std::optional<workmem::priority> priority{};
    std::optional<bool> needs_review{};
    std::optional<std::vector<std::string>> tags{};
};

}  // namespace workmem
