#pragma once

#include <workmem/bounded/state.hpp>

// A part of bounded/state.hpp: room for what comes, and the steps every change is made of.

namespace workmem {

template <class Policies>
std::optional<error> bounded_state<Policies>::make_room(
    planned size, bounded_commands::slot_vector& removed,
    bounded_commands::removal_vector& removals) {
    important_left_ = important_;
    for (const auto slot : removed) count_importance(important_left_, value(slot), -1);
    while (size.items > options_.max_items || size.tokens > options_.max_tokens) {
        const auto victim = eviction_.victim(candidates{*this});
        if (victim == no_slot)
            return error{
                error_code::capacity,
                "it does not fit: " + std::to_string(size.items) + " items and " +
                    std::to_string(size.tokens) +
                    " tokens would stay, and none of them may go; max_items is " +
                    std::to_string(options_.max_items) + ", max_tokens " +
                    std::to_string(options_.max_tokens),
                {{"items", std::to_string(size.items)}, {"tokens", std::to_string(size.tokens)}}};
        const auto reason = reason_for(victim);
        slots_.for_each_in_group(victim, [&](std::uint32_t slot) {
            if (is_marked(slot)) return;
            mark(slot);
            removed.push_back(slot);
            removals.push_back({{}, slot == victim ? reason : removal_reason::group});
            count_importance(important_left_, value(slot), -1);
            --size.items;
            size.tokens -= value(slot).tokens;
        });
    }
    return std::nullopt;
}

template <class Policies>
auto bounded_state<Policies>::size_without(std::span<const std::uint32_t> which) const noexcept
    -> planned {
    planned out{static_cast<std::int64_t>(slots_.size() - which.size()),
                static_cast<std::int64_t>(tokens_)};
    for (const auto slot : which) out.tokens -= value(slot).tokens;
    return out;
}

template <class Policies>
void bounded_state<Policies>::name_removals(const bounded_commands::slot_vector& which,
                                            bounded_commands::removal_vector& removals) const {
    for (std::size_t i = 0; i < which.size(); ++i) removals[i].id = value(which[i]).id;
}

// What was recorded to leave, as far as it is here.
template <class Policies>
void bounded_state<Policies>::find_removals(std::span<const bounded_changes::removal> recorded,
                                            bounded_commands::slot_vector& which,
                                            bounded_commands::removal_vector& removals) {
    for (const auto& each : recorded) {
        const auto slot = slots_.find_id(each.id);
        if (slot == no_slot || is_marked(slot)) continue;
        mark(slot);
        which.push_back(slot);
        removals.push_back(each);
    }
}

// Audit.

template <class Policies>
audit_event& bounded_state<Policies>::prepare_event(audit_kind kind, planned after, timestamp at) {
    auto& out = audit_.prepare(options_.audit_limit);
    out.time = at;
    out.step = step_;
    out.kind = kind;
    out.before = usage();
    out.after = {static_cast<std::size_t>(after.items), static_cast<std::uint64_t>(after.tokens)};
    out.items.clear();
    out.detail.clear();
    return out;
}

template <class Policies>
void bounded_state<Policies>::prepare_removal_events(
    std::span<const std::uint32_t> which, std::span<const bounded_changes::removal> removals,
    planned after, timestamp at) {
    const auto kind_of = [](removal_reason reason) {
        if (is_eviction(reason)) return audit_kind::evicted;
        return reason == removal_reason::superseded ? audit_kind::superseded : audit_kind::removed;
    };
    audit_.drop_prepared();
    for (const auto kind : {audit_kind::superseded, audit_kind::removed, audit_kind::evicted}) {
        audit_event* event = nullptr;
        for (std::size_t i = 0; i < which.size(); ++i) {
            if (kind_of(removals[i].reason) != kind) continue;
            if (event == nullptr) event = &prepare_event(kind, after, at);
            event->items.push_back({value(which[i]).id, removals[i].reason});
        }
    }
}

template <class Policies>
void bounded_state<Policies>::remember(past_item&& past) noexcept {
    const auto limit = options_.history_limit;
    if (limit == 0) return;
    if (history_.size() >= limit) history_.erase(history_.begin());
    history_.push_back(std::move(past));
}

// Items come and go; nothing here can fail once `reserve_slots` was called.

template <class Policies>
void bounded_state<Policies>::reserve_slots(std::size_t more) {
    slots_.reserve(more);
    if (followed_slots_ == slots_.slot_count()) return;
    eviction_.reserve(slots_.slot_count());
    followed_slots_ = slots_.slot_count();
}

template <class Policies>
void bounded_state<Policies>::add(const item& each, int sign) noexcept {
    const auto tokens = static_cast<std::uint64_t>(each.tokens);
    const auto adjust = [sign](auto& sum, auto by) {
        if (sign > 0)
            sum += by;
        else
            sum -= by;
    };
    adjust(tokens_, tokens);
    count_importance(important_, each, sign);
    if (each.forgotten) adjust(forgotten_, std::size_t{1});
    if (!each.pinned) return;
    adjust(pinned_.items, std::size_t{1});
    adjust(pinned_.tokens, tokens);
}

// All that leave with a slot stand elsewhere now.
template <class Policies>
void bounded_state<Policies>::group_changed(std::uint32_t slot) noexcept {
    if constexpr (requires { eviction_.on_change(slot); })
        slots_.for_each_in_group(slot, [this](std::uint32_t each) { eviction_.on_change(each); });
    else
        (void)slot;
}

template <class Policies>
void bounded_state<Policies>::insert(item&& value) noexcept {
    next_number_ = (std::max)(next_number_, value.number + 1);
    const auto slot = slots_.insert(std::move(value));
    add(slots_.at(slot).value, 1);
    eviction_.on_insert(slot, decision_hash(slot));
    if (!slots_.at(slot).value.group.empty()) group_changed(slot);
}

template <class Policies>
void bounded_state<Policies>::replace(std::uint32_t slot, item&& value) noexcept {
    auto& held = slots_.at(slot);
    // What is recorded elsewhere does not know of the touches that are not.
    if (held.unsaved_touches > 0) {
        held.saved_access = value.accessed;
        value.access_count += held.unsaved_touches;
        value.accessed = (std::max)(value.accessed, held.value.accessed);
    }
    value.number = held.value.number;
    const bool indexed = is_indexed(slot);
    const auto mate = held.in_group;
    add(held.value, -1);
    slots_.replace(slot, std::move(value));
    add(held.value, 1);
    group_changed(mate);
    group_changed(slot);
    if (indexed) index_text(slot);
}

template <class Policies>
void bounded_state<Policies>::remove(std::uint32_t slot, item* into) noexcept {
    auto& held = slots_.at(slot);
    const auto mate = held.in_group;
    eviction_.on_erase(slot, decision_hash(slot));
    if (is_indexed(slot)) index_.erase(slot);
    if (std::exchange(held.unsaved_touches, 0) != 0) --unsaved_;
    add(held.value, -1);
    slots_.erase(slot);
    if (mate != slot) group_changed(mate);
    if (into != nullptr)
        detail::renew(*into, std::move(held.value));
    else
        held.value = {};
}

}  // namespace workmem
