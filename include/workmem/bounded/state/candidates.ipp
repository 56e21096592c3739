#pragma once

#include <workmem/bounded/state.hpp>

// A part of bounded/state.hpp: how easily an item goes, and what policies see of it.

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
    [[nodiscard]] std::int64_t important_items() const noexcept {
        return state_.important_left_.items;
    }
    [[nodiscard]] std::int64_t important_tokens() const noexcept {
        return state_.important_left_.tokens;
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
    eviction::item_facts out{.members = 0, .forgotten = true, .leads = false};
    out.last_step = 0;
    out.expiry = (timestamp::min)();
    slots_.for_each_in_group(slot, [&](std::uint32_t each) {
        if (!counts(each)) return;
        const auto& member = value(each);
        ++out.members;
        if (member.number > out.number) {
            out.number = member.number;
            out.leads = each == slot;
        }
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

}  // namespace workmem
