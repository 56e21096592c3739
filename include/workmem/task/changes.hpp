#pragma once

#include <workmem/journal/borrowed.hpp>
#include <workmem/task/access.hpp>
#include <workmem/task/agent.hpp>
#include <workmem/task/nudge.hpp>
#include <workmem/task/options.hpp>
#include <workmem/task/shared_records.hpp>
#include <workmem/task/task.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// What is left of one finished task that was folded, so that others can still wait for it.
struct folded_task {
    std::string id{};
    task_status status = task_status::completed;
    failure_policy on_failure = failure_policy::block;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("status", self.status);
        archive.maybe("on_failure", self.on_failure);
    }
    friend bool operator==(const folded_task&, const folded_task&) = default;
};

/// What is left of finished tasks that were folded.
struct task_digest {
    timestamp at{};
    std::uint64_t completed = 0, cancelled = 0, skipped = 0;
    std::vector<std::string> summaries{};      ///< `title: summary` of those that said one
    std::vector<std::string> summary_tasks{};  ///< whose each of them is

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("at", self.at);
        archive("completed", self.completed);
        archive.maybe("cancelled", self.cancelled);
        archive.maybe("skipped", self.skipped);
        archive.maybe("summaries", self.summaries);
        archive.maybe("summary_tasks", self.summary_tasks);
    }
    friend bool operator==(const task_digest&, const task_digest&) = default;
};

}  // namespace workmem

/// What can happen to a task memory. A change's JSON is the form in which journals keep it.
namespace workmem::task_changes {

using full_task = journal::borrowed<workmem::task>;
using coming_task = journal::borrowed<planned_task>;
using full_decision = journal::borrowed<decision>;
using full_discovery = journal::borrowed<discovery>;
using full_artifact = journal::borrowed<artifact>;
using full_nudge = journal::borrowed<workmem::nudge>;
using full_folded = journal::borrowed<folded_task>;

/// What the memory is for.
struct plan {
    static constexpr std::string_view kind = "task.plan";
    static constexpr int version = 1;
    timestamp time{};
    std::string id{};
    std::string name{};
    std::string goal{};
    std::vector<std::string> constraints{};
    std::vector<std::string> cores{};
    timestamp created{};

    /// Where what is learned would go: the first core, or one by the memory's name.
    [[nodiscard]] const std::string& memory_core() const noexcept {
        return cores.empty() ? name : cores.front();
    }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
        archive.maybe("name", self.name);
        archive.maybe("goal", self.goal);
        archive.maybe("constraints", self.constraints);
        archive.maybe("memory_core_refs", self.cores);
        archive("created_at", self.created);
    }
};

/// Tasks come in.
struct add {
    static constexpr std::string_view kind = "task.add";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const coming_task> tasks{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("tasks", self.tasks);
    }
};

/// One task has to wait for another.
struct dependency {
    std::string_view task{};
    std::string_view on{};
    dependency_condition condition = dependency_condition::success;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("task", self.task);
        archive("on", self.on);
        archive.maybe("condition", self.condition);
    }
};
struct depend {
    static constexpr std::string_view kind = "task.depend";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const dependency> dependencies{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("dependencies", self.dependencies);
    }
};

/// What had to wait for others need not any more.
struct undepend {
    static constexpr std::string_view kind = "task.undepend";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const dependency> dependencies{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("dependencies", self.dependencies);
    }
};

/// A task's plan is another.
struct update {
    static constexpr std::string_view kind = "task.update";
    static constexpr int version = 1;
    timestamp time{};
    journal::borrowed<task_plan> to{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("task", self.to);
    }
};

/// A task moves on.
struct step {
    std::string_view task{};
    task_status to = task_status::pending;
    std::string_view agent{};
    std::uint64_t token = 0;
    milliseconds lease{0};
    std::optional<timestamp> expires{};
    std::string_view note{};
    std::optional<task_result> result{};
    std::optional<review_status> review{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("task", self.task);
        archive("to", self.to);
        archive.maybe("agent", self.agent);
        archive.maybe("token", self.token);
        archive.maybe("lease", self.lease);
        archive.maybe("expires_at", self.expires);
        archive.maybe("note", self.note, journal::erasable);
        archive.maybe("result", self.result, journal::erasable);
        archive.maybe("review", self.review);
    }
};
/// Tasks move on by one verb, and others are skipped because of that.
struct move {
    static constexpr std::string_view kind = "task.move";
    static constexpr int version = 1;
    timestamp time{};
    task_verb verb = task_verb::claim;
    std::span<const step> steps{};
    std::span<const std::string_view> skipped{};
    std::optional<task_memory_status> memory{};  ///< the memory's, if it is another from now on

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("verb", self.verb);
        archive.maybe("steps", self.steps);
        archive.maybe("skipped", self.skipped);
        archive.maybe("memory", self.memory);
    }
};

/// Something is decided.
struct decide {
    static constexpr std::string_view kind = "task.decide";
    static constexpr int version = 1;
    timestamp time{};
    full_decision what{};
    std::span<const std::string_view> skipped{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("decision", self.what);
        archive.maybe("skipped", self.skipped);
    }
};
/// Somebody approves a decision, or refuses to.
struct approve {
    static constexpr std::string_view kind = "task.approve";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};
    journal::borrowed<approval> said{};
    std::span<const std::string_view> skipped{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("decision", self.id);
        archive("approval", self.said);
        archive.maybe("skipped", self.skipped);
    }
};
struct discover {
    static constexpr std::string_view kind = "task.discover";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const full_discovery> what{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("discoveries", self.what);
    }
};
struct produce {
    static constexpr std::string_view kind = "task.artifact";
    static constexpr int version = 1;
    timestamp time{};
    full_artifact what{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("artifact", self.what);
    }
};
struct open_branch {
    static constexpr std::string_view kind = "task.branch";
    static constexpr int version = 1;
    timestamp time{};
    journal::borrowed<task_branch> what{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("branch", self.what);
    }
};
/// Messages are sent: to one, or a copy to each.
struct nudge {
    static constexpr std::string_view kind = "task.nudge";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const full_nudge> nudges{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("nudges", self.nudges);
    }
};
struct acknowledge {
    static constexpr std::string_view kind = "task.acknowledge";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const std::string_view> nudges{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("nudges", self.nudges);
    }
};
struct register_agent {
    static constexpr std::string_view kind = "task.agent";
    static constexpr int version = 1;
    timestamp time{};
    journal::borrowed<agent_record> who{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("agent", self.who);
    }
};
struct lead {
    static constexpr std::string_view kind = "task.lead";
    static constexpr int version = 1;
    timestamp time{};
    journal::borrowed<task_lead> to{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("lead", self.to);
    }
};
/// A task or a record loses its text for good. Once that is durable the records that hold it are
/// rewritten, and this one becomes `task.erased`.
struct erase {
    static constexpr std::string_view kind = "task.erase";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
    }
};
/// Finished tasks fold into a digest.
struct fold {
    static constexpr std::string_view kind = "task.fold";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const std::string_view> tasks{};
    journal::borrowed<task_digest> digest{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("tasks", self.tasks);
        archive("digest", self.digest);
    }
};

/// All there is.
struct snapshot {
    static constexpr std::string_view kind = "task.snapshot";
    static constexpr int version = 1;
    timestamp time{};  ///< of the last change
    plan purpose{};
    task_memory_status status = task_memory_status::active;
    std::uint64_t last_token = 0;
    task_lead leads{};
    std::span<const full_task> tasks{};
    std::span<const full_decision> decisions{};
    std::span<const full_discovery> discoveries{};
    std::span<const full_artifact> artifacts{};
    std::span<const journal::borrowed<task_branch>> branches{};
    std::span<const full_nudge> nudges{};
    std::span<const journal::borrowed<agent_record>> agents{};
    std::span<const task_digest> digests{};
    std::span<const full_folded> folded{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("plan", self.purpose);
        archive.maybe("status", self.status);
        archive.maybe("last_token", self.last_token);
        archive.maybe("lead", self.leads);
        archive("tasks", self.tasks);
        archive.maybe("decisions", self.decisions);
        archive.maybe("discoveries", self.discoveries);
        archive.maybe("artifacts", self.artifacts);
        archive.maybe("branches", self.branches);
        archive.maybe("nudges", self.nudges);
        archive.maybe("agents", self.agents);
        archive.maybe("digests", self.digests);
        archive.maybe("folded", self.folded);
    }
};

/// The memory's content becomes another: it is loaded, or discarded.
struct load {
    static constexpr std::string_view kind = "task.load";
    static constexpr int version = 1;
    timestamp time{};
    journal::borrowed<snapshot> content{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("content", self.content);
    }
};

}  // namespace workmem::task_changes
