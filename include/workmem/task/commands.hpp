#pragma once

#include <workmem/detail/inline_vector.hpp>
#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/task/changes.hpp>
#include <workmem/task/content.hpp>
#include <workmem/task/lease.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What a task memory can be asked for, and what is decided of it.
namespace workmem::task_commands {

/// Who asks. Whoever uses the memory itself is unrestricted.
struct caller {
    std::string_view id{};
    agent_role role = agent_role::orchestrator;
    std::uint64_t epoch = 0;
    bool is_restricted = false;
};

template <class Change, class Answer>
struct basic_decision {
    Change change{};
    Answer answer{};
    std::optional<error> problem{};
};

struct plan_decision : basic_decision<task_changes::plan, bool> {
    task_changes::plan staged{};
};
/// What the memory is for; what is absent stays.
struct set_plan {
    using decision = plan_decision;
    caller by;
    const std::string* id;  ///< of a new memory, else nullptr
    const std::string* name;
    const std::string* goal;
    const std::vector<std::string>* constraints;
    const std::vector<std::string>* cores;
    timestamp time;

    template <class Archive>
    static void describe(const set_plan& self, Archive& archive) {
        if (self.name != nullptr) archive("name", *self.name);
        if (self.goal != nullptr) archive("goal", *self.goal);
        if (self.constraints != nullptr) archive("constraints", *self.constraints);
        if (self.cores != nullptr) archive("cores", *self.cores);
    }
};

/// All that a task will wait for of what was folded, and how many of these are other than before.
struct staged_folded {
    std::uint32_t slot;
    std::size_t changed;
    detail::boxed<std::vector<task_dependency>> on;
};
using staged_links = detail::inline_vector<detail::task_link, 8>;

/// What came in.
struct add_answer {
    std::uint32_t first = detail::no_slot;  ///< the place of the first
    std::vector<task_id> ids{};             ///< of all, where the answer is kept

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("first", self.first);
        archive.maybe("ids", self.ids);
    }
};
struct add_decision : basic_decision<task_changes::add, add_answer> {
    detail::inline_vector<task_changes::coming_task, 1> tasks{};
    std::span<planned_task> own{};     ///< of the command: what is to be taken over
    std::vector<task_plan> foreign{};  ///< or copies of what was read
    staged_links links{};
    std::vector<staged_folded> folded{};
    /// Of the new ones, where it is not that of creation, and of what waits for them.
    std::vector<std::uint32_t> order{};
};
/// Tasks come in, all or none. Texts are accepted, ids made. Deciding writes into them when they
/// came and, of each other, what they depend on by id; applying takes them.
struct add {
    using decision = add_decision;
    caller by;
    std::span<planned_task> tasks;
    timestamp time;

    /// What the caller says; the ids may be made anew for every call.
    template <class Archive>
    static void describe(const add& self, Archive& archive) {
        for (const auto& each : self.tasks) {
            archive("title", each.title);
            archive("description", each.description);
            archive("priority", each.priority);
            archive("needs_review", each.needs_review);
            archive("joins", each.joins);
            archive("on_failure", each.on_failure);
            archive("tags", each.tags);
            archive("depends_on", each.depends_on);
            archive.maybe("parent", each.parent);
        }
    }
};

struct depend_decision : basic_decision<task_changes::depend, std::size_t> {
    detail::inline_vector<task_changes::dependency, 1> fresh{};
    staged_links links{};
    std::vector<staged_folded> folded{};
};
/// Tasks are to wait for others, all or none.
struct depend {
    using decision = depend_decision;
    struct wanted {
        const task_id* task;
        const task_id* on;
        dependency_condition condition;
    };
    caller by;
    std::span<const wanted> dependencies;
    timestamp time;

    template <class Archive>
    static void describe(const depend& self, Archive& archive) {
        for (const auto& each : self.dependencies) {
            archive("task", *each.task);
            archive("on", *each.on);
            archive("condition", each.condition);
        }
    }
};

struct undepend_decision : basic_decision<task_changes::undepend, bool> {
    detail::inline_vector<task_changes::dependency, 1> gone{};
    staged_links links{};
    std::vector<staged_folded> folded{};
};
/// A task does not have to wait for another one any more.
struct undepend {
    using decision = undepend_decision;
    caller by;
    const task_id* task;
    const task_id* on;
    timestamp time;

    template <class Archive>
    static void describe(const undepend& self, Archive& archive) {
        archive("task", *self.task);
        archive("on", *self.on);
    }
};

struct update_decision : basic_decision<task_changes::update, task> {
    task_plan value{};   ///< what the change lends
    task_plan staged{};  ///< what becomes of it
};
struct update {
    using decision = update_decision;
    caller by;
    const task_id* id;
    const task_change* what;
    std::optional<std::uint64_t> expected_version;
    timestamp time;

    template <class Archive>
    static void describe(const update& self, Archive& archive) {
        archive("task", *self.id);
        archive("title", self.what->title);
        archive("description", self.what->description);
        archive("priority", self.what->priority);
        archive("needs_review", self.what->needs_review);
        archive("tags", self.what->tags);
        archive("expected_version", self.expected_version);
    }
};

/// What tasks came to by a move.
struct move_answer {
    std::vector<task_id> tasks{};    ///< those that the verb moved
    std::vector<task_id> skipped{};  ///< those that can no longer become ready because of that
    std::vector<task_id> waiting{};  ///< of what was reopened: those that were ready
    std::vector<task_id> begun{};    ///< of what was reopened: those that are in hand or in review
    std::vector<task_id> still_skipped{};  ///< of what was reopened: those that stay skipped
    task_status status = task_status::pending;
    std::uint64_t token = 0;
    std::optional<timestamp> expires{};
    std::uint64_t version = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("tasks", self.tasks);
        archive.maybe("skipped", self.skipped);
        archive.maybe("waiting", self.waiting);
        archive.maybe("begun", self.begun);
        archive.maybe("still_skipped", self.still_skipped);
        archive("status", self.status);
        archive.maybe("token", self.token);
        archive.maybe("expires", self.expires);
        archive.maybe("version", self.version);
    }
};
struct move_decision : basic_decision<task_changes::move, move_answer> {
    struct staged_step {
        std::uint32_t slot;
        task_status to;
        detail::boxed<task_work> work;
    };
    std::vector<task_changes::step> steps{};
    std::vector<std::string_view> skipped{};
    std::vector<staged_step> staged{};
    std::vector<agent_record> arriving{};
};
/// A task moves on.
struct move {
    using decision = move_decision;
    caller by;
    task_verb verb;
    const claimed_task* what;
    std::string_view agent{};  ///< who is to have it, or reviews it
    std::string_view note{};
    std::optional<milliseconds> lease{};
    bool resume = false;
    const task_result* result = nullptr;
    review_status review = review_status::approved;
    std::optional<std::uint64_t> expected_version{};
    timestamp time{};

    /// What the caller says; by which claim is not asked, so that one who was restarted can repeat.
    template <class Archive>
    static void describe(const move& self, Archive& archive) {
        archive("verb", to_string(self.verb));
        archive("task", self.what->task);
        archive("agent", self.agent);
        archive("note", self.note);
        archive("lease", self.lease);
        archive("resume", self.resume);
        if (self.result != nullptr) archive("result", *self.result);
        archive("review", self.review);
        archive("expected_version", self.expected_version);
    }
};
/// What was claimed and not renewed in time becomes pending.
struct reclaim {
    using decision = move_decision;
    caller by;
    timestamp time;
};
/// The memory gets another status; by `cancelled` all that is not over is cancelled.
struct close {
    using decision = move_decision;
    caller by;
    task_memory_status status;
    timestamp time;

    template <class Archive>
    static void describe(const close& self, Archive& archive) {
        archive("status", self.status);
    }
};

struct decide_decision : basic_decision<task_changes::decide, std::string> {
    workmem::decision value{};
    workmem::decision staged{};
    std::string name{};
    std::vector<std::uint32_t> about{};
    std::vector<std::string_view> skipped{};
    std::vector<move_decision::staged_step> staged_steps{};
    std::string branch_name{};
};
struct decide {
    using decision = decide_decision;
    caller by;
    const claimed_task* what;  ///< the claim to a task during which it is made, or nullptr
    const workmem::decision* made;
    timestamp time;

    template <class Archive>
    static void describe(const decide& self, Archive& archive) {
        const auto& made = *self.made;
        archive("question", made.question);
        archive("choice", made.choice);
        archive("alternatives", made.alternatives);
        archive("rationale", made.rationale);
        archive("affects_tasks", made.affects_tasks);
        archive("reversible", made.reversible);
        archive("needs_approval", made.needs_approval);
        archive("supersedes", made.supersedes);
        archive("resolves", made.resolves);
        archive("branch", made.branch);
    }
};
struct approve_decision : basic_decision<task_changes::approve, bool> {
    approval value{};
    approval staged{};
    std::vector<std::string_view> skipped{};
    std::vector<move_decision::staged_step> staged_steps{};
    std::string branch_name{};
};
struct approve {
    using decision = approve_decision;
    caller by;
    std::string_view id;
    const approval* said;
    timestamp time;

    template <class Archive>
    static void describe(const approve& self, Archive& archive) {
        archive("id", self.id);
        archive("by", self.said->by);
        archive("granted", self.said->granted);
        archive("comments", self.said->comments);
    }
};
struct discover_decision : basic_decision<task_changes::discover, std::vector<std::string>> {
    struct staged_discovery {
        discovery value;
        std::string name;
        std::vector<std::uint32_t> about;
    };
    std::vector<discovery> values{};
    std::vector<task_changes::full_discovery> what{};
    std::vector<staged_discovery> staged{};
};
struct discover {
    using decision = discover_decision;
    caller by;
    const claimed_task* what;
    std::span<const discovery> made;
    timestamp time;

    template <class Archive>
    static void describe(const discover& self, Archive& archive) {
        for (const auto& each : self.made) {
            archive("content", each.content);
            archive("type", each.type);
            archive("affects_tasks", each.affects_tasks);
            archive("supersedes", each.supersedes);
        }
    }
};
struct produce_decision : basic_decision<task_changes::produce, artifact> {
    artifact value{};
    artifact staged{};
    std::string name{};
    detail::artifact_path path{};
    std::vector<std::uint32_t> about{};
};
struct produce {
    using decision = produce_decision;
    caller by;
    const claimed_task* what;
    const artifact* made;
    timestamp time;

    /// What the caller says; a file may be another one by now.
    template <class Archive>
    static void describe(const produce& self, Archive& archive) {
        const auto& made = *self.made;
        archive("type", made.type);
        archive("path", made.path);
        archive("description", made.description);
        archive("associated_task", made.associated_task);
        archive("media_type", made.media_type);
        archive("content", made.content);
    }
};
struct branch_decision : basic_decision<task_changes::open_branch, std::string> {
    task_branch value{};
    task_branch staged{};
};
struct open_branch {
    using decision = branch_decision;
    caller by;
    const task_branch* made;
    timestamp time;

    template <class Archive>
    static void describe(const open_branch& self, Archive& archive) {
        archive("question", self.made->question);
        archive("options", self.made->options);
    }
};
struct nudge_decision : basic_decision<task_changes::nudge, std::vector<std::string>> {
    std::vector<workmem::nudge> values{};
    std::vector<task_changes::full_nudge> nudges{};
    std::vector<workmem::nudge> staged{};
    std::vector<detail::nudge_inbox> inboxes{};
};
struct nudge {
    using decision = nudge_decision;
    caller by;
    const workmem::nudge* sent;  ///< its id is that of the first copy
    timestamp time;

    template <class Archive>
    static void describe(const nudge& self, Archive& archive) {
        archive("target", self.sent->target);
        archive("message", self.sent->message);
        archive("priority", self.sent->priority);
    }
};
struct acknowledge_decision : basic_decision<task_changes::acknowledge, std::size_t> {
    std::vector<std::string_view> ids{};
};
struct acknowledge {
    using decision = acknowledge_decision;
    caller by;
    std::span<const std::string> ids;
    timestamp time;

    template <class Archive>
    static void describe(const acknowledge& self, Archive& archive) {
        archive("ids", self.ids);
    }
};
struct agent_decision : basic_decision<task_changes::register_agent, bool> {
    agent_record value{};
    agent_record staged{};
};
struct register_agent {
    using decision = agent_decision;
    caller by;
    const agent_record* who;
    timestamp time;

    template <class Archive>
    static void describe(const register_agent& self, Archive& archive) {
        archive("id", self.who->id);
        archive("role", self.who->role);
        archive("log_ref", self.who->log_ref);
    }
};
struct lead_decision : basic_decision<task_changes::lead, task_lead> {
    task_lead value{};
    task_lead staged{};
};
struct lead {
    using decision = lead_decision;
    caller by;
    std::string_view agent;
    bool takes_over;
    lead_options how;
    timestamp time;

    template <class Archive>
    static void describe(const lead& self, Archive& archive) {
        archive("agent", self.agent);
        archive("takes_over", self.takes_over);
        archive("lease", self.how.lease);
        archive("force", self.how.force);
    }
};
struct fold_decision : basic_decision<task_changes::fold, std::size_t> {
    std::vector<std::string_view> tasks{};
    task_digest digest{};
    detail::task_content staged{};
};
struct fold {
    using decision = fold_decision;
    caller by;
    timestamp time;
};
struct erase_decision : basic_decision<task_changes::erase, bool> {
    detail::task_content staged{};
};
struct erase {
    using decision = erase_decision;
    caller by;
    std::string_view id;
    timestamp time;

    template <class Archive>
    static void describe(const erase& self, Archive& archive) {
        archive("id", self.id);
    }
};
struct load_decision : basic_decision<task_changes::load, bool> {
    detail::task_content staged{};
};
struct load {
    using decision = load_decision;
    caller by;
    const task_changes::snapshot* content;
    timestamp time;

    template <class Archive>
    static void describe(const load& self, Archive& archive) {
        archive("content", *self.content);
    }
};

}  // namespace workmem::task_commands
