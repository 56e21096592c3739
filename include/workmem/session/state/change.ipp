#pragma once

#include <workmem/detail/capacity.hpp>
#include <workmem/secrets/field_secrets.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/memory_id.hpp>
#include <workmem/session/promoted.hpp>
#include <workmem/session/state.hpp>

// A part of session/state.hpp: how long memories live, what they are related to, where they go.

namespace workmem {

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::expire& command,
                                        session_commands::expiry_decision& out) {
    const auto slot = find(command.id);
    if (slot == no_slot) {
        out.problem = unknown(command.id);
        return verdict::refused;
    }
    const auto now = at(command.time);
    out.answer = (std::min)(value(slot).expires, now);
    if (has_expired(slot, now)) return verdict::nothing;
    out.change = {now, command.id, out.answer};
    return verdict::change;
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::extend& command,
                                        session_commands::expiry_decision& out) {
    const auto slot = find(command.id);
    if (slot == no_slot) {
        out.problem = unknown(command.id);
        return verdict::refused;
    }
    const auto now = at(command.time);
    out.answer = later((std::max)(value(slot).expires, now), options_.ttl.of(value(slot).priority));
    out.change = {now, command.id, out.answer};
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::apply(session_commands::expiry_decision& decided,
                                    notice_type*) noexcept {
    const auto slot = find(decided.change.id);
    if (slot != no_slot) set_expiry(slot, decided.change.expires);
    time_ = at(decided.change.time);
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::relate& command,
                                        session_commands::relate_decision& out) {
    const auto slot = find(command.id);
    if (slot == no_slot) {
        out.problem = unknown(command.id);
        return verdict::refused;
    }
    auto all = value(slot).relations();
    if (std::find(all.begin(), all.end(), *command.what) != all.end()) return verdict::nothing;
    all.push_back(*command.what);
    out.problem = problem_of_relations(all);
    if (out.problem) return verdict::refused;
    out.answer = true;
    out.change = {at(command.time), command.id, {command.what}};
    locate(out);
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::locate(session_commands::relate_decision& recorded) {
    recorded.staged = *recorded.change.related.value;
    const auto slot = find(recorded.change.id);
    if (slot == no_slot) return;
    records_.at(slot).reserve_seldom();
}

template <class Policies>
void session_state<Policies>::apply(session_commands::relate_decision& decided,
                                    notice_type*) noexcept {
    const auto slot = find(decided.change.id);
    if (slot != no_slot) records_.at(slot).relate(std::move(decided.staged));
    time_ = at(decided.change.time);
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::promote& command,
                                        session_commands::promote_decision& out) {
    const auto slot = find(command.id);
    if (slot == no_slot) {
        out.problem = unknown(command.id);
        return verdict::refused;
    }
    const auto& each = records_.at(slot);
    const auto now = at(command.time);
    const auto rule = due(slot, now);
    if (!command.by_hand) {
        out.answer.is_guarded = rule && holds_secret(slot);
        if (!rule || out.answer.is_guarded) return verdict::nothing;
    }
    const auto before = command.again ? std::nullopt : each.promoted();
    if (before && options_.strict_promotion) {
        out.problem.emplace(error_code::already_promoted,
                            "memory " + text::quoted(command.id) + " is promoted already, to " +
                                text::quoted(before->id),
                            std::vector<error_detail>{{"session_id", name_},
                                                      {"memory_id", std::string{command.id}}});
        return verdict::refused;
    }
    if (before) {
        out.answer.memory = promoted_copy(slot, before->id, before->time, before->reason);
        return verdict::nothing;
    }
    if (command.by_hand && !command.allow_secret)
        if (const auto secret = secret_in(slot)) {
            out.problem.emplace(error_code::validation_error,
                                "memory " + text::quoted(command.id) + " holds " + *secret +
                                    ", which looks like a secret; promote it with allow_secret if "
                                    "it is to be kept for good",
                                std::vector<error_detail>{{"session_id", name_},
                                                          {"memory_id", std::string{command.id}},
                                                          {"field", "allow_secret"}});
            return verdict::refused;
        }
    const auto reason = command.by_hand ? promotion_reason::manual : *rule;
    out.answer.memory =
        promoted_copy(slot, free_promoted_id(each.id(), now, command.is_taken), now, reason);
    out.answer.is_new = true;
    out.change = {now, command.id, reason, {&out.answer.memory}};
    locate(out);
    return verdict::change;
}

template <class Policies>
long_term_memory session_state<Policies>::promoted_copy(std::uint32_t slot, std::string id,
                                                        timestamp when,
                                                        promotion_reason reason) const {
    auto each = copy(slot, when);
    auto metadata = promoted_metadata(name_, each, reason, each.importance);
    return {.id = std::move(id),
            .content = std::move(each.content),
            .tags = std::move(each.tags),
            .metadata = std::move(metadata),
            .relations = std::move(each.relations),
            .created = when};
}

template <class Policies>
void session_state<Policies>::locate(session_commands::promote_decision& recorded) {
    recorded.staged = *recorded.change.memory.value;
    recorded.mark = {recorded.staged.id, recorded.staged.created, recorded.change.reason};
    if (const auto slot = find(recorded.change.id); slot != no_slot)
        records_.at(slot).reserve_seldom();
    detail::grow_to(outbox_, outbox_.size() + 1);
}

template <class Policies>
void session_state<Policies>::apply(session_commands::promote_decision& decided,
                                    notice_type*) noexcept {
    const auto slot = find(decided.change.id);
    if (slot != no_slot) records_.at(slot).promote(std::move(decided.mark));
    outbox_.push_back(std::move(decided.staged));
    time_ = at(decided.change.time);
    place_.no_later_than((timestamp::min)());
}

template <class Policies>
std::optional<std::string> session_state<Policies>::secret_in(std::uint32_t slot) const {
    const secrets::field_secrets<secrets_policy> secrets;
    if (auto found = secrets.in_text(value(slot).content())) return found;
    const auto all = value(slot).copy();
    if (auto found = secrets.in_tags(all.tags)) return found;
    if (auto found = secrets.in_metadata(all.metadata)) return found;
    for (const auto& each : all.relations)
        for (const auto& found :
             {secrets.in_text(each.type, " of a relation"),
              secrets.in_text(each.target, " of a relation"), secrets.in_metadata(each.metadata)})
            if (found) return found;
    return std::nullopt;
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::sweep& command,
                                        session_commands::sweep_decision& out) {
    const auto now = at(command.time);
    if (const auto next = next_expiry(); !next || *next > now) return verdict::nothing;
    expiries_.visit_early([&](std::uint32_t slot) { return has_expired(slot, now); },
                          [&](std::uint32_t slot) { out.which.push_back(slot); });
    std::sort(out.which.begin(), out.which.end(),
              [this](auto a, auto b) { return records_.number(a) < records_.number(b); });
    for (const auto slot : out.which) {
        out.ids.push_back(value(slot).id());
        out.answer.emplace_back(value(slot).id());
    }
    out.change = {now, out.ids};
    records_.reserve_erasure();
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::locate(session_commands::sweep_decision& recorded) {
    for (const auto id : recorded.change.ids)
        if (const auto slot = find(id); slot != no_slot) recorded.which.push_back(slot);
    records_.reserve_erasure();
}

template <class Policies>
void session_state<Policies>::apply(session_commands::sweep_decision& decided,
                                    notice_type*) noexcept {
    for (const auto slot : decided.which) remove(slot);
    time_ = at(decided.change.time);
    if (size() == 0) place_.no_later_than((timestamp::min)());
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::erase& command,
                                        session_commands::erase_decision& out) {
    out.change = {at(command.time), command.id};
    locate(out);
    out.answer = command.is_promoted || find(command.id) != no_slot;
    // What is stored may know of it all the same.
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::locate(session_commands::erase_decision& recorded) {
    recorded.stem = detail::promoted_stem(recorded.change.id);
    records_.reserve_erasure();
    withdrawn_.reserve(withdrawn_.size() + outbox_.size());
}

template <class Policies>
void session_state<Policies>::apply(session_commands::erase_decision& decided,
                                    notice_type*) noexcept {
    std::erase_if(outbox_, [&](auto& each) {
        const bool is_meant = detail::is_promoted_as(each.id, decided.stem);
        if (is_meant) withdrawn_.push_back(std::move(each.id));
        return is_meant;
    });
    if (const auto slot = find(decided.change.id); slot != no_slot) remove(slot);
    time_ = at(decided.change.time);
    if (size() == 0) place_.no_later_than((timestamp::min)());
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::clear& command,
                                        session_commands::clear_decision& out) {
    if (size() == 0) return verdict::nothing;
    out.change.time = at(command.time);
    out.answer = size();
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::apply(session_commands::clear_decision& decided,
                                    notice_type*) noexcept {
    forget_all();
    time_ = at(decided.change.time);
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::drop_if_idle& command,
                                        session_commands::drop_decision& out) {
    const auto now = at(command.time);
    if (size() == 0 || !is_idle(now)) return verdict::nothing;
    out.answer = size();
    out.ids.reserve(size());
    for_each([&](std::uint32_t slot) {
        out.ids.push_back(value(slot).id());
        if (has_expired(slot, now)) return;
        if (const auto rule = due(slot, now); rule && !holds_secret(slot))
            out.values.push_back(promoted_copy(
                slot, free_promoted_id(value(slot).id(), now, command.is_taken), now, *rule));
    });
    for (const auto& each : out.values) out.promoted.push_back({&each});
    out.change = {now, out.ids, out.promoted};
    locate(out);
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::locate(session_commands::drop_decision& recorded) {
    for (const auto& each : recorded.change.promoted) recorded.staged.push_back(*each.value);
    outbox_.reserve(outbox_.size() + recorded.staged.size());
}

template <class Policies>
void session_state<Policies>::apply(session_commands::drop_decision& decided,
                                    notice_type*) noexcept {
    for (auto& each : decided.staged) outbox_.push_back(std::move(each));
    forget_all();
    time_ = at(decided.change.time);
}

template <class Policies>
void session_state<Policies>::forget_all() noexcept {
    records_.clear();
    expiries_.clear();
    index_.clear();
    is_indexed_ = false;
    folded_.clear();
    unsaved_ = 0;
    place_.no_later_than((timestamp::min)());
}

}  // namespace workmem
