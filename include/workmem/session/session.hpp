#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/entity/entity_json.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/long_term/long_term.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/session/context_text.hpp>
#include <workmem/session/erasing.hpp>
#include <workmem/session/health.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/session/secret_detector.hpp>
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
#include <utility>
#include <vector>

namespace workmem {

/// What one session remembers for a while: memories that expire by their priority, are found by
/// their words, and go to long-term memory when they prove their worth. With a journal, the session
/// lives in a stream of its own.
///
/// Copyable and movable with `null_mutex` only; with a real mutex thread-safe. Changes throw
/// `workmem::error` where they fail and then changed nothing; each has a `try_` twin.
template <class Policies = default_policies>
class basic_session : public recorded_memory<session_state<Policies>, Policies> {
    static_assert(advise_common_policies<Policies, session_notice>());
    static_assert(advise_session_policies<Policies>());

    using recorded = recorded_memory<session_state<Policies>, Policies>;
    using recorded::replica_;
    using typename recorded::state_type;
    static constexpr auto no_slot = detail::no_slot;

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
    };

    /// Throws `validation_error` for options that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the session starts as its stream says.
    explicit basic_session(session_options options = {}, parts with = {})
        : basic_session(unopened, std::move(options), std::move(with)) {
        if (auto problem = problem_of(this->options())) raise(std::move(*problem));
        replica_.open().value();
    }
    /// The same, or why not.
    [[nodiscard]] static result<basic_session> try_make(session_options options = {},
                                                        parts with = {}) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        return {from_factory,
                [&] { return basic_session(unopened, std::move(options), std::move(with)); },
                [](basic_session& made) { return made.replica_.open(); }};
    }

    // Coming in and changing.

    /// Remembers something for as long as its priority says. Answers it with its id, expiry, and
    /// the importance it has before anybody reads it. With an idempotency key that an earlier call
    /// had, answers the memory that it added; `conflict` when that is gone. Errors:
    /// `validation_error`, `storage_error`, `conflict`. O(log size) for when it expires, with a key
    /// O(size).
    session_memory add(new_session_memory what, const call_options& call = plain_call) {
        return try_add(std::move(what), call).value();
    }
    result<session_memory> try_add(new_session_memory what, const call_options& call = plain_call) {
        session_memory fresh;
        fresh.content = std::move(what.content);
        fresh.priority = what.priority;
        fresh.tags = std::move(what.tags);
        fresh.metadata = std::move(what.metadata);
        fresh.created = clock_.now();
        fresh.expires = fresh.created + options_.ttl.of(fresh.priority);
        fresh.added_by = hash_of_key(call.idempotency_key);
        auto done = put({&fresh, 1}, fresh.created, call);
        if (!done) return done.error();
        if (done->is_now) return std::move(*done->is_now);
        if (done->arrived.empty()) return added_by(fresh.added_by, call.idempotency_key);
        fresh.id = std::move(done->arrived.front().id);
        fresh.importance = done->arrived.front().importance;
        return fresh;
    }
    /// Takes over memories as they were exported; those whose id is known stay as they are. How
    /// many came in. Errors as for `add`.
    std::size_t import(std::vector<session_memory> memories,
                       const call_options& call = plain_call) {
        return try_import(std::move(memories), call).value();
    }
    result<std::size_t> try_import(std::vector<session_memory> memories,
                                   const call_options& call = plain_call) {
        auto done = put(memories, clock_.now(), call);
        if (!done) return done.error();
        return done->arrived.size();
    }
    /// Says something else of a memory. Another priority begins its time to live anew. Errors:
    /// `not_found`, `validation_error`.
    session_memory update(std::string_view id, const session_memory_change& what,
                          const call_options& call = plain_call) {
        return try_update(id, what, call).value();
    }
    result<session_memory> try_update(std::string_view id, const session_memory_change& what,
                                      const call_options& call = plain_call) {
        auto change = what;
        std::optional<error> problem;
        if (change.content) problem = accept_content(*change.content);
        if (!problem && change.tags) problem = accept_tags(*change.tags);
        if (!problem && change.metadata) problem = accept_metadata(*change.metadata);
        if (problem) return std::move(*problem);
        auto done = replica_.execute(
            session_commands::update{id, &change, clock_.now()}, [](const auto&) {}, call);
        if (!done) return done.error();
        return done->is_now ? std::move(*done->is_now) : peek(id);
    }
    /// Relates a memory to something; false if it was related to it in the same way. No access.
    /// Errors: `not_found`.
    bool relate(std::string_view id, const relation& to, const call_options& call = plain_call) {
        return try_relate(id, to, call).value();
    }
    result<bool> try_relate(std::string_view id, const relation& to,
                            const call_options& call = plain_call) {
        auto wanted = to;
        if (auto problem = accept_relation(wanted)) return std::move(*problem);
        return replica_.execute(
            session_commands::relate{id, &wanted, clock_.now()}, [](bool) {}, call);
    }
    /// A memory expires now, and leaves with the next sweep. When it did. Errors: `not_found`.
    timestamp expire(std::string_view id, const call_options& call = plain_call) {
        return try_expire(id, call).value();
    }
    result<timestamp> try_expire(std::string_view id, const call_options& call = plain_call) {
        return expiry_after(replica_.execute(
                                session_commands::expire{id, clock_.now()}, [](timestamp) {}, call),
                            id);
    }
    /// A memory lives longer by the time of its priority, from now if it has expired. Until when.
    /// Errors: `not_found`.
    timestamp extend_ttl(std::string_view id, const call_options& call = plain_call) {
        return try_extend_ttl(id, call).value();
    }
    result<timestamp> try_extend_ttl(std::string_view id, const call_options& call = plain_call) {
        return expiry_after(replica_.execute(
                                session_commands::extend{id, clock_.now()}, [](timestamp) {}, call),
                            id);
    }
    /// A memory goes to long-term memory: into the outbox, from which `deliver` takes it. One that
    /// is promoted already gives the same answer again. Errors: `not_found`; `already_promoted`
    /// with `strict_promotion`.
    session_commands::promote_answer promote(std::string_view id,
                                             const call_options& call = plain_call) {
        return try_promote(id, call).value();
    }
    result<session_commands::promote_answer> try_promote(std::string_view id,
                                                         const call_options& call = plain_call) {
        const session_commands::promote command{id, true, clock_.now(), &is_taken_};
        auto done = replica_.execute(
            command, [](const auto&) {}, call);
        // A repeated call: what was promoted is answered again.
        if (done && done->memory.id.empty()) return replica_.execute(command);
        return done;
    }
    /// What has expired leaves; the ids. O(expired · log size).
    std::vector<std::string> sweep() { return try_sweep().value(); }
    result<std::vector<std::string>> try_sweep() {
        return replica_.execute(session_commands::sweep{clock_.now()});
    }
    /// All leave if nothing came in, changed or was read by `get` for `idle_after` of the options,
    /// and what a rule asks for is promoted, but for what looks like a secret. How many left. O(1)
    /// where it is not idle.
    std::size_t drop_if_idle() { return try_drop_if_idle().value(); }
    result<std::size_t> try_drop_if_idle() {
        return replica_.execute(session_commands::drop_if_idle{clock_.now(), &is_taken_});
    }
    /// A memory leaves for good, also what is stored of it: log and snapshots are rewritten, and
    /// `session.erased` without content stays. What went to long-term memory is to be erased there.
    /// True if it was there. May be repeated after an error. O(stream).
    bool erase(std::string_view id, const call_options& call = plain_call) {
        return try_erase(id, call).value();
    }
    result<bool> try_erase(std::string_view id, const call_options& call = plain_call) {
        return replica_.erase(
            session_commands::erase{id, clock_.now()},
            [&](const journal::record& each) { return without_session_memory(each.bytes, id); },
            call);
    }
    /// All leave; how many. What is promoted stays where it went.
    std::size_t clear(const call_options& call = plain_call) { return try_clear(call).value(); }
    result<std::size_t> try_clear(const call_options& call = plain_call) {
        return replica_.execute(
            session_commands::clear{clock_.now()}, [](std::size_t) {}, call);
    }

    // Reading.

    /// A memory, whose access this is; if a rule asks for it now, it is promoted. Where that cannot
    /// be recorded, it stays pending and is answered all the same. An observer hears
    /// `session.promotion_refused` where a rule asks for what looks like a secret. Errors:
    /// `not_found`, `expired`. O(1) on average.
    session_memory get(std::string_view id) { return try_get(id).value(); }
    result<session_memory> try_get(std::string_view id) {
        const auto now = clock_.now();
        bool is_due = false;
        auto found = replica_.update_and_show(
            [&](state_type& state, std::uint64_t&) -> result<session_memory> {
                const auto slot = state.find(id);
                if (slot == no_slot) return state.unknown(id);
                if (state.has_expired(slot, now))
                    return error{error_code::expired,
                                 "memory " + text::quoted(id) + " expired at " +
                                     to_iso8601(state.value(slot).expires),
                                 {{"session_id", state.name()}, {"memory_id", std::string{id}}}};
                auto out = state.value(slot).copy();  // may fail, so it comes before the access
                state.access(slot, now);
                ++out.access_count;
                out.importance = state.importance(slot, now);
                is_due = state.due(slot, now, out.importance).has_value();
                return out;
            });
        if (!found || !is_due) return found;
        auto promoted = replica_.execute(session_commands::promote{id, false, now, &is_taken_});
        if (!promoted) return found;  // it stays pending, and the next access tries again
        if (promoted->is_guarded)
            replica_.tell([&](session_notice& notice) {
                notice.kind = "session.promotion_refused";
                notice.time = now;
                notice.session = name_;
                notice.ids.emplace_back(id);
            });
        if (promoted->is_new)
            found->promoted = replica_.read([&](const state_type& state) {
                const auto slot = state.find(id);
                return slot == no_slot ? std::nullopt : state.value(slot).promoted();
            });
        return found;
    }
    /// Those that the filter accepts, in the order in which they came, at most `limit`. No access.
    [[nodiscard]] session_page list(const session_filter& filter = {}, std::size_t limit = 100,
                                    std::uint64_t after = 0) const {
        const auto now = clock_.now();
        return replica_.read([&](const state_type& state) {
            session_page out;
            std::uint64_t last = after;
            state.for_each([&](std::uint32_t slot) {
                if (!accepts(state, filter, slot, now)) return;
                ++out.total;
                if (state.number(slot) <= after) return;
                if (out.memories.size() == limit) {
                    out.next = last;
                    return;
                }
                out.memories.push_back(state.copy(slot, now));
                last = state.number(slot);
            });
            return out;
        });
    }
    /// All there is, expired or not, to be imported elsewhere.
    [[nodiscard]] std::vector<session_memory> export_all() const {
        return list({.include_expired = true, .include_promoted = true},
                    static_cast<std::size_t>(-1))
            .memories;
    }
    [[nodiscard]] session_stats stats() const {
        const auto now = clock_.now();
        return replica_.read([&](const state_type& state) {
            session_stats out;
            out.undelivered = state.outbox().size();
            out.first_expiry = state.next_expiry();
            state.for_each([&](std::uint32_t slot) {
                const auto& each = state.value(slot);
                const bool expired = state.has_expired(slot, now);
                ++out.total;
                ++(expired ? out.expired : out.active);
                out.promoted += each.is_promoted();
                out.pending_promotion += is_pending(state, slot, now);
                out.accesses += each.access_count;
                out.importance_ppm += state.importance(slot, now).ppm();
                ++out.by_priority[static_cast<std::size_t>(each.priority)];
            });
            return out;
        });
    }
    /// What should be looked at. O(size).
    [[nodiscard]] health_report health() {
        const auto now = clock_.now();
        const auto seen = this->counted([](metrics_snapshot&, const state_type&) {});
        return examine(stats(), {now, clock_.wall() - now, seen.snapshot_failures}, options());
    }
    /// Those that hold the query as it stands, whatever the case, or all of its words; best first,
    /// of the same relevance the newer one. Without a query all that the filter accepts. No access.
    [[nodiscard]] std::vector<session_hit> search(std::string_view query,
                                                  const session_filter& filter = {},
                                                  std::size_t limit = 10) {
        return search_page(query, filter, limit, 0).hits;
    }
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
    [[nodiscard]] std::string context(std::size_t token_limit = 1'000) const {
        return detail::session_context_text(
            list({.include_promoted = true}, static_cast<std::size_t>(-1)).memories, token_limit,
            tokens_);
    }
    [[nodiscard]] std::size_t size() const {
        return replica_.read([](const state_type& state) { return state.size(); });
    }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const session_options& options() const noexcept { return options_; }
    [[nodiscard]] friend bool operator==(const basic_session& a, const basic_session& b) {
        return a.equals(b);
    }

    // Long-term memory.

    /// Puts what is promoted into long-term memory, which is harmless for what is there already;
    /// how many. What fails stays in the outbox for the next time. Where something else has the id,
    /// as a memory of another session may, `-2`, `-3`, … follows it. Errors: those of the
    /// repository.
    template <long_term_repository Repository>
    std::size_t deliver(Repository& to) {
        return try_deliver(to).value();
    }
    template <long_term_repository Repository>
    result<std::size_t> try_deliver(Repository& to) {
        const auto waiting = replica_.read([](const state_type& state) {
            return state.outbox().empty() ? std::vector<long_term_memory>{} : state.outbox();
        });
        for (const auto& each : waiting) {
            if (auto done = put_in(to, each); !done) return done.error();
            replica_.update([&](state_type& state) { state.delivered(each.id); });
        }
        return waiting.size();
    }

private:
    template <class, class>
    friend class basic_session_store;

    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}  // `{}` must not mean it
    };
    static constexpr unopened_t unopened{true};

    basic_session(unopened_t, session_options options, parts with)
        : recorded{state_type{with.name, options}, std::move(with.journal),
                   std::move(with.observer), std::move(with.stream), with.keep},
          clock_{std::move(with.clock)},
          tokens_{std::move(with.tokens)},
          is_taken_{std::move(with.is_taken)},
          name_{std::move(with.name)},
          options_{std::move(options)} {}

    // For the store: whether there is nothing to keep it for.
    [[nodiscard]] bool is_done() const {
        return replica_.read(
            [](const state_type& state) { return state.size() == 0 && state.outbox().empty(); });
    }
    std::uint32_t enter(std::shared_ptr<sweep_schedule<typename Policies::mutex>> schedule) {
        return replica_.update([&](state_type& state) { return state.enter(std::move(schedule)); });
    }
    void reschedule() {
        replica_.update([](state_type& state) { state.reschedule(); });
    }

    template <class Repository>
    static result<void> put_in(Repository& to, const long_term_memory& memory) {
        auto wanted = memory;
        for (std::size_t i = 2;; ++i) {
            auto done = to.try_put(wanted);
            if (!done) return done.error();
            if (*done || to.get(wanted.id) == wanted) return {};
            wanted.id = memory.id + '-' + std::to_string(i);
        }
    }
    // As it is now; for calls that are repeated by their key.
    result<session_memory> peek(std::string_view id) const {
        const auto now = clock_.now();
        return replica_.read([&](const state_type& state) -> result<session_memory> {
            const auto slot = state.find(id);
            if (slot == no_slot) return state.unknown(id);
            return state.copy(slot, now);
        });
    }
    result<timestamp> expiry_after(result<timestamp> done, std::string_view id) const {
        if (!done || *done != timestamp{}) return done;
        const auto found = peek(id);
        if (!found) return found.error();
        return found->expires;
    }
    // A hash of a call's key, which is kept with what the call added; 0 for none.
    static std::uint64_t hash_of_key(std::string_view key) noexcept {
        constexpr std::uint64_t seed = 0x8EBC6AF09C88C6E3U;
        return key.empty() ? 0 : (std::max)(detail::hash_bytes(key, seed), std::uint64_t{1});
    }
    result<session_memory> added_by(std::uint64_t key, std::string_view said) const {
        const auto now = clock_.now();
        auto found = replica_.read([&](const state_type& state) {
            const auto slot = state.find_added_by(key);
            return slot == no_slot ? std::nullopt : std::optional{state.copy(slot, now)};
        });
        if (found) return std::move(*found);
        return error{error_code::conflict,
                     "what a call with the idempotency key " +
                         text::quoted(text::prefix(said, 64)) + " added to session " +
                         text::quoted(name_) + " is gone; take another key to add it anew",
                     {{"session_id", name_}}};
    }
    // Make text valid UTF-8, then say what is wrong with it.
    static std::optional<error> accept_content(std::string& content) {
        detail::make_valid(content);
        return problem_of_content(content);
    }
    static std::optional<error> accept_tags(std::vector<std::string>& tags) {
        detail::make_valid(tags);
        return problem_of_tags(tags);
    }
    static std::optional<error> accept_metadata(attribute_list& metadata) {
        detail::make_valid(metadata);
        return problem_of_metadata(metadata);
    }
    static std::optional<error> accept_relation(relation& what) {
        detail::make_valid(what);
        if (auto problem = problem_of_id("relation_type", what.type)) return problem;
        if (auto problem = problem_of_id("target_element_id", what.target)) return problem;
        return problem_of_metadata(what.metadata);
    }
    static std::optional<error> accept(session_memory& memory) {
        detail::make_valid(memory.id);
        if (!memory.id.empty())
            if (auto problem = problem_of_id("memory_id", memory.id)) return problem;
        if (auto problem = accept_content(memory.content)) return problem;
        if (auto problem = accept_tags(memory.tags)) return problem;
        if (auto problem = accept_metadata(memory.metadata)) return problem;
        for (auto& each : memory.relations)
            if (auto problem = accept_relation(each)) return problem;
        return problem_of_relations(memory.relations);
    }
    result<session_commands::put_answer> put(std::span<session_memory> memories, timestamp now,
                                             const call_options& call) {
        for (auto& each : memories)
            if (auto problem = accept(each)) return std::move(*problem);
        return replica_.execute(
            session_commands::put{memories, now}, [](const auto&) {}, call);
    }
    // A rule does not promote what has expired, and what holds a secret.
    static bool is_pending(const state_type& state, std::uint32_t slot, timestamp now) {
        return !state.has_expired(slot, now) && state.due(slot, now) && !state.holds_secret(slot);
    }
    static bool accepts(const state_type& state, const session_filter& filter, std::uint32_t slot,
                        timestamp now) {
        const bool pending =
            filter.only == session_filter::kind::pending && is_pending(state, slot, now);
        const auto& each = state.value(slot);
        return filter.accepts(
            {each.priority, state.has_expired(slot, now), each.is_promoted(), pending},
            [&](const std::string& tag) { return each.has_tag(tag); });
    }

    clock_type clock_;
    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
    std::function<bool(const std::string&)> is_taken_;
    std::string name_;
    session_options options_;
};

template <class Policies>
session_hits basic_session<Policies>::search_page(std::string_view query,
                                                  const session_filter& filter, std::size_t limit,
                                                  std::uint64_t skip) {
    const auto now = clock_.now();
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
        };
        std::vector<found> hits;
        std::uint64_t best = 0;
        std::vector<std::uint64_t> scores(state.slot_count(), 0);
        if (is_asked) {
            const auto ranked =
                state.index().search(query, state.size(), choice{state, filter, now});
            for (const auto& hit : ranked.hits)
                if (hit.matched == ranked.words) scores[hit.slot] = hit.score;
        }
        state.for_each([&](std::uint32_t slot) {
            if (!accepts(state, filter, slot, now)) return;
            found each{slot, scores[slot], std::nullopt, 0, 0};
            if (is_asked) {
                const auto place = state.look_for(slot, wanted);
                each.position = place.position;
                each.length = place.length;
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
