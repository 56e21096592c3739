#pragma once

#include <workmem/entity/state.hpp>

// A part of entity/state.hpp: entities come in.

namespace workmem {

template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::is_acceptable(const E& value) noexcept {
    const std::string_view type = traits::type(value), id = traits::id(value);
    if (id.empty() || id.size() > max_id_bytes || type.empty() || type.size() > max_type_bytes ||
        std::string_view{traits::name(value)}.size() > max_text_bytes || !text::is_valid(id) ||
        !text::is_valid(type))
        return false;
    if constexpr (requires { traits::slug(value); })
        if (std::string_view{traits::slug(value)}.size() > max_text_bytes) return false;
    if constexpr (requires { traits::attributes(value); }) {
        const attribute_list& attributes = traits::attributes(value);
        if (attributes.size() > max_attributes) return false;
        for (const auto& each : attributes)
            if (bytes_of(each) > max_text_bytes) return false;
    }
    return true;
}

// What is wrong with a value that is not acceptable.
template <entity_type E, class Policies>
error entity_window_state<E, Policies>::problem_of_value(const E& value) {
    const std::string_view type = traits::type(value), id = traits::id(value);
    const auto refuse = [](const char* what, std::size_t least, std::size_t most,
                           std::string_view unit, std::string_view text, std::size_t has) {
        return error{error_code::validation_error,
                     "an entity's " + std::string{what} + " must have " + std::to_string(least) +
                         " to " + std::to_string(most) + ' ' + std::string{unit} + ", has " +
                         std::to_string(has),
                     {{"member", what}, {"value", text::escaped(text::prefix(text, 64))}}};
    };
    const auto too_long = [&](const char* what, std::string_view text) {
        return refuse(what, 0, max_text_bytes, "bytes", text, text.size());
    };
    if (id.empty() || id.size() > max_id_bytes)
        return refuse("id", 1, max_id_bytes, "bytes", id, id.size());
    if (type.empty() || type.size() > max_type_bytes)
        return refuse("type", 1, max_type_bytes, "bytes", type, type.size());
    const std::string_view name = traits::name(value);
    if (name.size() > max_text_bytes) return too_long("name", name);
    if constexpr (requires { traits::slug(value); }) {
        const std::string_view slug = traits::slug(value);
        if (slug.size() > max_text_bytes) return too_long("slug", slug);
    }
    if constexpr (requires { traits::attributes(value); }) {
        const attribute_list& attributes = traits::attributes(value);
        if (attributes.size() > max_attributes)
            return refuse("attributes", 0, max_attributes, "members", {}, attributes.size());
        for (const auto& each : attributes)
            if (const auto bytes = bytes_of(each); bytes > max_text_bytes)
                return refuse("attribute", 0, max_text_bytes, "bytes", each.name, bytes);
    }
    const bool valid_id = text::is_valid(id);
    return error{error_code::validation_error,
                 "an entity's type and id must be UTF-8",
                 {{"member", valid_id ? "type" : "id"},
                  {"value", text::escaped(text::prefix(valid_id ? type : id, 64))}}};
}

template <entity_type E, class Policies>
verdict entity_window_state<E, Policies>::decide(const entity_commands::put<E>& command,
                                                 put_decision& out) {
    const auto items = command.items;
    bool odd = false;
    for (const auto& item : items) {
        if (is_acceptable(*item.value)) [[likely]]
            continue;
        odd = true;
        if (command.observes) continue;
        out.problem = problem_of_value(*item.value);
        return verdict::refused;
    }
    begin_decision();
    out.change.time = (std::max)(command.time, time_);
    if (command.observes) out.change.observation = observation_ + 1;
    for_each_expired(out.change.time,
                     [&](std::uint32_t slot) { take_victim(slot, removal_cause::expired, out); });
    if (items.size() == 1 && !command.observes && command.touches.empty() &&
        options_.token_limit == 0 && decide_alone(items, out)) [[likely]]
        return verdict::change;
    find_targets(items, out);
    if (odd) [[unlikely]]
        leave_out_odd(items, out);
    for (const auto& touch : command.touches) {
        const auto slot = find(touch.key, out.change.time);
        if (slot != no_slot) take_touch(slot, touch.level, out);
    }
    if (command.observes) touch_nameless(items, out);
    if (!make_room(items, command.observes, out)) return verdict::refused;
    keep_items(items, out);
    out.change.unread = command.unread;
    if (out.change.items.empty() && out.place.removed.empty() && out.place.touched.empty() &&
        out.change.unread.empty())
        return verdict::nothing;
    prepare(out);
    for (const auto& target : out.place.targets)
        ++(target.known ? out.answer.updated : out.answer.added);
    return verdict::change;
}

// One entity that needs no more than one other's place, the usual case: the steps below without
// their loops. False, and nothing decided, where it is not that simple.
template <entity_type E, class Policies>
bool entity_window_state<E, Policies>::decide_alone(std::span<const entity_changes::item<E>> items,
                                                    put_decision& out) {
    using place = entity_commands::put_place<E>;
    if (marked_ != 0) return false;  // somebody has expired
    const E& value = *items.front().value;
    const std::string_view type = traits::type(value), id = traits::id(value);
    typename place::target target{no_slot, slots_.hash(type, id), 0, place::in_place, true, false};
    target.slot = slots_.find(target.hash, type, id);
    auto victim = no_slot;
    if (target.slot == no_slot) {
        target.known = false;
        if (slots_.size() < options_.capacity) {
            target.slot = slots_.order().first_free();
        } else if (slots_.size() == options_.capacity) {
            target.slot = victim = eviction_.victim(candidates{*this});
        }
        if (target.slot == no_slot) return false;
    }
    bool fits = false;
    if constexpr (reuses) fits = traits::reserve(slots_.held(target.slot).value, value);
    if (!fits) {
        out.place.staged.push_back(value);
        target.staged = 0;
    }
    if (victim != no_slot) {
        const E& leaving = slots_.held(victim).value;
        out.place.removed.push_back(victim);
        out.removals.push_back(
            {traits::type(leaving), traits::id(leaving), removal_cause::capacity});
        out.change.removals = out.removals.view();
    }
    out.place.targets.push_back(target);
    out.change.items = items;
    out.answer.added = target.known ? 0 : 1;
    out.answer.updated = target.known ? 1 : 0;
    out.answer.evicted = victim == no_slot ? 0 : 1;
    return true;
}

// A tool's result may hold what no memory can.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::leave_out_odd(std::span<const entity_changes::item<E>> items,
                                                     put_decision& out) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto& target = out.place.targets[i];
        if (target.left_out || is_acceptable(*items[i].value)) continue;
        target.left_out = true;
        ++out.answer.left_out;
    }
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::take_victim(std::uint32_t slot, removal_cause cause,
                                                   put_decision& out) {
    mark(slot);
    named_leaving_ += is_named(slots_.order().level(slot)) ? 1U : 0U;
    out.place.removed.push_back(slot);
    out.removals.push_back({{}, {}, cause});
    ++(cause == removal_cause::expired ? out.answer.expired : out.answer.evicted);
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::take_touch(std::uint32_t slot, strength level,
                                                  put_decision& out) {
    mark(slot);
    out.place.touched.push_back(slot);
    out.touches.push_back({{}, {}, {}, 0, level});
}

// A result that only says an id is no reason to forget the name.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::touch_nameless(
    std::span<const entity_changes::item<E>> items, put_decision& out) {
    if constexpr (requires(const E& value) { traits::unnamed(value); }) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto& target = out.place.targets[i];
            if (!target.known || target.left_out || !traits::unnamed(*items[i].value) ||
                traits::unnamed(value(target.slot)))
                continue;
            take_touch(target.slot, items[i].level, out);
            target.left_out = true;
        }
    }
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::find_targets(std::span<const entity_changes::item<E>> items,
                                                    put_decision& out) {
    using place = entity_commands::put_place<E>;
    for (const auto& item : items) {
        const std::string_view type = traits::type(*item.value), id = traits::id(*item.value);
        const auto hash = slots_.hash(type, id);
        auto slot = slots_.find(hash, type, id);
        if (slot != no_slot && is_marked(slot)) slot = no_slot;  // it has expired and leaves first
        out.place.targets.push_back({slot, hash, 0, place::in_place, slot != no_slot, false});
    }
    if (items.size() > 1) leave_out_repeats(items, out);
    for (const auto& target : out.place.targets)
        if (target.known && !target.left_out) mark(target.slot);
}

// Of several items with one key the last counts.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::leave_out_repeats(
    std::span<const entity_changes::item<E>> items, put_decision& out) {
    auto& targets = out.place.targets;
    std::vector<std::uint32_t> by_hash(items.size());
    for (std::uint32_t i = 0; i < by_hash.size(); ++i) by_hash[i] = i;
    std::sort(by_hash.begin(), by_hash.end(), [&](std::uint32_t a, std::uint32_t b) {
        return targets[a].hash != targets[b].hash ? targets[a].hash < targets[b].hash : a < b;
    });
    const auto same = [&](std::uint32_t a, std::uint32_t b) {
        const E& x = *items[a].value;
        const E& y = *items[b].value;
        return std::string_view{traits::id(x)} == std::string_view{traits::id(y)} &&
               (!identity_policy::uses_type ||
                std::string_view{traits::type(x)} == std::string_view{traits::type(y)});
    };
    for (std::size_t i = 0; i < by_hash.size(); ++i)
        for (std::size_t j = i + 1;
             j < by_hash.size() && targets[by_hash[j]].hash == targets[by_hash[i]].hash; ++j)
            if (same(by_hash[i], by_hash[j])) {
                targets[by_hash[i]].left_out = true;
                break;
            }
}

// The change names the items that found a place; targets stay parallel to them.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::keep_items(std::span<const entity_changes::item<E>> items,
                                                  put_decision& out) {
    auto& targets = out.place.targets;
    const bool all = std::none_of(targets.begin(), targets.end(),
                                  [](const auto& target) { return target.left_out; });
    if (all) {
        out.change.items = items;
        return;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (targets[i].left_out) continue;
        out.kept.push_back(items[i]);
        targets[kept++] = targets[i];
    }
    targets.shrink(kept);
    out.change.items = out.kept;
}

// Everything that can fail: slots, room for text, copies where room is not enough.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::prepare(put_decision& out) {
    auto& [targets, removed, touched, staged] = out.place;
    const auto items = out.change.items;
    const auto newcomers = static_cast<std::size_t>(std::count_if(
        targets.begin(), targets.end(), [](const auto& target) { return !target.known; }));
    const auto after = slots_.size() - removed.size() + newcomers;
    if (after > slots_.slot_count()) {
        const auto wanted = (std::max)({after, slots_.slot_count() * 2, std::size_t{4}});
        const auto limit = (std::max)(after, options_.capacity);
        const auto slot_count = (std::min)(wanted, limit);
        eviction_.reserve(slot_count);
        slots_.grow(slot_count);
        for (std::size_t i = 0; i < targets.size(); ++i) {  // more slots may be hashed otherwise
            const E& value = *items[i].value;
            targets[i].hash = slots_.hash(traits::type(value), traits::id(value));
        }
    }
    // Removed slots are taken again first, the last removed before the others, then free ones.
    auto reused = removed.size();
    auto free = slots_.order().first_free();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        auto& target = targets[i];
        if (!target.known) {
            if (reused > 0) {
                target.slot = removed[--reused];
            } else {
                target.slot = free;
                free = slots_.order().older(free);
            }
        }
        bool fits = false;
        if constexpr (reuses)
            fits = traits::reserve(slots_.held(target.slot).value, *items[i].value);
        if (fits) continue;
        staged.push_back(*items[i].value);
        target.staged = static_cast<std::uint32_t>(staged.size() - 1);
    }
    for (std::size_t i = 0; i < removed.size(); ++i) {
        const E& leaving = value(removed[i]);
        out.removals[i].type = traits::type(leaving);
        out.removals[i].id = traits::id(leaving);
    }
    for (std::size_t i = 0; i < touched.size(); ++i) {
        const E& known = value(touched[i]);
        out.touches[i].type = traits::type(known);
        out.touches[i].id = traits::id(known);
    }
    out.change.removals = out.removals.view();
    out.change.touched = out.touches.view();
    out.unread = out.change.unread;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::apply(put_decision& decided, notice_type* notice) noexcept {
    auto& [targets, removed, touched, staged] = decided.place;
    for (std::size_t i = 0; i < removed.size(); ++i)
        remove_slot(removed[i], decided.removals[i].cause, notice);
    const auto& change = decided.change;
    if (change.observation != 0) {
        unread_.swap(decided.unread);
        if (!unread_.empty()) end_list();  // what the call itself named is in focus after that
    }
    for (std::size_t i = 0; i < touched.size(); ++i)
        touch_now(touched[i], change.time, decided.touches[i].level, 1);
    const auto seen_before = slots_.last_number();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto& target = targets[i];
        const auto& item = change.items[i];
        const auto slot = target.slot;
        auto& held = slots_.held(slot);
        if constexpr (listens) {
            if (notice != nullptr && target.known)
                notice->removed.push_back({std::move(held.value), removal_cause::replaced});
        }
        if (target.staged != entity_commands::put_place<E>::in_place)
            held.value = std::move(staged[target.staged]);
        else if constexpr (reuses)
            traits::assign(held.value, *item.value);
        if (target.known) {
            slots_.rewrite_key(slot);
            slots_.touch(slot, change.time, item.level);
            eviction_.on_access(slot, decision_hash(slot));
            token_sum_ -= held.tokens;
        } else {
            slots_.at(slot).time = change.time;
            slots_.insert(target.hash, item.level);
            eviction_.on_insert(slot, decision_hash(slot));
        }
        note_write(slot);
        held.tokens = target.tokens;
        token_sum_ += target.tokens;
        const bool keeps = item.rank == entity_changes::same_rank;
        if (!target.known || (change.observation != 0 && !(keeps && held.rank != 0))) {
            held.observation = change.observation;
            held.rank = keeps ? 0 : item.rank;
        }
    }
    // A result's first thing comes in last, to be the newest, but stands first.
    if (change.observation != 0)
        for (const auto& target : targets)
            if (!target.known) {
                auto& number = slots_.held(target.slot).number;
                number = seen_before + 1 + slots_.last_number() - number;
            }
    changed(change.time, change.observation);
}

// What a person sees next is what was not understood.
template <entity_type E, class Policies>
void entity_window_state<E, Policies>::end_list() noexcept {
    for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot)
        if (slots_.order().in_use(slot)) {
            slots_.held(slot).rank = 0;
            slots_.held(slot).observation = 0;
        }
    leave_focus();
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::locate(put_decision& recorded) {
    const auto& change = recorded.change;
    begin_decision();
    for (const auto& removal : change.removals) {
        const auto slot =
            slots_.find(slots_.hash(removal.type, removal.id), removal.type, removal.id);
        if (slot == no_slot) continue;
        mark(slot);
        recorded.place.removed.push_back(slot);
        recorded.removals.push_back(removal);
    }
    find_targets(change.items, recorded);
    for (const auto& touch : change.touched) {
        const auto slot = slots_.find(slots_.hash(touch.type, touch.id), touch.type, touch.id);
        if (slot == no_slot) continue;
        recorded.place.touched.push_back(slot);
        recorded.touches.push_back(touch);
    }
    if (options_.token_limit != 0)
        for (std::size_t i = 0; i < change.items.size(); ++i)
            recorded.place.targets[i].tokens = count_tokens(*change.items[i].value);
    prepare(recorded);
}

}  // namespace workmem
