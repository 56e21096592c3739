#pragma once

#include <workmem/entity/state.hpp>

// A part of entity/state.hpp: entities leave.

namespace workmem {

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::leave_focus() noexcept {
    const auto& order = slots_.order();
    const auto newest = order.newer_of(order.newest(0), order.newest(1));
    if (newest != no_slot) focus_left_ = (std::max)(focus_left_, order.order(newest) + 1);
}

template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::nothing_in_focus() const noexcept {
    const auto& order = slots_.order();
    const auto newest = order.newer_of(order.newest(0), order.newest(1));
    return newest == no_slot || order.order(newest) < focus_left_;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::remove_slot(std::uint32_t slot, removal_cause cause,
                                                   notice_type* notice) noexcept {
    auto& held = slots_.held(slot);
    // Whoever deletes something speaks of that, whatever was in focus.
    if (cause == removal_cause::removed) leave_focus();
    eviction_.on_erase(slot, decision_hash(slot));
    slots_.erase(slot);
    token_sum_ -= held.tokens;
    held.tokens = 0;
    if constexpr (listens) {
        if (notice != nullptr) notice->removed.push_back({std::move(held.value), cause});
    } else {
        (void)cause;
        (void)notice;
    }
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::take_out(std::uint32_t slot, removal_cause cause,
                                                entity_commands::remove_decision& out) {
    mark(slot);
    named_leaving_ += is_named(slots_.order().level(slot)) ? 1U : 0U;
    out.place.push_back(slot);
    out.removals.push_back({{}, {}, cause});
}

// Whatever else leaves, what has expired leaves with it.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::begin_removal(timestamp now,
                                                     entity_commands::remove_decision& out) {
    begin_decision();
    out.change.time = (std::max)(now, time_);
    for_each_expired(out.change.time,
                     [&](std::uint32_t slot) { take_out(slot, removal_cause::expired, out); });
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::prepare_removals(
    entity_commands::remove_decision& out) const {
    for (std::size_t i = 0; i < out.place.size(); ++i) {
        out.removals[i].type = traits::type(value(out.place[i]));
        out.removals[i].id = traits::id(value(out.place[i]));
        switch (out.removals[i].cause) {
            case removal_cause::expired: ++out.answer.expired; break;
            case removal_cause::removed: ++out.answer.removed; break;
            default: ++out.answer.evicted; break;
        }
    }
    out.change.removals = out.removals.view();
}

// The newest entity of any type with this id; none where one of them leaves already. O(size).
template <entity_type E, class Policies>
std::uint32_t entity_window_state<E, Policies>::find_any(std::string_view id,
                                                         timestamp now) const noexcept {
    auto newest = no_slot;
    const auto all = entries(now);
    for (auto each = all.begin(); each != all.end(); ++each) {
        if (std::string_view{traits::id(value(each.slot()))} != id) continue;
        if (is_marked(each.slot())) return no_slot;
        if (newest == no_slot) newest = each.slot();
    }
    return newest;
}

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(const entity_commands::remove& command,
                                                 entity_commands::remove_decision& out) {
    begin_removal(command.time, out);
    if (command.observes) out.change.observation = observation_ + 1;
    for (const auto& key : command.keys) {
        const auto slot = command.observes && key.type.empty() ? find_any(key.id, out.change.time)
                                                               : find(key, out.change.time);
        if (slot != no_slot && !is_marked(slot)) take_out(slot, removal_cause::removed, out);
    }
    prepare_removals(out);
    return out.place.empty() ? verdict::nothing : verdict::change;
}

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(const entity_commands::sweep& command,
                                                 entity_commands::remove_decision& out) {
    if (command.limits != nullptr) return decide_under(*command.limits, command.time, out);
    begin_removal(command.time, out);
    auto tokens = token_sum_;
    for (const auto slot : out.place) tokens -= slots_.held(slot).tokens;
    for (;;) {
        const bool crowded = slots_.size() - out.place.size() > options_.capacity;
        const bool heavy = options_.token_limit != 0 && tokens > options_.token_limit;
        if (!crowded && !heavy) break;
        const auto victim = eviction_.victim(candidates{*this});
        if (victim == no_slot) break;
        tokens -= slots_.held(victim).tokens;
        take_out(victim, crowded ? removal_cause::capacity : removal_cause::token_budget, out);
    }
    prepare_removals(out);
    return out.place.empty() ? verdict::nothing : verdict::change;
}

// Other limits hold while this is decided; who adopts them does so once it is recorded.
template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide_under(const entity_options& limits, timestamp now,
                                                       entity_commands::remove_decision& out) {
    struct borrowed {
        entity_window_state& state;
        entity_options options;
        std::uint64_t token_sum;
        ~borrowed() {
            std::swap(state.options_, options);
            state.token_sum_ = token_sum;
        }
    };
    const borrowed back{*this, std::exchange(options_, limits), token_sum_};
    if (options_.token_limit != 0 && back.options.token_limit == 0) count_all_tokens();
    return decide(entity_commands::sweep{now}, out);
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(entity_commands::remove_decision& decided,
                                             notice_type* notice) noexcept {
    for (std::size_t i = 0; i < decided.place.size(); ++i)
        remove_slot(decided.place[i], decided.removals[i].cause, notice);
    changed(decided.change.time, decided.change.observation);
    if (decided.change.observation != 0) unread_.clear();
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::locate(entity_commands::remove_decision& recorded) {
    begin_decision();
    for (const auto& removal : recorded.change.removals) {
        const auto slot =
            slots_.find(slots_.hash(removal.type, removal.id), removal.type, removal.id);
        if (slot == no_slot || is_marked(slot)) continue;
        mark(slot);
        recorded.place.push_back(slot);
        recorded.removals.push_back(removal);
    }
}

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(const entity_commands::clear& command,
                                                 entity_commands::clear_decision& out) {
    out.change.time = (std::max)(command.time, time_);
    out.answer = size(out.change.time);
    return slots_.size() == 0 ? verdict::nothing : verdict::change;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(entity_commands::clear_decision& decided,
                                             notice_type* notice) noexcept {
    for (std::size_t i = 0; i < detail::recency_list::segments; ++i)
        while (slots_.order().oldest(i) != no_slot)
            remove_slot(slots_.order().oldest(i),
                        cause_at(slots_.order().oldest(i), decided.change.time), notice);
    changed(decided.change.time, 0);
}

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(const entity_commands::erase& command,
                                                 entity_commands::erase_decision& out) {
    out.change = {(std::max)(command.time, time_), command.key.type, command.key.id};
    locate(out);
    out.answer = out.place != no_slot;
    return verdict::change;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::locate(entity_commands::erase_decision& recorded) noexcept {
    const auto type = recorded.change.type, id = recorded.change.id;
    recorded.place = slots_.find(slots_.hash(type, id), type, id);
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(entity_commands::erase_decision& decided,
                                             notice_type* notice) noexcept {
    if (decided.place != no_slot) remove_slot(decided.place, removal_cause::removed, notice);
    ++erasures_;
    changed(decided.change.time, 0);
}

}  // namespace workmem
