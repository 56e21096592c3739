#pragma once

#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/key_spelling.hpp>
#include <workmem/bounded/note_identity.hpp>
#include <workmem/bounded/state.hpp>

// A part of bounded/state.hpp: items come in and change.

namespace workmem {

namespace detail {

// Whether two items are one: they say the same, under one key or both under none, and neither is of
// a group. (Under a key another text may take its place; what is noted without one has to stay.)
[[nodiscard]] inline bool is_one_with(const item& a, const item& b,
                                      std::string_view identity_of_b) {
    if (a.forgotten || !a.group.empty() || !b.group.empty()) return false;
    if (a.key.empty() != b.key.empty() || !same_key(a.key, b.key)) return false;
    return a.text == b.text || note_identity(a.text) == identity_of_b;
}

}  // namespace detail

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::put& command,
                                        bounded_commands::put_decision& out) {
    begin_decision(command.time);
    const auto staged = out.place.staged = command.items;
    if (staged.empty()) {
        out.answer.usage = usage();
        return verdict::nothing;
    }
    out.change.time = deciding_at_;
    out.change.step = step_;
    for (std::size_t i = 0; i < staged.size(); ++i) {
        auto& each = staged[i];
        each.step = command.facts[i].step.value_or(out.change.step);
        each.pinned = command.facts[i].pinned;
        if (each.step < out.change.step) {
            out.problem.emplace(error_code::validation_error,
                                "step must be " + std::to_string(out.change.step) +
                                    " or more, as steps never go back, is " +
                                    std::to_string(each.step),
                                std::vector<error_detail>{{"step", std::to_string(each.step)}});
            return verdict::refused;
        }
        // The clock of a store never goes back: a slip would age everything for good.
        const bool begins = step_ == 0 && size() == 0 && i == 0;
        if (!begins && each.step - out.change.step > max_step_ahead) {
            out.problem.emplace(
                error_code::validation_error,
                "step must be at most " + std::to_string(out.change.step + max_step_ahead) +
                    ", as the store is at step " + std::to_string(out.change.step) +
                    " and set_step takes it further, is " + std::to_string(each.step),
                std::vector<error_detail>{{"step", std::to_string(each.step)}});
            return verdict::refused;
        }
        out.change.step = each.step;
        each.created = each.accessed = deciding_at_;
        each.number = next_number_ + i;
        if (slots_.find_id(each.id) != no_slot) {
            out.problem.emplace(error_code::conflict,
                                "there is an item with the id " + text::quoted(each.id));
            return verdict::refused;
        }
    }
    deciding_step_ = out.change.step;
    if (std::any_of(command.facts.begin(), command.facts.end(),
                    [](const auto& each) { return each.merges; }) &&
        merge(command, out)) {
        const auto decided = complete(out);
        if (out.place.targets[0] != no_slot)
            out.answer.position = position_of(out.place.targets[0]);
        return decided;
    }
    while (out.place.targets.size() < staged.size()) out.place.targets.push_back(no_slot);
    return complete(out);
}

// Puts what comes together with what says the same, in the store or in the batch. False, and
// nothing done, where all is new. What came is kept as it came, for another attempt.
template <class Policies>
bool bounded_state<Policies>::merge(const bounded_commands::put& command,
                                    bounded_commands::put_decision& out) {
    auto& owned = out.place.owned;
    auto& targets = out.place.targets;
    bool has_merged = false;
    for (std::size_t i = 0; i < command.items.size(); ++i) {
        const auto& coming = command.items[i];
        auto slot = no_slot;
        auto at = owned.size();
        if (command.facts[i].merges) {
            const auto identity = detail::note_identity(coming.text);
            slot = find_same(coming, identity);
            for (at = 0; at < owned.size(); ++at)
                if (slot == no_slot
                        ? targets[at] == no_slot && detail::is_one_with(owned[at], coming, identity)
                        : targets[at] == slot)
                    break;
        }
        has_merged = has_merged || slot != no_slot || at < owned.size();
        if (at < owned.size()) {
            owned[at] = merged(owned[at], coming);
        } else {
            owned.push_back(slot == no_slot ? coming : merged(value(slot), coming));
            targets.push_back(slot);
            if (slot != no_slot) mark(slot);
        }
        out.answer.ids.push_back(owned[at].id);
    }
    if (has_merged) {
        out.place.staged = owned;
    } else {
        owned.clear();
        out.answer.ids.clear();
    }
    return has_merged;
}

template <class Policies>
std::uint32_t bounded_state<Policies>::find_same(const item& coming,
                                                 std::string_view identity) const {
    auto found = no_slot;
    slots_.for_each([&](std::uint32_t slot) {
        if (found == no_slot && detail::is_one_with(value(slot), coming, identity)) found = slot;
    });
    return found;
}

// What is there, with what is new of one that says the same.
template <class Policies>
item bounded_state<Policies>::merged(item there, const item& coming) {
    const auto add = [](auto& to, const auto& from, auto&& is_same) {
        for (const auto& each : from)
            if (std::none_of(to.begin(), to.end(),
                             [&](const auto& known) { return is_same(known, each); }))
                to.push_back(each);
    };
    add(there.tags, coming.tags, [](const auto& a, const auto& b) { return a == b; });
    if (there.tags.size() > item_limits::tags) there.tags.resize(item_limits::tags);
    add(there.metadata, coming.metadata,
        [](const auto& a, const auto& b) { return a.name == b.name; });
    const auto also_from = [&](const char* name, const std::string& first,
                               const std::string& other) {
        if (other.empty() || other == first) return;
        const auto known = std::find_if(there.metadata.begin(), there.metadata.end(),
                                        [&](const attribute& each) { return each.name == name; });
        if (known == there.metadata.end()) {
            there.metadata.push_back({name, other});
        } else if (auto* const list = std::get_if<std::string>(&known->value);
                   list != nullptr &&
                   (", " + *list + ", ").find(", " + other + ", ") == std::string::npos) {
            *list += ", " + other;
        }
    };
    if (there.from.actor.empty()) there.from.actor = coming.from.actor;
    if (there.from.tool.empty()) there.from.tool = coming.from.tool;
    also_from("also_from_actor", there.from.actor, coming.from.actor);
    also_from("also_from_tool", there.from.tool, coming.from.tool);
    if (there.metadata.size() > item_limits::metadata) there.metadata.resize(item_limits::metadata);
    there.importance = (std::max)(there.importance, coming.importance);
    there.pinned = there.pinned || coming.pinned;
    there.step = coming.step;
    there.created = there.accessed = coming.created;
    if (coming.step_ttl) there.step_ttl = coming.step_ttl;
    if (coming.wall_ttl) there.wall_ttl = coming.wall_ttl;
    ++there.access_count;
    return there;
}

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::update& command,
                                        bounded_commands::put_decision& out) {
    begin_decision(command.time);
    const auto slot = slots_.find_id(command.id);
    if (slot == no_slot) {
        out.problem.emplace(error_code::not_found,
                            "there is no item with the id " + text::quoted(command.id));
        return verdict::refused;
    }
    out.change.time = deciding_at_;
    out.change.step = step_;
    out.place.targets.push_back(slot);
    auto& changed = out.place.owned.emplace_back(value(slot));
    out.place.staged = out.place.owned;
    const auto& what = *command.what;
    if (what.text) changed.text = *what.text;
    if (what.key) changed.key = *what.key;
    if (what.text || what.key) changed.tokens = command.count(changed.text, changed.key);
    if (what.group) changed.group = *what.group;
    if (what.tags) changed.tags = *what.tags;
    if (what.metadata) changed.metadata = *what.metadata;
    if (what.importance)
        changed.importance = importance_score::from(*what.importance).value_or(changed.importance);
    if (what.pinned) changed.pinned = *what.pinned;
    if (changed == value(slot)) {
        out.answer.usage = usage();
        return verdict::nothing;
    }
    mark(slot);
    return complete(out);
}

template <class Policies>
verdict bounded_state<Policies>::complete(bounded_commands::put_decision& out) {
    out.problem = find_place(out);
    if (out.problem) return verdict::refused;
    prepare(out);
    name_removals(out.place.removed, out.removals);
    for (const auto& each : out.place.staged) out.items.push_back({&each});
    out.change.items = out.items.view();
    out.change.removals = out.removals.view();
    out.answer.position = out.answer.usage.items - out.place.staged.size();
    for (const auto target : out.place.targets) out.answer.added += target == no_slot;
    return verdict::change;
}

template <class Policies>
std::optional<error> bounded_state<Policies>::find_place(bounded_commands::put_decision& out) {
    auto& place = out.place;
    for (const auto& each : place.staged)
        if (each.tokens > options_.max_tokens)
            return error{
                error_code::capacity,
                "an item must have at most max_tokens = " + std::to_string(options_.max_tokens) +
                    " tokens, has " + std::to_string(each.tokens),
                {{"tokens", std::to_string(each.tokens)}}};
    if (auto problem = take_keys(out)) return problem;
    if (auto problem = refuse_pins(place)) return problem;
    // What comes is never pushed out by itself, nor what leaves with it.
    for (std::size_t i = 0; i < place.staged.size(); ++i) {
        const auto spare = [this](std::uint32_t slot) { mark(slot); };
        const auto mate = slots_.find_group(place.staged[i].group);
        if (mate != no_slot) slots_.for_each_in_group(mate, spare);
        if (place.targets[i] != no_slot) slots_.for_each_in_group(place.targets[i], spare);
    }
    return make_room(size_after(place), place.removed, out.removals);
}

// Who has the key of what comes leaves; a pin passes on.
template <class Policies>
std::optional<error> bounded_state<Policies>::take_keys(bounded_commands::put_decision& out) {
    auto& place = out.place;
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < place.staged.size(); ++i) {
        auto& each = place.staged[i];
        if (each.key.empty()) continue;
        keys.push_back(detail::folded_key(each.key));
        const auto slot = slots_.find_key(each.key);
        if (slot == no_slot || slot == place.targets[i]) continue;
        each.pinned = each.pinned || value(slot).pinned;
        if (is_marked(slot)) continue;
        mark(slot);
        place.removed.push_back(slot);
        out.removals.push_back({{}, removal_reason::superseded});
        if (value(slot).group.empty()) continue;
        superseding_.push_back(slot);
        slots_.at(slot).superseded = decision_;
        group_changed(slot);
    }
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice == keys.end()) return std::nullopt;
    return error{error_code::validation_error,
                 "two items of a batch must have different keys, both have " + text::quoted(*twice),
                 {{"key", *twice}}};
}

template <class Policies>
std::optional<error> bounded_state<Policies>::refuse_pins(
    const bounded_commands::put_place& place) const {
    auto pins = pinned_;
    const auto drop = [&](std::uint32_t slot) {
        if (!value(slot).pinned) return;
        --pins.items;
        pins.tokens -= value(slot).tokens;
    };
    for (const auto slot : place.removed) drop(slot);
    for (std::size_t i = 0; i < place.staged.size(); ++i) {
        if (place.targets[i] != no_slot) drop(place.targets[i]);
        if (!place.staged[i].pinned) continue;
        ++pins.items;
        pins.tokens += place.staged[i].tokens;
    }
    const auto half_items = static_cast<std::uint64_t>(options_.max_items) / 2;
    const auto half_tokens = static_cast<std::uint64_t>(options_.max_tokens) / 2;
    const bool crowded = pins.items > half_items && pins.items > pinned_.items;
    const bool heavy = pins.tokens > half_tokens && pins.tokens > pinned_.tokens;
    if (!crowded && !heavy) return std::nullopt;
    return error{error_code::capacity,
                 "pinned items must take at most half of the limits, " +
                     std::to_string(half_items) + " items and " + std::to_string(half_tokens) +
                     " tokens; they would take " + std::to_string(pins.items) + " and " +
                     std::to_string(pins.tokens),
                 {{"items", std::to_string(pins.items)}, {"tokens", std::to_string(pins.tokens)}}};
}

template <class Policies>
auto bounded_state<Policies>::size_after(const bounded_commands::put_place& place) const noexcept
    -> planned {
    auto out = size_without(place.removed.view());
    for (std::size_t i = 0; i < place.staged.size(); ++i) {
        out.tokens += place.staged[i].tokens;
        if (place.targets[i] == no_slot)
            ++out.items;
        else
            out.tokens -= value(place.targets[i]).tokens;
    }
    return out;
}

// Room for all that applying does.
template <class Policies>
void bounded_state<Policies>::prepare(bounded_commands::put_decision& out) {
    auto& place = out.place;
    reserve_slots(place.staged.size());
    for (std::size_t i = 0; i < place.removed.size(); ++i)
        if (out.removals[i].reason == removal_reason::superseded)
            place.superseded.push_back({value(place.removed[i]), out.change.time});
    const auto most = (std::min)(options_.history_limit, history_.size() + place.superseded.size());
    if (most > history_.capacity())
        history_.reserve((std::min)(options_.history_limit, (std::max)(most, most * 2)));
    const auto after = size_after(place);
    out.answer.usage = {static_cast<std::size_t>(after.items),
                        static_cast<std::uint64_t>(after.tokens)};
    prepare_removal_events(place.removed.view(), out.removals.view(), after, out.change.time);
    out.answer.superseded.resize(place.superseded.size(), {{}, removal_reason::superseded});
    out.answer.evicted.reserve(out.removals.size() - place.superseded.size());
    for (const auto& each : out.removals)
        if (each.reason != removal_reason::superseded)
            out.answer.evicted.emplace_back().reason = each.reason;
}

template <class Policies>
void bounded_state<Policies>::complete_answer(bounded_commands::put_decision& decided) const {
    decided.each_removed([this](std::uint32_t slot, item& into) { into = value(slot); });
    decided.answer.ids.clear();
    for (const auto& each : decided.items) decided.answer.ids.push_back(each.value->id);
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::put_decision& decided,
                                    notice_type*) noexcept {
    auto& place = decided.place;
    decided.each_removed([this](std::uint32_t slot, item& into) { remove(slot, &into); });
    for (auto& each : place.superseded) remember(std::move(each));
    for (std::size_t i = 0; i < place.staged.size(); ++i) {
        if (place.targets[i] == no_slot)
            insert(std::move(place.staged[i]));
        else
            replace(place.targets[i], std::move(place.staged[i]));
    }
    step_ = (std::max)(step_, decided.change.step);
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

template <class Policies>
void bounded_state<Policies>::locate(bounded_commands::put_decision& recorded) {
    begin_decision(recorded.change.time);
    auto& place = recorded.place;
    find_removals(recorded.change.removals, place.removed, recorded.removals);
    for (const auto& each : recorded.change.items) {
        place.owned.push_back(*each.value);
        const auto slot = slots_.find_id(each.value->id);
        place.targets.push_back(slot != no_slot && is_marked(slot) ? no_slot : slot);
    }
    place.staged = place.owned;
    prepare(recorded);
    auto past = place.superseded.begin();
    for (std::size_t i = 0; i < place.removed.size(); ++i)
        if (recorded.removals[i].reason == removal_reason::superseded)
            past++->value = as_recorded(place.removed[i]);
}

}  // namespace workmem
