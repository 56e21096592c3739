#pragma once

#include <workmem/bounded/bounded_state.hpp>

// A part of bounded/bounded_state.hpp: who has to go, and the steps every change is made of.

namespace workmem {

/// What an eviction policy sees while a change is decided; see `eviction::items_archetype`.
template <class Policies>
class bounded_state<Policies>::candidates {
public:
    explicit candidates(const bounded_state& state) noexcept : state_{state} {}

    [[nodiscard]] eviction::item_facts facts(std::uint32_t slot) const noexcept {
        return state_.facts_of(slot,
                               [this](std::uint32_t each) { return !state_.is_superseded(each); });
    }
    template <class Visit>
    void for_each_text(std::uint32_t slot, Visit&& visit) const {
        state_.slots_.for_each_in_group(slot, [&](std::uint32_t each) {
            if (!state_.is_superseded(each)) visit(std::string_view{state_.value(each).text});
        });
    }
    [[nodiscard]] bool is_protected(std::uint32_t slot) const noexcept {
        bool spared = state_.is_marked(slot);
        state_.slots_.for_each_in_group(
            slot, [&](std::uint32_t each) { spared = spared || state_.value(each).pinned; });
        return spared;
    }
    [[nodiscard]] std::uint32_t least_recent() const noexcept {
        const auto& recency = state_.slots_.recency();
        auto slot = recency.first();
        while (slot != no_slot && is_protected(slot)) slot = recency.next(slot);
        return slot;
    }
    [[nodiscard]] std::uint32_t least_recent_returned() const noexcept { return no_slot; }
    [[nodiscard]] std::uint32_t least_recent_named() const noexcept { return least_recent(); }
    [[nodiscard]] std::size_t named() const noexcept { return state_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept {
        return static_cast<std::size_t>(state_.options_.max_items);
    }
    [[nodiscard]] std::size_t returned_newcomers() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t weight(std::uint32_t slot) const noexcept {
        return state_.value(slot).tokens;
    }
    [[nodiscard]] std::int64_t step() const noexcept { return state_.deciding_step_; }
    [[nodiscard]] timestamp now() const noexcept { return state_.deciding_at_; }
    [[nodiscard]] std::uint32_t low() const noexcept { return state_.low(); }
    [[nodiscard]] std::uint32_t high() const noexcept { return state_.high(); }
    [[nodiscard]] bool may_override() const noexcept {
        return state_.options_.guard == importance_protection::soft;
    }
    [[nodiscard]] std::int64_t max_items() const noexcept { return state_.options_.max_items; }
    [[nodiscard]] std::int64_t max_tokens() const noexcept { return state_.options_.max_tokens; }
    [[nodiscard]] std::int64_t half_life() const noexcept { return state_.options_.half_life; }
    [[nodiscard]] std::uint64_t decision() const noexcept { return state_.decision_; }

private:
    const bounded_state& state_;
};

// Of a slot and those that leave with it, as far as they count.
template <class Policies>
template <class Counts>
eviction::item_facts bounded_state<Policies>::facts_of(std::uint32_t slot,
                                                       Counts&& counts) const noexcept {
    eviction::item_facts out{.members = 0, .forgotten = true};
    out.last_step = 0;
    out.expiry = (timestamp::min)();
    slots_.for_each_in_group(slot, [&](std::uint32_t each) {
        if (!counts(each)) return;
        const auto& member = value(each);
        ++out.members;
        out.number = (std::max)(out.number, member.number);
        out.step = (std::max)(out.step, member.step);
        out.importance = (std::max)(out.importance, member.importance.ppm());
        out.tokens += member.tokens;
        out.pinned = out.pinned || member.pinned;
        out.forgotten = out.forgotten && member.forgotten;
        out.last_step = (std::max)(out.last_step, last_step(member));
        out.expiry = (std::max)(out.expiry, expiry(member));
    });
    return out;
}

template <class Policies>
eviction_class bounded_state<Policies>::class_of(const eviction::item_facts& facts,
                                                 std::int64_t step, timestamp now) const noexcept {
    if (facts.pinned) return eviction_class::pinned;
    if (facts.forgotten) return eviction_class::forgotten;
    const bool important = facts.importance >= high();
    if (facts.last_step < step || facts.expiry <= now)
        return important ? eviction_class::expired_important : eviction_class::expired;
    if (important) return eviction_class::important;
    return facts.importance < low() ? eviction_class::low_importance : eviction_class::ordinary;
}

template <class Policies>
eviction_class bounded_state<Policies>::class_of(std::uint32_t slot, timestamp now) const noexcept {
    return class_of(facts_of(slot, [](std::uint32_t) { return true; }), step_, now);
}

template <class Policies>
removal_reason bounded_state<Policies>::reason_for(std::uint32_t slot) const noexcept {
    const auto facts = candidates{*this}.facts(slot);
    const auto why = class_of(facts, deciding_step_, deciding_at_);
    if (why == eviction_class::forgotten) return removal_reason::soft_forgotten;
    if constexpr (requires { eviction_policy::goes_by_class; }) {
        switch (why) {
            case eviction_class::expired: return removal_reason::expired;
            case eviction_class::low_importance: return removal_reason::low_importance;
            case eviction_class::ordinary: return removal_reason::oldest;
            case eviction_class::expired_important: return removal_reason::expired_important;
            default: return removal_reason::guard_overridden;
        }
    } else if constexpr (requires { eviction_policy::ranks_items; }) {
        return facts.importance >= high() ? removal_reason::guard_overridden
                                          : removal_reason::least_worth;
    } else {
        return removal_reason::least_worth;
    }
}

template <class Policies>
std::optional<error> bounded_state<Policies>::make_room(
    planned size, std::vector<std::uint32_t>& removed,
    std::vector<bounded_changes::removal>& removals) {
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
            --size.items;
            size.tokens -= value(slot).tokens;
        });
    }
    return std::nullopt;
}

template <class Policies>
auto bounded_state<Policies>::size_without(const std::vector<std::uint32_t>& which) const noexcept
    -> planned {
    planned out{static_cast<std::int64_t>(slots_.size() - which.size()),
                static_cast<std::int64_t>(tokens_)};
    for (const auto slot : which) out.tokens -= value(slot).tokens;
    return out;
}

template <class Policies>
void bounded_state<Policies>::name_removals(const std::vector<std::uint32_t>& which,
                                            std::vector<bounded_changes::removal>& removals) const {
    for (std::size_t i = 0; i < which.size(); ++i) removals[i].id = value(which[i]).id;
}

// What was recorded to leave, as far as it is here.
template <class Policies>
void bounded_state<Policies>::find_removals(std::span<const bounded_changes::removal> recorded,
                                            std::vector<std::uint32_t>& which,
                                            std::vector<bounded_changes::removal>& removals) {
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
audit_event bounded_state<Policies>::event_of(audit_kind kind, planned after, timestamp at) const {
    audit_event out;
    out.time = at;
    out.step = step_;
    out.kind = kind;
    out.before = usage();
    out.after = {static_cast<std::size_t>(after.items), static_cast<std::uint64_t>(after.tokens)};
    return out;
}

template <class Policies>
void bounded_state<Policies>::add_removal_events(
    const std::vector<std::uint32_t>& which, const std::vector<bounded_changes::removal>& removals,
    planned after, timestamp at, std::vector<audit_event>& events) const {
    const auto kind_of = [](removal_reason reason) {
        if (is_eviction(reason)) return audit_kind::evicted;
        return reason == removal_reason::superseded ? audit_kind::superseded : audit_kind::removed;
    };
    for (const auto kind : {audit_kind::superseded, audit_kind::removed, audit_kind::evicted}) {
        audit_event out;
        for (std::size_t i = 0; i < which.size(); ++i) {
            if (kind_of(removals[i].reason) != kind) continue;
            if (out.items.empty()) out = event_of(kind, after, at);
            out.items.push_back({value(which[i]).id, removals[i].reason});
        }
        if (!out.items.empty()) events.push_back(std::move(out));
    }
}

template <class Policies>
void bounded_state<Policies>::reserve_audit(const std::vector<audit_event>& events) {
    audit_.reserve(events.size(), options_.audit_limit);
}

template <class Policies>
void bounded_state<Policies>::push(std::vector<audit_event>& events) noexcept {
    for (auto& each : events) audit_.push(std::move(each), options_.audit_limit);
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
    eviction_.reserve(slots_.slot_count());
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
    value.access_count += held.unsaved_touches;
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
    if (into != nullptr) *into = std::move(held.value);
    held.value = {};
}

template <class Policies>
template <class Decision>
void bounded_state<Policies>::announce(const Decision& decided, notice_type& notice) const {
    notice.kind = decided.change.kind;
    notice.time = decided.change.time;
    if constexpr (requires { decided.place.staged; })
        for (const auto& each : decided.place.staged) notice.put.push_back(each.id);
    if constexpr (requires { decided.place.removed; }) {
        for (std::size_t i = 0; i < decided.place.removed.size(); ++i) {
            auto reason = removal_reason::erased;
            if constexpr (requires { decided.removals[i].reason; })
                reason = decided.removals[i].reason;
            notice.removed.push_back({value(decided.place.removed[i]), reason});
        }
    } else if constexpr (requires { decided.place.fresh; } ||
                         std::is_same_v<Decision, bounded_commands::clear_decision>) {
        constexpr bool clears = std::is_same_v<Decision, bounded_commands::clear_decision>;
        for_each([&](std::uint32_t slot) {
            notice.removed.push_back(
                {value(slot), clears ? removal_reason::cleared : removal_reason::replaced});
        });
    }
    if constexpr (requires { decided.place.events; }) notice.events = decided.place.events;
}

}  // namespace workmem
