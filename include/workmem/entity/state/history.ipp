#pragma once

#include <workmem/entity/state.hpp>

// A part of entity/state.hpp: touches and breaks that ride with changes, and snapshots.

namespace workmem {

// Oldest first. What was touched since the last change stands at the front of the order, so this
// costs only as much as there is to say.
template <entity_type E, class Policies>
std::vector<std::uint32_t> entity_window_state<E, Policies>::unsaved_touches() const {
    std::vector<std::uint32_t> touched_slots;
    if constexpr (!tracks_touches) return touched_slots;
    const entries_type all{slots_, (timestamp::min)()};
    for (auto i = all.begin(); i != all.end(); ++i) {
        if (slots_.held(i.slot()).unsaved_touches == 0) break;
        touched_slots.push_back(i.slot());
    }
    std::reverse(touched_slots.begin(), touched_slots.end());
    return touched_slots;
}

template <entity_type E, class Policies>
auto entity_window_state<E, Policies>::touches_to_record(bool something_happens) const
    -> unrecorded_touches {
    unrecorded_touches out;
    out.touched_slots = unsaved_touches();
    out.touches.reserve(out.touched_slots.size());
    for (const auto slot : out.touched_slots) {
        const auto& held = slots_.held(slot);
        out.touches.push_back({traits::type(held.value), traits::id(held.value),
                               slots_.at(slot).time, held.unsaved_touches,
                               slots_.order().level(slot)});
    }
    out.answers = answers_.to_record();
    if (something_happens || !out.empty()) out.pause = opened_;
    return out;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::touches_recorded(const unrecorded_touches& saved) noexcept {
    for (const auto slot : saved.touched_slots) slots_.forget_touches(slots_.held(slot));
    answers_.clear();
    if (saved.pause.duration.count() != 0) opened_ = {};
}

// What was touched up to `since` gets younger, or older again.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::shift(timestamp since, milliseconds duration) noexcept {
    for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot) {
        if (!slots_.order().in_use(slot) || slots_.at(slot).time > since) continue;
        slots_.at(slot).time += duration;
        slots_.held(slot).paused += duration;
        latest_ = (std::max)(latest_, slots_.at(slot).time);
    }
    ++version_;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::pause_until(timestamp now) noexcept {
    const auto since = as_of_ + pause_;
    if (slots_.size() == 0 || now <= since) return;
    opened_ = {since, now - since};
    shift(opened_.since, opened_.duration);
    pause_ += opened_.duration;
}

template <entity_type E, class Policies>
auto entity_window_state<E, Policies>::detach() -> unrecorded {
    unrecorded own{{}, false, unsaved_touches(), {}, erasures_};
    std::swap(own.answers, answers_);
    own.pause = std::exchange(opened_, {});
    const auto duration = own.pause.duration;
    if (duration.count() == 0) return own;
    for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot) {
        auto& held = slots_.held(slot);
        if (!slots_.order().in_use(slot) || held.paused < duration) continue;
        slots_.at(slot).time -= duration;
        held.paused -= duration;
    }
    own.counts_nothing = pause_ >= duration;
    if (own.counts_nothing) pause_ -= duration;
    ++version_;
    return own;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::reattach(unrecorded& own, bool others_came) noexcept {
    std::swap(own.answers, answers_);
    // Their words may be about what is erased.
    if (own.erasures != erasures_) answers_.forget();
    if (!others_came) {
        if (own.pause.duration.count() == 0) return;
        opened_ = own.pause;
        shift(opened_.since, opened_.duration);
        if (own.counts_nothing) pause_ += opened_.duration;
        return;
    }
    for (const auto slot : own.touched_slots)
        // What was loaded or built anew meanwhile stands in other places, and may be fewer.
        if (slot < slots_.slot_count() && slots_.held(slot).unsaved_touches > 0)
            slots_.touch(slot, slots_.at(slot).time, slots_.order().level(slot));
    in_order_ = in_order_ && own.touched_slots.empty();
    ++version_;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(const entity_changes::touches& change) noexcept {
    if (change.pause.duration.count() > 0) shift(change.pause.since, change.pause.duration);
    for (const auto& touch : change.items) {
        const auto slot = slots_.find(slots_.hash(touch.type, touch.id), touch.type, touch.id);
        if (slot == no_slot) continue;
        touch_now(slot, touch.time, touch.level, touch.count);
    }
}

template <entity_type E, class Policies>
auto entity_window_state<E, Policies>::snapshot() const -> saved_state {
    saved_state out;
    // The break before opening is no fact yet.
    const auto without = [this](milliseconds paused) {
        return paused >= opened_.duration ? paused - opened_.duration : paused;
    };
    // Before the first change there is no time to tell.
    const auto time = time_ == (timestamp::min)() ? timestamp{} : time_;
    out.head = {time,    as_of_, observation_, without(pause_), slots_.last_number(),
                unread_, !unread_.empty() && nothing_in_focus()};
    out.items.reserve(slots_.size());
    const entries_type all{slots_, (timestamp::min)()};
    for (auto each = all.begin(); each != all.end(); ++each) {
        out.items.push_back(full(each.slot()));
        out.items.back().paused = without(slots_.held(each.slot()).paused);
    }
    return out;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::restore(const snapshot_type& content) {
    for (const auto& item : content.items) insert_full(item);
    order_newest_first(content.items);
    if (content.time != timestamp{}) time_ = content.time;
    as_of_ = content.as_of;
    observation_ = content.observation;
    pause_ = content.pause;
    slots_.set_last_number((std::max)(slots_.last_number(), content.last_number));
    unread_ = content.unread;
    if (content.focus_left) leave_focus();
    for (std::size_t i = 1; i < content.items.size(); ++i)
        in_order_ = in_order_ && content.items[i].time + content.items[i].paused <=
                                     content.items[i - 1].time + content.items[i - 1].paused;
    ++version_;
}

}  // namespace workmem
