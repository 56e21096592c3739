#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/journal/stream_names.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
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
/// `session/<id>`, and is opened when it is asked for.
///
/// A session is known from its first memory until a sweep finds it empty. Of an unknown one `list`,
/// `search`, `export_all` and `stats` tell nothing, `add` and `import` make it, and the rest is
/// `not_found`. Errors are those of `basic_session`; a failure to reach long-term memory is none:
/// what is promoted waits, and the next call that promotes, opens or sweeps tries again.
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
    };

    /// Throws `validation_error` for options that make no sense, `storage_error` when the journal
    /// cannot be read.
    explicit basic_session_store(session_options options = {}, parts with = {})
        : options_{std::move(options)}, with_{std::move(with)} {
        if (auto problem = problem_of(options_)) raise(std::move(*problem));
        next_sweep_ = with_.clock.now() + options_.sweep_every;
        if (with_.long_term) return;
        if constexpr (makes_repository)
            with_.long_term = std::make_shared<Repository>(
                typename Repository::options_type{},
                typename Repository::parts{.clock = with_.clock, .journal = with_.journal});
        else
            raise({error_code::validation_error, "parts.long_term must be given, is null"});
    }
    basic_session_store(const basic_session_store&) = delete;
    basic_session_store& operator=(const basic_session_store&) = delete;

    [[nodiscard]] Repository& long_term() noexcept { return *with_.long_term; }
    [[nodiscard]] const session_options& options() const noexcept { return options_; }

    /// The session of that id, which is made if it is not known. It stays usable while it is held.
    [[nodiscard]] std::shared_ptr<session_type> session(const std::string& id) {
        return try_session(id).value();
    }
    result<std::shared_ptr<session_type>> try_session(const std::string& id) {
        if (auto problem = problem_of_session_id(id)) return std::move(*problem);
        const write_lock lock{mutex_};
        return open_locked(id);
    }
    /// The session of that id, or nothing. One that is not open costs a look at its own stream.
    result<std::shared_ptr<session_type>> find(const std::string& id) {
        if (auto problem = problem_of_session_id(id)) return std::move(*problem);
        const write_lock lock{mutex_};
        if (const auto known = open_.find(id); known != open_.end()) return known->second;
        const auto is_there = journal::holds_stream(with_.journal, std::string{prefix} + id);
        if (!is_there) return is_there.error();
        if (!*is_there) return std::shared_ptr<session_type>{};
        auto opened = open_locked(id);
        // What was emptied and swept is unknown again.
        if (opened && (*opened)->is_done()) {
            open_.erase(id);
            return std::shared_ptr<session_type>{};
        }
        return opened;
    }
    /// Those that are known, by id. Opens them all.
    [[nodiscard]] std::vector<session_summary> list_sessions() {
        return try_list_sessions().value();
    }
    result<std::vector<session_summary>> try_list_sessions() {
        auto names = journal::names_below(with_.journal, prefix);
        if (!names) return names.error();
        {
            const write_lock lock{mutex_};
            for (const auto& [id, each] : open_) names->push_back(id);
        }
        std::sort(names->begin(), names->end());
        names->erase(std::unique(names->begin(), names->end()), names->end());
        std::vector<session_summary> out;
        for (const auto& id : *names) {
            auto found = find(id);
            if (!found) return found.error();
            if (*found) out.push_back({id, (*found)->size()});
        }
        return out;
    }

    /// Applies what other writers of the journal have recorded of a session. Of one that is not
    /// known yet nothing has to be applied. Errors: `storage_error`.
    void catch_up(const std::string& session) { try_catch_up(session).value(); }
    result<void> try_catch_up(const std::string& session) {
        auto found = find(session);
        if (!found) return found.error();
        return *found ? (*found)->try_catch_up() : result<void>{};
    }

    // Each of these is the call of the session's.

    session_memory add(const std::string& session, new_session_memory what,
                       const call_options& call = plain_call) {
        return try_add(session, std::move(what), call).value();
    }
    result<session_memory> try_add(const std::string& session, new_session_memory what,
                                   const call_options& call = plain_call) {
        return in_new(session, [&](session_type& to) { return to.try_add(std::move(what), call); });
    }
    std::size_t import(const std::string& session, std::vector<session_memory> memories,
                       const call_options& call = plain_call) {
        return try_import(session, std::move(memories), call).value();
    }
    result<std::size_t> try_import(const std::string& session, std::vector<session_memory> memories,
                                   const call_options& call = plain_call) {
        return in_new(session,
                      [&](session_type& to) { return to.try_import(std::move(memories), call); });
    }
    session_memory get(const std::string& session, std::string_view id) {
        return try_get(session, id).value();
    }
    result<session_memory> try_get(const std::string& session, std::string_view id) {
        return in(session, [&](session_type& to) {
            auto found = to.try_get(id);
            deliver(to);
            return found;
        });
    }
    session_memory update(const std::string& session, std::string_view id,
                          const session_memory_change& what,
                          const call_options& call = plain_call) {
        return try_update(session, id, what, call).value();
    }
    result<session_memory> try_update(const std::string& session, std::string_view id,
                                      const session_memory_change& what,
                                      const call_options& call = plain_call) {
        return in(session, [&](session_type& to) { return to.try_update(id, what, call); });
    }
    timestamp expire(const std::string& session, std::string_view id,
                     const call_options& call = plain_call) {
        return try_expire(session, id, call).value();
    }
    result<timestamp> try_expire(const std::string& session, std::string_view id,
                                 const call_options& call = plain_call) {
        return in(session, [&](session_type& to) { return to.try_expire(id, call); });
    }
    timestamp extend_ttl(const std::string& session, std::string_view id,
                         const call_options& call = plain_call) {
        return try_extend_ttl(session, id, call).value();
    }
    result<timestamp> try_extend_ttl(const std::string& session, std::string_view id,
                                     const call_options& call = plain_call) {
        return in(session, [&](session_type& to) { return to.try_extend_ttl(id, call); });
    }
    bool relate(const std::string& session, std::string_view id, const relation& to,
                const call_options& call = plain_call) {
        return try_relate(session, id, to, call).value();
    }
    result<bool> try_relate(const std::string& session, std::string_view id, const relation& to,
                            const call_options& call = plain_call) {
        return in(session, [&](session_type& from) { return from.try_relate(id, to, call); });
    }
    session_commands::promote_answer promote(const std::string& session, std::string_view id,
                                             const call_options& call = plain_call) {
        return try_promote(session, id, call).value();
    }
    result<session_commands::promote_answer> try_promote(const std::string& session,
                                                         std::string_view id,
                                                         const call_options& call = plain_call) {
        return in(session, [&](session_type& from) {
            auto done = from.try_promote(id, call);
            deliver(from);
            return done;
        });
    }
    /// Promotes each for itself, without ids all that a rule asks for.
    std::vector<promotion_result> bulk_promote(const std::string& session,
                                               std::vector<std::string> ids = {}) {
        return try_bulk_promote(session, std::move(ids)).value();
    }
    result<std::vector<promotion_result>> try_bulk_promote(const std::string& session,
                                                           std::vector<std::string> ids = {}) {
        return in(session, [&](session_type& from) -> result<std::vector<promotion_result>> {
            if (ids.empty())
                for (const auto& each :
                     from.list({.only = session_filter::kind::pending}, from.size()).memories)
                    ids.push_back(each.id);
            std::vector<promotion_result> out;
            for (auto& id : ids) {
                auto done = from.try_promote(id);
                if (done)
                    out.push_back({std::move(id), std::move(done->memory.id), std::nullopt});
                else
                    out.push_back({std::move(id), {}, done.error()});
            }
            deliver(from);
            return out;
        });
    }
    /// A memory leaves for good: the session, what is stored of it, and what was promoted of it to
    /// long-term memory. True if it was in either. O(stream + long-term memory).
    bool erase(const std::string& session, std::string_view id,
               const call_options& call = plain_call) {
        return try_erase(session, id, call).value();
    }
    result<bool> try_erase(const std::string& session, std::string_view id,
                           const call_options& call = plain_call) {
        return in(session, [&](session_type& from) -> result<bool> {
            auto done = from.try_erase(id, call);
            if (!done) return done;
            auto promoted = erase_promoted(session, id);
            if (!promoted) return promoted;
            return *done || *promoted;
        });
    }
    std::size_t clear(const std::string& session, const call_options& call = plain_call) {
        return try_clear(session, call).value();
    }
    result<std::size_t> try_clear(const std::string& session,
                                  const call_options& call = plain_call) {
        return in(session, [&](session_type& to) { return to.try_clear(call); });
    }
    session_page list(const std::string& session, const session_filter& filter = {},
                      std::size_t limit = 100, std::uint64_t after = 0) {
        return try_list(session, filter, limit, after).value();
    }
    result<session_page> try_list(const std::string& session, const session_filter& filter = {},
                                  std::size_t limit = 100, std::uint64_t after = 0) {
        return or_nothing<session_page>(
            session, [&](session_type& of) { return of.list(filter, limit, after); });
    }
    std::vector<session_hit> search(const std::string& session, std::string_view query,
                                    const session_filter& filter = {}, std::size_t limit = 10) {
        return try_search(session, query, filter, limit).value();
    }
    result<std::vector<session_hit>> try_search(const std::string& session, std::string_view query,
                                                const session_filter& filter = {},
                                                std::size_t limit = 10) {
        return or_nothing<std::vector<session_hit>>(
            session, [&](session_type& of) { return of.search(query, filter, limit); });
    }
    /// A page of them, and how many there are.
    session_hits search_page(const std::string& session, std::string_view query,
                             const session_filter& filter, std::size_t limit, std::uint64_t skip) {
        return try_search_page(session, query, filter, limit, skip).value();
    }
    result<session_hits> try_search_page(const std::string& session, std::string_view query,
                                         const session_filter& filter, std::size_t limit,
                                         std::uint64_t skip) {
        return or_nothing<session_hits>(
            session, [&](session_type& of) { return of.search_page(query, filter, limit, skip); });
    }
    std::vector<session_memory> export_all(const std::string& session) {
        return try_export(session).value();
    }
    result<std::vector<session_memory>> try_export(const std::string& session) {
        return or_nothing<std::vector<session_memory>>(
            session, [](session_type& of) { return of.export_all(); });
    }
    session_stats stats(const std::string& session) { return try_stats(session).value(); }
    result<session_stats> try_stats(const std::string& session) {
        return or_nothing<session_stats>(session, [](session_type& of) { return of.stats(); });
    }

    /// What should be looked at in a session; of an unknown one nothing.
    health_report health(const std::string& session) { return try_health(session).value(); }
    result<health_report> try_health(const std::string& session) {
        return or_nothing<health_report>(session, [](session_type& of) { return of.health(); });
    }
    /// The same of all sessions that are open, each message with its session's id before it.
    /// O(memories).
    health_report health() {
        const auto all = open_sessions();
        health_report report;
        for (const auto& each : all) {
            auto one = each->health();
            const auto take = [&](std::vector<health_alert>& from, std::vector<health_alert>& to) {
                for (auto& alert : from) {
                    alert.message = "session " + text::quoted(each->name()) + ": " + alert.message;
                    to.push_back(std::move(alert));
                }
            };
            take(one.alerts, report.alerts);
            take(one.notes, report.notes);
        }
        return report;
    }

    /// What has expired leaves; sessions that have been idle for `idle_after` of the options are
    /// dropped; those that are empty then are let go, and what is promoted, but did not reach
    /// long-term memory, is tried again. How many memories left. Errors: the first of a session;
    /// the others are swept all the same.
    ///
    /// Looks only at sessions in which something is due, O(those · their size) where they are
    /// dropped, else O(expired · log size). The first one also opens the sessions that the journal
    /// holds.
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep() {
        std::optional<error> problem;
        const auto note = [&](const auto& done) {
            if (!done && !problem) problem.emplace(done.error());
        };
        if (!has_seen_stored_) {
            const auto opened = try_list_sessions();
            note(opened);
            has_seen_stored_ = opened.has_value();
        }
        std::size_t gone = 0;
        for (const auto place : schedule_->take_due(with_.clock.now())) {
            const auto each = at(place);
            if (!each) continue;
            const rescheduled whatever_happens{*each};
            auto dropped = each->try_drop_if_idle();
            note(dropped);
            auto swept = each->try_sweep();
            note(swept);
            if (dropped) gone += *dropped;
            if (swept) gone += swept->size();
            deliver(*each);
            let_go(each);
        }
        if (problem) return std::move(*problem);
        return gone;
    }

    /// Sweeps if that is due: `sweep_every` after the last time, or after the store was made. How
    /// many memories left. Errors as for `sweep`.
    std::size_t tick() { return try_tick().value(); }
    result<std::size_t> try_tick() {
        const auto now = with_.clock.now();
        {
            const write_lock lock{mutex_};
            if (now < next_sweep_) return std::size_t{0};
            next_sweep_ = now + options_.sweep_every;
        }
        return try_sweep();
    }

    /// Records accesses that no change has carried yet, of all sessions that are open. Errors: the
    /// first of a session; the others are recorded all the same.
    void flush() { try_flush().value(); }
    result<void> try_flush() {
        std::optional<error> problem;
        for (const auto& each : open_sessions())
            if (auto done = each->try_flush(); !done && !problem) problem.emplace(done.error());
        if (problem) return std::move(*problem);
        return {};
    }

private:
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

    [[nodiscard]] static error unknown(const std::string& session) {
        return {error_code::not_found,
                "there is no session " + text::quoted(session),
                {{"session_id", session}}};
    }
    // By id.
    [[nodiscard]] std::vector<std::shared_ptr<session_type>> open_sessions() {
        std::vector<std::shared_ptr<session_type>> out;
        {
            const write_lock lock{mutex_};
            for (const auto& [id, each] : open_) out.push_back(each);
        }
        std::sort(out.begin(), out.end(),
                  [](const auto& a, const auto& b) { return a->name() < b->name(); });
        return out;
    }
    struct hash_of_id {
        std::size_t operator()(const std::string& id) const noexcept {
            return static_cast<std::size_t>(detail::hash_bytes(id, detail::process_seed()));
        }
    };
    // However a sweep of it ends, it is looked at again.
    struct rescheduled {
        explicit rescheduled(session_type& which) : is{which} {}
        rescheduled(const rescheduled&) = delete;
        rescheduled& operator=(const rescheduled&) = delete;
        ~rescheduled() { is.reschedule(); }
        session_type& is;
    };

    result<bool> erase_promoted(const std::string& session, std::string_view id) {
        const auto says = [](const long_term_memory& each, std::string_view name,
                             std::string_view text) {
            const auto* const value = find_attribute(each.metadata, name);
            const auto* const said = value == nullptr ? nullptr : std::get_if<std::string>(value);
            return said != nullptr && *said == text;
        };
        std::vector<std::string> ids;
        std::uint64_t after = 0;
        for (;;) {
            const auto page = with_.long_term->list({}, 1'000, after);
            for (const auto& each : page.memories)
                if (says(each, "working_memory_id", id) &&
                    says(each, "working_memory_session", session))
                    ids.push_back(each.id);
            if (!page.next) break;
            after = *page.next;
        }
        for (const auto& each : ids)
            if (auto done = with_.long_term->try_erase(each); !done) return done;
        return !ids.empty();
    }
    // What is not delivered now is delivered later.
    void deliver(session_type& from) {
        const auto done = from.try_deliver(*with_.long_term);
        if (done && *done > 0) from.reschedule();
    }
    std::shared_ptr<session_type> at(std::uint32_t place) {
        const write_lock lock{mutex_};
        return place < by_place_.size() ? by_place_[place].lock() : nullptr;
    }
    // Closes a session that nobody else uses and that there is nothing to keep for.
    void let_go(const std::shared_ptr<session_type>& which) {
        const write_lock lock{mutex_};
        const auto known = open_.find(which->name());
        if (known != open_.end() && known->second == which && which.use_count() == 2 &&
            which->is_done())
            open_.erase(known);
    }

    template <class Call>
    auto in(const std::string& session, Call&& call) -> std::invoke_result_t<Call&, session_type&> {
        auto found = find(session);
        if (!found) return found.error();
        if (!*found) return unknown(session);
        return call(**found);
    }
    // A session that is made for a call that then fails is let go.
    template <class Call>
    auto in_new(const std::string& session, Call&& call)
        -> std::invoke_result_t<Call&, session_type&> {
        auto to = try_session(session);
        if (!to) return to.error();
        auto done = call(**to);
        if (!done) let_go(*to);
        return done;
    }
    template <class Answer, class Call>
    result<Answer> or_nothing(const std::string& session, Call&& call) {
        auto found = find(session);
        if (!found) return found.error();
        if (!*found) return Answer{};
        return call(**found);
    }

    result<std::shared_ptr<session_type>> open_locked(const std::string& id) {
        if (const auto known = open_.find(id); known != open_.end()) return known->second;
        auto made = std::make_shared<opened_session>([&] {
            return session_type::try_make(
                options_, {.clock = with_.clock,
                           .observer = with_.observer,
                           .journal = with_.journal,
                           .name = id,
                           .stream = std::string{prefix} + id,
                           .keep = with_.keep,
                           .tokens = with_.tokens,
                           .is_taken = [kept = with_.long_term](const std::string& wanted) {
                               return kept->get(wanted).has_value();
                           }});
        });
        if (!made->is) return made->is.error();
        std::shared_ptr<session_type> opened{made, &*made->is};
        deliver(*opened);
        const auto place = opened->enter(schedule_);
        if (place >= by_place_.size()) by_place_.resize(place + 1);
        by_place_[place] = opened;
        open_.emplace(id, opened);
        return opened;
    }

    session_options options_;
    parts with_;
    WORKMEM_NO_UNIQUE_ADDRESS typename Policies::mutex mutex_;
    timestamp next_sweep_{};
    std::unordered_map<std::string, std::shared_ptr<session_type>, hash_of_id> open_;
    std::shared_ptr<schedule_type> schedule_ = std::make_shared<schedule_type>();
    std::vector<std::weak_ptr<session_type>> by_place_;  // of the schedule
    std::atomic<bool> has_seen_stored_{!keeps_streams};
};

}  // namespace workmem
