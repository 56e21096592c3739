#include "draining.hpp"

#include "dropped.hpp"
#include "places.hpp"

#include "../store.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {
namespace {

/// The conversations that events of a spool belong to, some of them open.
class conversations {
public:
    conversations(const project& of, const ignored_things& ignored, workmem::journal::any journal)
        : of_{of}, ignored_{ignored}, journal_{std::move(journal)} {}

    /// Takes an event in. Its key makes it one change however often it comes.
    workmem::result<void> record(const seen_event& event, const std::string& key) {
        auto opened = at(event.session);
        if (!opened) return opened.error();
        auto& things = **opened;
        things.extractor().found = event.found;
        const auto done = things.try_observe(
            event.tool, {}, {},
            {.actor = event.by, .idempotency_key = key, .request = "seen by a hook"});
        if (!done) return done.error();
        return {};
    }
    /// Records what was only touched.
    void flush() {
        for (auto& [name, things] : open_) (void)things.try_flush();
    }

private:
    workmem::result<seen_things*> at(const std::string& session) {
        constexpr std::size_t most = 8;
        auto found = open_.find(session);
        if (found == open_.end()) {
            if (open_.size() == most) flush(), open_.clear();
            auto opened = open_seen(of_, session, journal_);
            if (!opened) return opened.error();
            found = open_.emplace(session, std::move(*opened)).first;
            found->second.extractor().ignored = ignored_;
        }
        return &found->second;
    }

    const project& of_;
    const ignored_things& ignored_;
    workmem::journal::any journal_;
    std::map<std::string, seen_things, std::less<>> open_;
};

workmem::timestamp now() {
    return std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now());
}

// The call was made before: its answer was erased since, or it was made with other content.
bool was_made_before(const workmem::error& problem) {
    return std::any_of(problem.details().begin(), problem.details().end(), [](const auto& each) {
        return each.name == "field" && each.value == "idempotency_key";
    });
}

// The key by which an event is recorded once.
std::string key_of(std::string_view id) { return "hook " + std::string{id}; }

event_fate fate_of(const workmem::error& problem, const seen_event& event, const project& here,
                   const quiet_log& log) {
    using workmem::error_code;
    if (was_made_before(problem)) return event_fate::recorded;
    const bool may_pass =
        problem.code() == error_code::storage_error || problem.code() == error_code::conflict;
    if (may_pass && now() - event.at < std::chrono::hours{24}) return event_fate::later;
    note_dropped(log, here, dropped_event, problem);
    return event_fate::refused;
}

// A copy of a conversation, as far as it can be read.
void copy_conversation(const project& here, const std::string& session,
                       const workmem::journal::any& from, const workmem::journal::any& to) {
    const auto stream = here.sessions() + session;
    const workmem::basic_entity_memory<workmem::entity, recorded_policies> seen{
        project_options().entities,
        {.journal = from, .stream = stream, .gap = workmem::clock_gap::elapse}};
    auto copy = open_seen(here, session, to);
    (void)copy.value().try_load_text(seen.to_json_text(), {workmem::clock_gap::elapse}).value();
    const workmem::basic_bounded_store<recorded_policies> noted{
        {}, {.journal = from, .stream = stream}};
    if (!noted.empty())
        (void)workmem::basic_bounded_store<recorded_policies>{{}, {.journal = to, .stream = stream}}
            .try_load_text(noted.to_json_text())
            .value();
}

void copy_kept(const project& here, workmem::journal::any from, const workmem::journal::any& to) {
    if (!from.find_stream(here.long_term()).value()) return;
    using kept_store = workmem::basic_long_term_store<recorded_policies>;
    const kept_store kept{{}, {.journal = from, .stream = here.long_term()}};
    kept_store copy{{}, {.journal = to, .stream = here.long_term()}};
    for (const auto& each : kept.list().memories) (void)copy.try_put(each).value();
}

void copy_known(const project& here, workmem::journal::any from, const workmem::journal::any& to,
                const std::optional<std::string>& session) {
    constexpr std::size_t most = 5;
    if (session) {
        if (from.find_stream(here.sessions() + *session).value())
            copy_conversation(here, *session, from, to);
        return;
    }
    agents_type agents{project_options(), project_parts(here, from), project_scopes(here)};
    auto all = agents.list();
    std::erase_if(all, [](const auto& each) { return !each.changed; });
    all.resize(std::min(all.size(), most));
    // The latest is the last to change in the copy, too.
    for (auto each = all.rbegin(); each != all.rend(); ++each)
        copy_conversation(here, each->name, from, to);
    copy_kept(here, from, to);
}

}  // namespace

bool drain_spool(const event_spool& spool, const project& here, const ignored_things& ignored,
                 const workmem::journal::any& journal, event_spool::clock::time_point until) {
    // Other worktrees may have less to ignore: what waits is theirs.
    if (spool.is_empty() || ignored.all()) return true;
    const auto life = life_of_seen();
    if (!life) return false;
    const quiet_log log{"hook"};
    conversations into{here, ignored, journal};
    std::set<std::string, std::less<>> held;  // conversations that cannot be recorded now
    const auto done = spool.drain(until, [&](std::string_view id, std::string_view text) {
        const auto event = seen_event::from_json_text(text);
        if (!event) {
            note_dropped(log, here, dropped_event, event.error());
            return event_fate::refused;
        }
        // It would be forgotten at once.
        if (now() - event->at > *life) return event_fate::refused;
        if (held.count(event->session) > 0) return event_fate::later;
        const auto recorded = into.record(*event, key_of(id));
        if (recorded) return event_fate::recorded;
        const auto fate = fate_of(recorded.error(), *event, here, log);
        if (fate == event_fate::later) held.insert(event->session);
        return fate;
    });
    into.flush();
    return done.is_complete;
}

bool drain_spool(const std::string& store, const project& here, const ignored_things& ignored,
                 std::chrono::milliseconds patience) {
    const event_spool spool{store, here};
    if (spool.is_empty()) return true;
    const auto until = event_spool::clock::now() + patience;
    auto opened = open_any_store(
        store, {.sync_mode = workmem::journal::sync_mode::interval(std::chrono::hours{1}),
                .wait = patience / 2});
    return opened && drain_spool(spool, here, ignored, opened->journal, until);
}

workmem::journal::any known_with_spool(const std::string& store, const project& here,
                                       const ignored_things& ignored, const event_spool& spool,
                                       const std::optional<std::string>& session,
                                       std::optional<std::chrono::milliseconds> patience) {
    const workmem::journal::any copy{workmem::journal::memory{}};
    // Before the store: what is recorded meanwhile is in both, and not in neither.
    std::vector<std::pair<std::string, seen_event>> events;
    spool.for_each([&](std::string_view id, std::string_view text) {
        auto event = seen_event::from_json_text(text);
        if (event && (!session || event->session == *session))
            events.emplace_back(key_of(id), std::move(*event));
    });
    try {
        if (patience && has_store(store)) {
            auto opened = open_any_store(store, {.wait = *patience, .read_only = true});
            copy_known(here, opened.value().journal, copy, session);
        }
    } catch (const std::exception&) {
        // What was read before is told.
    }
    conversations into{here, ignored, copy};
    for (const auto& [key, event] : events) (void)into.record(event, key);
    into.flush();
    return copy;
}

}  // namespace workmem_program
