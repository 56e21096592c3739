#pragma once

#include <workmem/agent/options.hpp>
#include <workmem/agent/prompt.hpp>
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/config.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/messages/listen.hpp>
#include <workmem/session/session.hpp>
#include <workmem/task/task_memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// Something an agent knows that answers a query.
struct recalled {
    prompt_section from{};  ///< `items`, `session` or `long_term`
    std::string id{};
    std::string text{};
};

/// Everything one agent knows: what its tools returned and what people mean by it, notes within a
/// budget, memories of the session, what is kept for good, and the plan it works on. The five
/// memories are members and can be used as such; they share clock, ids, token counter and, with a
/// journal, one stream. `prompt` tells a language model of all of them what matters within a number
/// of tokens.
///
///     workmem::agent_memory memory;
///     memory.observe_text("orders.list", result);
///     if (const auto found = memory.resolve("cancel the second one")) …
///     const auto [stable, recent, …] = memory.prompt({.tokens = 900});
///
/// The members' errors are its errors. What changes more than one member is not atomic: each part
/// that was acknowledged stays. Copyable and movable with `null_mutex` only, neither with a real
/// mutex; then thread-safe, as its members are.
template <class Policies = default_policies>
class basic_agent_memory {
    using self = basic_agent_memory;

public:
    using policies = Policies;
    using options_type = agent_options;
    using clock_type = typename Policies::clock;
    using ids_type = typename Policies::ids;
    using tokens_type = typename Policies::tokens;
    using observer_type = typename Policies::observer;
    using journal_type = typename Policies::journal;

    /// The handles an agent's memories work with; each has a default.
    struct parts {
        clock_type clock{};
        ids_type ids{};
        tokens_type tokens{};
        observer_type observer{};  ///< hears the notices of all five
        journal_type journal{};
        std::string stream{"agent"};  ///< where the journal keeps all of it
        /// What agents have in common may be in streams of its own, such as `long-term` and
        /// `task/<plan>`; empty: it is with the rest.
        std::string long_term_stream{};
        std::string plan_stream{};
        retention keep{};  ///< how much of the stream's history stays
        clock_gap gap = clock_gap::pause;
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for limits that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, all is as the stream says.
    basic_agent_memory(agent_options options, parts with);
    template <std::default_initializable Journal = journal_type>
    explicit basic_agent_memory(agent_options options = {})
        : basic_agent_memory(std::move(options), parts{}) {}
    /// The same, or why not.
    [[nodiscard]] static result<basic_agent_memory> try_make(agent_options options = {},
                                                             parts with = {});

    basic_agent_memory(const self&) requires(unshared<Policies>) = default;
    basic_agent_memory(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_agent_memory(self&&) requires(unshared<Policies>) = default;
    ~basic_agent_memory() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&&) requires(unshared<Policies>) = default;

    /// The agent of that name as it was left at `path`, by an engine such as `journal::file` (a
    /// folder) or `journal::sqlite` (a database), whose header is included beside this one. It
    /// lives in the stream `agent/<name>`; what is acknowledged is on the disk. Whichever the
    /// engine, it is a memory of one type, which the compiled library has:
    /// `durable_agent_memory<journal::any>` for an `agent_memory` as for itself. One that threads
    /// share cannot be moved: `try_open` holds it. Errors: `storage_error`, `validation_error`.
    template <class Journal>
    [[nodiscard]] static auto open(const std::string& path, std::string_view name,
                                   agent_options options = {}) {
        static_assert(!locks<typename Policies::mutex>,
                      "workmem: a memory that threads share cannot be moved out of open(): use "
                      "try_open(), whose result holds it");
        return try_open<Journal>(path, name, std::move(options)).value();
    }
    template <class Journal>
    [[nodiscard]] static auto try_open(const std::string& path, std::string_view name,
                                       agent_options options = {}) {
        constexpr bool is_included = detail::included<Journal>;
        static_assert(is_included,
                      "workmem: the journal is only declared: include its header, such as "
                      "<workmem/journal/file.hpp>");
        if constexpr (!is_included) {
            return try_make();
        } else {
            using with_any = durable_policies<journal::any, Policies>;
            constexpr bool has_any = std::same_as<typename Policies::journal, journal::any>;
            using durable = basic_agent_memory<std::conditional_t<has_any, Policies, with_any>>;
            auto journal = Journal::open(path, {.sync = journal::sync_mode::always()});
            if (!journal) return result<durable>{journal.error()};
            typename durable::parts with{.journal = *std::move(journal)};
            with.stream = "agent/" + std::string{name};
            return durable::try_make(std::move(options), std::move(with));
        }
    }

    // What happens.

    /// See `basic_entity_memory`.
    observation observe(std::string_view tool, const text::json_view& arguments,
                        const text::json_view& result, const call_options& call = plain_call) {
        return entities.observe(tool, arguments, result, call);
    }
    observation observe(std::string_view tool, const text::json_view& result,
                        const call_options& call = plain_call) {
        return entities.observe(tool, result, call);
    }
    observation observe_text(std::string_view tool, std::string_view text,
                             const call_options& call = plain_call) {
        return entities.observe_text(tool, text, call);
    }
    result<observation> try_observe(std::string_view tool, const text::json_view& arguments,
                                    const text::json_view& result,
                                    const call_options& call = plain_call) {
        return entities.try_observe(tool, arguments, result, call);
    }
    result<observation> try_observe(std::string_view tool, const text::json_view& result,
                                    const call_options& call = plain_call) {
        return entities.try_observe(tool, result, call);
    }
    result<observation> try_observe_text(std::string_view tool, std::string_view text,
                                         const call_options& call = plain_call) {
        return entities.try_observe_text(tool, text, call);
    }
    std::vector<entity_key> hear(role speaker, std::string_view text) {
        return entities.hear(speaker, text);
    }
    /// What should be looked at in any of its memories; what several say is said once.
    [[nodiscard]] health_report health();
    /// What is in a message, or several, of a model's API, as JSON of any form that `read_message`
    /// reads, or as a C++ value with `role`, `content` and `tool_calls`: what is said is heard,
    /// what tools answered is observed with its call. Calls wait for their results, at most 64 of
    /// them. Errors: `validation_error` for what is no message, `storage_error`, `conflict`.
    heard_message hear_message(const text::json_view& json) {
        return try_hear_message(json).value();
    }
    template <message_like Message>
    heard_message hear_message(const Message& from) {
        return try_hear_message(from).value();
    }
    heard_message hear_message_text(std::string_view json) {
        return try_hear_message_text(json).value();
    }
    result<heard_message> try_hear_message(const text::json_view& json);
    template <message_like Message>
    result<heard_message> try_hear_message(const Message& from) {
        const write_lock lock{calls_mutex_};
        return workmem::try_hear_message(entities, calls_, from);
    }
    result<heard_message> try_hear_message_text(std::string_view json);
    /// The next turn begins: its number. What has expired leaves, and what the session promoted
    /// goes to long-term memory. Errors: `storage_error`, `conflict`.
    std::int64_t next_turn() { return try_next_turn().value(); }
    result<std::int64_t> try_next_turn();

    // What is to be remembered. Things that the text names are linked with it: `resolve` finds them
    // by their names as long as the text is there, also when the window has forgotten them.

    /// A note of `items`; where it comes from is filled in where that is not said. One that says
    /// the same as a note that is there, but for case, blanks and the full stop, is that note.
    memorized memorize(new_item what, const call_options& call = plain_call) {
        return try_memorize(std::move(what), call).value();
    }
    memorized memorize(std::string_view text, const call_options& call = plain_call) {
        new_item what;
        what.text = text;
        return memorize(std::move(what), call);
    }
    result<memorized> try_memorize(new_item what, const call_options& call = plain_call);
    result<memorized> try_memorize(std::string_view text, const call_options& call = plain_call) {
        new_item what;
        what.text = std::string{text};
        return try_memorize(std::move(what), call);
    }
    /// A memory of `session`.
    session_memory remember_for_session(new_session_memory what,
                                        const call_options& call = plain_call) {
        return try_remember_for_session(std::move(what), call).value();
    }
    result<session_memory> try_remember_for_session(new_session_memory what,
                                                    const call_options& call = plain_call);
    /// A task of `plan`.
    task_id add_task(new_task what, const call_options& call = plain_call) {
        return try_add_task(std::move(what), call).value();
    }
    result<task_id> try_add_task(new_task what, const call_options& call = plain_call);
    /// Keeps a note for good, with where it came from in its metadata (`from_actor`, `from_tool`,
    /// `from_observation`, `from_sequence`); it stays in `items`. The id in long-term memory, the
    /// same when it is repeated. Errors: `not_found`; `validation_error` for what looks like a
    /// secret, unless the choice allows it; those of long-term memory.
    std::string keep(std::string_view item_id, const call_options& call = plain_call,
                     promotion_choice choice = {}) {
        return try_keep(item_id, call, choice).value();
    }
    result<std::string> try_keep(std::string_view item_id, const call_options& call = plain_call,
                                 promotion_choice choice = {});
    /// Why a text with these tags is not to be kept, as far as it looks like a secret.
    [[nodiscard]] static std::optional<error> problem_of_keeping(
        std::string_view text, const std::vector<std::string>& tags = {},
        const attribute_list& metadata = {});

    // Asking.

    /// Which thing a reference means: what the window knows, else what notes, memories of the
    /// session and tasks name; such a thing comes back into the window.
    resolved_reference<entity> resolve(std::string_view text, const resolve_query& query = {});
    /// Returns what `resolve` would answer, and what else could be meant; no touch. Of the past:
    /// `state_at(sequence).explain(text)`.
    [[nodiscard]] explained_reference<entity> explain(std::string_view text,
                                                      const resolve_query& query = {}) const;
    /// See `basic_entity_memory`.
    resolved_id resolve_id(const text::json_view& reference, std::string_view type) {
        return entities.resolve_id(reference, type);
    }
    /// What answers a query, at most `limit` of each memory: notes, then memories of the session,
    /// then what is kept for good, the best of each first. A note that is found was used.
    std::vector<recalled> recall(std::string_view query, std::size_t limit = 10);
    /// The same, where nobody uses what is found: not a touch.
    [[nodiscard]] std::vector<recalled> search(std::string_view query, std::size_t limit = 10);

    /// What a language model should know, of all memories: goal, constraints, pinned notes and the
    /// context of the task first, then what is worth most for the tokens it takes. Never more than
    /// `tokens`, and no record cut in half. The same state gives the same text. Not a touch.
    /// O(records); O(1) where nothing has changed since the last one. Errors: `not_found` for the
    /// task.
    [[nodiscard]] agent_prompt prompt(const prompt_options& options = {}) const {
        return try_prompt(options).value();
    }
    [[nodiscard]] result<agent_prompt> try_prompt(const prompt_options& options = {}) const;

    /// The id that a person or a model means of a note, of a memory of the session or of one that
    /// is kept for good: it, or how it alone begins (4 characters or more). What is the id of a
    /// thing or the key of a note, and what nothing has, is as it was said. Errors:
    /// `validation_error` where several begin so.
    result<std::string> try_identify(std::string_view said);
    /// Things, notes and memories with that id leave, the note that has it as its key, and what was
    /// kept of a note; `for_good` also out of everything stored. How many had it. What a note, a
    /// memory or a task says of a thing is theirs, and so is the link to it: it stays until that is
    /// forgotten. A call that is repeated by its idempotency key forgets nothing that came after
    /// the first one. Errors: `storage_error`, `conflict`; the note leaves last, and a
    /// repetition after an error ends where one without an error does.
    /// O(stream) where something was kept, and for good.
    std::size_t forget(std::string_view id, bool for_good = false,
                       const call_options& call = plain_call) {
        return try_forget(id, for_good, call).value();
    }
    result<std::size_t> try_forget(std::string_view id, bool for_good = false,
                                   const call_options& call = plain_call);

    // The whole.

    /// What has expired leaves; how much. Errors: `storage_error`, `conflict`.
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep();
    /// Applies what other writers of the stream have recorded. Errors: `storage_error`.
    void catch_up() { try_catch_up().value(); }
    result<void> try_catch_up();
    /// The same, where streams that were erased meanwhile are gone on with as they are now.
    void follow() { try_follow().value(); }
    result<void> try_follow();
    /// Records touches that no change has carried yet. Errors: `storage_error`, `conflict`.
    void flush() { try_flush().value(); }
    result<void> try_flush();
    /// Saves the state of each memory beside the log of its stream, from which the next start goes
    /// on. Errors: `storage_error`.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    void snapshot() { try_snapshot().value(); }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal> result<void> try_snapshot() {
        if (auto done = entities.try_snapshot(); !done) return done;
        if (auto done = items.try_snapshot(); !done) return done;
        if (auto done = session.try_snapshot(); !done) return done;
        if (auto done = long_term.try_snapshot(); !done) return done;
        return plan.try_snapshot();
    }
    /// The last record of the stream that is known; without a journal, changes of all members.
    [[nodiscard]] std::uint64_t sequence() const;
    /// Whether a change with that idempotency key is among the last that are known.
    [[nodiscard]] bool has_made(const call_options& call) const {
        const auto knows = [&](const auto& each) {
            return each.replica_.has_made(call.idempotency_key);
        };
        return knows(entities) || knows(items) || knows(session) || knows(long_term) ||
               plan.has_made(call);
    }

    /// `{"entities":…,"items":…,"session":[…],"long_term":[…],"plan":…}`, each as its memory says.
    [[nodiscard]] std::string to_json_text() const;
    /// Replaces the content by a saved one; what is kept for good is never replaced, and comes in
    /// beside what is there. All of it is tried first, on an agent of its own. Errors:
    /// `validation_error` naming the member that is wrong, `storage_error`, `conflict`.
    void load_text(std::string_view json) { try_load_text(json).value(); }
    result<void> try_load_text(std::string_view json);
    /// All of it as it was after record `sequence`. Errors: `not_found` naming what can be reached.
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence) const {
        return try_state_at(sequence).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const {
        using past = basic_agent_memory<detached_policies<Policies>>;
        auto things = entities.try_state_at(sequence);
        if (!things) return result<past>{things.error()};
        auto notes = items.try_state_at(sequence);
        if (!notes) return result<past>{notes.error()};
        auto said = session.try_state_at(sequence);
        if (!said) return result<past>{said.error()};
        // What is in other streams is as it is now.
        const auto moment = [&](const auto& member) {
            return is_own(member) ? sequence : member.sequence();
        };
        auto kept = long_term.try_state_at(moment(long_term));
        if (!kept) return result<past>{kept.error()};
        auto planned = plan.try_state_at(moment(plan));
        if (!planned) return result<past>{planned.error()};
        return result<past>{past{*std::move(things), *std::move(notes), *std::move(said),
                                 *std::move(kept), *std::move(planned), tokens_}};
    }
    [[nodiscard]] friend bool operator==(const basic_agent_memory& a, const basic_agent_memory& b) {
        return a.entities == b.entities && a.items == b.items && a.session == b.session &&
               a.long_term == b.long_term && a.plan == b.plan;
    }

    // The memories.

    basic_entity_memory<entity, Policies> entities;
    basic_bounded_store<Policies> items;
    basic_session<Policies> session;
    basic_long_term_store<Policies> long_term;
    basic_task_memory<Policies> plan;

private:
    template <class>
    friend class basic_agent_memory;
    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}
    };
    static constexpr unopened_t unopened{true};
    basic_agent_memory(unopened_t, const agent_options& options, const parts& with);
    // A template: an explicit instantiation would move what has a real mutex.
    template <class Entities, class Items, class Session, class LongTerm, class Plan>
    basic_agent_memory(Entities&& things, Items&& notes, Session&& said, LongTerm&& kept,
                       Plan&& planned, tokens_type tokens)
        : entities{std::move(things)},
          items{std::move(notes)},
          session{std::move(said)},
          long_term{std::move(kept)},
          plan{std::move(planned)},
          tokens_{std::move(tokens)} {}
    result<void> open(clock_gap gap);
    // Each of the memories, until one says no.
    template <class Call>
    result<void> in_each(Call&& call);
    result<std::size_t> forget_in_each(std::string_view id, bool for_good,
                                       const call_options& call);
    // Whether a member is in the agent's own stream.
    template <class Member>
    [[nodiscard]] bool is_own(const Member& member) const {
        if constexpr (journal::full_engine_policy<journal_type>)
            return member.position().stream == entities.position().stream;
        else
            return true;
    }

    // The ids in long-term memory of what is kept of these notes and of a memory of the session, or
    // may have been.
    std::vector<std::string> kept_copies(const std::vector<std::string>& notes,
                                         std::string_view memory) const;
    // Notes, and what else answers the query they were found by.
    std::vector<recalled> among(std::vector<remembered> notes, std::string_view query,
                                std::size_t limit);
    // Whether what is kept for good stands here as a note, or a newer value of its key does.
    [[nodiscard]] bool is_noted(const long_term_memory& kept) const;
    // What is kept for good of a note, or of one that says the same.
    [[nodiscard]] std::optional<long_term_memory> kept_as(const item& note) const;
    // Calls `add` with links to what the text names in `tags`; where it succeeds, that is touched.
    template <class Add>
    auto add_linked(std::string_view text, std::vector<std::string>& tags, const call_options& call,
                    Add&& add);
    // What linked records name and the window does not know, and which of it is meant, if any.
    std::vector<entity> linked_things() const;
    std::optional<resolved_reference<entity>> meant_by_links(std::string_view text,
                                                             const resolve_query& query) const;
    // Makes `until` earlier where the prompt holds no longer than that.
    result<agent_prompt> make_prompt(const prompt_options& options, timestamp& until) const;

    // What was asked last, and what it was asked of.
    struct known_prompt {
        std::array<std::uint64_t, 6> versions{};
        timestamp until{};
        prompt_options options{};
        agent_prompt prompt{};
    };
    [[nodiscard]] std::array<std::uint64_t, 6> versions() const;

    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
    WORKMEM_NO_UNIQUE_ADDRESS typename Policies::mutex calls_mutex_;
    pending_calls calls_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable typename Policies::mutex prompt_mutex_;
    mutable std::optional<known_prompt> known_;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/agent/agent_memory.ipp>
#endif
#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_AGENT_MEMORY_TEMPLATES(extern, workmem::default_policies)
#endif
