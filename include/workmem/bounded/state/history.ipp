#pragma once

#include <workmem/bounded/state.hpp>

// A part of bounded/state.hpp: touches that ride with changes, snapshots, and content that
// is replaced all at once.

namespace workmem {

template <class Policies>
auto bounded_state<Policies>::touches_to_record(bool) const -> unrecorded_touches {
    unrecorded_touches out;
    const auto& recency = slots_.recency();
    for (auto slot = recency.last(); slot != no_slot && out.which.size() < unsaved_;
         slot = recency.previous(slot))
        if (slots_.at(slot).unsaved_touches > 0) out.which.push_back(slot);
    std::reverse(out.which.begin(), out.which.end());
    out.touches.reserve(out.which.size());
    for (const auto slot : out.which)
        out.touches.push_back(
            {value(slot).id, value(slot).accessed, slots_.at(slot).unsaved_touches});
    return out;
}

template <class Policies>
void bounded_state<Policies>::touches_recorded(const unrecorded_touches& saved) noexcept {
    for (const auto slot : saved.which)
        if (std::exchange(slots_.at(slot).unsaved_touches, 0) != 0) --unsaved_;
}

template <class Policies>
void bounded_state<Policies>::apply(const bounded_changes::touches& change) noexcept {
    for (const auto& each : change.items) {
        const auto slot = slots_.find_id(each.id);
        if (slot == no_slot) continue;
        auto& saved = slots_.at(slot).saved_access;
        saved = (std::max)(saved, each.time);
        touch_now(slot, each.time, each.count);
    }
}

template <class Policies>
auto bounded_state<Policies>::snapshot() const -> saved_state {
    saved_state out;
    out.head.time = time_;
    out.head.step = step_;
    out.head.next_number = next_number_;
    out.items.reserve(size());
    slots_.for_each([&](std::uint32_t slot) { out.items.push_back({&value(slot)}); });
    for (const auto& each : history_) out.history.push_back({&each.value, each.time});
    return out;
}

template <class Policies>
void bounded_state<Policies>::restore(const snapshot_type& content) {
    fill(content.items, content.history);
    time_ = content.time;
    step_ = content.step;
    next_number_ = (std::max)(next_number_, content.next_number);
    ++version_;
}

// Into an empty state; items oldest first.
template <class Policies>
void bounded_state<Policies>::fill(std::span<const bounded_changes::full_item> items,
                                   std::span<const bounded_changes::superseded_item> history) {
    reserve_slots(items.size());
    for (const auto& each : items) insert(item{*each.value});
    // The order of use is that of the last one, as far as it was told.
    std::vector<std::uint32_t> used;
    used.reserve(items.size());
    slots_.for_each([&](std::uint32_t slot) { used.push_back(slot); });
    std::stable_sort(used.begin(), used.end(),
                     [this](auto a, auto b) { return value(a).accessed < value(b).accessed; });
    for (const auto slot : used) slots_.use(slot);
    const auto skipped = history.size() - (std::min)(history.size(), options_.history_limit);
    for (const auto& each : history.subspan(skipped)) history_.push_back({*each.value, each.time});
}

template <class Policies>
verdict bounded_state<Policies>::decide(const load_command& command, load_decision& out) {
    begin_decision(command.time);
    out.change = {deciding_at_, command.step, command.items, command.history};
    out.place.fresh = std::make_unique<bounded_state>(options_);
    auto& fresh = *out.place.fresh;
    fresh.fill(command.items, command.history);
    fresh.step_ = command.step;
    fresh.begin_decision(deciding_at_);
    // Beyond the limits, those stay out that would go first.
    bounded_commands::slot_vector left_out;
    bounded_commands::removal_vector removals;
    out.problem = fresh.make_room(fresh.size_without({}), left_out, removals);
    if (out.problem) return verdict::refused;
    if (!left_out.empty()) {
        for (const auto& each : command.items)
            if (!fresh.is_marked(fresh.slots_.find_id(each.value->id))) out.kept.push_back(each);
        out.change.items = out.kept;
        for (const auto slot : left_out) fresh.remove(slot, nullptr);
    }
    prepare_load_event(out);
    out.answer = fresh.size();
    return verdict::change;
}

template <class Policies>
void bounded_state<Policies>::prepare_load_event(load_decision& out) {
    const auto& fresh = *out.place.fresh;
    const planned after{static_cast<std::int64_t>(fresh.size()),
                        static_cast<std::int64_t>(fresh.tokens_)};
    audit_.drop_prepared();
    (void)prepare_event(audit_kind::loaded, after, out.change.time);
}

template <class Policies>
void bounded_state<Policies>::locate(load_decision& recorded) {
    recorded.place.fresh = std::make_unique<bounded_state>(options_);
    recorded.place.fresh->fill(recorded.change.items, recorded.change.history);
    prepare_load_event(recorded);
}

template <class Policies>
void bounded_state<Policies>::apply(load_decision& decided, notice_type*) noexcept {
    auto& fresh = *decided.place.fresh;
    std::swap(slots_, fresh.slots_);
    std::swap(eviction_, fresh.eviction_);
    std::swap(followed_slots_, fresh.followed_slots_);
    history_.swap(fresh.history_);
    index_.clear();
    indexed_ = 0;
    tokens_ = fresh.tokens_;
    forgotten_ = fresh.forgotten_;
    pinned_ = fresh.pinned_;
    important_ = fresh.important_;
    unsaved_ = 0;
    step_ = decided.change.step;
    next_number_ = (std::max)(next_number_, fresh.next_number_);
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

}  // namespace workmem
