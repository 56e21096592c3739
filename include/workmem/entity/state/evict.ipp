#pragma once

#include <workmem/entity/state.hpp>

// A part of entity/state.hpp: who has to go for those that come in.

namespace workmem {

/// What an eviction policy sees while a put is decided; see `eviction::entries_archetype`.
template <entity_type E, class Policies>
class entity_window_state<E, Policies>::candidates {
public:
    explicit candidates(const entity_window_state& window) noexcept : window_{window} {}

    [[nodiscard]] std::uint32_t least_recent_returned() const noexcept { return oldest(0); }
    [[nodiscard]] std::uint32_t least_recent_named() const noexcept { return oldest(1); }
    [[nodiscard]] std::uint32_t least_recent() const noexcept {
        return window_.slots_.order().older_of(oldest(0), oldest(1));
    }
    [[nodiscard]] bool is_protected(std::uint32_t slot) const noexcept {
        return window_.is_marked(slot);
    }
    [[nodiscard]] std::size_t named() const noexcept {
        return window_.slots_.order().size(1) - window_.named_leaving_;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return window_.options_.capacity; }
    [[nodiscard]] std::size_t returned_newcomers() const noexcept {
        return window_.returned_newcomers_;
    }
    [[nodiscard]] std::uint32_t weight(std::uint32_t slot) const noexcept {
        return window_.slots_.held(slot).tokens;
    }

private:
    [[nodiscard]] std::uint32_t oldest(std::size_t segment) const noexcept {
        const auto& order = window_.slots_.order();
        auto slot = order.oldest(segment);
        while (slot != no_slot && window_.is_marked(slot)) slot = order.newer(slot);
        return slot;
    }
    const entity_window_state& window_;
};

// All items stand in the window at once, the last newest; while that is too much, somebody goes.
template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::make_room(std::span<const entity_changes::item<E>> items,
                                                 bool is_data, put_decision& out) {
    auto& targets = out.place.targets;
    if (options_.token_limit != 0 && !weigh(items, is_data, out)) return false;
    auto newest = items.size();
    std::size_t newcomers = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (targets[i].left_out) continue;
        if (newest != items.size() && merely_returned(items[newest], targets[newest]))
            ++returned_newcomers_;
        newcomers += !targets[i].known;
        newest = i;
    }
    const auto size = [&] { return slots_.size() - out.place.removed.size() + newcomers; };
    while (size() > options_.capacity) {
        const auto gone = give_way(items, newest, removal_cause::capacity, out);
        if (gone.nobody) return is_data ? leave_out_newest(items, newest, out) : no_room(out);
        newcomers -= gone.newcomer;
    }
    if (options_.token_limit == 0) return true;
    std::uint64_t sum = token_sum_;
    for (const auto slot : out.place.removed) sum -= slots_.held(slot).tokens;
    for (const auto& target : targets) {
        if (target.left_out) continue;
        sum += target.tokens;
        if (target.known) sum -= slots_.held(target.slot).tokens;
    }
    while (sum > options_.token_limit) {
        const auto gone = give_way(items, newest, removal_cause::token_budget, out);
        if (gone.nobody) return is_data ? leave_out_newest(items, newest, out) : no_room(out);
        sum -= gone.tokens;
    }
    return true;
}

// What can never fit: refused in a call, left out of a tool's result.
template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::weigh(std::span<const entity_changes::item<E>> items,
                                             bool is_data, put_decision& out) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto& target = out.place.targets[i];
        if (target.left_out) continue;
        target.tokens = count_tokens(*items[i].value);
        if (target.tokens <= options_.token_limit) continue;
        if (!is_data) {
            out.problem.emplace(
                error_code::capacity,
                "an entity's line must have at most token_limit = " +
                    std::to_string(options_.token_limit) + " tokens, has " +
                    std::to_string(target.tokens),
                std::vector<error_detail>{{"tokens", std::to_string(target.tokens)}});
            return false;
        }
        target.left_out = true;
        ++out.answer.left_out;
    }
    return true;
}

// One leaves: whom the policy names of those that the change leaves alone; then what it only
// touches, then its own items but for the newest, from the first on. Where what was merely
// returned goes first, such items go before what is touched.
template <entity_type E, class Policies>
auto entity_window_state<E, Policies>::give_way(std::span<const entity_changes::item<E>> items,
                                                std::size_t newest, removal_cause cause,
                                                put_decision& out) -> leaver {
    auto& targets = out.place.targets;
    const auto& touched = out.place.touched;
    const auto victim = eviction_.victim(candidates{*this});
    if (victim != no_slot) {
        take_victim(victim, cause, out);
        return {slots_.held(victim).tokens, false, false};
    }
    constexpr bool by_segment = requires { eviction_policy::prefers_returned; };
    const bool returned_only = by_segment && returned_newcomers_ > 0;
    const auto is_target = [&](std::uint32_t slot) {
        return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
            return target.known && !target.left_out && target.slot == slot;
        });
    };
    for (const auto slot : touched) {
        if (returned_only || is_target(slot)) continue;
        forget_touches(slot, out);
        take_victim(slot, cause, out);
        return {slots_.held(slot).tokens, false, false};
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto& target = targets[i];
        const bool returned = merely_returned(items[i], target);
        if (target.left_out || i == newest || (returned_only && !returned)) continue;
        if (returned) --returned_newcomers_;
        if (target.known) {
            forget_touches(target.slot, out);
            take_victim(target.slot, cause, out);
        }
        target.left_out = true;
        ++out.answer.left_out;
        return {target.tokens, !target.known, false};
    }
    return {0, false, true};
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::forget_touches(std::uint32_t slot,
                                                      put_decision& out) noexcept {
    auto& touched = out.place.touched;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
        if (touched[i] == slot) continue;
        touched[kept] = touched[i];
        out.touches[kept++] = out.touches[i];
    }
    touched.shrink(kept);
    out.touches.shrink(kept);
}

template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::merely_returned(
    const entity_changes::item<E>& item,
    const typename entity_commands::put_place<E>::target& target) const noexcept {
    return !is_named(item.level) && !(target.known && is_named(slots_.order().level(target.slot)));
}

// The policy let nobody go for a tool's result: then that stays outside.
template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::leave_out_newest(
    std::span<const entity_changes::item<E>> items, std::size_t newest,
    put_decision& out) noexcept {
    if (newest == items.size()) return true;
    out.place.targets[newest].left_out = true;
    ++out.answer.left_out;
    return true;
}

template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::no_room(put_decision& out) const {
    out.problem.emplace(error_code::capacity, "nothing may go for another entity: capacity is " +
                                                  std::to_string(options_.capacity));
    return false;
}

}  // namespace workmem
