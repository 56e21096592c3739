#pragma once

#include <workmem/journal/stream_names.hpp>
#include <workmem/keyed/keyed_store.ipp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/session/agenda.ipp>
#include <workmem/session/session.ipp>
#include <workmem/session/session_store.hpp>

namespace workmem {

template <class Policies, class Repository>
basic_session_store<Policies, Repository>::basic_session_store(session_options options, parts with)
    : options_{std::move(options)},
      with_{std::move(with)},
      clock_{with_.clock, with_.max_clock_skew} {
    if (auto problem = problem_of(options_)) raise(std::move(*problem));
    clock_.set_by(with_.journal);
    next_sweep_ = clock_.now() + options_.sweep_every;
    if (options_.max_open) {
        if constexpr (keeps_streams)
            agenda_.emplace(with_.journal);
        else
            raise({error_code::validation_error,
                   "max_open must not be given, since no journal keeps what would be closed",
                   {{"option", "max_open"}}});
    }
    if (with_.long_term) return;
    if constexpr (makes_repository)
        with_.long_term = std::make_shared<Repository>(
            typename Repository::options_type{},
            typename Repository::parts{.clock = with_.clock,
                                       .journal = with_.journal,
                                       .max_clock_skew = with_.max_clock_skew});
    else
        raise({error_code::validation_error, "parts.long_term must be given, is null"});
}

template <class Policies, class Repository>
result<Repository*> basic_session_store<Policies, Repository>::try_long_term() {
    if (auto caught = refresh_long_term(); !caught) return caught.error();
    return with_.long_term.get();
}

template <class Policies, class Repository>
auto basic_session_store<Policies, Repository>::session(const std::string& id)
    -> std::shared_ptr<session_type> {
    return try_session(id).value();
}

template <class Policies, class Repository>
auto basic_session_store<Policies, Repository>::try_session(const std::string& id)
    -> result<std::shared_ptr<session_type>> {
    if (auto problem = problem_of_session_id(id)) return std::move(*problem);
    auto opened = open_.open(id, [&] { return make(id); });
    if (!opened) return opened.error();
    const auto entered = or_let_go(opened->memory, [&] {
        if (opened->by == opened_sessions::opener::this_call) begin(*opened->memory);
        // While it is held, so that a sweep does not close it before it is used.
        return enter(id);
    });
    if (!entered) {
        let_go(std::move(opened->memory));
        return entered.error();
    }
    return std::move(opened->memory);
}

template <class Policies, class Repository>
template <class Visit>
auto basic_session_store<Policies, Repository>::look_up(const std::string& id,
                                                        Visit&& visit_emptied)
    -> result<std::shared_ptr<session_type>> {
    if (auto problem = problem_of_session_id(id)) return std::move(*problem);
    using opener = typename opened_sessions::opener;
    auto found = open_.open(id, [&]() -> result<std::shared_ptr<session_type>> {
        const auto is_there = journal::holds_stream(with_.journal, std::string{prefix} + id);
        if (!is_there) return is_there.error();
        if (!*is_there) return std::shared_ptr<session_type>{};
        auto made = make(id);
        if (!made || !(*made)->is_done()) return made;
        visit_emptied(**made);
        return std::shared_ptr<session_type>{};
    });
    if (!found) return found.error();
    auto& session = found->memory;
    if (!session || found->by != opener::this_call) return std::move(session);
    begin(*session);
    if (!session->is_done()) return std::move(session);
    // Nothing was left but what it has delivered now.
    visit_emptied(*session);
    let_go(std::move(session));
    return std::shared_ptr<session_type>{};
}

template <class Policies, class Repository>
auto basic_session_store<Policies, Repository>::find(const std::string& id)
    -> result<std::shared_ptr<session_type>> {
    return look_up(id, [](session_type&) {});
}

template <class Policies, class Repository>
std::vector<session_summary> basic_session_store<Policies, Repository>::list_sessions() {
    return try_list_sessions().value();
}

template <class Policies, class Repository>
result<std::vector<session_summary>>
basic_session_store<Policies, Repository>::try_list_sessions() {
    auto names = journal::names_below(with_.journal, prefix);
    if (!names) return names.error();
    std::vector<session_summary> out;
    for (auto& id : open_.keys(std::move(*names))) {
        auto found = find(id);
        if (!found) return found.error();
        if (*found) out.push_back({std::move(id), (*found)->size()});
    }
    return out;
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::try_catch_up(const std::string& session) {
    auto found = find(session);
    if (!found) return found.error();
    if (*found)
        if (auto done = (*found)->try_follow(); !done) return done;
    return refresh_long_term();
}

template <class Policies, class Repository>
session_memory basic_session_store<Policies, Repository>::add(const std::string& session,
                                                              new_session_memory what,
                                                              const call_options& call) {
    return try_add(session, std::move(what), call).value();
}

template <class Policies, class Repository>
result<session_memory> basic_session_store<Policies, Repository>::try_add(
    const std::string& session, new_session_memory what, const call_options& call) {
    return in_new(session, [&](session_type& to) { return to.try_add(std::move(what), call); });
}

template <class Policies, class Repository>
std::size_t basic_session_store<Policies, Repository>::import(const std::string& session,
                                                              std::vector<session_memory> memories,
                                                              const call_options& call) {
    return try_import(session, std::move(memories), call).value();
}

template <class Policies, class Repository>
result<std::size_t> basic_session_store<Policies, Repository>::try_import(
    const std::string& session, std::vector<session_memory> memories, const call_options& call) {
    return in_new(session,
                  [&](session_type& to) { return to.try_import(std::move(memories), call); });
}

template <class Policies, class Repository>
session_memory basic_session_store<Policies, Repository>::get(const std::string& session,
                                                              std::string_view id) {
    return try_get(session, id).value();
}

template <class Policies, class Repository>
result<session_memory> basic_session_store<Policies, Repository>::try_get(
    const std::string& session, std::string_view id) {
    return in(session, plain_call, [&](session_type& to) {
        auto found = to.try_get(id);
        deliver(to);
        // A reading may have promoted it. Where that cannot be entered it stays open.
        if (agenda_ && !to.is_done() && to.next_due() == (timestamp::min)()) (void)enter(to.name());
        return found;
    });
}

template <class Policies, class Repository>
session_memory basic_session_store<Policies, Repository>::update(const std::string& session,
                                                                 std::string_view id,
                                                                 const session_memory_change& what,
                                                                 const call_options& call) {
    return try_update(session, id, what, call).value();
}

template <class Policies, class Repository>
result<session_memory> basic_session_store<Policies, Repository>::try_update(
    const std::string& session, std::string_view id, const session_memory_change& what,
    const call_options& call) {
    return change(session, call, [&](session_type& to) { return to.try_update(id, what, call); });
}

template <class Policies, class Repository>
timestamp basic_session_store<Policies, Repository>::expire(const std::string& session,
                                                            std::string_view id,
                                                            const call_options& call) {
    return try_expire(session, id, call).value();
}

template <class Policies, class Repository>
result<timestamp> basic_session_store<Policies, Repository>::try_expire(const std::string& session,
                                                                        std::string_view id,
                                                                        const call_options& call) {
    return change(session, call, [&](session_type& to) { return to.try_expire(id, call); });
}

template <class Policies, class Repository>
timestamp basic_session_store<Policies, Repository>::extend_ttl(const std::string& session,
                                                                std::string_view id,
                                                                const call_options& call) {
    return try_extend_ttl(session, id, call).value();
}

template <class Policies, class Repository>
result<timestamp> basic_session_store<Policies, Repository>::try_extend_ttl(
    const std::string& session, std::string_view id, const call_options& call) {
    return change(session, call, [&](session_type& to) { return to.try_extend_ttl(id, call); });
}

template <class Policies, class Repository>
bool basic_session_store<Policies, Repository>::relate(const std::string& session,
                                                       std::string_view id, const relation& to,
                                                       const call_options& call) {
    return try_relate(session, id, to, call).value();
}

template <class Policies, class Repository>
result<bool> basic_session_store<Policies, Repository>::try_relate(const std::string& session,
                                                                   std::string_view id,
                                                                   const relation& to,
                                                                   const call_options& call) {
    return change(session, call, [&](session_type& from) { return from.try_relate(id, to, call); });
}

template <class Policies, class Repository>
session_commands::promote_answer basic_session_store<Policies, Repository>::promote(
    const std::string& session, std::string_view id, const call_options& call,
    promotion_choice choice) {
    return try_promote(session, id, call, choice).value();
}

template <class Policies, class Repository>
result<session_commands::promote_answer> basic_session_store<Policies, Repository>::try_promote(
    const std::string& session, std::string_view id, const call_options& call,
    promotion_choice choice) {
    return change(session, call, [&](session_type& from) {
        auto done = promote_from(from, id, call, choice);
        deliver(from);
        return done;
    });
}

template <class Policies, class Repository>
result<session_commands::promote_answer> basic_session_store<Policies, Repository>::promote_from(
    session_type& from, std::string_view id, const call_options& call, promotion_choice choice) {
    auto done = from.try_promote(id, call, choice);
    if (!done || done->is_new || done->is_guarded) return done;
    // What was forgotten for good since is kept again, not said to be there.
    if (!from.try_deliver(*with_.long_term)) return done;
    if (auto caught = refresh_long_term(); !caught) return caught.error();
    if (with_.long_term->get(done->memory.id)) return done;
    choice.again = true;
    return from.try_promote(id, call, choice);
}

template <class Policies, class Repository>
std::vector<promotion_result> basic_session_store<Policies, Repository>::bulk_promote(
    const std::string& session, std::vector<std::string> ids, promotion_choice choice) {
    return try_bulk_promote(session, std::move(ids), choice).value();
}

template <class Policies, class Repository>
result<std::vector<promotion_result>> basic_session_store<Policies, Repository>::try_bulk_promote(
    const std::string& session, std::vector<std::string> ids, promotion_choice choice) {
    return change(
        session, plain_call, [&](session_type& from) -> result<std::vector<promotion_result>> {
            if (ids.empty())
                for (const auto& each :
                     from.list({.only = session_filter::kind::pending}, from.size()).memories)
                    ids.push_back(each.id);
            std::vector<promotion_result> out;
            for (auto& id : ids) {
                auto done = promote_from(from, id, plain_call, choice);
                if (done)
                    out.push_back({std::move(id), std::move(done->memory.id), std::nullopt});
                else
                    out.push_back({std::move(id), {}, done.error()});
            }
            deliver(from);
            return out;
        });
}

template <class Policies, class Repository>
bool basic_session_store<Policies, Repository>::erase(const std::string& session,
                                                      std::string_view id,
                                                      const call_options& call) {
    return try_erase(session, id, call).value();
}

template <class Policies, class Repository>
result<bool> basic_session_store<Policies, Repository>::try_erase(const std::string& session,
                                                                  std::string_view id,
                                                                  const call_options& call) {
    // Its answer is kept for a repetition, and says what is erased of long-term memory, too.
    const auto known = promoted_from(session, id);
    if (!known) return known.error();
    std::optional<result<bool>> erased;
    const auto erase_from = [&](session_type& from) {
        erased.emplace(from.try_erase(id, !known->empty(), call));
    };
    // What is stored of a session that is empty may know of it.
    const auto from = look_up(session, erase_from);
    if (!from) return from.error();
    if (*from) erase_from(**from);
    if (erased && !*erased) return std::move(*erased);
    const auto promoted = promoted_from(session, id);
    if (!promoted) return promoted.error();
    for (const auto& each : *promoted)
        if (auto done = with_.long_term->try_erase(each); !done) return done;
    const bool was_there = !promoted->empty() || (erased ? **erased : !known->empty());
    if (!*from && !was_there) return unknown(session);
    return was_there;
}

template <class Policies, class Repository>
std::size_t basic_session_store<Policies, Repository>::clear(const std::string& session,
                                                             const call_options& call) {
    return try_clear(session, call).value();
}

template <class Policies, class Repository>
result<std::size_t> basic_session_store<Policies, Repository>::try_clear(const std::string& session,
                                                                         const call_options& call) {
    return change(session, call, [&](session_type& to) { return to.try_clear(call); });
}

template <class Policies, class Repository>
session_page basic_session_store<Policies, Repository>::list(const std::string& session,
                                                             const session_filter& filter,
                                                             std::size_t limit,
                                                             std::uint64_t after) {
    return try_list(session, filter, limit, after).value();
}

template <class Policies, class Repository>
result<session_page> basic_session_store<Policies, Repository>::try_list(
    const std::string& session, const session_filter& filter, std::size_t limit,
    std::uint64_t after) {
    return or_nothing<session_page>(
        session, [&](session_type& of) { return of.list(filter, limit, after); });
}

template <class Policies, class Repository>
std::vector<session_hit> basic_session_store<Policies, Repository>::search(
    const std::string& session, std::string_view query, const session_filter& filter,
    std::size_t limit) {
    return try_search(session, query, filter, limit).value();
}

template <class Policies, class Repository>
result<std::vector<session_hit>> basic_session_store<Policies, Repository>::try_search(
    const std::string& session, std::string_view query, const session_filter& filter,
    std::size_t limit) {
    return or_nothing<std::vector<session_hit>>(
        session, [&](session_type& of) { return of.search(query, filter, limit); });
}

template <class Policies, class Repository>
session_hits basic_session_store<Policies, Repository>::search_page(const std::string& session,
                                                                    std::string_view query,
                                                                    const session_filter& filter,
                                                                    std::size_t limit,
                                                                    std::uint64_t skip) {
    return try_search_page(session, query, filter, limit, skip).value();
}

template <class Policies, class Repository>
result<session_hits> basic_session_store<Policies, Repository>::try_search_page(
    const std::string& session, std::string_view query, const session_filter& filter,
    std::size_t limit, std::uint64_t skip) {
    return or_nothing<session_hits>(
        session, [&](session_type& of) { return of.search_page(query, filter, limit, skip); });
}

template <class Policies, class Repository>
std::vector<session_memory> basic_session_store<Policies, Repository>::export_all(
    const std::string& session) {
    return try_export(session).value();
}

template <class Policies, class Repository>
result<std::vector<session_memory>> basic_session_store<Policies, Repository>::try_export(
    const std::string& session) {
    return or_nothing<std::vector<session_memory>>(
        session, [](session_type& of) { return of.export_all(); });
}

template <class Policies, class Repository>
result<session_stats> basic_session_store<Policies, Repository>::try_stats(
    const std::string& session) {
    return or_nothing<session_stats>(session, [](session_type& of) { return of.stats(); });
}

template <class Policies, class Repository>
result<health_report> basic_session_store<Policies, Repository>::try_health(
    const std::string& session) {
    return or_nothing<health_report>(session, [](session_type& of) { return of.health(); });
}

template <class Policies, class Repository>
health_report basic_session_store<Policies, Repository>::health() {
    health_report report;
    open_.for_each([&](session_type& each) {
        auto one = each.health();
        const auto take = [&](std::vector<health_alert>& from, std::vector<health_alert>& to) {
            for (auto& alert : from) {
                alert.message = "session " + text::quoted(each.name()) + ": " + alert.message;
                to.push_back(std::move(alert));
            }
        };
        take(one.alerts, report.alerts);
        take(one.notes, report.notes);
    });
    return report;
}

template <class Policies, class Repository>
result<std::size_t> basic_session_store<Policies, Repository>::try_sweep() {
    std::optional<error> problem;
    const auto note = [&](const auto& done) {
        if (!done && !problem) problem.emplace(done.error());
    };
    std::size_t gone = sweep_stored(note);
    for (const auto& id : schedule_->take_due(clock_.now())) {
        auto each = open_.get(id);
        if (!each) continue;
        gone += sweep(*each, note);
        let_go(std::move(each));
    }
    if (problem) return std::move(*problem);
    return gone;
}

template <class Policies, class Repository>
template <class Note>
std::size_t basic_session_store<Policies, Repository>::sweep(session_type& which, Note&& note) {
    const rescheduled whatever_happens{which};
    auto dropped = which.try_drop_if_idle();
    note(dropped);
    auto swept = which.try_sweep();
    note(swept);
    deliver(which);
    return (dropped ? *dropped : 0) + (swept ? swept->size() : 0);
}

template <class Policies, class Repository>
template <class Note>
std::size_t basic_session_store<Policies, Repository>::sweep_stored(Note&& note) {
    std::size_t gone = 0;
    if constexpr (keeps_streams) {
        if (agenda_ && is_read_only()) return gone;  // nothing can leave
        if (!has_seen_stored_) {
            const auto begun = agenda_ ? agenda_->has_begun() : result<bool>{false};
            note(begun);
            if (!begun) return gone;
            if (!*begun) {
                const auto entered = agenda_ ? enter_stored() : open_stored();
                note(entered);
                if (!entered) return gone;
            }
            has_seen_stored_ = true;
        }
        if (agenda_)
            note(agenda_->take_due(clock_.now(), [&](const std::string& id) -> result<void> {
                auto found = find(id);
                if (!found) return found.error();
                auto& each = *found;
                if (!each) return {};
                if (auto done = each->try_follow(); !done) return done;
                gone += sweep(*each, note);
                // One that somebody holds may change by its own calls.
                return close(std::move(each)) ? result<void>{} : enter(id);
            }));
    }
    return gone;
}

template <class Policies, class Repository>
result<std::size_t> basic_session_store<Policies, Repository>::try_tick() {
    const auto now = clock_.now();
    auto due = next_sweep_.load();
    // Of several that find it due one sweeps.
    if (now < due || !next_sweep_.compare_exchange_strong(due, now + options_.sweep_every))
        return std::size_t{0};
    return try_sweep();
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::try_flush() {
    std::optional<error> problem;
    open_.for_each([&](session_type& each) {
        if (auto done = each.try_flush(); !done && !problem) problem.emplace(done.error());
    });
    if (problem) return std::move(*problem);
    return {};
}

template <class Policies, class Repository>
error basic_session_store<Policies, Repository>::unknown(const std::string& session) {
    return {error_code::not_found,
            "there is no session " + text::quoted(session),
            {{"session_id", session}}};
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::refresh_long_term() {
    if constexpr (requires { with_.long_term->try_follow(); })
        return with_.long_term->try_follow();
    else
        return {};
}

template <class Policies, class Repository>
result<std::vector<std::string>> basic_session_store<Policies, Repository>::promoted_from(
    const std::string& session, std::string_view id) {
    if (auto caught = refresh_long_term(); !caught) return caught.error();
    std::vector<std::string> ids;
    std::uint64_t after = 0;
    for (;;) {
        const auto page = with_.long_term->list({}, 1'000, after);
        for (const auto& each : page.memories)
            if (is_promoted_from(each.metadata, session, id)) ids.push_back(each.id);
        if (!page.next) break;
        after = *page.next;
    }
    return ids;
}

template <class Policies, class Repository>
void basic_session_store<Policies, Repository>::deliver(session_type& from) {
    const auto done = from.try_deliver(*with_.long_term);
    if (done && *done > 0) from.reschedule();
}

template <class Policies, class Repository>
void basic_session_store<Policies, Repository>::let_go(std::shared_ptr<session_type> which) {
    // Where the journal has to be waited for, that is here, and not under the lock.
    if (!which->is_done()) return;
    const auto id = which->name();
    open_.let_go(id, std::move(which), [](const session_type& each) { return each.is_done(); });
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::open_stored() {
    auto opened = try_list_sessions();
    if (!opened) return opened.error();
    return {};
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::enter_stored() {
    const auto now = clock_.now();
    const auto names = journal::names_below(with_.journal, prefix);
    if (!names) return names.error();
    for (const auto& each : *names)
        if (auto entered = enter(each); !entered) return entered;
    if constexpr (keeps_streams) return agenda_->begin(now);
    return {};
}

template <class Policies, class Repository>
bool basic_session_store<Policies, Repository>::is_read_only() const {
    if constexpr (requires { with_.journal.is_read_only(); }) return with_.journal.is_read_only();
    return false;
}

template <class Policies, class Repository>
result<void> basic_session_store<Policies, Repository>::enter(const std::string& session,
                                                              timestamp due) {
    if constexpr (keeps_streams)
        if (agenda_ && !is_read_only()) return agenda_->enter(session, due, clock_.now());
    return {};
}

template <class Policies, class Repository>
bool basic_session_store<Policies, Repository>::close(std::shared_ptr<session_type> which) {
    if (!which->try_flush()) return false;
    const auto id = which->name();
    if (!which->is_done() && !enter(id, which->next_due())) return false;
    // What waits for long-term memory stays until it is there.
    return open_.let_go(id, std::move(which), [](const session_type& each) {
        return each.is_done() || each.next_due() != (timestamp::min)();
    });
}

template <class Policies, class Repository>
void basic_session_store<Policies, Repository>::close_unused() {
    if (!options_.max_open) return;
    for (const auto& id : open_.unused_beyond(*options_.max_open))
        if (auto each = open_.get(id)) close(std::move(each));
}

template <class Policies, class Repository>
template <class Call>
auto basic_session_store<Policies, Repository>::change(const std::string& session,
                                                       const call_options& by, Call&& call)
    -> std::invoke_result_t<Call&, session_type&> {
    return in(session, by, [&](session_type& to) -> std::invoke_result_t<Call&, session_type&> {
        if (!to.has_made(by))
            if (auto entered = enter(to.name()); !entered) return entered.error();
        return call(to);
    });
}

template <class Policies, class Repository>
template <class Call>
auto basic_session_store<Policies, Repository>::in(const std::string& session,
                                                   const call_options& by, Call&& call)
    -> std::invoke_result_t<Call&, session_type&> {
    std::optional<std::invoke_result_t<Call&, session_type&>> repeated;
    const auto found = look_up(session, [&](session_type& emptied) {
        if (emptied.has_made(by)) repeated.emplace(call(emptied));
    });
    if (!found) return found.error();
    if (repeated) return std::move(*repeated);
    if (!*found) return unknown(session);
    return call(**found);
}

template <class Policies, class Repository>
template <class Call>
auto basic_session_store<Policies, Repository>::in_new(const std::string& session, Call&& call)
    -> std::invoke_result_t<Call&, session_type&> {
    auto to = try_session(session);
    if (!to) return to.error();
    auto done = or_let_go(*to, [&] { return call(**to); });
    if (!done) let_go(std::move(*to));
    return done;
}

template <class Policies, class Repository>
template <class Call>
auto basic_session_store<Policies, Repository>::or_let_go(std::shared_ptr<session_type>& which,
                                                          Call&& call)
    -> std::invoke_result_t<Call&> {
#if WORKMEM_EXCEPTIONS
    try {
        return call();
    } catch (...) {
        let_go(std::move(which));
        throw;
    }
#else
    (void)which;
    return call();
#endif
}

template <class Policies, class Repository>
template <class Answer, class Call>
result<Answer> basic_session_store<Policies, Repository>::or_nothing(const std::string& session,
                                                                     Call&& call) {
    auto found = find(session);
    if (!found) return found.error();
    if (!*found) return Answer{};
    return call(**found);
}

template <class Policies, class Repository>
auto basic_session_store<Policies, Repository>::make(const std::string& id)
    -> result<std::shared_ptr<session_type>> {
    auto made = std::make_shared<opened_session>([&] {
        return session_type::try_make(
            options_,
            {.clock = with_.clock,
             .observer = with_.observer,
             .journal = with_.journal,
             .name = id,
             .stream = std::string{prefix} + id,
             .keep = with_.keep,
             .tokens = with_.tokens,
             .is_taken = [kept = with_.long_term](
                             const std::string& wanted) { return kept->get(wanted).has_value(); },
             .max_clock_skew = with_.max_clock_skew});
    });
    if (!made->is) return made->is.error();
    made->is->enter(schedule_);
    return std::shared_ptr<session_type>{made, &*made->is};
}

template <class Policies, class Repository>
void basic_session_store<Policies, Repository>::begin(session_type& opened) {
    opened.reschedule();
    deliver(opened);
    close_unused();
}

}  // namespace workmem
