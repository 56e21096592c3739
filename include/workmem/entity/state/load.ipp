#pragma once

#include <workmem/entity/state.hpp>

// A part of entity/state.hpp: the content is replaced all at once.

namespace workmem {

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(
    const entity_commands::load<E, entity_window_state>& command,
    entity_commands::load_decision<E, entity_window_state>& out) {
    for (std::size_t i = 0; i < command.items.size(); ++i) {
        const E& value = *command.items[i].value;
        if (is_acceptable(value)) continue;
        const auto problem = problem_of_value(value);
        auto details = problem.details();
        auto& member = details.front().value;
        member = "entities[" + std::to_string(i) + "]." + member;
        out.problem.emplace(problem.code(), member + ": " + problem.message(), details);
        return verdict::refused;
    }
    out.change.time = (std::max)(command.time, time_);
    out.change.as_of = command.as_of;
    out.change.pause = command.pause;
    out.kept.assign(command.items.begin(), command.items.end());
    // Times fall towards the oldest, as expiry expects, whatever the document says.
    std::stable_sort(out.kept.begin(), out.kept.end(), [](const auto& a, const auto& b) {
        return a.time + a.paused > b.time + b.paused;
    });
    auto& fresh = *(out.place = std::make_unique<entity_window_state>(options_, tokens_));
    fresh.pause_ = command.pause;
    std::size_t taken = 0;
    for (const auto& item : out.kept) {
        if (taken == options_.capacity) break;
        const auto cost = count_tokens(*item.value);
        if (options_.token_limit != 0 && fresh.token_sum_ + cost > options_.token_limit) break;
        if (fresh.slot_of(*item.value) != no_slot) continue;
        fresh.insert_full(item);
        out.kept[taken++] = item;
    }
    out.kept.resize(taken);
    out.change.items = out.kept;
    out.answer = taken;
    fresh.order_newest_first(out.kept);
    return verdict::change;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::locate(
    entity_commands::load_decision<E, entity_window_state>& recorded) {
    recorded.place = std::make_unique<entity_window_state>(options_, tokens_);
    recorded.place->pause_ = recorded.change.pause;
    for (const auto& item : recorded.change.items) recorded.place->insert_full(item);
    recorded.place->order_newest_first(recorded.change.items);
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::insert_full(const entity_changes::full_item<E>& item) {
    if (slots_.order().first_free() == no_slot) {
        const auto slot_count = (std::max)(slots_.slot_count() * 2, std::size_t{4});
        slots_.grow((std::min)(slot_count, (std::max)(options_.capacity, slots_.slot_count() + 1)));
    }
    const auto slot = slots_.order().first_free();
    auto& held = slots_.held(slot);
    held.value = *item.value;
    slots_.insert(slots_.hash(traits::type(held.value), traits::id(held.value)), item.level);
    slots_.at(slot).time = later(item.time, item.paused + pause_);
    latest_ = (std::max)(latest_, slots_.at(slot).time);
    slots_.at(slot).access_count = item.access_count;
    held.paused = item.paused + pause_;
    held.observation = item.observation;
    held.rank = item.rank;
    held.tokens = count_tokens(held.value);
    token_sum_ += held.tokens;
    observation_ = (std::max)(observation_, item.observation);
}

// Everything so far was inserted newest first; the order has to say so.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::order_newest_first(
    std::span<const entity_changes::full_item<E>> items) {
    eviction_.reserve(slots_.slot_count());
    std::uint32_t last = 0;
    for (const auto& each : items) last = (std::max)(last, each.number);
    for (auto i = items.size(); i-- > 0;) {
        const auto slot = slot_of(*items[i].value);
        slots_.held(slot).number = items[i].number != 0 ? items[i].number : ++last;
        slots_.touch(slot, slots_.at(slot).time, items[i].level);
        eviction_.on_insert(slot, decision_hash(slot));
    }
    slots_.set_last_number(last);
}

// What the loaded session knows, too, is not gone.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::leave_for(const entity_window_state& fresh,
                                                 std::uint32_t slot, timestamp now,
                                                 notice_type* notice) noexcept {
    const bool stays = fresh.slot_of(value(slot)) != no_slot;
    remove_slot(slot, stays ? removal_cause::replaced : cause_at(slot, now), notice);
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(
    entity_commands::load_decision<E, entity_window_state>& decided, notice_type* notice) noexcept {
    auto& fresh = *decided.place;
    for (std::size_t i = 0; i < detail::recency_list::segments; ++i)
        while (slots_.order().oldest(i) != no_slot)
            leave_for(fresh, slots_.order().oldest(i), decided.change.time, notice);
    std::swap(slots_, fresh.slots_);
    if constexpr (marks_writes)
        for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot) note_write(slot);
    std::swap(eviction_, fresh.eviction_);
    token_sum_ = fresh.token_sum_;
    in_order_ = true;
    latest_ = fresh.latest_;
    time_ = (std::max)(time_, decided.change.time);
    observation_ = (std::max)(observation_, fresh.observation_);
    focus_left_ = 0;
    ++version_;
    as_of_ = decided.change.as_of;
    pause_ = decided.change.pause;
}

}  // namespace workmem
