#pragma once

#include <workmem/config.hpp>
#include <workmem/keyed/keyed_store.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/agenda.hpp>
#include <workmem/session/session.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What became of one promotion of several.
struct promotion_result {
    std::string memory_id;
    std::string long_term_id{};      ///< empty where it failed
    std::optional<error> problem{};  ///< why
};

/// A session and how many memories it has, expired ones among them.
struct session_summary {
    std::string id;
    std::size_t memories = 0;
};

/// Many sessions, each isolated from the others, with one long-term memory: what sessions promote
/// is put there at once. With a journal each session lives in a stream of its own,
/// `session/<id>`, and is opened when it is asked for; `max_open` of the options limits how many
/// stay open.
///
/// A session is known from its first memory until a sweep finds it empty. Of an unknown one `list`,
/// `search`, `export_all` and `stats` tell nothing, `add` and `import` make it, and the rest is
/// `not_found`, but, with a journal, for calls that are repeated by their keys. Errors are those of
/// `basic_session`; a failure to reach long-term memory is none: what is promoted waits, and the
/// next call that promotes, opens or sweeps tries again.
///
/// Neither copyable nor movable. Thread-safe with a real mutex.
template <class Policies = default_policies, class Repository = basic_long_term_store<Policies>>
class basic_session_store {
    static_assert(long_term_repository<Repository>);

public:
    using session_type = basic_session<Policies>;
    using repository_type = Repository;

    /// The handles a store works with; each has a default.
    struct parts {
        typename Policies::clock clock{};
        typename Policies::observer observer{};
        typename Policies::journal journal{};
        retention keep{};  ///< how much of each session's history stays
        /// Where promoted memories go; none: a `basic_long_term_store` on the same journal. A
        /// repository of another type must be given.
        std::shared_ptr<Repository> long_term{};
        typename Policies::tokens tokens{};
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for options that make no sense, `storage_error` when the journal
    /// cannot be read.
    explicit basic_session_store(session_options options = {}, parts with = {});
    basic_session_store(const basic_session_store&) = delete;
    basic_session_store& operator=(const basic_session_store&) = delete;

    /// What is kept for good, with what other writers promoted by now. Errors: `storage_error`.
    [[nodiscard]] Repository& long_term() { return *try_long_term().value(); }
    result<Repository*> try_long_term();
    [[nodiscard]] const session_options& options() const noexcept { return options_; }

    /// The session of that id, which is made if it is not known. It stays usable while it is held;
    /// with `max_open`, who changes it by its own calls for longer than an hour asks for it anew,
    /// so that it is swept by others if this process is killed.
    [[nodiscard]] std::shared_ptr<session_type> session(const std::string& id);
    result<std::shared_ptr<session_type>> try_session(const std::string& id);
    /// The session of that id, or nothing. One that is not open costs a look at its own stream.
    result<std::shared_ptr<session_type>> find(const std::string& id);
    /// Those that are known, by id. Opens them all.
    [[nodiscard]] std::vector<session_summary> list_sessions();
    result<std::vector<session_summary>> try_list_sessions();

    /// Applies what other writers of the journal have recorded of a session, and of long-term
    /// memory. Of a session that is not known yet nothing has to be applied; one that others have
    /// erased begins anew, and so does long-term memory. Errors: `storage_error`.
    void catch_up(const std::string& session) { try_catch_up(session).value(); }
    result<void> try_catch_up(const std::string& session);

    // Each of these is the call of the session's.

    session_memory add(const std::string& session, new_session_memory what,
                       const call_options& call = plain_call);
    result<session_memory> try_add(const std::string& session, new_session_memory what,
                                   const call_options& call = plain_call);
    std::size_t import(const std::string& session, std::vector<session_memory> memories,
                       const call_options& call = plain_call);
    result<std::size_t> try_import(const std::string& session, std::vector<session_memory> memories,
                                   const call_options& call = plain_call);
    session_memory get(const std::string& session, std::string_view id);
    result<session_memory> try_get(const std::string& session, std::string_view id);
    session_memory update(const std::string& session, std::string_view id,
                          const session_memory_change& what, const call_options& call = plain_call);
    result<session_memory> try_update(const std::string& session, std::string_view id,
                                      const session_memory_change& what,
                                      const call_options& call = plain_call);
    timestamp expire(const std::string& session, std::string_view id,
                     const call_options& call = plain_call);
    result<timestamp> try_expire(const std::string& session, std::string_view id,
                                 const call_options& call = plain_call);
    timestamp extend_ttl(const std::string& session, std::string_view id,
                         const call_options& call = plain_call);
    result<timestamp> try_extend_ttl(const std::string& session, std::string_view id,
                                     const call_options& call = plain_call);
    bool relate(const std::string& session, std::string_view id, const relation& to,
                const call_options& call = plain_call);
    result<bool> try_relate(const std::string& session, std::string_view id, const relation& to,
                            const call_options& call = plain_call);
    session_commands::promote_answer promote(const std::string& session, std::string_view id,
                                             const call_options& call = plain_call,
                                             promotion_choice choice = {});
    result<session_commands::promote_answer> try_promote(const std::string& session,
                                                         std::string_view id,
                                                         const call_options& call = plain_call,
                                                         promotion_choice choice = {});
    /// Promotes each for itself, without ids all that a rule asks for.
    std::vector<promotion_result> bulk_promote(const std::string& session,
                                               std::vector<std::string> ids = {},
                                               promotion_choice choice = {});
    result<std::vector<promotion_result>> try_bulk_promote(const std::string& session,
                                                           std::vector<std::string> ids = {},
                                                           promotion_choice choice = {});
    /// A memory leaves for good: the session, what is stored of it, and what anybody promoted of it
    /// to long-term memory, also where the session is empty or gone. True if it was in either.
    /// O(stream + long-term memory).
    bool erase(const std::string& session, std::string_view id,
               const call_options& call = plain_call);
    result<bool> try_erase(const std::string& session, std::string_view id,
                           const call_options& call = plain_call);
    std::size_t clear(const std::string& session, const call_options& call = plain_call);
    result<std::size_t> try_clear(const std::string& session,
                                  const call_options& call = plain_call);
    session_page list(const std::string& session, const session_filter& filter = {},
                      std::size_t limit = 100, std::uint64_t after = 0);
    result<session_page> try_list(const std::string& session, const session_filter& filter = {},
                                  std::size_t limit = 100, std::uint64_t after = 0);
    std::vector<session_hit> search(const std::string& session, std::string_view query,
                                    const session_filter& filter = {}, std::size_t limit = 10);
    result<std::vector<session_hit>> try_search(const std::string& session, std::string_view query,
                                                const session_filter& filter = {},
                                                std::size_t limit = 10);
    /// A page of them, and how many there are.
    session_hits search_page(const std::string& session, std::string_view query,
                             const session_filter& filter, std::size_t limit, std::uint64_t skip);
    result<session_hits> try_search_page(const std::string& session, std::string_view query,
                                         const session_filter& filter, std::size_t limit,
                                         std::uint64_t skip);
    std::vector<session_memory> export_all(const std::string& session);
    result<std::vector<session_memory>> try_export(const std::string& session);
    session_stats stats(const std::string& session) { return try_stats(session).value(); }
    result<session_stats> try_stats(const std::string& session);

    /// What should be looked at in a session; of an unknown one nothing.
    health_report health(const std::string& session) { return try_health(session).value(); }
    result<health_report> try_health(const std::string& session);
    /// The same of all sessions that are open, each message with its session's id before it.
    /// O(memories).
    health_report health();

    /// What has expired leaves; sessions that have been idle for `idle_after` of the options are
    /// dropped; those that are empty then are let go, and what is promoted, but did not reach
    /// long-term memory, is tried again. How many memories left. Errors: the first of a session;
    /// the others are swept all the same.
    ///
    /// Looks only at sessions in which something is due, O(those · their size) where they are
    /// dropped, else O(expired · log size). The first one also opens the sessions that the journal
    /// holds; with `max_open` each one opens those in which something was to become due in an hour
    /// that is over.
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep();

    /// Sweeps if that is due: `sweep_every` after the last time, or after the store was made. How
    /// many memories left. Errors as for `sweep`.
    std::size_t tick() { return try_tick().value(); }
    result<std::size_t> try_tick();

    /// Records accesses that no change has carried yet, of all sessions that are open. Errors: the
    /// first of a session; the others are recorded all the same.
    void flush() { try_flush().value(); }
    result<void> try_flush();

private:
    using opened_sessions = keyed_store<session_type, typename Policies::mutex>;
    using schedule_type = sweep_schedule<typename Policies::mutex>;

    static constexpr bool makes_repository =
        std::is_same_v<Repository, basic_long_term_store<Policies>>;
    static constexpr std::string_view prefix = "session/";
    static constexpr bool keeps_streams = journal::full_engine_policy<typename Policies::journal>;

    // A session with a mutex cannot be moved to where it is held.
    struct opened_session {
        template <class Make>
        explicit opened_session(Make&& make) : is{make()} {}
        result<session_type> is;
    };

    [[nodiscard]] static error unknown(const std::string& session);
    // However a sweep of it ends, it is looked at again.
    struct rescheduled {
        explicit rescheduled(session_type& which) : is{which} {}
        rescheduled(const rescheduled&) = delete;
        rescheduled& operator=(const rescheduled&) = delete;
        ~rescheduled() { is.reschedule(); }
        session_type& is;
    };

    // A repository of the caller's own may have no other writers.
    result<void> refresh_long_term();
    result<session_commands::promote_answer> promote_from(session_type& from, std::string_view id,
                                                          const call_options& call,
                                                          promotion_choice choice);
    result<std::vector<std::string>> promoted_from(const std::string& session, std::string_view id);
    // What is not delivered now is delivered later.
    void deliver(session_type& from);
    // Closes a session that nobody else uses and that there is nothing to keep for.
    void let_go(std::shared_ptr<session_type> which);
    // Closes one that may hold something, unless somebody else uses it; whether it did.
    bool close(std::shared_ptr<session_type> which);
    // Where sessions are closed that hold something: so that it is looked at when it is due, or
    // after this hour, whatever is done to it now.
    result<void> enter(const std::string& session, timestamp due = {});
    // Those that were there before the agenda.
    result<void> enter_stored();
    // Those that were there before this process, so that the schedule knows them.
    result<void> open_stored();
    [[nodiscard]] bool is_read_only() const;
    // Closes those that were not used for longest where too many are open.
    void close_unused();
    // What has expired leaves, what waits is delivered; how many memories left.
    template <class Note>
    std::size_t sweep(session_type& which, Note&& note);
    // Those in the agenda; without one, or where it was not begun, those in the journal.
    template <class Note>
    std::size_t sweep_stored(Note&& note);

    // The session if it is known. One that was emptied and let go is not: where it is stored,
    // `visit_emptied` sees it before it is let go again.
    template <class Visit>
    result<std::shared_ptr<session_type>> look_up(const std::string& id, Visit&& visit_emptied);

    // In a session that is known; a call that is repeated also in one that was let go since.
    template <class Call>
    auto in(const std::string& session, const call_options& by, Call&& call)
        -> std::invoke_result_t<Call&, session_type&>;
    // The same for a call that changes something.
    template <class Call>
    auto change(const std::string& session, const call_options& by, Call&& call)
        -> std::invoke_result_t<Call&, session_type&>;
    // A session that is made for a call that then fails is let go.
    template <class Call>
    auto in_new(const std::string& session, Call&& call)
        -> std::invoke_result_t<Call&, session_type&>;
    // What a call answers; where it throws, the session is let go.
    template <class Call>
    auto or_let_go(std::shared_ptr<session_type>& which, Call&& call)
        -> std::invoke_result_t<Call&>;
    template <class Answer, class Call>
    result<Answer> or_nothing(const std::string& session, Call&& call);

    result<std::shared_ptr<session_type>> make(const std::string& id);
    // Everybody has it by now, so that long-term memory, which may be slow and whose observer may
    // use the store, keeps nobody waiting.
    void begin(session_type& opened);

    session_options options_;
    parts with_;
    journal::stream_clock<typename Policies::clock, typename Policies::journal> clock_;
    std::atomic<timestamp> next_sweep_{};
    std::shared_ptr<schedule_type> schedule_ = std::make_shared<schedule_type>();
    opened_sessions open_;
    std::optional<session_agenda<typename Policies::journal, typename Policies::mutex>> agenda_;
    std::atomic<bool> has_seen_stored_{!keeps_streams};
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/session/session_store.ipp>
#endif

#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_SESSION_STORE_TEMPLATES(extern, workmem::default_policies)
#endif
