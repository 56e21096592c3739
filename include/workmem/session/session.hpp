#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/long_term/long_term.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/session/health.hpp>
#include <workmem/session/importance.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/promotion.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/session/state.hpp>
#include <workmem/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

template <class Policies>
constexpr bool advise_session_policies() {
    static_assert(detail::included<typename Policies::session::importance> &&
                      detail::included<typename Policies::session::promotion> &&
                      detail::included<typename Policies::session::secrets> &&
                      detail::included<typename Policies::session::ranking>,
                  "workmem: policies::session::importance, promotion, secrets or ranking is only "
                  "declared: include its header, such as "
                  "<workmem/ranking/substring.hpp>");
    static_assert(importance::policy<typename Policies::session::importance>,
                  "workmem: policies::session::importance must provide operator()(const "
                  "importance_facts&, const importance_weights&) const noexcept -> "
                  "importance_score");
    static_assert(promotion::policy<typename Policies::session::promotion>,
                  "workmem: policies::session::promotion must provide operator()(const "
                  "promotion_facts&, const promotion_limits&) const noexcept -> "
                  "std::optional<promotion_reason>");
    static_assert(secrets::policy<typename Policies::session::secrets>,
                  "workmem: policies::session::secrets must provide find(text, from) and "
                  "find_in_field(name, value) const noexcept -> std::optional<found_secret>");
    static_assert(ranking::policy<typename Policies::session::ranking>,
                  "workmem: policies::session::ranking must provide add(slot, document), "
                  "erase(slot) and clear() noexcept, size(), search(query, most, choice) -> ranked "
                  "and explain(query, slot, most, choice) -> explanation");
    return true;
}

/// What one session remembers for a while: memories that expire by their priority, are found by
/// their words, and go to long-term memory when they prove their worth. With a journal, the session
/// lives in a stream of its own.
///
/// Copyable and movable with `null_mutex` only; with a real mutex thread-safe. Changes throw
/// `workmem::error` where they fail and then changed nothing; each has a `try_` twin.
template <class Policies = default_policies>
class basic_session
    : detail::advised<advise_common_policies<Policies, session_notice>() &&
                      advise_session_policies<Policies>()>,
      public recorded_memory<session_state<session_state_policies_of<Policies>>, Policies> {
    using recorded = recorded_memory<session_state<session_state_policies_of<Policies>>, Policies>;
    using recorded::replica_;
    using typename recorded::state_type;
    static constexpr auto no_slot = detail::no_slot;
    using self = basic_session;

public:
    using value_type = session_memory;
    using policies = Policies;
    using options_type = session_options;
    using clock_type = typename Policies::clock;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = session_notice;
    using tokens_type = typename Policies::tokens;

    /// The handles a session works with; each has a default.
    struct parts {
        clock_type clock{};
        observer_type observer{};
        journal_type journal{};
        std::string name{};    ///< the session's id
        std::string stream{};  ///< where the journal keeps it
        retention keep{};      ///< how much of the stream's history stays
        tokens_type tokens{};
        /// Whether long-term memory has an id, so that another one is chosen; empty: none is taken.
        std::function<bool(const std::string&)> is_taken{};
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for options that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the session starts as its stream says.
    explicit basic_session(session_options options = {}, parts with = {});
    /// The same, or why not.
    [[nodiscard]] static result<basic_session> try_make(session_options options = {},
                                                        parts with = {});

    basic_session(const self&) requires(unshared<Policies>) = default;
    basic_session(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_session(self&&) requires(unshared<Policies>) = default;
    ~basic_session() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    // Coming in and changing.

    /// Remembers something for as long as its priority says. Answers it with its id, expiry, and
    /// the importance it has before anybody reads it. Errors: `validation_error`, `storage_error`,
    /// `conflict`. O(log size) for when it expires.
    session_memory add(new_session_memory what, const call_options& call = plain_call);
    result<session_memory> try_add(new_session_memory what, const call_options& call = plain_call);
    /// Takes over memories as they were exported; those whose id is known stay as they are. How
    /// many came in. Errors as for `add`.
    std::size_t import(std::vector<session_memory> memories, const call_options& call = plain_call);
    result<std::size_t> try_import(std::vector<session_memory> memories,
                                   const call_options& call = plain_call);
    /// Says something else of a memory. Another priority begins its time to live anew. Errors:
    /// `not_found`, `validation_error`.
    session_memory update(std::string_view id, const session_memory_change& what,
                          const call_options& call = plain_call);
    result<session_memory> try_update(std::string_view id, const session_memory_change& what,
                                      const call_options& call = plain_call);
    /// Relates a memory to something; false if it was related to it in the same way. No access.
    /// Errors: `not_found`.
    bool relate(std::string_view id, const relation& to, const call_options& call = plain_call);
    result<bool> try_relate(std::string_view id, const relation& to,
                            const call_options& call = plain_call);
    /// A memory expires now, and leaves with the next sweep. When it did. Errors: `not_found`.
    timestamp expire(std::string_view id, const call_options& call = plain_call);
    result<timestamp> try_expire(std::string_view id, const call_options& call = plain_call);
    /// A memory lives longer by the time of its priority, from now if it has expired. Until when.
    /// Errors: `not_found`.
    timestamp extend_ttl(std::string_view id, const call_options& call = plain_call);
    result<timestamp> try_extend_ttl(std::string_view id, const call_options& call = plain_call);
    /// A memory goes to long-term memory: into the outbox, from which `deliver` takes it. One that
    /// is promoted already gives the same answer again. Errors: `not_found`; `already_promoted`
    /// with `strict_promotion`; `validation_error` for what looks like a secret, unless it is
    /// allowed.
    session_commands::promote_answer promote(std::string_view id,
                                             const call_options& call = plain_call,
                                             promotion_choice choice = {});
    result<session_commands::promote_answer> try_promote(std::string_view id,
                                                         const call_options& call = plain_call,
                                                         promotion_choice choice = {});
    /// What has expired leaves; the ids. O(expired · log size).
    std::vector<std::string> sweep() { return try_sweep().value(); }
    result<std::vector<std::string>> try_sweep();
    /// All leave if nothing came in, changed or was read by `get` for `idle_after` of the options,
    /// and what a rule asks for is promoted, but for what looks like a secret. How many left. O(1)
    /// where it is not idle.
    std::size_t drop_if_idle() { return try_drop_if_idle().value(); }
    result<std::size_t> try_drop_if_idle();
    /// A memory leaves for good, also what is stored of it: log and snapshots are rewritten, and
    /// `session.erased` without content stays. What went to long-term memory is to be erased there.
    /// True if it was there. May be repeated after an error. O(stream).
    bool erase(std::string_view id, const call_options& call = plain_call);
    result<bool> try_erase(std::string_view id, const call_options& call = plain_call);
    /// All leave; how many. What is promoted stays where it went.
    std::size_t clear(const call_options& call = plain_call) { return try_clear(call).value(); }
    result<std::size_t> try_clear(const call_options& call = plain_call);

    // Reading.

    /// A memory, whose access this is; if a rule asks for it now, it is promoted. Where that cannot
    /// be recorded, it stays pending and is answered all the same. An observer hears
    /// `session.promotion_refused` where a rule asks for what looks like a secret. Errors:
    /// `not_found`, `expired`. O(1) on average.
    session_memory get(std::string_view id) { return try_get(id).value(); }
    result<session_memory> try_get(std::string_view id);
    /// Those that the filter accepts, in the order in which they came, at most `limit`. No access.
    [[nodiscard]] session_page list(const session_filter& filter = {}, std::size_t limit = 100,
                                    std::uint64_t after = 0) const;
    /// All there is, expired or not, to be imported elsewhere.
    [[nodiscard]] std::vector<session_memory> export_all() const;
    [[nodiscard]] session_stats stats() const;
    /// What should be looked at. O(size).
    [[nodiscard]] health_report health();
    /// Those that hold the query as it stands, whatever the case, or any of its words but stop
    /// words, which may also stand in tags and in texts of metadata. First those that hold it
    /// whole, word by word or as it stands; then the most relevant; of the same relevance the newer
    /// one. Without a query all that the filter accepts. No access.
    [[nodiscard]] std::vector<session_hit> search(std::string_view query,
                                                  const session_filter& filter = {},
                                                  std::size_t limit = 10);
    /// The same without the first `skip` hits, and how many there are. Pages of a session that
    /// changes in between may overlap.
    [[nodiscard]] session_hits search_page(std::string_view query, const session_filter& filter,
                                           std::size_t limit, std::uint64_t skip);
    /// Active memories as lines for a prompt, the most important first, of the same importance the
    /// newest, and at the end how many more there are than fit:
    ///
    ///     - "the content"
    ///     (and 3 more)
    ///
    /// `token_limit` is of all that is rendered. No access. O(size · log size).
    [[nodiscard]] std::string context(std::size_t token_limit = 1'000) const;
    /// `visit(const session_entry&)` for each that has not expired, in the order in which they
    /// came, under the lock: it must not call the session. No access.
    template <class Visit>
    void for_each(Visit&& visit) const {
        const auto now = replica_.clock().now();
        replica_.read([&](const state_type& state) {
            state.for_each([&](std::uint32_t slot) {
                if (state.has_expired(slot, now)) return;
                const auto& held = state.value(slot);
                session_entry each{held.id(), held.content(), held.priority, state.number(slot),
                                   held.expires};
                if (held.is_promoted()) each.promoted_to = held.promoted()->id;
                visit(each);
            });
        });
    }
    /// The id of a memory that a person or a model means: it, or how it alone begins (4 characters
    /// or more). Errors: `not_found`, `validation_error` where several begin so. O(size) unless it
    /// is an id.
    [[nodiscard]] std::string identify(std::string_view said) const {
        return try_identify(said).value();
    }
    result<std::string> try_identify(std::string_view said) const;
    /// Whether a change with that idempotency key is among the last that are known.
    [[nodiscard]] bool has_made(const call_options& call) const {
        return replica_.has_made(call.idempotency_key);
    }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const session_options& options() const noexcept { return options_; }
    [[nodiscard]] friend bool operator==(const basic_session& a, const basic_session& b) {
        return a.equals(b);
    }

    /// The session as it was after record `sequence` of its stream, at the time of its last change.
    /// Errors: `not_found` naming what can be reached.
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence) const {
        return try_state_at(sequence).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const {
        using past = basic_session<detached_policies<Policies>>;
        return past::as_of(options_, name_,
                           [&](auto& state) { return replica_.load_at(state, sequence); });
    }

    // Long-term memory.

    /// What waits in the outbox for `deliver`, oldest first.
    [[nodiscard]] std::vector<long_term_memory> undelivered() const {
        return replica_.read([](const state_type& state) { return state.outbox(); });
    }
    /// Puts what is promoted into long-term memory, which is harmless for what is there already;
    /// how many. What fails stays in the outbox for the next time. Where something else has the id,
    /// as a memory of another session may, `-2`, `-3`, … follows it. What somebody erases meanwhile
    /// is taken back. Errors: those of the repository, `storage_error`.
    template <long_term_repository Repository>
    std::size_t deliver(Repository& to) {
        return try_deliver(to).value();
    }
    template <long_term_repository Repository>
    result<std::size_t> try_deliver(Repository& to) {
        std::uint64_t builds = 0;
        const auto waiting = replica_.read([&](const state_type& state) {
            builds = state.builds();
            return state.outbox().empty() ? std::vector<long_term_memory>{} : state.outbox();
        });
        for (const auto& each : waiting) {
            auto kept = put_in(to, each);
            if (!kept) return kept.error();
            // Who erased it before it was put did not find it there; who does later, will.
            if (auto caught = this->try_catch_up(); !caught) return caught.error();
            const bool is_withdrawn = replica_.update([&](state_type& state) {
                const bool out = state.is_withdrawn(each, builds);
                state.delivered(each.id);
                return out;
            });
            if (!is_withdrawn) continue;
            if (auto done = to.try_erase(*kept); !done) return done.error();
        }
        return waiting.size();
    }

private:
    template <class, class>
    friend class basic_session_store;
    template <class>
    friend class basic_agent_memory;

    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}  // `{}` must not mean it
    };
    static constexpr unopened_t unopened{true};

    basic_session(unopened_t, session_options options, parts with);
    template <class>
    friend class basic_session;
    template <class Load>
    static result<basic_session> as_of(session_options options, std::string name, Load&& load);

    // For the store: `is_promoted` says whether it has left the session alive, too.
    result<bool> try_erase(std::string_view id, bool is_promoted, const call_options& call);
    // For the store: whether there is nothing to keep it for.
    [[nodiscard]] bool is_done() const;
    // For the store: when it is to be looked at; the earliest time if that is at once.
    [[nodiscard]] timestamp next_due() const;
    void enter(std::shared_ptr<sweep_schedule<typename Policies::mutex>> schedule);
    void reschedule();

    template <class Repository>
    static result<std::string> put_in(Repository& to, const long_term_memory& memory) {
        auto wanted = memory;
        // So that it is known again.
        if constexpr (requires { Repository::as_stored(wanted); })
            wanted = Repository::as_stored(std::move(wanted));
        for (std::size_t i = 2;; ++i) {
            auto done = to.try_put(wanted);
            if (!done) return done.error();
            if (*done || to.get(wanted.id) == wanted) return std::move(wanted.id);
            wanted.id = memory.id + '-' + std::to_string(i);
        }
    }
    // As it is stored: valid UTF-8, without secrets where the policy redacts them.
    template <class Value>
    static void prepare(Value& value);
    // Prepare text, then say what is wrong with it.
    static std::optional<error> validate_content(std::string& content);
    static std::optional<error> validate_tags(std::vector<std::string>& tags);
    static std::optional<error> validate_metadata(attribute_list& metadata);
    static std::optional<error> validate_relation(relation& what);
    static std::optional<error> validate(session_memory& memory);
    result<session_commands::put_answer> put(std::span<session_memory> memories, timestamp now,
                                             bool is_new, const call_options& call);
    // A rule does not promote what has expired, and what holds a secret.
    static bool is_pending(const state_type& state, std::uint32_t slot, timestamp now);
    static bool accepts(const state_type& state, const session_filter& filter, std::uint32_t slot,
                        timestamp now);

    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
    std::function<bool(const std::string&)> is_taken_;
    std::string name_;
    session_options options_;
};

template <class Policies>
session_hits basic_session<Policies>::search_page(std::string_view query,
                                                  const session_filter& filter, std::size_t limit,
                                                  std::uint64_t skip) {
    const auto now = replica_.clock().now();
    const detail::folded_query wanted{query};
    const bool is_asked = !wanted.text.empty();
    return replica_.update([&](state_type& state) {
        struct choice {
            const state_type& in;
            const session_filter& filter;
            timestamp now;
            [[nodiscard]] bool accepts(std::uint32_t slot) const {
                return basic_session::accepts(in, filter, slot, now);
            }
        };
        struct found {
            std::uint32_t slot;
            std::uint64_t score;
            std::optional<std::size_t> position;
            std::size_t length;
            std::uint32_t relevance;
            bool is_whole;  // has every word, or the text
        };
        std::vector<found> hits;
        std::uint64_t best = 0;
        struct score {
            std::uint64_t value = 0;
            bool has_all_words = false;
        };
        std::vector<score> scores(state.slot_count());
        if (is_asked) {
            const auto ranked =
                state.index().search(query, state.size(), choice{state, filter, now});
            for (const auto& hit : ranked.hits)
                if (hit.matched > 0) scores[hit.slot] = {hit.score, hit.matched == ranked.words};
        }
        state.for_each([&](std::uint32_t slot) {
            if (!accepts(state, filter, slot, now)) return;
            found each{slot, scores[slot].value, std::nullopt, 0, 0, scores[slot].has_all_words};
            if (is_asked) {
                const auto place = state.look_for(slot, wanted);
                each.position = place.position;
                each.length = place.length;
                each.is_whole = each.is_whole || each.position;
                if (each.score == 0 && !each.position) return;
            }
            best = (std::max)(best, each.score);
            hits.push_back(each);
        });
        for (auto& each : hits)
            each.relevance = relevance_ppm(
                {is_asked ? each.score : 0, is_asked ? (std::max)(best, std::uint64_t{1}) : 0,
                 each.position, each.length, state.value(each.slot).access_count,
                 state.importance(each.slot, now)},
                options_.relevance);
        session_hits out;
        out.total = hits.size();
        const auto first =
            std::cmp_less(skip, hits.size()) ? static_cast<std::size_t>(skip) : hits.size();
        const auto last = first + (std::min)(limit, hits.size() - first);
        std::partial_sort(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(last),
                          hits.end(), [&](const found& a, const found& b) {
                              if (a.is_whole != b.is_whole) return a.is_whole;
                              if (a.relevance != b.relevance) return a.relevance > b.relevance;
                              const auto &x = state.value(a.slot), &y = state.value(b.slot);
                              return x.created != y.created ? x.created > y.created
                                                            : x.id() < y.id();
                          });
        for (auto i = first; i < last; ++i)
            out.hits.push_back({state.copy(hits[i].slot, now), hits[i].relevance});
        if (last < hits.size()) out.next = last;
        return out;
    });
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/session/session.ipp>
#endif

#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_SESSION_STATE_TEMPLATES(extern, workmem::default_policies)
WORKMEM_SESSION_MEMORY_TEMPLATES(extern, workmem::default_policies)
#endif
