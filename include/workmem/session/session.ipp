#pragma once

#include <workmem/ids/meant_id.hpp>
#include <workmem/journal/recorded_memory.ipp>
#include <workmem/journal/replay.hpp>
#include <workmem/long_term/redaction.hpp>
#include <workmem/session/context_text.hpp>
#include <workmem/session/erasing.hpp>
#include <workmem/session/session.hpp>
#include <workmem/session/state.ipp>
#include <workmem/value/valid_text.hpp>
#include <workmem/value/value_json.hpp>

namespace workmem {

template <class Policies>
basic_session<Policies>::basic_session(session_options options, parts with)
    : basic_session(unopened, std::move(options), std::move(with)) {
    if (auto problem = problem_of(this->options())) raise(std::move(*problem));
    replica_.open().value();
}

template <class Policies>
result<basic_session<Policies>> basic_session<Policies>::try_make(session_options options,
                                                                  parts with) {
    if (auto problem = problem_of(options)) return std::move(*problem);
    return {from_factory,
            [&] { return basic_session(unopened, std::move(options), std::move(with)); },
            [](basic_session& made) { return made.replica_.open(); }};
}

template <class Policies>
session_memory basic_session<Policies>::add(new_session_memory what, const call_options& call) {
    return try_add(std::move(what), call).value();
}

template <class Policies>
result<session_memory> basic_session<Policies>::try_add(new_session_memory what,
                                                        const call_options& call) {
    session_memory fresh;
    fresh.content = std::move(what.content);
    fresh.priority = what.priority;
    fresh.tags = std::move(what.tags);
    fresh.metadata = std::move(what.metadata);
    fresh.created = replica_.clock().now();
    fresh.expires = later(fresh.created, options_.ttl.of(fresh.priority));
    auto done = put({&fresh, 1}, fresh.created, true, call);
    if (!done) return done.error();
    auto& arrived = done->arrived.front();
    fresh.id = std::move(arrived.id);
    fresh.importance = arrived.importance;
    fresh.created = arrived.created;
    fresh.expires = arrived.expires;
    return fresh;
}

template <class Policies>
std::size_t basic_session<Policies>::import(std::vector<session_memory> memories,
                                            const call_options& call) {
    return try_import(std::move(memories), call).value();
}

template <class Policies>
result<std::size_t> basic_session<Policies>::try_import(std::vector<session_memory> memories,
                                                        const call_options& call) {
    auto done = put(memories, replica_.clock().now(), false, call);
    if (!done) return done.error();
    return done->arrived.size();
}

template <class Policies>
session_memory basic_session<Policies>::update(std::string_view id,
                                               const session_memory_change& what,
                                               const call_options& call) {
    return try_update(id, what, call).value();
}

template <class Policies>
result<session_memory> basic_session<Policies>::try_update(std::string_view id,
                                                           const session_memory_change& what,
                                                           const call_options& call) {
    auto change = what;
    std::optional<error> problem;
    if (change.content) problem = validate_content(*change.content);
    if (!problem && change.tags) problem = validate_tags(*change.tags);
    if (!problem && change.metadata) problem = validate_metadata(*change.metadata);
    if (problem) return std::move(*problem);
    auto done = replica_.execute(
        session_commands::update{id, &change, replica_.clock().now()}, [](const auto&) {}, call);
    if (!done) return done.error();
    return std::move(*done->is_now);
}

template <class Policies>
bool basic_session<Policies>::relate(std::string_view id, const relation& to,
                                     const call_options& call) {
    return try_relate(id, to, call).value();
}

template <class Policies>
result<bool> basic_session<Policies>::try_relate(std::string_view id, const relation& to,
                                                 const call_options& call) {
    auto wanted = to;
    if (auto problem = validate_relation(wanted)) return std::move(*problem);
    return replica_.execute(
        session_commands::relate{id, &wanted, replica_.clock().now()}, [](bool) {}, call);
}

template <class Policies>
timestamp basic_session<Policies>::expire(std::string_view id, const call_options& call) {
    return try_expire(id, call).value();
}

template <class Policies>
result<timestamp> basic_session<Policies>::try_expire(std::string_view id,
                                                      const call_options& call) {
    return replica_.execute(
        session_commands::expire{id, replica_.clock().now()}, [](timestamp) {}, call);
}

template <class Policies>
timestamp basic_session<Policies>::extend_ttl(std::string_view id, const call_options& call) {
    return try_extend_ttl(id, call).value();
}

template <class Policies>
result<timestamp> basic_session<Policies>::try_extend_ttl(std::string_view id,
                                                          const call_options& call) {
    return replica_.execute(
        session_commands::extend{id, replica_.clock().now()}, [](timestamp) {}, call);
}

template <class Policies>
session_commands::promote_answer basic_session<Policies>::promote(std::string_view id,
                                                                  const call_options& call,
                                                                  promotion_choice choice) {
    return try_promote(id, call, choice).value();
}

template <class Policies>
result<session_commands::promote_answer> basic_session<Policies>::try_promote(
    std::string_view id, const call_options& call, promotion_choice choice) {
    const session_commands::promote command{
        id, true, replica_.clock().now(), &is_taken_, choice.allow_secret, choice.again};
    return replica_.execute(
        command, [](const auto&) {}, call);
}

template <class Policies>
result<std::vector<std::string>> basic_session<Policies>::try_sweep() {
    return replica_.execute(session_commands::sweep{replica_.clock().now()});
}

template <class Policies>
result<std::size_t> basic_session<Policies>::try_drop_if_idle() {
    return replica_.execute(session_commands::drop_if_idle{replica_.clock().now(), &is_taken_});
}

template <class Policies>
bool basic_session<Policies>::erase(std::string_view id, const call_options& call) {
    return try_erase(id, call).value();
}

template <class Policies>
result<bool> basic_session<Policies>::try_erase(std::string_view id, const call_options& call) {
    return try_erase(id, false, call);
}

template <class Policies>
result<bool> basic_session<Policies>::try_erase(std::string_view id, bool is_promoted,
                                                const call_options& call) {
    std::string copy;
    id = detail::valid(id, copy);
    return replica_.erase(
        session_commands::erase{id, is_promoted, replica_.clock().now()}, id,
        [&](const journal::record& each, const auto&) {
            return without_session_memory(each.bytes, id);
        },
        call);
}

template <class Policies>
result<std::size_t> basic_session<Policies>::try_clear(const call_options& call) {
    return replica_.execute(
        session_commands::clear{replica_.clock().now()}, [](std::size_t) {}, call);
}

template <class Policies>
result<session_memory> basic_session<Policies>::try_get(std::string_view id) {
    const auto now = replica_.clock().now();
    bool is_due = false;
    auto found =
        replica_.update_and_show([&](state_type& state, std::uint64_t&) -> result<session_memory> {
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

template <class Policies>
session_page basic_session<Policies>::list(const session_filter& filter, std::size_t limit,
                                           std::uint64_t after) const {
    const auto now = replica_.clock().now();
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

template <class Policies>
std::vector<session_memory> basic_session<Policies>::export_all() const {
    return list({.include_expired = true, .include_promoted = true}, static_cast<std::size_t>(-1))
        .memories;
}

template <class Policies>
session_stats basic_session<Policies>::stats() const {
    const auto now = replica_.clock().now();
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

template <class Policies>
health_report basic_session<Policies>::health() {
    const auto now = replica_.clock().now();
    const auto seen = this->counted([](metrics_snapshot&, const state_type&) {});
    auto report =
        examine(stats(), {now, replica_.clock().drift(), seen.snapshot_failures}, options());
    this->examine_skew(report);
    return report;
}

template <class Policies>
std::vector<session_hit> basic_session<Policies>::search(std::string_view query,
                                                         const session_filter& filter,
                                                         std::size_t limit) {
    return search_page(query, filter, limit, 0).hits;
}

template <class Policies>
std::string basic_session<Policies>::context(std::size_t token_limit) const {
    return detail::session_context_text(
        list({.include_promoted = true}, static_cast<std::size_t>(-1)).memories, token_limit,
        tokens_);
}

template <class Policies>
result<std::string> basic_session<Policies>::try_identify(std::string_view said) const {
    return replica_.read([&](const state_type& state) -> result<std::string> {
        if (state.find(said) != detail::no_slot) return std::string{said};
        meant_id meant{said, "memories"};
        state.for_each([&](std::uint32_t slot) {
            const auto& each = state.value(slot);
            if (!counts_on(said, each.id())) meant.see(each.id(), each.content());
        });
        if (meant.empty()) return state.unknown(said);
        return meant.value();
    });
}

template <class Policies>
std::size_t basic_session<Policies>::size() const {
    return replica_.read([](const state_type& state) { return state.size(); });
}

template <class Policies>
basic_session<Policies>::basic_session(unopened_t, session_options options, parts with)
    : recorded{state_type{with.name, options},
               std::move(with.journal),
               std::move(with.observer),
               std::move(with.stream),
               with.keep,
               {std::move(with.clock), with.max_clock_skew}},
      tokens_{std::move(with.tokens)},
      is_taken_{std::move(with.is_taken)},
      name_{std::move(with.name)},
      options_{std::move(options)} {}

template <class Policies>
bool basic_session<Policies>::is_done() const {
    return replica_.read(
        [](const state_type& state) { return state.size() == 0 && state.outbox().empty(); });
}

template <class Policies>
timestamp basic_session<Policies>::next_due() const {
    return replica_.read([](const state_type& state) { return state.next_due(); });
}

template <class Policies>
void basic_session<Policies>::enter(
    std::shared_ptr<sweep_schedule<typename Policies::mutex>> schedule) {
    replica_.update([&](state_type& state) { state.enter(std::move(schedule), name_); });
}

template <class Policies>
void basic_session<Policies>::reschedule() {
    replica_.update([](state_type& state) { state.reschedule(); });
}

template <class Policies>
template <class Value>
void basic_session<Policies>::prepare(Value& value) {
    detail::make_valid(value);
    secrets::redact_by<typename Policies::session::secrets>(value);
}

template <class Policies>
std::optional<error> basic_session<Policies>::validate_content(std::string& content) {
    prepare(content);
    return problem_of_content(content);
}

template <class Policies>
std::optional<error> basic_session<Policies>::validate_tags(std::vector<std::string>& tags) {
    prepare(tags);
    return problem_of_tags(tags);
}

template <class Policies>
std::optional<error> basic_session<Policies>::validate_metadata(attribute_list& metadata) {
    prepare(metadata);
    return problem_of_metadata(metadata);
}

template <class Policies>
std::optional<error> basic_session<Policies>::validate_relation(relation& what) {
    prepare(what);
    if (auto problem = problem_of_id("relation_type", what.type)) return problem;
    if (auto problem = problem_of_id("target_element_id", what.target)) return problem;
    return problem_of_metadata(what.metadata);
}

template <class Policies>
std::optional<error> basic_session<Policies>::validate(session_memory& memory) {
    detail::make_valid(memory.id);
    memory.created = to_moment(memory.created);
    memory.expires = to_moment(memory.expires);
    if (!memory.id.empty())
        if (auto problem = problem_of_id("memory_id", memory.id)) return problem;
    if (auto problem = validate_content(memory.content)) return problem;
    if (auto problem = validate_tags(memory.tags)) return problem;
    if (auto problem = validate_metadata(memory.metadata)) return problem;
    for (auto& each : memory.relations)
        if (auto problem = validate_relation(each)) return problem;
    if (memory.access_count > session_limits::access_count)
        return error{error_code::validation_error,
                     "access_count must be at most " +
                         std::to_string(session_limits::access_count) + ", is " +
                         std::to_string(memory.access_count),
                     {{"field", "access_count"}}};
    return problem_of_relations(memory.relations);
}

template <class Policies>
result<session_commands::put_answer> basic_session<Policies>::put(
    std::span<session_memory> memories, timestamp now, bool is_new, const call_options& call) {
    for (auto& each : memories)
        if (auto problem = validate(each)) return std::move(*problem);
    return replica_.execute(
        session_commands::put{memories, now, is_new}, [](const auto&) {}, call);
}

template <class Policies>
template <class Load>
result<basic_session<Policies>> basic_session<Policies>::as_of(session_options options,
                                                               std::string name, Load&& load) {
    parts with;
    with.name = std::move(name);
    basic_session made{unopened, std::move(options), std::move(with)};
    auto done = made.replica_.update(std::forward<Load>(load));
    if (!done) return done.error();
    made.replica_.clock() =
        manual_clock{made.replica_.read([](const state_type& state) { return state.last_use(); })};
    return made;
}

template <class Policies>
bool basic_session<Policies>::is_pending(const state_type& state, std::uint32_t slot,
                                         timestamp now) {
    return !state.has_expired(slot, now) && state.due(slot, now) && !state.holds_secret(slot);
}

template <class Policies>
bool basic_session<Policies>::accepts(const state_type& state, const session_filter& filter,
                                      std::uint32_t slot, timestamp now) {
    const bool pending =
        filter.only == session_filter::kind::pending && is_pending(state, slot, now);
    const auto& each = state.value(slot);
    return filter.accepts(
        {each.priority, state.has_expired(slot, now), each.is_promoted(), pending},
        [&](const std::string& tag) { return each.has_tag(tag); });
}

}  // namespace workmem
