#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/policies.hpp>
#include <workmem/task/access.hpp>
#include <workmem/task/context.hpp>
#include <workmem/task/learning.hpp>
#include <workmem/task/operations.hpp>
#include <workmem/task/reading.hpp>
#include <workmem/task/state.hpp>
#include <workmem/task/task_handle.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/json_document.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

template <class Policies>
constexpr bool advise_task_policies() {
    static_assert(detail::included<typename Policies::tasks::access>,
                  "workmem: policies::tasks::access is only declared: include its header, such as "
                  "<workmem/task/access.hpp>");
    static_assert(access::policy<typename Policies::tasks::access>,
                  "workmem: policies::tasks::access must provide allows(agent_role, task_verb) "
                  "const noexcept -> bool");
    return true;
}

/// The shared memory of an orchestrator, its workers and people: tasks and what they wait for, who
/// has which in hand, what was decided, found, made and said. With a journal, several memories on
/// one stream, in one process or several, are the same: exactly one of those who claim a task gets
/// it. Who uses the memory itself is an unrestricted orchestrator; `as(actor)` gives a handle for
/// somebody else.
///
/// Copyable and movable with `null_mutex` only; with a real mutex thread-safe. Changes throw
/// `workmem::error` where they fail and then changed nothing; each has a `try_` twin.
template <class Policies = default_policies>
class basic_task_memory
    : detail::advised<advise_common_policies<Policies, task_notice>() &&
                      advise_task_policies<Policies>()>,
      public recorded_memory<task_state<typename Policies::tasks::access>, Policies>,
      public task_operations<basic_task_memory<Policies>>,
      public task_reading<basic_task_memory<Policies>> {
    using recorded = recorded_memory<task_state<typename Policies::tasks::access>, Policies>;
    using recorded::keeps_history;
    using recorded::replica_;
    using typename recorded::state_type;
    static constexpr auto no_slot = detail::no_slot;
    using self = basic_task_memory;

public:
    using value_type = task;
    using policies = Policies;
    using options_type = task_options;
    using clock_type = typename Policies::clock;
    using ids_type = typename Policies::ids;
    using tokens_type = typename Policies::tokens;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = task_notice;
    using handle = task_handle<basic_task_memory>;

    /// The handles a memory works with; each has a default.
    struct parts {
        clock_type clock{};
        ids_type ids{};
        tokens_type tokens{};
        observer_type observer{};
        journal_type journal{};
        std::string stream{"task"};  ///< where the journal keeps this memory's changes
        retention keep{};            ///< how much of the stream's history stays
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for options that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the memory starts as the stream says, and records
    /// what it is for where the stream is new.
    explicit basic_task_memory(task_options options = {}, parts with = {});
    /// The same, or why not.
    [[nodiscard]] static result<basic_task_memory> try_make(task_options options = {},
                                                            parts with = {});

    basic_task_memory(const self&) requires(unshared<Policies>) = default;
    basic_task_memory(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_task_memory(self&&) requires(unshared<Policies>) = default;
    ~basic_task_memory() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    /// The memory as an actor may use it: by role, with its own claims, and with its epoch where it
    /// leads. The memory must outlive the handle.
    [[nodiscard]] handle as(task_actor actor) { return handle{*this, std::move(actor)}; }

    /// Out it goes, with everything that is stored of it: state, snapshots and log. An empty memory
    /// stays. May be repeated after an error. O(stream).
    void discard(const call_options& call = plain_call) { try_discard(call).value(); }
    result<void> try_discard(const call_options& call = plain_call);

    /// Takes the text of a task, decision, discovery, artifact, message or branch out for good: of
    /// the memory and of everything stored. That it was there stays, because others may depend on
    /// it; so do the counts and ids of what was folded before. True if it was there. May be
    /// repeated after an error. O(stream).
    bool erase(std::string_view id, const call_options& call = plain_call);
    result<bool> try_erase(std::string_view id, const call_options& call = plain_call);

    /// Takes up the cores' entries: those tagged `task` become tasks, the others discoveries for
    /// all tasks; not those whose text is here already. How many entries. The tasks come in first,
    /// all or none; what was not taken up after an error is by a repetition. Errors: those of
    /// `add_tasks`. O(size).
    template <long_term_repository Repository>
    std::size_t from_cores(const Repository& from, const std::vector<std::string>& cores,
                           std::size_t limit = 100) {
        return try_from_cores(from, cores, limit).value();
    }
    template <long_term_repository Repository>
    result<std::size_t> try_from_cores(const Repository& from,
                                       const std::vector<std::string>& cores,
                                       std::size_t limit = 100);
    /// Keeps candidates for good; how many were new.
    template <long_term_repository Repository>
    static std::size_t promote(const std::vector<learning_candidate>& candidates, Repository& to) {
        return workmem::promote(candidates, to);
    }

    [[nodiscard]] friend bool operator==(const basic_task_memory& a, const basic_task_memory& b) {
        return a.equals(b);
    }
    [[nodiscard]] task_options options() const;

    /// What the journal made difficult, how many tasks there are and may be.
    [[nodiscard]] metrics_snapshot metrics();

    // JSON.

    /// All there is, as it is saved: `{"time":…,"plan":…,"tasks":[…],"decisions":[…],…}`.
    template <class Json = nlohmann::json>
    [[nodiscard]] Json to_json() const {
        return text::parse_json<Json>(to_json_text());
    }
    [[nodiscard]] std::string to_json_text() const;
    /// Replaces the content by what `to_json` gave; how many tasks. Errors: `validation_error`
    /// naming the member that is wrong, `not_found` and `cycle` for dependencies, `capacity`.
    std::size_t load(const text::json_view& json, const call_options& call = plain_call) {
        return try_load(json, call).value();
    }
    result<std::size_t> try_load(const text::json_view& json,
                                 const call_options& call = plain_call);
    /// The same from what `to_json_text` gave. Errors: also `validation_error` for what is no JSON.
    std::size_t load_text(std::string_view json, const call_options& call = plain_call) {
        return try_load_text(json, call).value();
    }
    result<std::size_t> try_load_text(std::string_view json, const call_options& call = plain_call);
    /// The memory as it was after record `sequence` of its stream. Errors: `not_found` naming what
    /// can be reached.
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence) const {
        return try_state_at(sequence).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const {
        using past = basic_task_memory<detached_policies<Policies>>;
        return past::as_of(options(),
                           [&](auto& state) { return replica_.load_at(state, sequence); });
    }

    /// Whether the call's idempotency key is one of the last 1,024 with which something was
    /// changed.
    [[nodiscard]] bool has_made(const call_options& call) const {
        return replica_.has_made(call.idempotency_key);
    }

private:
    template <class>
    friend class basic_task_memory;
    template <class>
    friend class task_operations;
    template <class>
    friend class task_reading;
    template <class>
    friend class task_handle;
    template <class>
    friend class basic_task_store;
    template <class>
    friend class basic_agent_memory;
    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}  // `{}` must not mean it
    };
    static constexpr unopened_t unopened{true};

    basic_task_memory(unopened_t, task_options options, parts with);
    result<void> open();
    template <class Load>
    static result<basic_task_memory> as_of(task_options options, Load&& load);

    // What operations and handles ask for.

    [[nodiscard]] basic_task_memory& memory() noexcept { return *this; }
    [[nodiscard]] const basic_task_memory& memory() const noexcept { return *this; }
    [[nodiscard]] static task_commands::caller caller() noexcept { return {}; }
    template <class What>
    static void remember(const What&) noexcept {}
    [[nodiscard]] static const claimed_task& with_claim(const claimed_task& what) noexcept {
        return what;
    }
    [[nodiscard]] timestamp time_now() const noexcept { return replica_.clock().now(); }
    [[nodiscard]] std::string new_id() { return ids_.next(); }
    [[nodiscard]] failure_policy usual_policy() const;
    template <class Command>
    result<answer_of<Command>> run(const Command& command, const call_options& call = plain_call);
    // What cores know that is no task.
    result<void> take_up(std::span<const discovery> found);
    // Whether others had recorded something.
    result<bool> refresh();
    template <class Read>
    decltype(auto) look(Read&& read) const {
        return replica_.read(std::forward<Read>(read));
    }
    template <class Command>
    auto first_answer(const Command& command, const call_options& call) {
        return replica_.first_answer(command, call);
    }
    [[nodiscard]] const tokens_type& counter() const noexcept { return tokens_; }

    WORKMEM_NO_UNIQUE_ADDRESS ids_type ids_;
    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
};

template <class Policies>
template <long_term_repository Repository>
result<std::size_t> basic_task_memory<Policies>::try_from_cores(
    const Repository& from, const std::vector<std::string>& cores, std::size_t limit) {
    std::vector<new_task> tasks;
    std::vector<discovery> found;
    for (const auto& core : cores)
        for (const auto& each : from.list({.core = core}, limit, 0).memories) {
            if (std::find(each.tags.begin(), each.tags.end(), "task") != each.tags.end()) {
                new_task planned;
                planned.title = text::prefix(each.content, task_limits::title);
                const auto* const more = find_attribute(each.metadata, "description");
                if (more != nullptr)
                    if (const auto* const text = std::get_if<std::string>(more))
                        planned.description = text::prefix(*text, task_limits::text);
                tasks.push_back(std::move(planned));
            } else {
                discovery known;
                known.id = ids_.next();
                known.discovered_by = core;
                known.content = text::prefix(each.content, task_limits::text);
                found.push_back(std::move(known));
            }
        }
    // What was taken up before is not taken up again.
    look([&](const state_type& state) {
        std::set<std::string_view> titles, contents;
        for (std::uint32_t slot = 0; slot < state.content().tasks.size(); ++slot)
            titles.insert(state.content().tasks.at(slot).title);
        state.content().discoveries.for_each(
            [&](const discovery& each) { contents.insert(each.content); });
        std::erase_if(tasks, [&](const new_task& each) { return titles.count(each.title) > 0; });
        std::erase_if(found,
                      [&](const discovery& each) { return contents.count(each.content) > 0; });
    });
    const auto count = tasks.size() + found.size();
    if (auto added = this->try_add_tasks(std::move(tasks)); !added) return added.error();
    if (!found.empty())
        if (auto told = take_up(found); !told) return told.error();
    auto refs = this->info().memory_core_refs;
    for (const auto& core : cores)
        if (std::find(refs.begin(), refs.end(), core) == refs.end()) refs.push_back(core);
    if (auto planned = this->try_update_plan({.memory_core_refs = std::move(refs)}); !planned)
        return planned.error();
    return count;
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/task/task_memory.ipp>
#endif
#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_TASK_STATE_TEMPLATES(extern, workmem::access::open)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem::default_policies)
#endif
