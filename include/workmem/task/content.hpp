#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/append_slots.hpp>
#include <workmem/detail/capacity.hpp>
#include <workmem/detail/pointers.hpp>
#include <workmem/task/changes.hpp>
#include <workmem/task/schedule.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// A task as the memory holds it. What depends on what and its status are in the schedule.
struct held_task : task_plan {
    held_task() = default;
    explicit held_task(task_plan&& plan) noexcept : task_plan{std::move(plan)} {}

    std::uint32_t mentioned = no_slot;                // the newest record about it
    boxed<task_work> work{};                          // none: nothing has happened to it
    boxed<std::vector<task_dependency>> folded_on{};  // what it waits for that was folded
};

/// The latest artifact of a path.
struct artifact_path {
    std::string id{};
    std::uint32_t last = no_slot;
};

/// What waits for an agent.
struct nudge_inbox {
    std::string id{};
    std::vector<std::uint32_t> open{};  // in the order in which they came
};

enum class mention_kind : std::uint8_t { decision, discovery, artifact };
/// A record about a task; they form a list, the newest first.
struct mention {
    std::uint32_t record;
    std::uint32_t next;
    mention_kind kind;
};

/// All a task memory holds. Adding allocates nothing after `reserve_…`. Copyable, movable.
struct task_content {
    task_changes::plan purpose{};
    task_memory_status status = task_memory_status::active;
    std::uint64_t last_token = 0;
    task_lead leads{};
    timestamp time{};
    task_schedule schedule{};
    append_slots<held_task> tasks{};
    append_slots<decision> decisions{};
    append_slots<discovery> discoveries{};
    append_slots<artifact> artifacts{};
    append_slots<artifact_path> paths{};
    append_slots<task_branch> branches{};
    append_slots<nudge> nudges{};
    append_slots<nudge_inbox> inboxes{};
    append_slots<agent_record> agents{};
    std::vector<mention> mentions{};
    std::uint32_t general = no_slot;  // the newest record about all tasks
    std::vector<task_digest> digests{};
    append_slots<folded_task> folded{};

    [[nodiscard]] std::uint32_t find(const task_id& id) const noexcept {
        const auto place = id.place();
        if (place < tasks.size() && tasks.at(place).id == id.str()) return place;
        return tasks.find(id.str());
    }
    [[nodiscard]] task_id id_of(std::uint32_t slot) const { return {tasks.at(slot).id, slot}; }
    /// What happened to a task; nothing where nothing did.
    [[nodiscard]] const task_work& work(std::uint32_t slot) const noexcept {
        static const task_work nothing{};
        const auto& held = tasks.at(slot).work;
        return held ? *held : nothing;
    }
    /// What was folded under an id; nothing where that is a task, or not known.
    [[nodiscard]] const folded_task* folded_as(const task_id& id) const noexcept {
        return find(id) == no_slot ? folded.get(id.str()) : nullptr;
    }
    /// What a folded task is to those that wait for it.
    [[nodiscard]] static dependency_state state_as(const folded_task& on,
                                                   dependency_condition condition) noexcept {
        return state_of(condition, on.status, on.on_failure);
    }
    [[nodiscard]] std::span<const task_dependency> folded_on(std::uint32_t slot) const noexcept {
        const auto& held = tasks.at(slot).folded_on;
        return held ? std::span<const task_dependency>{*held} : std::span<const task_dependency>{};
    }
    [[nodiscard]] std::size_t dependency_count(std::uint32_t slot) const noexcept {
        return schedule.links().in_count(slot) + folded_on(slot).size();
    }
    /// By which condition a task waits for another one; nothing if it does not.
    [[nodiscard]] std::optional<dependency_condition> condition_of(
        std::uint32_t slot, const task_id& on) const noexcept;
    /// What a task waits for, in the order in which that was said, what was folded last.
    [[nodiscard]] std::vector<task_dependency> depends_on(std::uint32_t slot) const;
    /// What waits for a task, in order of creation.
    [[nodiscard]] std::vector<task_id> blocks(std::uint32_t slot) const;
    [[nodiscard]] task copy(std::uint32_t slot) const;
    /// `visit(kind, record)` for the records about a task, the newest first; for `no_slot` those
    /// about all.
    template <class Visit>
    void visit_mentions(std::uint32_t slot, Visit&& visit) const {
        for (auto each = slot == no_slot ? general : tasks.at(slot).mentioned; each != no_slot;
             each = mentions[each].next)
            visit(mentions[each].kind, mentions[each].record);
    }

    // Coming in.

    void reserve_tasks(std::size_t more, std::size_t links) {
        tasks.reserve(more);
        schedule.reserve(tasks.size() + more, links);
    }
    /// A task, or only what is planned of it.
    template <class Task>
    void push_task(Task&& value) noexcept {
        schedule.add(value.priority, value.joins, value.on_failure);
        tasks.push_back(std::forward<Task>(value));
    }
    /// All that a task waits for that was folded.
    void set_folded_on(std::uint32_t slot, boxed<std::vector<task_dependency>>&& on) noexcept;
    void mention_in(mention_kind kind, std::uint32_t record, std::uint32_t slot) noexcept {
        auto& newest = slot == no_slot ? general : tasks.at(slot).mentioned;
        mentions.push_back({record, newest, kind});
        newest = static_cast<std::uint32_t>(mentions.size() - 1);
    }
    /// The tasks that a record names, once each; `no_slot` where it names none.
    [[nodiscard]] std::vector<std::uint32_t> named(const std::vector<task_id>& ids) const;
    /// Whether a decision keeps its tasks waiting.
    [[nodiscard]] static bool holds(const decision& each) noexcept {
        return each.needs_approval && each.superseded_by.empty() &&
               !(each.approved && each.approved->granted);
    }
    /// Whether a decision is about all tasks there are and will be. One about a branch is not:
    /// that holds its own.
    [[nodiscard]] static bool is_general(const decision& each) noexcept {
        return each.affects_tasks.empty() && each.resolves.empty();
    }
    void hold_for(const decision& each, bool on) noexcept {
        if (is_general(each)) on ? schedule.hold_everything() : schedule.release_everything();
        hold_all(each.affects_tasks, on);
    }
    void hold_all(const std::vector<task_id>& ids, bool on) noexcept {
        for (const auto& each : ids)
            if (const auto slot = find(each); slot != no_slot)
                on ? schedule.hold(slot) : schedule.release(slot);
    }
    void release_if_held(const decision& each) noexcept {
        if (holds(each)) hold_for(each, false);
    }
    // Records come in with the name that those they supersede are to hold.

    void push(decision&& value, std::string&& name,
              const std::vector<std::uint32_t>& about) noexcept;
    void push(discovery&& value, std::string&& name,
              const std::vector<std::uint32_t>& about) noexcept {
        if (const auto old = discoveries.find(value.supersedes); old != no_slot)
            discoveries.at(old).superseded_by = std::move(name);
        const auto slot = discoveries.push_back(std::move(value));
        for (const auto each : about) mention_in(mention_kind::discovery, slot, each);
    }
    void push(artifact&& value, std::string&& name, artifact_path&& path,
              const std::vector<std::uint32_t>& about) noexcept;
    void push(agent_record&& value) noexcept {
        if (agents.find(value.id) == no_slot) agents.push_back(std::move(value));
    }
};

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/content.ipp>
#endif
